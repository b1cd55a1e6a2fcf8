import { describe, expect, it } from 'vitest';
import { readRange } from '../../../src/domain/company/company-search.ts';
import { parseSeniority } from '../../../src/domain/person/prospect.ts';
import { withoutSuppressed } from '../../../src/lookup/pipeline/source-resolution.ts';
import { priceLabel } from '../../../src/lookup/product.ts';
import { createCursors } from '../../../src/lookup/search.ts';
import { accountSearch } from '../../../src/products/company/account-search.ts';
import { b2bContactAppend } from '../../../src/products/person/b2b-contact-append.ts';
import { mobileFinder } from '../../../src/products/person/mobile-finder.ts';
import { prospectSearch } from '../../../src/products/person/prospect-search.ts';
import { contains, isIn, sqlQuoted } from '../../../src/vendors/pdl/search.ts';
import { answer, askIn } from '../../support/answer.ts';
import { createWorld, type Files } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import { VENDORS } from '../../support/world/vendors.ts';

const SECRETS = [{ version: 1, text: 'a secret of the tests' }] as const;
const cursors = createCursors(SECRETS);

/** The fake vendors whose variables are set, and the operator's files. */
async function worldWith(names: readonly string[], files = {}) {
  const hosts = new Map(VENDORS.flatMap((vendor) => vendor.hosts.map((host) => [host, vendor])));
  const set = VENDORS.flatMap(({ vars }) => Object.entries(vars)).filter(([name]) =>
    names.includes(name),
  );
  const world = await createWorld({
    files,
    settings: { vars: new Map(set), contact: 'mailto:test@example.com' },
    http: (request) => {
      const url = new URL(request.url);
      return hosts.get(url.host)?.answer(request, url) ?? new Response('', { status: 523 });
    },
  });
  return { ...world, cursors };
}

const rowsOf = (found: Awaited<ReturnType<typeof answer>>) =>
  found.insights.prospect_search_result.rows;

describe('cursors', () => {
  it('open for the query they were made for, whatever the position, and for no other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        async (position, query, other) => {
          const place = { source: 'pdl', position };
          const cursor = (await cursors.make(query, place)) as string;
          expect(await cursors.open(query, cursor)).toEqual(place);
          if (other !== query) expect(await cursors.open(other, cursor)).toBeNull();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('open with none of their characters changed, nor with another secret', async () => {
    const cursor = (await cursors.make('query', { source: 'hunter', position: '10' })) as string;
    for (let at = 0; at < cursor.length; at++) {
      const altered = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(await cursors.open('query', altered)).toBeNull();
    }
    const others = createCursors([{ version: 1, text: 'another' }]);
    expect(await others.open('query', cursor)).toBeNull();
    expect(await createCursors(null).make('query', { source: 'a', position: '1' })).toBeNull();
  });

  it('lead through a search row by row, and are refused by another search', async () => {
    const world = await worldWith(['HUNTER_KEY']);
    const look = (more: object) =>
      answer(prospectSearch, { company_domain: 'example.com', limit: 5, ...more }, world);
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof look>> = await look({ ...(cursor && { cursor }) });
      names.push(...rowsOf(page).map(({ full_name }: { full_name: string }) => full_name));
      cursor = page.classification.next_cursor;
    } while (cursor !== null && names.length < 50);
    expect(new Set(names).size).toBe(12);
    expect(names).toHaveLength(12);
    const { classification } = await look({});
    const taken = { cursor: classification.next_cursor };
    expect(rowsOf(await look(taken))).toHaveLength(5);
    for (const other of [{ company_domain: 'other.example' }, { title: 'baker' }])
      await expect(look({ ...taken, ...other })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        param: 'cursor',
      });
  });

  it('and limits are part of what an answer is remembered by', async () => {
    const cursor = await cursors.make('any', { source: 'hunter', position: '5' });
    const keyOf = (more: object) => {
      const input = prospectSearch.input.parse({ title: 'baker', ...more });
      return prospectSearch.cacheKey?.(input);
    };
    expect(new Set([{}, { limit: 3 }, { cursor }].map(keyOf)).size).toBe(3);
    for (const bad of ['', 'x', 'e30.e30', 12, `${cursor?.slice(5)}`]) {
      const { success } = prospectSearch.input.safeParse({ title: 'a', cursor: bad });
      expect(success, String(bad)).toBe(bad === '');
    }
  });
});

