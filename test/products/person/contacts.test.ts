import { describe, expect, it } from 'vitest';
import {
  isoDay,
  rankEmails,
  rankPhones,
  UNKNOWN_CONTACT,
} from '../../../src/domain/person/contact.ts';
import type { ContactEmail, ContactPhone } from '../../../src/domain/person/person.ts';
import { LINKEDIN_ID_PREFIX } from '../../../src/domain/person/prospect.ts';
import { mayBeSameStreet } from '../../../src/domain/place/street-address.ts';
import { stateOfZip } from '../../../src/domain/place/zip.ts';
import { recordKey } from '../../../src/lookup/datasets/keys.ts';
import { productCacheKey } from '../../../src/lookup/product.ts';
import { b2bContactAppend } from '../../../src/products/person/b2b-contact-append.ts';
import { emailAppend } from '../../../src/products/person/email-append.ts';
import { phoneAppend } from '../../../src/products/person/phone-append.ts';
import { NO_OWNER } from '../../../src/products/person/reverse-email-append/fact.ts';
import { reverseEmailAppend } from '../../../src/products/person/reverse-email-append/product.ts';
import { answer, answerOf, askIn } from '../../support/answer.ts';
import { createWorld, type Files } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import { VENDORS } from '../../support/world/vendors.ts';

const ADA = {
  firstName: 'Ada',
  lastName: 'Example',
  address: '1 Example Street Apt 2',
  city: 'Washington',
  zip: '20001',
};
const ROW = {
  ...{ first_name: 'Ada', last_name: 'Example', address_line1: '1 Example St #2' },
  ...{ city: 'Washington', state: 'DC', zip: '20001-1234' },
  ...{ phone_number: '(202) 555-0101', phone_type: 'MOBILE', email: 'Ada@Example.com' },
};
const ALAN = { ...ROW, first_name: 'Alan', phone_number: '202-555-0115', email: undefined };
const OWNER = { ...ROW, email: undefined, country: 'US', cell_number: '+12025550102' };
const KEY = recordKey('person', 'Example', 'Ada', '1 Example St', '20001') as string;
const MAIL = recordKey('email', 'ada@example.com') as string;

const NO_PHONE = { type: null, connected: null, lastReportedAt: null };
const NO_COMPANY = { name: null, jobTitle: null, industry: null, website: null, country: null };

const household = (...rows: object[]): Files => ({
  person_contacts: { [KEY]: { people: rows } },
});

/** A world of the operator's files, and of those vendors whose host holds one of the words. */
async function worldOf(files: Files, ...words: string[]) {
  const vendors = VENDORS.filter(({ hosts }) =>
    hosts.some((host) => words.some((word) => host.includes(word))),
  );
  return createWorld({ files, vendors });
}

const append = async (
  product: typeof phoneAppend | typeof emailAppend,
  files: Files,
  input: object = {},
  ...vendors: string[]
) => {
  const world = await worldOf(files, ...vendors);
  const result = await answer(
    product as typeof phoneAppend,
    { input: { ...ADA, ...input } },
    world,
  );
  return { ...result, asked: [...world.records.asked, ...world.outbound.asked] };
};

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const known = fc.option(fc.boolean(), { nil: null });
const phone: fc.Arbitrary<ContactPhone> = fc.record({
  e164: fc.integer({ min: 0, max: 15 }).map((last) => `+1415555${String(last).padStart(4, '0')}`),
  type: fc.constantFrom('MOBILE', 'LANDLINE', null),
  connected: known,
  lastReportedAt: fc.option(day, { nil: null }),
});
const email: fc.Arbitrary<ContactEmail> = fc.record({
  address: fc.integer({ min: 0, max: 9 }).map((place) => `a${place}@example.com`),
  validated: known,
  business: known,
});

