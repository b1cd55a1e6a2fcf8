import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  amount,
  count,
  dateAsSent,
  dateOrSeconds,
  fieldsAt,
  fieldsBelow,
  firstText,
  isoDate,
  isoTimestamp,
  listOf,
  partialDay,
  percentage,
  text,
  textOrNumber,
  unixMilliseconds,
  unixSeconds,
  webUrl,
  writtenDate,
  year,
  zipCode,
} from '../../src/lib/loose-fields.ts';

const post = fieldsAt({
  author: ['user.name', text],
  likes: ['stats.likes', 'edges.0.likes', count],
  id: ['id', z.string().min(1)],
});

it('reads each field at its place', () => {
  const reply = { id: '7', user: { name: ' Ada ' }, stats: { likes: 3 } };
  expect(post.parse(reply)).toEqual({ id: '7', author: 'Ada', likes: 3 });
});

it('takes the first place that says something, and null where none does', () => {
  expect(post.parse({ id: '7', stats: { likes: 'many' }, edges: [{ likes: 0 }] }).likes).toBe(0);
  expect(post.parse({ id: '7', stats: null, edges: 'none' })).toEqual({
    id: '7',
    author: null,
    likes: null,
  });
});

it('fails without what the answer rests on', () => {
  for (const reply of [{}, { id: '' }, 'id', ['id'], null])
    expect(post.safeParse(reply).success).toBe(false);
});

it('takes no placeholder for a value, and no name for a placeholder', () => {
  for (const nothing of ['', '***', '*** ****', 'N/A', ' n/a ']) {
    expect(text.parse(nothing)).toBeNull();
    expect(textOrNumber.parse(nothing)).toBeNull();
  }
  for (const name of ['Null', 'NA', 'None']) expect(text.parse(name)).toBe(name);
});

it('leaves out of a text what cannot be shown', () => {
  expect(text.parse('Ada\u0000 \u202eExample\u202c\r\nBaker\ud800')).toBe(
    'Ada Example\u202c\r\nBaker\ufffd',
  );
  expect(text.parse(' \u0007 ')).toBeNull();
});

it.each([
  [
    webUrl,
    ['https://a.example/?utm=1', 'a.example/x', 'javascript:alert(1)', 'Unknown', '2026-13-45'],
    ['https://a.example/?utm=1', 'https://a.example/x', null, null, null],
  ],
  [
    webUrl,
    ['//cdn.a.example/p.jpg', 'HTTP://a.example', '//', '/p.jpg', '', null],
    ['https://cdn.a.example/p.jpg', 'HTTP://a.example', null, null, null, null],
  ],
  [percentage, [0, 100, '7', 101, -1, 1e21], [0, 100, 7, null, null, null]],
  [
    partialDay,
    ['2022', '2022-03', '2022-03-31', '2022-13', '0000-00-00', 'Mar 2022', 2022],
    ['2022', '2022-03', '2022-03-31', null, null, null, '2022'],
  ],
])('takes no figure or day of another form', (schema, sent, read) => {
  expect(sent.map((each) => schema.parse(each))).toEqual(read);
});

it('reads no property that every object inherits', () => {
  const inherited = fieldsAt({ name: ['constructor.name', text] });
  expect(inherited.parse({})).toEqual({ name: null });
});

it('wants the part it reads below', () => {
  const below = fieldsBelow('data.user', { name: ['name', text] });
  expect(below.parse({ data: { user: { name: 'Ada' } } })).toEqual({ name: 'Ada' });
  expect(below.safeParse({ data: { user: null } }).success).toBe(false);
  expect(below.safeParse({ name: 'Ada' }).success).toBe(false);
});

it('reads the first object of a list, whatever stands before it', () => {
  expect(post.parse({ id: '7', edges: [null, 'none', { likes: 2 }, { likes: 3 }] }).likes).toBe(2);
  expect(firstText.parse(['', 4, ' Ada ', 'Bo'])).toBe('Ada');
});

it('takes no number for a count that it cannot hold', () => {
  expect(count.parse(2 ** 53 - 1)).toBe(2 ** 53 - 1);
  for (const many of [2 ** 53, 1e300, '9'.repeat(40)]) expect(count.parse(many)).toBeNull();
});

it('takes 0 for no year, and what is negative for no amount', () => {
  expect([2006, '1976'].map((value) => year.parse(value))).toEqual([2006, 1976]);
  for (const value of [0, -1, 20_060_101, 1e300, '06', null]) expect(year.parse(value)).toBeNull();
  expect([0, '3.5', -1, 'many', undefined].map((value) => amount.parse(value))).toEqual([
    ...[0, 3.5, null, null, null],
  ]);
});

