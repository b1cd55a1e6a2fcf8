import { describe, expect, it } from 'vitest';
import { readWhoisDate } from '../../../../src/open-data/registration/whois-date.ts';
import { readWhoisReply } from '../../../../src/open-data/registration/whois-reply.ts';
import { NOW } from '../../../support/create-world.ts';
import * as fc from '../../../support/fast-check.ts';
import { WHOIS_CASES } from './registry-replies.ts';

describe('a WHOIS reply', () => {
  it.each([
    'First name server hostname',
    'Authoritative DNS servers',
    'Domain nameservers list',
    'Name Server Hostname 2',
  ])('has name servers under %s', (label) => {
    for (const line of [`${label}: ns1.a.test`, `${label}\n  ns1.a.test`])
      expect(readWhoisReply(`Domain: b.test\n${line}`, 'w', NOW)).toMatchObject({
        nameservers: ['ns1.a.test'],
      });
    expect(
      readWhoisReply(`Domain: b.test\nCreated: 2007-03-25\n${label} IP: c.test`, 'w', NOW),
    ).toMatchObject({ nameservers: [] });
  });

  it.each([
    ['createdAt', 'Domain registered at', 'Registration created on', 'Record creation date'],
    ['updatedAt', 'Registry last changed on', 'Domain modified date', 'Entry last updated at'],
    ['expiresAt', 'Domain name valid until date', 'Registry paid till', 'Date of renewal'],
  ] as const)('has %s under any words around its verb', (field, ...labels) => {
    for (const label of labels)
      expect(readWhoisReply(`Registrar: A\n${label}: 2007-03-25`, 'w', NOW), label).toMatchObject({
        [field]: '2007-03-25T00:00:00.000Z',
      });
  });

  it.each([
    'Datum letzte Aenderung',
    'Zuletzt aktualisiert',
    'Data ultima modifica',
    '최근 정보 변경일',
    '수정일자',
    '最近更新时间',
    'Senast ändrad',
    'Sist endret',
    'Sidst ændret',
  ])('was updated under %s', (label) => {
    const reply = `Domain Name: a.test\nRegistrar: A\n${label}: 2007-03-25`;
    expect(readWhoisReply(reply, 'w', NOW)).toMatchObject({
      updatedAt: '2007-03-25T00:00:00.000Z',
    });
  });

  it('of several domains is read for the one asked for', () => {
    const record = (name: string, year: number) =>
      `Domain Name: ${name}\nName Server 1: ns1.${name}\nCreated: Mar 25 01:57:22 PDT ${year}\n`;
    const reply = `Found 2 records.\n\n${record('abc.bj', 2007)}\n${record('xabc.bj', 2009)}`;
    for (const [asked, year] of [
      ['abc.bj', 2007],
      ['xabc.bj', 2009],
    ] as const)
      expect(readWhoisReply(reply, 'whois.nic.bj', NOW, asked)).toMatchObject({
        createdAt: `${year}-03-25T08:57:22.000Z`,
        nameservers: [`ns1.${asked}`],
      });
    expect(readWhoisReply(reply, 'whois.nic.bj', NOW, 'bc.bj')).toBe('UNREADABLE');
  });

  it.each(WHOIS_CASES.map((entry) => [entry.name, entry] as const))(
    'of %s is read',
    (_, { reply, expected }) => {
      const reading = readWhoisReply(reply, 'whois.test', NOW);
      expect(reading).toMatchObject({ protocol: 'WHOIS', server: 'whois.test', ...expected });
    },
  );

  it.each([
    'No match for "MISSING.COM".',
    'NO MATCH: missing.edu',
    '- No Match',
    'Not found: missing.co',
    'not found...',
    'DOMAIN NOT FOUND',
    'MISSING-58936712NOT FOUND',
    "% Object 'missing.cat' NOT FOUND.",
    'Status.: NOT FOUND',
    'No Data Found',
    'No Found',
    'No such domain missing.ac.uk',
    'No domain records were found to match "missing.coop"',
    'no matching objects found',
    'No information was found matching that query.',
    'Not find MatchingRecord',
    '*** Nothing found for this query.',
    'Domain unknown',
    'There is no entry for missing.any',
    'This domain is currently available.',
    'No whois record found',
    "Domain doesn't exist",
    'Query returned no results.',
    'Domain missing.ai not registred.',
    'If you would like to register this,\n         or any .ai domain',
    'DOMAIN IS NOT A REGISTERD',
    'Not Registered - missing.tt',
    'Not Registered',
    'Domain Status: Not Registered',
    'Domain Status: free',
    'Domain Status: Available',
    'registration status: available',
    'Available: Yes',
    'Disponible/Available',
    'missing.cl: no existe',
    'missing.aw is free',
    'missing.pw is available for registration',
    'Domain missing.sh is available for purchase',
    'This domain name has not been registered.',
    'The domain has not been registered.',
    'Domain name missing.bg does not exist in database!',
    'Object does not exist',
    "The requested domain was not found in the Registry or Registrar's WHOIS Server.",
    'Invalid query or domain name not known in Dot CF Domain Registry',
    'El dominio no se encuentra registrado en NIC Argentina',
    '%ERROR:101: no entries found',
    '% No entries found for the selected source(s).',
    '% No Objects Found',
    'Premium Domain Name Available for Registration. Contact a registrar for pricing.',
    '% Domain missing.any is free for registration',
    'Domain missing.any has no registration.',
    'Le domaine missing.any est libre.',
    'Domínio missing.any disponível.',
    'Die Domain missing.any ist nicht registriert.',
    'Домен не зарегистрирован',
    '域名未注册',
  ])('says that there is no such name: %s', (reply) => {
    expect(readWhoisReply(reply, 'whois.test', NOW)).toMatchObject({
      registered: false,
      status: [],
    });
  });

  it.each([
    'WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS FOR DETAILS',
    'Sorry, your query limit for today is exceeded',
    'The maximum number of whois requests was exceeded',
    'You have reached the maximum number of queries',
    'Your query rate is too high',
    'You have been banned for abuse.',
    'Query rate limit exceeded. Reduced information.',
    '% Query rate exceeded, please try again later',
    '% Too many queries, please try again later.',
    'Too many connection attempts. Please try again in a few seconds.',
    'You have exceeded your query quota',
    'You have exceeded the maximum allowable number of lookups',
    'Look up quota exceeded',
    'IP Address Has Reached Rate Limit',
    'Your request is being rate limited',
    'Your query is too often.',
    'Your connection limit exceeded. Please slow down and try again later.',
    'connection refused; access control limit exceeded',
    '% Access to TCI WHOIS is denied: blacklisted',
    'BLACKLISTED: You have exceeded the query limit for your network',
    'Requests of this client are not permitted.',
    'query_status: 440 Request Denied',
    'Cannot process your search request.',
    'This query can temporarily not be answered. Please try again.',
    'Queried interval is too short.',
    'Access to the service has been suspended due to excessive use.',
  ])('that limits questions is not taken for an absent name: %s', (reply) => {
    expect(readWhoisReply(`${reply}\n`, 'whois.test', NOW)).toBe('LIMITED');
  });

  it.each([
    'Reserved Domain Name',
    'This name is reserved by the Registry in accordance with ICANN Policy.',
    '>>> This name is not available for registration:',
    'missing.ae is reserved by aeDA Regulator',
    'This name subscribes to the Uni EPS+ product',
    'Domain Status: Prohibited String - Object Cannot Be Registered',
    'Status: UNASSIGNABLE',
    'Status: NOT ALLOWED',
    'This domain is restricted and cannot be registered.',
    'Name is in the GlobalBlock list and cannot be registered.',
    'Name is restricted from registration',
    'The domain name is prohibited from registration',
    'The registration of this domain is restricted, as it is protected by a policy of the registry.',
    'The requested domain name is restricted because it contains a protected word',
  ])('says that nobody can have the name: %s', (reply) => {
    expect(readWhoisReply(reply, 'whois.test', NOW)).toMatchObject({
      registered: false,
      status: [expect.any(String)],
    });
  });

  it.each([
    'Sorry, the WHOIS database is currently undergoing maintenance. Please try again later.',
    'The registry is closed during scheduled maintenance.',
  ])('of a registry out of order says nothing of the name: %s', (reply) => {
    expect(readWhoisReply(`${reply}\n`, 'whois.test', NOW)).toBe('OUT_OF_ORDER');
  });

  it('keeps dates of a person apart who opens an object, and not of one within the domain', () => {
    const read = (reply: string) => readWhoisReply(reply, 'whois.test', NOW);
    const object = 'person: Jane Roe\nchanged: Managing Registrar 20260101\n';
    const domain =
      'domain: missing.co.il\nchanged: x AT y.il 19960226 (Assigned)\nchanged: R 20250706\n';
    expect(read(`${domain}\n${object}`)).toMatchObject({
      createdAt: '1996-02-26T00:00:00.000Z',
      updatedAt: '2025-07-06T00:00:00.000Z',
    });
    const bolivian = 'Dominio: x.com.bo\nFecha de activación: 2010-04-12\n';
    expect(read(bolivian)).toMatchObject({ createdAt: '2010-04-12T00:00:00.000Z' });
    const russian = 'domain: X.RU\nperson: Private Person\ncreated: 2011-03-14T21:00:00Z\n';
    expect(read(russian)).toMatchObject({ createdAt: '2011-03-14T21:00:00.000Z' });
  });

  it.each([
    ['Permanent/Reserved', false],
    ['Registry-Reserved', false],
    ['Premium, Reserved', false],
    ['Permanent/Active', true],
    ['Registered, reserved for owner', true],
    ['Not reserved', true],
  ])('with the status %s alone is of a registered name: %s', (status, registered) => {
    const reply = `Domain : kiosk.test\nStatus : ${status}\n`;
    expect(readWhoisReply(reply, 'whois.registry.test', Date.now())).toMatchObject({ registered });
  });

  it('that says nothing of the name, or that the server fails, is neither', () => {
    for (const reply of [
      '',
      '\r\n',
      '% terms of use\n',
      'Hello, this is the Example WHOIS server.\n',
      'This service may be unavailable at any time.\n',
      'Domínio missing.any não disponível.\n',
      'This domain cannot be registered because it contravenes the naming rules.\n',
      'For information about available domains, visit the registry website.\n',
      'Any use of the domain data for advertising is prohibited.\n',
      'Your access to the domain database may be suspended.\n',
      'query_status: 500 Invalid characters in query string\n',
      'Domain Status: This WHOIS server does not have any records for that zone.\n',
    ])
      expect(readWhoisReply(reply, 'whois.test', NOW), reply).toBe('UNREADABLE');
    for (const reply of [
      'Internal server error\n',
      '%% Database failure\n',
      'Timeout',
      'The database is temporarily unavailable, please retry later.\n',
    ])
      expect(readWhoisReply(reply, 'whois.test', NOW), reply).toBe('OUT_OF_ORDER');
  });

  it('has no record behind a refusal, nor an update of the server’s own copy', () => {
    const reply = 'Domain Name: ACME.GE\nDomain Status: Ok\n';
    expect(readWhoisReply(reply, 'whois.test', NOW)).toMatchObject({ registered: true });
    const refused = `Query rate limit exceeded.\n${reply}`;
    expect(readWhoisReply(refused, 'whois.test', NOW)).toBe('LIMITED');
    const copied =
      '[Domain]\nDomain: acme.lv\nStatus: active\n\n[Whois]\nUpdated: 2025-11-24T12:12:32.6+00:00\n';
    expect(readWhoisReply(copied, 'whois.test', NOW)).toMatchObject({ updatedAt: null });
  });

  it('takes no date from the record of a set of name servers', () => {
    const reply = [
      'domain: acme.it.ao\nnsset: ACME-NS\nregistrar: REGITAO\nregistered: 07.11.2008 22:02:11',
      'contact: ACME\norg: Acme\ncreated: 07.11.2008 22:02:11\nchanged: 19.02.2013 17:07:21',
      'nsset: ACME-NS\nnserver: ns1.acme.test\nnserver: ns2.acme.test\ntech-c: ACME',
    ].join('\n\n');
    const read = readWhoisReply(`${reply}\nchanged: 26.04.2010 20:16:20\n`, 'whois.test', NOW);
    expect(read).toMatchObject({
      createdAt: '2008-11-07T22:02:11.000Z',
      updatedAt: null,
      nameservers: ['ns1.acme.test', 'ns2.acme.test'],
    });
  });

  it('reads .ug’s update and .vu’s refusal of a free name', () => {
    const updated =
      'Domain name: acme.ug\nRegistered On: 2011-11-01\nInformation Last Updated: 2026-05-18T03:16:33.000+03:00';
    expect(readWhoisReply(updated, 'whois.test', NOW)).toMatchObject({
      updatedAt: '2026-05-18T00:16:33.000Z',
    });
    const free = 'The domain acme.vu\n is not valid! \n';
    expect(readWhoisReply(free, 'whois.test', NOW)).toMatchObject({ registered: false });
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
    ['20190501T101112Z', '2019-05-01T10:11:12.000Z'],
    ['1st of May 2019', '2019-05-01T00:00:00.000Z'],
    ['until 2019-05-01', '2019-05-01T00:00:00.000Z'],
    ['hostmaster@a.test 20190501 10:11', '2019-05-01T10:11:00.000Z'],
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
    'before Aug-1996',
    'before 1 January 1996',
    'Before 19960101',
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
