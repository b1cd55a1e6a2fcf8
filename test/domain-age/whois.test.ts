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
    ['2026/04/01 01:03:05 (JST)', '2026-03-31T16:03:05.000Z'],
    ['before Aug-1996', '1996-08-01T00:00:00.000Z'],
    ['Before 2001', '2001-01-01T00:00:00.000Z'],
    ['20050101 #12345', '2005-01-01T00:00:00.000Z'],
    ['2002-10-22 17:48:23 CLST', '2002-10-22T20:48:23.000Z'],
    ['2014-06-27 14:54:30 UTC+8', '2014-06-27T06:54:30.000Z'],
    ['1999-06-07 13:01:43 (GMT+0:00)', '1999-06-07T13:01:43.000Z'],
    ['2009-05-14 00:00:00 GMT+1', '2009-05-13T23:00:00.000Z'],
    ['Mon Jan 02 15:04:05 2006', '2006-01-02T15:04:05.000Z'],
    ['29-Feb-2004', '2004-02-29T00:00:00.000Z'],
    ['02-Mar-99', '1999-03-02T00:00:00.000Z'],
    ['01-Nov-21', '2021-11-01T00:00:00.000Z'],
    ['Friday 1st Jan 2016', '2016-01-01T00:00:00.000Z'],
    ['11 de marzo de 2010 (15:21:41 GMT)', '2010-03-11T15:21:41.000Z'],
    ['2012年03月02日', '2012-03-02T00:00:00.000Z'],
    ['2014-01-27/14:11:51', '2014-01-27T14:11:51.000Z'],
    ['2012-10-24T11-31-26Z', '2012-10-24T11:31:26.000Z'],
    ['0-UANIC 20021204010203', '2002-12-04T01:02:03.000Z'],
    ['3/4/2005 1:02:03 PM', '2005-04-03T13:02:03.000Z'],
  ])('%s', (text, expected) => expect(readWhoisDate(text)).toBe(expected));

  it.each([
    'before Foo-1996',
    'Tue 2005',
    '1970-01-01',
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