describe('the choice among contacts', () => {
  it('prefers a connected number, then the newest, and keeps each once', () => {
    fc.assert(
      fc.property(fc.array(phone, { maxLength: 30 }), (phones) => {
        const ranked = rankPhones(phones);
        const best = ranked[0];
        expect(best === undefined).toBe(phones.length === 0);
        expect(new Set(ranked.map(({ e164 }) => e164)).size).toBe(ranked.length);
        expect(ranked.length).toBeLessThanOrEqual(10);
        expect(rankPhones(ranked)).toEqual(ranked);
        for (const each of phones) {
          if (each.connected === true) expect(best?.connected).toBe(true);
          if (each.connected === null) expect(best?.connected).not.toBe(false);
          if (each.connected === best?.connected && each.lastReportedAt !== null)
            expect((best.lastReportedAt ?? '') >= each.lastReportedAt).toBe(true);
        }
      }),
    );
  });

  it('prefers a validated address, then a private one, then the order it came in', () => {
    fc.assert(
      fc.property(fc.array(email, { minLength: 1, maxLength: 12 }), (emails) => {
        const [best] = rankEmails(emails) as [ContactEmail];
        for (const each of emails) {
          if (each.validated === true) expect(best.validated).toBe(true);
          if (each.validated === best.validated && each.business === false)
            expect(best.business).toBe(false);
        }
        const alike = emails.map((each) => ({ ...each, validated: true, business: null }));
        expect(rankEmails(alike)[0]).toEqual(alike[0]);
      }),
    );
  });

  it('reads M/D/YYYY, and no day that the calendar does not have', () => {
    fc.assert(
      fc.property(day, (iso) => {
        const [year, month, date] = iso.split('-').map(Number);
        expect(isoDay(`${month}/${date}/${year}`)).toBe(iso);
      }),
    );
    for (const text of [null, '', '2/30/2020', '13/1/2020', '2020-01-01', '1/1/20', '0/1/2020'])
      expect(isoDay(text), String(text)).toBeNull();
  });

  it('knows the state of a ZIP code, and which are of none', () => {
    const states = { 20001: 'DC', 94704: 'CA', 10001: 'NY', 501: 'NY', 6390: 'NY', 73301: 'TX' };
    const others = { 96799: 'AS', 96910: 'GU', 901: 'PR', 801: 'VI', 96950: 'MP', 9001: 'AE' };
    const none = { 96960: null, 96940: null, 0: null, 21300: 'MD', 34400: 'FL', 99950: 'AK' };
    for (const [zip, state] of Object.entries({ ...states, ...others, ...none }))
      expect(stateOfZip(zip.padStart(5, '0')), zip).toBe(state);
  });

  it('tells streets apart by the words they are known by', () => {
    expect(mayBeSameStreet('1 N Main St', '1 Main Street Apt 4')).toBe(true);
    expect(mayBeSameStreet('1 Main St', '1 Oak St')).toBe(false);
    expect(mayBeSameStreet('PO Box 7', '7 Oak St')).toBe(true);
  });
});