describe('statements', () => {
  it('hold a text of any characters inside its quotes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(..."'\\%_aA \0é😀"), { maxLength: 30 }), (chars) => {
        const text = chars.join('');
        const body = sqlQuoted(text).slice(1, -1);
        expect(sqlQuoted(text)).toMatch(/^'[\s\S]*'$/u);
        expect(body.replaceAll("''", '')).not.toContain("'");
        expect(body).not.toContain('\\');
        const like = contains('job_title', text);
        expect(like.slice("job_title LIKE '%".length, -"%'".length)).not.toMatch(/[%_]/);
      }),
    );
  });

  it.each(['Türkiye', 'turkey', 'TR'])('name a country by all its names: %s', (written) => {
    const [condition = ''] = isIn('location_', written);
    for (const name of ['turkey', 'türkiye'])
      expect(condition).toContain(`location_country='${name}'`);
  });

  it('name countries by their codes, every place of a location in its turn', () => {
    expect(isIn('location_', 'Berkeley, at')).toEqual([
      "(location_country='berkeley' OR location_region='berkeley' OR location_locality='berkeley')",
      "(location_country='austria' OR location_region='austria' OR location_locality='austria')",
    ]);
  });
});

describe('prospect search', () => {
  it('tells who somebody is, not how to reach them, and leads to the record', async () => {
    const world = await worldWith(['PDL_KEY']);
    const found = await answer(prospectSearch, { title: 'Chief Executive Officer' }, world);
    expect(found.price).toBe(2);
    expect(found.metadata).toEqual({ rows_returned: 1, credits_per_row: 2 });
    expect(priceLabel(prospectSearch)).toBe('up to 2 credits a page of up to 25 rows');
    const [row] = rowsOf(found);
    expect(row).toMatchObject({ full_name: 'Ada Example', has_email: true, has_phone: true });
    expect(JSON.stringify(found.insights)).not.toMatch(/@|\+1\d|"subjects"/);
    const revealed = await answer(b2bContactAppend, { person_id: row.id }, world);
    expect(revealed.classification).toMatchObject({ work_email: 'ada@example.com' });
    expect(revealed.price).toBe(75);
  });

  it('asks only who knows the filters, and says so where nobody does', async () => {
    const world = await worldWith(['HUNTER_KEY']);
    await expect(answer(prospectSearch, { title: 'baker' }, world)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(world.outbound.asked).toEqual([]);
    const none = await answer(prospectSearch, { company_domain: 'nobody.example' }, world);
    expect(none).toMatchObject({ price: 0, classification: { found: false, count: 0 } });
  });

  it('finds officers without a key', async () => {
    const found = await answer(prospectSearch, { company: 'Example Company' }, await worldWith([]));
    const [row] = rowsOf(found);
    expect(row).toMatchObject({
      id: 'network:grace-notable',
      full_name: 'Grace Notable',
      title: 'chief executive officer',
    });
    const person = await answer(b2bContactAppend, { person_id: row.id }, await worldWith([]));
    expect(person.classification).toMatchObject({ matched: true, company: 'Example Company' });
  });

  it('leaves out a row of somebody suppressed, found or stored', async () => {
    const world = await worldWith(['PDL_KEY']);
    const body = { title: 'Chief Executive Officer' };
    const input = prospectSearch.input.parse(body);
    const page = await prospectSearch.sources.resolve(input, askIn(world));
    const hidden = {
      ...world.records,
      has: () => true,
      find: async (datasets: readonly string[]) =>
        Object.fromEntries(datasets.map((name) => [name, { data: {}, asOf: null }])),
    };
    const kept = await withoutSuppressed(prospectSearch, page, {}, { records: hidden });
    expect(kept).toMatchObject({ rows: [] });
    expect(prospectSearch.price.charge(kept as never, input)).toBe(0);
    expect(await withoutSuppressed(prospectSearch, page, {}, world)).toEqual(page);
  });

  it('reads levels by their other names', () => {
    expect(['VP', 'Vice President', 'C-Level', 'Head'].map(parseSeniority)).toEqual([
      'vp',
      'vp',
      'cxo',
      'director',
    ]);
    expect(() => parseSeniority('wizard')).toThrow('must be one of');
  });
});

describe('account search', () => {
  it('asks the directory, the database for revenue, and SPARQL only where it is wanted', async () => {
    const keys = ['HUNTER_KEY', 'PDL_KEY'];
    const look = async (body: object, names = keys) => {
      const world = await worldWith(names);
      const found = await answer(accountSearch, body as Record<string, unknown>, world);
      return {
        ...found,
        hosts: world.outbound.asked.map((line) => new URL(line.split(' ')[1] as string).host),
      };
    };
    const bakery = await look({ keywords: 'bread', location: 'US' });
    expect(bakery).toMatchObject({ price: 75, hosts: ['api.hunter.io'] });
    const rich = await look({ revenue_min: 12_000_000, revenue_max: 30_000_000 });
    expect(rich).toMatchObject({ hosts: ['api.peopledatalabs.com'] });
    expect(rich.insights.account_search_result.rows[0]).toMatchObject({ technologies: [] });
    const industry = { industry: 'software industry' };
    await expect(look(industry, [])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect((await look(industry, ['SPARQL_SEARCH'])).classification.count).toBe(1);
  });

  describe("by the operator's file", () => {
    const row = (domain: string, more = {}) => ({
      ...{ domain, company_name: `Company ${domain}`, industry: 'Food', country: 'US' },
      ...{ headquarters: 'New York, New York', technologies: ['Example Shop'] },
      ...more,
    });
    const bakery = row('bakery.example', {
      company_name: 'Example Bakery',
      description: 'Bread and cakes.',
      network_url: 'https://www.linkedin.com/company/example-bakery',
      employee_count: 18,
      annual_revenue: '$1M-$2M',
    });
    const files = {
      companies: {
        'domain:bakery.example': bakery,
        // The same row under its other key.
        'profile:company/example-bakery': bakery,
        'domain:clinic.example': row('clinic.example', { employee_band: '501-1000' }),
        'profile:company/page-only': { ...row(''), domain: undefined, company_name: 'Page Only' },
      },
    };
    const look = async (body: object, given: object = files, names: string[] = []) => {
      const world = await worldWith(names, given);
      const found = await answer(accountSearch, body as Record<string, unknown>, world);
      const names_ = found.insights.account_search_result.rows.map(
        (one: { company_name: string }) => one.company_name,
      );
      return { ...found, names: names_, asked: world.outbound.asked };
    };

    it.each([
      [{ keywords: 'cakes bread' }, ['Example Bakery']],
      [{ keywords: 'Bäkery' }, ['Example Bakery']],
      [{ keywords: 'cake' }, []],
      [{ industry: 'food' }, ['Example Bakery', 'Company clinic.example', 'Page Only']],
      [{ industry: 'foo' }, []],
      [{ location: 'new york, US', keywords: 'bread' }, ['Example Bakery']],
      [{ location: 'United States', keywords: 'bread' }, ['Example Bakery']],
      [{ location: 'Paris' }, []],
      [{ employees_min: 10, employees_max: 20 }, ['Example Bakery']],
      [{ employees_min: 600 }, ['Company clinic.example']],
      [{ revenue_max: 1_000_000 }, ['Example Bakery']],
      [{ revenue_min: 3_000_000 }, []],
      [{ technology: 'example shop', keywords: 'page' }, ['Page Only']],
      [{ technology: 'shop example' }, []],
    ])('finds %j: %j', async (body, names) => {
      const found = await look(body);
      expect(found).toMatchObject({ names, price: names.length > 0 ? 75 : 0, asked: [] });
    });

    it('shows what the row says, and goes on row by row', async () => {
      const world = await worldWith([], files);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof answer>> = await answer(
          accountSearch,
          { industry: 'food', limit: 1, ...(cursor && { cursor }) },
          world,
        );
        seen.push(
          ...page.insights.account_search_result.rows.map(
            (one: { company_name: string }) => one.company_name,
          ),
        );
        cursor = page.classification.next_cursor;
      } while (cursor !== null && seen.length < 10);
      expect(seen).toEqual(['Example Bakery', 'Company clinic.example', 'Page Only']);
      const [first] = (await look({ keywords: 'bread' })).insights.account_search_result.rows;
      expect(first).toMatchObject({
        domain: 'bakery.example',
        employee_band: '11-50',
        revenue_band: '$1M-$2M',
        country: 'United States',
        network_url: 'https://www.linkedin.com/company/example-bakery',
      });
    });

    it.each([
      [
        'linkedin.com/company/Example-Bakery/about?trk=1',
        'https://www.linkedin.com/company/example-bakery',
      ],
      ['example-bakery.example', null],
    ])('shows the page of a cell, %s, as %s', async (network_url, shown) => {
      const given = { companies: { 'domain:bakery.example': { ...bakery, network_url } } };
      const [first] = (await look({ keywords: 'bread' }, given)).insights.account_search_result
        .rows;
      expect(first).toMatchObject({ network_url: shown });
    });

    it('of more rows than one answer looks at is searched on by the cursor, and others meanwhile', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 4_500 }, (_, at) => {
          const name = `d${String(at).padStart(5, '0')}.example`;
          return [`domain:${name}`, row(name, at === 4_400 ? { description: 'Bread.' } : {})];
        }),
      );
      const file = { companies: many };
      const first = await look({ keywords: 'bread' }, file);
      expect(first).toMatchObject({ names: [], price: 0 });
      const { next_cursor: cursor } = first.classification;
      const second = await look({ keywords: 'bread', cursor }, file);
      expect(second).toMatchObject({ names: ['Company d04400.example'], price: 75 });
      const bought = await look({ keywords: 'bread' }, file, ['HUNTER_KEY']);
      expect(bought.asked).toHaveLength(1);
      expect(bought.names.length).toBeGreaterThan(0);
    });

    it.each([
      ['51-200', [51, 200]],
      ['$10M-$25M', [10e6, 25e6]],
      ['$1.5B', [1.5e9, 1.5e9]],
      ['$10B+', [10e9, null]],
      ['5,400', [5_400, 5_400]],
      ['$500K – $1M', [500e3, 1e6]],
      ['$10-25M', [10e6, 25e6]],
      ['$1.5 – 2B', [1.5e9, 2e9]],
      ['250-1K', [250, 1_000]],
      ['1.001-5.000', [1_001, 5_000]],
      ['$1.234.567', [1_234_567, 1_234_567]],
      ['1.250-2.500M', [1.25e6, 2.5e6]],
      ['0.500', [0.5, 0.5]],
      ['1.234.567M', null],
      ['much', null],
      ['1-2-3', null],
      [null, null],
    ])('reads %j as a range', (text, range) => {
      expect(readRange(text)).toEqual(range);
    });
  });

  it('refuses a range that ends before it begins, and no filter at all', () => {
    const codes = (body: object) =>
      accountSearch.input.safeParse(body).error?.issues.map(({ path }) => path.join('.'));
    expect(codes({ employees_min: 5, employees_max: 4 })).toEqual(['employees_max']);
    expect(codes({ limit: 10 })).toEqual(['keywords']);
    expect(codes({ employees_min: 0, employees_max: 0 })).toBeUndefined();
  });
});

