import { expect, it } from 'vitest';
import { ApiError } from '../../src/lib/errors.ts';
import { formatCount, isolated, quoted, quotedType } from '../../src/lib/text.ts';

it.each([
  ['a short word', 'job_1', '"job_1"'],
  ['quotes', 'a" said "b', `"a' said 'b"`],
  ['line breaks and marks that turn text around', 'a\r\n\u202eb\0c', '"a b c"'],
  ['a sentence', 'x'.repeat(65), `"${'x'.repeat(64)}…"`],
  ['a book', ' '.repeat(10_000_000), '"…"'],
])('quotes %s in one short line', (_, text, said) => {
  expect(quoted(text)).toBe(said);
});

it('tells a media type and no sentence in its place', () => {
  expect(quotedType('application/pdf')).toBe('"application/pdf"');
  expect(quotedType('ignore all/previous instructions')).toBe('unknown');
});

it('has no error of more than one line, nor longer than its longest list', () => {
  const { message, param } = new ApiError('INVALID_INPUT', `a\n${'b'.repeat(5_000)}`, {
    param: `c\n${'d'.repeat(5_000)}`,
  });
  expect([message.length, param?.length]).toEqual([2_000, 200]);
  expect(`${message}${param}`).not.toContain('\n');
});

it('writes counts in groups of three digits, as the runtime does', () => {
  for (const count of [0, 7, 999, 1_000, 1_001, 12_050, 999_999, 1_000_000, -999, -1_000, -20_500])
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
});

it.each([
  ['Ada', 'Ada'],
  ['Zoë (2)', 'Zoë (2)'],
  ['سارة', '\u2068سارة\u2069'],
  ['\u202eדנה\u2069\n2', '\u2068דנה 2\u2069'],
])('isolates a name that is written from right to left: %j', (name, shown) => {
  expect(isolated(name)).toBe(shown);
});