describe('phone append and email append', () => {
  it('answer from the operator’s file without asking anybody else', async () => {
    const found = await append(phoneAppend, household(ROW, ALAN), {}, 'enformion');
    expect(found.classification).toEqual({
      matched: true,
      coverage_supported: true,
      phone: '+12025550101',
      phone_type: 'MOBILE',
      lookup_type: 'phone_append',
    });
    expect(found.insights.contact).toMatchObject({
      ...{ first_name: 'Ada', phone: '+12025550101', phone_type: 'MOBILE', zip: '20001-1234' },
      ...{ connected: null, other_phones: [] },
    });
    expect(found.price).toBe(10);
    expect(found.recommendations).toMatchObject({
      primary_action: 'VERIFY',
      business_rules: { eligibility_decisions_allowed: false },
    });
    expect(found.asked[0]).toBe(`person_contacts ${KEY}`);
    expect(found.asked.filter((each) => /https?:/.test(each))).toEqual([]);
    const mail = await append(emailAppend, household(ROW, ALAN));
    expect(mail.insights.contact.email).toBe('ada@example.com');
    expect(mail.price).toBe(10);
  });

  it('take nobody else of the household, nor one of two that cannot be told apart', async () => {
    const matched = async (rows: object[], input: object) =>
      (await append(phoneAppend, household(...rows), input)).classification.matched;
    expect(await matched([ALAN], {})).toBe(false);
    expect(await matched([ROW], { firstName: 'A.' })).toBe(true);
    expect(await matched([ROW, ALAN], { firstName: 'A.' })).toBe(false);
    expect(await matched([ROW], { address: '1 Oak Avenue' })).toBe(false);
    expect(await matched([{ ...ROW, phone_number: '12' }], {})).toBe(false);
  });

  it('go on to the next source that has what is wanted', async () => {
    const heidi = {
      ...ADA,
      firstName: 'Heidi',
      address: '2 Main St',
      city: 'Berkeley',
      zip: '94704',
    };
    const both = ['enformion', 'versium'];
    const grace = await append(
      phoneAppend,
      {},
      { ...heidi, firstName: 'Grace', address: '1 Main St' },
      ...both,
    );
    expect(grace.insights.contact).toMatchObject({
      ...{ phone: '+14155550161', phone_type: 'MOBILE', connected: true },
      last_reported: '2020-01-01',
      other_phones: [{ phone: '+14155550160', phone_type: 'LANDLINE' }],
    });
    expect(grace.recommendations?.primary_action).toBe('APPROVE');
    const found = await append(emailAppend, {}, heidi, ...both);
    expect(found.classification).toMatchObject({ matched: true, email: 'heidi@example.com' });
    expect(found.consulted).toEqual(['consumer_database', 'consumer_contact_database']);
    const nobody = await append(emailAppend, {}, {}, ...both);
    expect(nobody.classification).toMatchObject({ matched: false, email: null });
    expect([nobody.price, nobody.risk?.risk_factors]).toEqual([0, ['NO_MATCH_FOUND']]);
  });

  it('give a number the line type of number validation, else that of the record', async () => {
    const portability = { '+12025550101': { line_type: 'VOIP' } };
    const { classification } = await append(phoneAppend, { ...household(ROW), portability });
    expect(classification).toMatchObject({ phone: '+12025550101', phone_type: 'VOIP' });
    const grace = { ...ADA, firstName: 'Grace', address: '1 Main St', city: 'Berkeley' };
    const other = { portability: { '+14155550160': { line_type: 'MOBILE' } } };
    const found = await append(phoneAppend, other, { ...grace, zip: '94704' }, 'enformion');
    expect(found.insights.contact).toMatchObject({
      ...{ phone: '+14155550161', phone_type: 'MOBILE' },
      other_phones: [{ phone: '+14155550160', phone_type: 'MOBILE' }],
    });
  });

  it.each([
    ['Grace', 'Example', '1 Main Street', '94704', 'APPROVE', []],
    // Where she lived before, a short form that only a source has, another family name at home.
    ['Grace', 'Example', '9 Old Rd', '94601', 'APPROVE', []],
    ['Grace', 'Smith', '1 Main St', '94704', 'VERIFY', ['NAME_AGREES_IN_PART']],
    ['Grace', 'Example', '7 Oak St', '94704', 'VERIFY', ['ADDRESS_AGREES_IN_PART']],
    ['Grace', 'Smith', '7 Oak St', '94704', 'REVIEW', ['NO_MATCH_FOUND']],
    ['Grace', 'Example', '1 Main St', '75219', 'REVIEW', ['NO_MATCH_FOUND']],
  ])('compare %s %s of %s, %s with who was found', async (...row) => {
    const [firstName, lastName, address, zip, action, factors] = row;
    const city = zip === '94601' ? 'Oakland' : 'Berkeley';
    const input = { firstName, lastName, address, city, zip };
    const found = await append(phoneAppend, {}, input, 'enformion', 'versium');
    expect(found.recommendations?.primary_action).toBe(action);
    expect(found.risk?.risk_factors).toEqual(factors);
    expect(found.price).toBe(action === 'REVIEW' ? 0 : 10);
    const both = ['consumer_database', 'consumer_contact_database'];
    const consulted = found.consulted.filter((label) => label.startsWith('consumer'));
    expect(consulted).toEqual(action === 'REVIEW' ? both : both.slice(0, 1));
    if (action === 'VERIFY') expect(found.risk?.confidence_level).toBeLessThan(90);
  });

  it('ask nobody about a ZIP code outside the United States, and charge nothing', async () => {
    const found = await append(phoneAppend, household(ROW), { zip: '96960' }, 'enformion');
    expect(found.classification).toMatchObject({ matched: false, coverage_supported: false });
    expect([found.price, found.asked]).toEqual([0, []]);
    expect(found.recommendations?.user_message).toContain('United States');
  });

  it('name whom they found by everything that person may be suppressed by', async () => {
    const contact = {
      ...UNKNOWN_CONTACT,
      phones: ['+14155550161', '+14155550160'].map((e164) => ({ ...NO_PHONE, e164 })),
      emails: [{ address: 'grace@example.com', validated: null, business: null }],
      company: { ...NO_COMPANY, networkUrl: 'https://www.linkedin.com/in/grace' },
      knownBy: [{ kind: 'phone_number' as const, text: '+14155550169' }],
    };
    const named = ['+14155550161', '+14155550160', 'grace@example.com', contact.company.networkUrl];
    named.push('+14155550169');
    const fact = { contact, phoneDnc: null, cellDnc: null };
    for (const { people } of [phoneAppend, emailAppend, reverseEmailAppend]) {
      expect(people?.factSubjects(fact, {} as never).map(({ text }) => text)).toEqual(
        expect.arrayContaining(named),
      );
      expect(people?.emptyFact.contact).toBeNull();
    }
    const asked = reverseEmailAppend.people?.inputSubjects(
      reverseEmailAppend.input.parse({ email: 'Ada@example.com' }),
    );
    expect(asked).toEqual([{ kind: 'email', text: 'Ada@example.com' }]);
  });

  it('compares every number and address that a source lists, not the ten that are kept', async () => {
    const phones = Array.from({ length: 12 }, (_, at) => ({
      ...{ number: `41555526${60 + at}`, type: 'mobile', isConnected: true },
    }));
    const person = {
      ...{ name: { firstName: 'Ada', lastName: 'Example' }, phones, emails: [] },
      addresses: [{ street: '1 Example St', city: 'Washington', state: 'DC', zip: '20001' }],
    };
    const world = await createWorld({
      vendors: VENDORS.filter(({ hosts }) => hosts.includes('devapi.enformion.com')),
      http: ({ url }) =>
        url.includes('enformion')
          ? Response.json({ isError: false, message: '', person })
          : new Response('', { status: 503 }),
    });
    const input = phoneAppend.input.parse({ input: ADA });
    const fact = await phoneAppend.sources.resolve(input, askIn(world));
    expect(fact.contact?.phones).toHaveLength(10);
    const subjects = phoneAppend.people?.factSubjects(fact, input) ?? [];
    expect(subjects).toContainEqual({ kind: 'phone_number', text: '+14155552671' });
  });

  it('names the field that is missing or cannot be used', () => {
    const problem = (input: object) =>
      phoneAppend.input.safeParse({ input: { ...ADA, ...input } }).error?.issues[0];
    expect(problem({ zip: undefined })).toMatchObject({
      path: ['input', 'zip'],
      params: { code: 'MISSING_FIELD' },
    });
    for (const input of [
      { zip: '123' },
      { zip: '00000' },
      { zip: 20001 },
      { firstName: '123' },
      { city: '--' },
    ])
      expect(problem(input), JSON.stringify(input)).toMatchObject({
        params: { code: 'INVALID_INPUT' },
      });
    const parse = (input: object) => phoneAppend.input.parse({ input: { ...ADA, ...input } });
    const key = (input: object) => phoneAppend.cacheKey?.(parse(input));
    expect(key({ lastName: ' EXAMPLE ', zip: '20001-1234' })).toBe(key({}));
    expect(key({ lastName: 'Sample' })).not.toBe(key({}));
  });
});