describe('mobile finder and contact append', () => {
  const record = { full_name: 'Ben Example', personal_email: 'ben@example.net' };

  it('goes on where a record has no mobile number', async () => {
    const files = { work_contacts: { 'profile:ada-example': { ...record } } };
    const world = await worldWith(['PDL_KEY'], files);
    const found = await answer(mobileFinder, { profile_url: 'ada-example' }, world);
    expect(found.classification).toMatchObject({ matched: true, mobile_number: '+14155552671' });
    const alone = await answer(
      mobileFinder,
      { profile_url: 'ada-example' },
      await worldWith([], files),
    );
    expect(alone).toMatchObject({ price: 0, classification: { matched: false } });
  });

  it('finds the number of any identifier, whose row the row of another has not', async () => {
    const world = await worldWith([], {
      work_contacts: {
        'profile:sam-two': { full_name: 'Sam Two', title: 'CTO' },
        'email:sam@acme.example': { full_name: 'Sam Two', mobile_phone: '+493012345678' },
        'email:sam.two@gmail.com': { full_name: 'Sam Two', mobile_phone: '+33612345699' },
      },
    });
    const body = {
      ...{ profile_url: 'sam-two', work_email: 'sam@acme.example' },
      personal_email: 'sam.two@gmail.com',
    };
    const found = await answer(mobileFinder, body, world);
    expect(found.classification).toMatchObject({ mobile_number: '+33612345699' });
    const { personal_email: _, ...rest } = body;
    expect((await answer(mobileFinder, rest, world)).classification.matched).toBe(false);
  });

  it.each([
    ['n/a', 'US', null, null],
    ['+15555551234', null, null, null],
    ['(415) 600-5001', null, '+14156005001', null],
    ['+1 415-600-5002 x12', 'US', '+14156005002', null],
    ['0151 12345678', 'germany', '+4915112345678', null],
    ['030 12345678', 'DE', null, '+493012345678'],
  ])('reads the mobile column %s of country %s', async (mobile_phone, country, mobile, other) => {
    const row = { full_name: 'Ada Example', mobile_phone, country };
    const world = await worldWith([], { work_contacts: { 'profile:ada-example': row } });
    const body = { network_url: 'ada-example' };
    const { insights, price } = await answer(b2bContactAppend, body, world);
    expect(insights.b2b_contact_append_result).toMatchObject({
      ...{ mobile_phone: mobile, work_phone: other },
    });
    expect(price).toBe(mobile === null && other === null ? 0 : 75);
  });

  it('tells line type, Do Not Call and confidence of the number it found', async () => {
    const e164 = '+12127361234';
    const look = async (files: object) => {
      const row = { full_name: 'Ada', mobile_phone: '(212) 736-1234' };
      const work_contacts = { 'profile:ada-example': row };
      const world = await worldWith([], { work_contacts, ...files });
      return (await answer(mobileFinder, { profile_url: 'ada-example' }, world)).classification;
    };
    expect(await look({})).toMatchObject({
      line_type: 'MOBILE',
      do_not_call: null,
      confidence: 60,
    });
    const known = await look({
      do_not_call: { [e164]: {} },
      portability: { [e164]: { line_type: 'MOBILE' } },
    });
    expect(known).toMatchObject({ line_type: 'MOBILE', do_not_call: true, confidence: 80 });
    const landline = await look({ portability: { [e164]: { line_type: 'LANDLINE' } } });
    expect(landline).toMatchObject({ matched: false, mobile_number: null, line_type: null });
  });

  it.each([
    '+493012345678', // a landline by its plan
    '+18002752273', // toll-free
    '+14445556666', // in no range of the plan
    '+13125550123', // kept for fiction
  ])('sells no %s as a mobile number, and asks the next source', async (mobile_phone) => {
    const row = { full_name: 'Ada', mobile_phone };
    const work_contacts = { 'profile:ada-example': row };
    const look = async (keys: string[]) =>
      answer(
        mobileFinder,
        { profile_url: 'ada-example' },
        await worldWith(keys, { work_contacts }),
      );
    expect(await look([])).toMatchObject({ price: 0, classification: { matched: false } });
    expect(await look(['PDL_KEY'])).toMatchObject({
      price: 40,
      classification: { matched: true, mobile_number: '+14155552671' },
    });
  });

  it('sells a number kept for fiction that the operator has as a mobile line, as it is elsewhere', async () => {
    const number = '+12025550101';
    const look = async (files: Files) => {
      const row = { full_name: 'Ada', mobile_phone: number };
      const work_contacts = { 'profile:ada-example': row };
      const world = await worldWith([], { work_contacts, ...files });
      return answer(mobileFinder, { profile_url: 'ada-example' }, world);
    };
    const recorded = await look({
      portability: { [number]: { line_type: 'MOBILE', status: 'ACTIVE' } },
    });
    expect(recorded).toMatchObject({
      price: 40,
      classification: { mobile_number: number, line_type: 'MOBILE', user_message: null },
    });
    const { classification } = await look({});
    expect(classification).toMatchObject({ matched: false, mobile_number: null });
    expect(classification.user_message).toContain('fictional use');
  });

  it.each([
    ['+493012345678', ['+493012345678', '+4917612345678'], '+4917612345678'],
    // Neither record nor plan says that the other is mobile.
    ['+493012345678', ['+12127361234'], null],
    ['12', ['+4917612345678'], '+4917612345678'],
  ])('tries %s, then the other numbers of the answer', async (mobile_phone, numbers, best) => {
    const data = { id: 'a', full_name: 'Ada', mobile_phone, phone_numbers: numbers };
    const vendors = VENDORS.filter(({ hosts }) => hosts.includes('api.peopledatalabs.com'));
    const http = ({ url }: Request) =>
      url.includes('peopledatalabs') ? Response.json({ likelihood: 8, data }) : null;
    const world = await createWorld({ vendors, http });
    const found = await answer(mobileFinder, { profile_url: 'ada-example' }, world);
    expect(found.classification).toMatchObject({ matched: best !== null, mobile_number: best });
    expect(found.price).toBe(best === null ? 0 : 40);
  });

  it('tries the other mobile numbers of a consumer, and none out of service', async () => {
    const numbers = ['2127361234', '2127361235', '2127361236'];
    const phones = numbers.map((number, at) => ({
      ...{ number, type: 'mobile', isConnected: at !== 1, lastReportedDate: `1/${9 - at}/2026` },
    }));
    const person = { name: { firstName: 'Ada' }, phones };
    const vendors = VENDORS.filter(({ hosts }) => hosts.includes('devapi.enformion.com'));
    const http = ({ url }: Request) =>
      url.includes('enformion') ? Response.json({ person, isError: false }) : null;
    const files = { portability: { '+12127361234': { line_type: 'LANDLINE' } } };
    const world = await createWorld({ vendors, http, files });
    const found = await answer(mobileFinder, { personal_email: 'ada@example.com' }, world);
    expect(found.classification).toMatchObject({ mobile_number: '+12127361236' });
  });

  it('reads a record before it asks anybody, and names who was looked for', async () => {
    const foundIn = async (row: object) => {
      const world = await worldWith(['PDL_KEY'], {
        work_contacts: { 'email:ben@example.net': row },
      });
      const found = await answer(b2bContactAppend, { email: 'Ben@Example.net' }, world);
      return { ...found, asked: world.outbound.asked.length };
    };
    const classification = { full_name: 'Ben Example' };
    const titled = await foundIn({ ...record, title: 'Owner' });
    expect(titled).toMatchObject({ price: 75, classification, asked: 0 });
    expect(await foundIn(record)).toMatchObject({ price: 0, classification, asked: 1 });
  });

  it('finds a record by name and company, and takes nobody else for who is looked for', async () => {
    const ada = { full_name: 'Ada Example', title: 'Owner', work_email: 'ada@bakery.example' };
    const world = await worldWith([], { work_contacts: { 'email:ada@bakery.example': ada } });
    const look = (name: string) =>
      answer(b2bContactAppend, { name, company_domain: 'www.bakery.example' }, world);
    expect(await look('Ada Example')).toMatchObject({
      price: 75,
      classification: { matched: true, title: 'Owner', work_email: 'ada@bakery.example' },
    });
    for (const name of ['Dr. Ada Example', 'Example, Ada', 'Ada M. Example, MBA'])
      expect(await look(name), name).toMatchObject({ classification: { matched: true } });
    expect(await look('Ada Other')).toMatchObject({ price: 0, classification: { matched: false } });
  });

  it('wants a name with its company, and one identifier at least', () => {
    const first = (body: object) => b2bContactAppend.input.safeParse(body).error?.issues[0];
    expect(first({})).toMatchObject({ path: ['email'], params: { code: 'MISSING_FIELD' } });
    expect(first({ name: 'Ada Example' })).toMatchObject({ path: ['company_domain'] });
    expect(first({ name: 'Ada', company_domain: 'example.com' })).toMatchObject({ path: ['name'] });
    expect(first({ person_id: '../retrieve' })).toMatchObject({ path: ['person_id'] });
    expect(first({ network_url: 'https://www.linkedin.com/company/a' })).toMatchObject({
      path: ['network_url'],
    });
  });
});