it('leaves out what it cannot read of a list, unless that is all of it', () => {
  const rows = listOf(post);
  expect(rows.parse([{ id: '' }, { id: '7' }, null]).map(({ id }) => id)).toEqual(['7']);
  expect(rows.parse([])).toEqual([]);
  for (const reply of [[{ id: '' }], [null], {}, undefined])
    expect(rows.safeParse(reply).success).toBe(false);
});

it('reads moments, and takes no other number for one', () => {
  const at = '2023-11-14T22:13:20.000Z';
  expect([1_700_000_000, '1700000000'].map((value) => unixSeconds.parse(value))).toEqual([at, at]);
  expect(unixMilliseconds.parse(1_700_000_000_000)).toBe(at);
  for (const value of [0, -1, '0', 2_024, 1_700_000_000_000, 1e300, null])
    expect([value, unixSeconds.parse(value)]).toEqual([value, null]);
  expect(dateOrSeconds.parse('Thu Feb 23 14:52:10 +0000 2023')).toBe('2023-02-23T14:52:10.000Z');
  expect(dateOrSeconds.parse(1_700_000_000)).toBe(at);
  for (const value of ['7', 'something 7', 0, '12', 'yesterday'])
    expect([value, writtenDate.parse(value), dateOrSeconds.parse(value)]).toEqual([
      value,
      null,
      null,
    ]);
});

it('reads codes with or without quotes, and returns the zeros of a ZIP code', () => {
  expect([' 4155550123 ', 4155550123, '0', 0].map((code) => textOrNumber.parse(code))).toEqual([
    ...['4155550123', '4155550123', '0', '0'],
  ]);
  expect([-1, 1.5, 2 ** 60, true, null, '', '***'].map((code) => textOrNumber.parse(code))).toEqual(
    Array.from({ length: 7 }, () => null),
  );
  expect([501, '01001', 94704, '94704-1234', 'K1A 0B1'].map((zip) => zipCode.parse(zip))).toEqual([
    ...['00501', '01001', '94704', '94704-1234', 'K1A 0B1'],
  ]);
});

describe('a day that does not exist', () => {
  it.each([
    '2023-02-30T10:00:00Z',
    '2023-02-29 10:30',
    '2023-04-31T23:30:30.31+05:30',
    '1900-02-29T00:00:00Z',
  ])('is no timestamp: %s', (written) => {
    expect(isoTimestamp.parse(written)).toBeNull();
    expect(writtenDate.parse(written)).toBeNull();
  });

  it.each([
    '2023-02-30',
    'Feb 30, 2023',
    '31 April 2023',
    '2/29/2023',
    'Sat, 31 Jun 2023 10:00 GMT',
  ])('is no date: %s', (written) => {
    expect(writtenDate.parse(written)).toBeNull();
    expect(dateOrSeconds.parse(written)).toBeNull();
  });

  it('does not make one of the days that exist', () => {
    const from = Date.UTC(1999, 11, 28);
    for (let day = 0; day < 1_600; day += 1) {
      const at = new Date(from + day * 86_400_000 + (day % 24) * 3_600_000 + 30 * 60_000);
      const iso = at.toISOString();
      expect(isoTimestamp.parse(iso)).toBe(iso);
      expect(isoTimestamp.parse(iso.replace('Z', '+00:30'))).not.toBeNull();
      expect(writtenDate.parse(at.toUTCString())).toBe(iso.replace(/\.\d+/, '.000'));
      expect(isoDate.parse(iso)).toBe(iso.slice(0, 10));
      const local = new Date(at.getTime() - 5 * 3_600_000).toISOString().replace('Z', '-05:00');
      expect(isoTimestamp.parse(local)).toBe(iso);
    }
  });

  it('is null where a date is passed on as it was sent', () => {
    for (const none of ['2023-02-30', '2023-13', '2023-00-10', '2023-02-30T10:00:00Z'])
      expect([dateAsSent.parse(none), isoDate.parse(none)]).toEqual([null, null]);
    for (const written of ['2021', '2021-05', '2024-02-29', 'May 2021', '2021-05-01T10:00:00Z'])
      expect(dateAsSent.parse(written)).toBe(written);
    expect(dateAsSent.parse(2021)).toBe('2021');
    expect(isoDate.parse('2024-02-29T23:59:59Z')).toBe('2024-02-29');
  });
});