const reverse = async (files: Files, body = 'ada@example.com', ...vendors: string[]) => {
  const world = await worldOf(files, ...vendors);
  const result = await answer(reverseEmailAppend, { email: body }, world);
  return { ...result, asked: [...world.records.asked, ...world.outbound.asked] };
};

describe('reverse email append', () => {
  it('answers from the operator’s file, each number with its registry', async () => {
    const company = { company_name: 'Example Bakery', job_title: 'Owner', company_country: 'US' };
    const row = { ...OWNER, ...company, phone_type: 'LANDLINE' };
    const do_not_call = { '+12025550101': {} };
    const found = await reverse({ email_owners: { [MAIL]: row }, do_not_call }, 'Ada@example.com');
    expect(found.classification).toEqual({
      ...{ matched: true, email: 'Ada@example.com', first_name: 'Ada', last_name: 'Example' },
      ...{ address: '1 Example St #2', city: 'Washington', state: 'DC', zip_code: '20001-1234' },
      ...{ country: 'US', phone: '+12025550101', cell: '+12025550102' },
      ...{ phone_dnc: true, cell_dnc: false, lookup_type: 'reverse_email' },
    });
    expect(found.insights.reverse_email_result).toMatchObject({
      contact: { fullName: 'Ada Example' },
      phones: { phoneNumber: '+12025550101', cellDnc: false },
      company: { name: 'Example Bakery', jobTitle: 'Owner', industry: null, country: 'US' },
    });
    expect(found.recommendations?.secondary_actions).toContain('DO_NOT_CALL');
    expect(found.price).toBe(10);
  });

  it.each([
    'ada-example',
    'linkedin.com/in/Ada-Example/',
    'https://uk.linkedin.com/in/ada-example?x=1',
  ])('has the address of the page in the cell %s', async (network_url) => {
    const found = await reverse({ email_owners: { [MAIL]: { ...OWNER, network_url } } });
    expect(found.insights.reverse_email_result.company).toMatchObject({
      networkUrl: 'https://www.linkedin.com/in/ada-example',
    });
  });

  it('finds no person in a row without a name', async () => {
    const row = { ...OWNER, first_name: undefined, last_name: undefined };
    const { classification, price } = await reverse({ email_owners: { [MAIL]: row } });
    expect([classification.matched, classification.city, price]).toEqual([false, null, 0]);
  });

  it('tells phone and cell apart by the line, as number validation does', async () => {
    const portability = {
      '+12025550101': { line_type: 'MOBILE' },
      '+12025550102': { line_type: 'LANDLINE' },
    };
    const row = { ...OWNER, phone_type: 'LANDLINE' };
    const do_not_call = { '+12025550102': {} };
    const found = await reverse({ email_owners: { [MAIL]: row }, do_not_call, portability });
    expect(found.classification).toMatchObject({
      ...{ phone: '+12025550102', phone_dnc: true, cell: '+12025550101', cell_dnc: false },
    });
  });

  it('says null of numbers while no registry is imported', async () => {
    const { classification } = await reverse({ email_owners: { [MAIL]: OWNER } });
    expect(classification).toMatchObject({ cell: '+12025550102', cell_dnc: null, phone_dnc: null });
  });

  it('tells of nobody who is not known to live in the United States', async () => {
    const told = async (columns: object) => {
      const row = { ...OWNER, ...columns };
      return (await reverse({ email_owners: { [MAIL]: row } }, undefined, 'enformion')).price;
    };
    expect(await told({})).toBe(10);
    expect(await told({ country: 'FR' })).toBe(0);
    expect(await told({ country: undefined })).toBe(10);
    expect(await told({ country: undefined, state: undefined })).toBe(10);
    expect(await told({ country: undefined, state: undefined, zip: undefined })).toBe(0);
  });

  it('adds where somebody works by those who know people at work, if it is the same person', async () => {
    const job = async (email: string, ...words: string[]) =>
      (await reverse({ email_owners: { [MAIL]: OWNER } }, email, ...words)).insights
        .reverse_email_result.company;
    const grace = await job('grace@example.com', 'enformion', 'peopledatalabs');
    expect(grace).toEqual({
      ...{ name: 'Example', jobTitle: 'Chief Executive Officer', industry: 'Computer Software' },
      networkUrl: 'https://www.linkedin.com/in/grace-example',
      ...{ website: 'https://example.com', country: 'United States' },
    });
    expect((await job('grace@example.com', 'enformion')).name).toBeNull();
    // The operator's own file is taken as it is.
    expect((await job('ada@example.com', 'peopledatalabs')).name).toBeNull();
  });

  it.each([
    ['Dr. Juan Carlos de la Cruz, PhD', 'Juan', 'de la Cruz'],
    ['Cher', null, null],
  ])('splits the name %s where a source has it whole', (fullName, firstName, lastName) => {
    const contact = { ...UNKNOWN_CONTACT, fullName, selfDeclared: true };
    const found = answerOf(
      reverseEmailAppend,
      { ...NO_OWNER, contact },
      { email: { text: 'a@b.c' } },
    );
    expect(found.insights.reverse_email_result.contact).toEqual({ fullName, firstName, lastName });
  });

  it('goes on to the paid sources, and to public profiles only when told', async () => {
    const words = ['enformion', 'versium', 'gravatar'];
    const grace = await reverse({}, 'grace@example.com', ...words);
    expect(grace.classification).toMatchObject({
      phone: null,
      cell: '+14155550161',
      city: 'Berkeley',
    });
    expect((await reverse({}, 'heidi@example.com', ...words)).classification).toMatchObject({
      ...{ first_name: 'Heidi', cell: '+14155550162', phone: '+14155550163', state: 'CA' },
    });
    const ivan = await reverse({}, 'ivan@example.com', ...words);
    expect(ivan.insights.reverse_email_result).toMatchObject({
      contact: { fullName: 'Ivan Example', firstName: 'Ivan', lastName: 'Example' },
      self_declared: true,
    });
    expect(ivan.classification).toMatchObject({ first_name: 'Ivan', last_name: 'Example' });
    expect(ivan.recommendations?.primary_action).toBe('VERIFY');
    expect((await reverse({}, 'ivan@example.com', 'enformion')).price).toBe(0);
    expect(ivan.insights.reverse_email_result.company).toMatchObject({
      name: 'Example Bakery',
      networkUrl: 'https://www.linkedin.com/in/ivan-example',
    });
    const unusable = await reverse({}, 'a..b@example.com', ...words);
    expect([unusable.price, unusable.asked]).toEqual([0, []]);
  });
});

