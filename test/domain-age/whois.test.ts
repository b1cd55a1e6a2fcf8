import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWhoisDate } from '../../src/sources/whois-date.ts';
import { readWhoisReply } from '../../src/sources/whois-reply.ts';
import { NOW } from '../email/email-world.ts';
import { WHOIS_CASES } from './registry-replies.ts';

describe('a WHOIS reply', () => {
  it.each(WHOIS_CASES.map((entry) => [entry.name, entry] as const))(
    'of %s is read',
    (_, { reply, expected }) => {
      const reading = readWhoisReply(reply, 'whois.test', NOW);
      expect(reading).toMatchObject({ protocol: 'WHOIS', server: 'whois.test', ...expected });
    },
  );

  it('that limits questions is not taken for an absent name', () => {
    for (const reply of [
      'WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS FOR DETAILS\n',
      'Query rate limit exceeded. Reduced information.\n',
      '% Too many queries, please try again later.\n',
      'You have exceeded your query quota\n',
      '% Access to TCI WHOIS is denied: blacklisted\n',
    ]) {
      expect(readWhoisReply(reply, 'whois.test', NOW), reply).toBe('LIMITED');
    }
  });

  it('that says nothing is unreadable', () => {
    for (const reply of [
      '',
      '\r\n',
      '% terms of use\n',
      'Hello, this is the Example WHOIS server.\n',
    ]) {
      expect(readWhoisReply(reply, 'whois.test', NOW), reply).toBe('UNREADABLE');
    }
  });

  it('counts whole days since creation, and none to a day that has not come', () => {
    const reply = (created: string) =>
      `Domain Name: example.io\nRegistrar: R\nCreation Date: ${created}\n`;
    expect(readWhoisReply(reply('2026-10-30T12:00:00Z'), 'w', NOW)).toMatchObject({ ageDays: 1 });
    expect(readWhoisReply(reply('2026-11-02T00:00:00Z'), 'w', NOW)).toMatchObject({
      ageDays: null,
      createdAt: '2026-11-02T00:00:00.000Z',
    });
  });

  it('of any bytes never throws', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom(
              'Domain: x.de',
              'Status: free',
              'Registrar:',
              '\t',
              '[State] y',
              'created: 1999-13-01',
            ),
          ),
        ),
        (lines) => {
          const reading = readWhoisReply(lines.join('\n'), 'w', NOW);
          expect(typeof reading === 'string' || typeof reading.registered === 'boolean').toBe(true);
        },
      ),
    );
  });
});

describe('a WHOIS date', () => {
  it.each([
    ['1997-09-15T04:00:00Z', '1997-09-15T04:00:00.000Z'],
    ['2010-07-04 04:36:30 +03:00', '2010-07-04T01:36:30.000Z'],
    ['2010-07-04T04:36:30-0500', '2010-07-04T09:36:30.000Z'],
    ['2003-03-17 12:20:05', '2003-03-17T12:20:05.000Z'],
    ['19990527', '1999-05-27T00:00:00.000Z'],
    ['1999/05/27', '1999-05-27T00:00:00.000Z'],
    ['1999. 07. 28.', '1999-07-28T00:00:00.000Z'],
    ['1997.11.20 13:00:00', '1997-11-20T13:00:00.000Z'],
    ['28-Jul-1999', '1999-07-28T00:00:00.000Z'],
    ['28 July 1999', '1999-07-28T00:00:00.000Z'],
    ['2001-Aug-23.', '2001-08-23T00:00:00.000Z'],
    ['31.12.2005', '2005-12-31T00:00:00.000Z'],
    ['31/12/2005', '2005-12-31T00:00:00.000Z'],
    ['Tue Dec 12 2000', '2000-12-12T00:00:00.000Z'],
    ['Wed Jan 01 12:00:00 GMT 2003', '2003-01-01T12:00:00.000Z'],
    ['Tue, 12 Dec 2000 10:00:00 GMT', '2000-12-12T10:00:00.000Z'],
    ['2026/04/01 01:03:05 (JST)', '2026-04-01T01:03:05.000Z'],
  ])('%s', (text, expected) => expect(readWhoisDate(text)).toBe(expected));

  it.each([
    'before Aug-1996',
    '',
    'n/a',
    '1999-02-31',
    '2001-13-01',
    '99-01-01',
    'soon',
    '12 Foo 2001',
  ])('%j is none', (text) => {
    expect(readWhoisDate(text)).toBeNull();
  });

  it('reads back every day in the forms it is written in', () => {
    const day = fc.date({
      min: new Date('1985-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, (date) => {
        const iso = `${date.toISOString().slice(0, 10)}T00:00:00.000Z`;
        const [year, month, dayOfMonth] = iso.slice(0, 10).split('-') as [string, string, string];
        const name = date
          .toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' })
          .slice(0, 3);
        for (const text of [
          `${year}-${month}-${dayOfMonth}`,
          `${dayOfMonth}-${name}-${year}`,
          `${dayOfMonth}.${month}.${year}`,
          `${year}. ${month}. ${dayOfMonth}.`,
        ]) {
          expect(readWhoisDate(text), text).toBe(iso);
        }
      }),
    );
  });
});