describe('b2b contact append', () => {
  it('is one lookup of a page, whether a row of a search or its address names it', () => {
    const keyOf = (body: object) =>
      productCacheKey(b2bContactAppend, b2bContactAppend.input.parse(body));
    const byAddress = keyOf({ network_url: 'https://www.linkedin.com/in/ada-example' });
    expect(keyOf({ network_url: 'ada-example' })).toBe(byAddress);
    expect(keyOf({ person_id: `${LINKEDIN_ID_PREFIX}ada-example` })).toBe(byAddress);
  });

  it('takes from a public profile the page its owner has shown, and the domain of a work address', async () => {
    const { domainLists } = await createWorld();
    const world = { ...(await worldOf({}, 'gravatar')), domainLists };
    const found = await answer(b2bContactAppend, { email: 'ivan@example.com' }, world);
    expect(found.classification).toMatchObject({
      ...{ matched: true, full_name: 'Ivan Example', title: 'Baker', company: 'Example Bakery' },
      ...{ work_email: null, email_confidence: null, seniority: null },
    });
    expect(found.insights.b2b_contact_append_result).toMatchObject({
      network_url: 'https://www.linkedin.com/in/ivan-example',
      company_domain: 'example.com',
      departments: [],
    });
    expect(found.price).toBe(75);
  });

  it.each([
    ['Ada Example', true],
    ['Adah Example', true],
    ['Maria Garcia', false],
  ])('takes nobody else for a name sent with an address: %s', async (fullName, matched) => {
    const [givenName, familyName] = fullName.split(' ');
    const body = { name: 'Ada Example', email: 'ada@example.com' };
    const expected = [matched, matched ? 75 : 0];
    const row = { full_name: fullName, title: 'Baker' };
    const files = { work_contacts: { 'email:ada@example.com': row } };
    const recorded = await answer(b2bContactAppend, body, await createWorld({ files }));
    expect([recorded.classification.matched, recorded.price]).toEqual(expected);
    const data = { name: { fullName, givenName, familyName }, employment: { title: 'Baker' } };
    const http = ({ url }: Request) =>
      url.includes('/people/find') ? Response.json({ data }) : null;
    const vendors = VENDORS.filter(({ hosts }) => hosts.includes('api.hunter.io'));
    const found = await answer(b2bContactAppend, body, await createWorld({ vendors, http }));
    expect([found.classification.matched, found.price]).toEqual(expected);
  });

  it.each([
    ['Ada Example', true],
    ['Adah Example', true],
    ['Maria Garcia', false],
  ])('takes nobody else for a name at a company: %s', async (fullName, matched) => {
    const data = { id: 'a', full_name: fullName, job_title: 'Baker', work_email: 'a@example.com' };
    const http = () => Response.json({ likelihood: 8, data });
    const vendors = VENDORS.filter(({ hosts }) => hosts.includes('api.peopledatalabs.com'));
    const world = await createWorld({ vendors, http });
    const body = { name: 'Ada Example', company_domain: 'example.com' };
    const found = await answer(b2bContactAppend, body, world);
    expect([found.classification.matched, found.price]).toEqual([matched, matched ? 75 : 0]);
  });
});
