import { describe, expect, it } from 'vitest';
import { reversePhoneLookup } from '../../../src/products/phone/reverse-phone-lookup/product.ts';
import { answer, askIn } from '../../support/answer.ts';
import { createWorld, type Files } from '../../support/create-world.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { enformionVendor } from '../../support/world/vendors/enformion.ts';
import { trestleVendor } from '../../support/world/vendors/trestle.ts';

const NUMBER = '+12025550101';
const PERSON = {
  ...{
    first_name: 'Ada',
    last_name: 'Example',
    secondary_name: 'Ben Example',
    email: 'ada@example.com',
    phone_type: 'MOBILE',
  },
  ...{
    address_line1: '1 Example Street',
    address_line2: 'Apt 2',
    city: 'Washington',
    state: 'DC',
    zip: '20001',
    zip4: '0001',
  },
};
const FILES = { caller_names: { [NUMBER]: { name: 'EXAMPLE ADA' } }, people: { [NUMBER]: PERSON } };

const look = async (files: Files, body: Record<string, unknown> = {}) => {
  const world = await createWorld({ files });
  return {
    ...(await answer(reversePhoneLookup, { phone_number: NUMBER, ...body }, world)),
    asked: world.records.asked,
  };
};

describe('reverse phone lookup', () => {
  it('reads the caller name by default', async () => {
    const { classification, insights, metadata, price, asked, recommendations } = await look(FILES);
    // A name alone, as by an email address.
    expect(recommendations?.primary_action).toBe('VERIFY');
    expect(classification).toEqual({
      ...{
        matched: true,
        primary_name: 'EXAMPLE ADA',
        secondary_name: null,
        company_name: null,
        email: null,
        phone: NUMBER,
      },
      ...{
        phone_type: null,
        coverage_supported: true,
        coverage_region: 'UNITED_STATES',
        lookup_type: 'reverse_phone',
      },
    });
    expect(insights.contact).toEqual({
      first_name: null,
      last_name: null,
      address: null,
      city: null,
      state: null,
      zip: null,
      email: null,
    });
    expect(metadata).toEqual({ lookup_source: 'standard' });
    expect(price).toBe(10);
    expect(asked).toEqual([`caller_names ${NUMBER}`]);
  });

  it('reads the consumer record when asked for premium', async () => {
    const { classification, insights, metadata, price, recommendations, asked } = await look(
      FILES,
      { lookup_source: 'premium' },
    );
    expect(classification).toMatchObject({
      matched: true,
      primary_name: 'Ada Example',
      secondary_name: 'Ben Example',
      phone_type: 'MOBILE',
    });
    expect(insights.reverse_lookup_result).toMatchObject({
      primary_name: 'Ada Example',
      address: {
        line1: '1 Example Street',
        line2: 'Apt 2',
        city: 'Washington',
        state: 'DC',
        zip: '20001',
        zip4: '0001',
      },
      processed_time: '2026-11-01T00:00:00.000Z',
    });
    expect(insights.as_of).toBe('2026-10-01');
    expect(insights.contact).toEqual({
      ...{
        first_name: 'Ada',
        last_name: 'Example',
        address: '1 Example Street, Apt 2',
        city: 'Washington',
        state: 'DC',
      },
      ...{ zip: '20001', email: 'ada@example.com' },
    });
    expect(metadata).toEqual({ lookup_source: 'premium' });
    expect(price).toBe(25);
    expect(recommendations?.primary_action).toBe('APPROVE');
    expect(asked).toEqual([`people ${NUMBER}`]);
  });

  it('says of a number kept for fiction that it is, where no record of the operator has it', async () => {
    for (const lookup_source of ['standard', 'premium']) {
      const { recommendations, price } = await look({}, { phone_number: NUMBER, lookup_source });
      expect(recommendations).toMatchObject({
        primary_action: 'BLOCK',
        secondary_actions: [],
        user_message: 'This number is reserved for fictional use and is never assigned.',
      });
      expect(price).toBe(0);
    }
  });

  it('calls no toll-free number mobile, whatever the record does', async () => {
    const phone_number = '+18002752273';
    const people = { [phone_number]: PERSON };
    const body = { phone_number, lookup_source: 'premium' };
    expect((await look({ people }, body)).classification).toMatchObject({
      ...{ matched: true, phone_type: null },
    });
  });

  it.each([
    ...['WIRELESS CALLER', 'UNAVAILABLE', 'UNKNOWN', 'UNKNOWN NAME', 'PRIVATE', 'Private Caller'],
    ...['ANONYMOUS', 'OUT OF AREA', 'TOLL FREE CALL', 'TOLL FREE CALLER', 'TOLL-FREE CALL'],
    ...['CELL PHONE   CA', 'CELLULAR CALL', 'V10214052600001', 'O', 'P', 'N/A', '4156003005'],
    ...['SAN FRANCISCO CA', 'SAN FRANCISC CA', 'OAKLAND      CA', 'Oakland, CA', 'SCAM LIKELY'],
  ])('takes %s for what is shown where no name is known', async (name) => {
    const phone_number = '+14156003005';
    const caller = await look({ caller_names: { [phone_number]: { name } } }, { phone_number });
    expect(caller.classification).toMatchObject({ matched: false, primary_name: null });
    expect(caller.price).toBe(0);
    const person = { phone_number, lookup_source: 'premium' };
    const consumer = { first_name: 'UNKNOWN', last_name: 'UNKNOWN', company_name: name };
    const premium = await look({ people: { [phone_number]: consumer } }, person);
    expect([premium.classification.matched, premium.price]).toEqual([false, 0]);
  });

  it.each([
    ...['CALL NOEL', 'FREE MOBILE', 'PRIVATE BANK', 'BLOCK JOHN', 'CELL PHONE REPAIR', '3M'],
    // A name and an initial; a place of another state; a company of the place.
    ...['NGUYEN CA', 'HOUSTON TX', 'OAKLAND ZOO CA', 'UNKNOWN PLEASURES', 'Иван Петров'],
  ])('takes %s for a name', async (name) => {
    const phone_number = '+14156003005';
    const company = { company_name: name };
    const { classification } = await look(
      { caller_names: { [phone_number]: company } },
      { phone_number },
    );
    expect(classification).toMatchObject({ matched: true, ...company });
  });

  it('keeps the rest of a record one of whose names is none', async () => {
    const people = {
      [NUMBER]: { ...PERSON, first_name: 'UNKNOWN', secondary_name: 'UNAVAILABLE' },
    };
    const { classification } = await look({ people }, { lookup_source: 'premium' });
    expect(classification).toMatchObject({ primary_name: 'Example', secondary_name: null });
  });

  it('keeps the two records apart in the cache', async () => {
    expect((await look(FILES)).cacheKey).not.toBe(
      (await look(FILES, { lookup_source: 'premium' })).cacheKey,
    );
  });

  it.each(['standard', 'premium'])('charges nothing for no record, %s', async (lookup_source) => {
    const { classification, risk, recommendations, price } = await look(FILES, {
      phone_number: '+12025552199',
      lookup_source,
    });
    expect(classification).toMatchObject({
      matched: false,
      primary_name: null,
      coverage_supported: true,
    });
    expect(risk?.risk_factors).toEqual(['NO_MATCH_FOUND']);
    expect(recommendations?.primary_action).toBe('REVIEW');
    expect(recommendations?.secondary_actions).toEqual(
      lookup_source === 'standard' ? ['TRY_PREMIUM_LOOKUP'] : [],
    );
    expect(price).toBe(0);
  });

  it.each(['standard', 'premium'])('tells the line of a number nobody holds, %s', async (kind) => {
    const phone_number = '+14156003005';
    const files = { ...FILES, portability: { [phone_number]: { line_type: 'MOBILE' } } };
    const none = await look(files, { phone_number, lookup_source: kind });
    expect(none.classification).toMatchObject({ matched: false, phone_type: 'MOBILE' });
    expect(none.price).toBe(0);
  });

  it.each([
    ['+14165550123', 'CANADA', 'Canada'],
    // No such numbers, in area codes of Canada.
    ['+14160123456', 'CANADA', 'Canada'],
    ['+1902555', 'CANADA', 'Canada'],
    ['+18765550123', 'CARIBBEAN', 'Caribbean'],
    ['+17875550123', 'CARIBBEAN', 'Caribbean'],
    ['+16715550123', 'PACIFIC', 'Pacific'],
    ['+442079460958', 'INTERNATIONAL', 'another country'],
  ])('sends %s to no source, charges nothing and says why', async (number, region, place) => {
    for (const lookup_source of ['standard', 'premium']) {
      // Neither record is imported: an uncovered number is answered all the same.
      const { classification, recommendations, risk, price, asked, consulted } = await look(
        {},
        { phone_number: number, lookup_source },
      );
      expect(classification).toMatchObject({
        matched: false,
        coverage_supported: false,
        coverage_region: region,
      });
      expect(recommendations?.user_message).toContain(place);
      expect(recommendations?.user_message).toContain('nothing is charged');
      expect(risk?.risk_factors).toContain('OUT_OF_COVERAGE');
      expect({ price, asked, consulted }).toEqual({ price: 0, asked: [], consulted: [] });
    }
  });

  it('is unavailable, naming the record that is missing to the log', async () => {
    const of = { phone_number: '+12025552199' };
    const premium = { ...of, lookup_source: 'premium' };
    await expect(look({ caller_names: {} }, premium)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      cause: expect.stringMatching(/: people, trestle, enformion$/),
    });
    await expect(look({ people: {} }, of)).rejects.toMatchObject({
      cause: expect.stringMatching(/: caller_names$/),
    });
  });

  it('takes no other source for an answer', () => {
    for (const lookup_source of ['gold', 1, null, true]) {
      expect(
        reversePhoneLookup.input.safeParse({ phone_number: NUMBER, lookup_source }).success,
        String(lookup_source),
      ).toBe(false);
    }
  });
});

describe('premium, from a vendor', () => {
  const vendors = [trestleVendor, enformionVendor];
  const lookUp = async (number: string, on: readonly FakeVendor[], body: object = {}) => {
    const world = await createWorld({ files: FILES, vendors: on });
    const premium = { phone_number: number, lookup_source: 'premium', ...body };
    return { ...(await answer(reversePhoneLookup, premium, world)), asked: world.outbound.asked };
  };

  it('asks one after another those that are configured, behind the file', async () => {
    expect((await lookUp(NUMBER, vendors)).asked).toEqual([]);
    const judy = await lookUp('+14155552680', vendors);
    expect(judy.classification).toMatchObject({
      ...{ matched: true, primary_name: 'Judy Example', company_name: 'Example Bakery' },
      phone_type: 'MOBILE',
    });
    expect(judy.price).toBe(25);
    const grace = await lookUp('+14155552661', vendors);
    expect(grace.classification).toMatchObject({ primary_name: 'Grace Example' });
    expect(grace.price).toBe(25);
    const nobody = await lookUp('+14155552699', vendors);
    expect([nobody.price, nobody.asked.length]).toEqual([0, 2]);
  });

  it('names every person of the number by all their addresses, to the list of suppressed people', async () => {
    const owner = (name: string, ...emails: string[]) => ({ name, type: 'Person', emails });
    const owners = [owner('Judy Example', 'a@example.com', 'b@example.com')];
    const world = await createWorld({
      vendors: [trestleVendor],
      http: ({ url }) =>
        url.includes('/3.2/phone')
          ? Response.json({
              line_type: 'Mobile',
              owners: [...owners, owner('Kim', 'c@example.com')],
            })
          : new Response('', { status: 503 }),
    });
    const body = { phone_number: '+14155552680', lookup_source: 'premium' };
    const input = reversePhoneLookup.input.parse(body);
    const fact = await reversePhoneLookup.sources.resolve(input, askIn(world));
    expect(fact.person?.secondaryName).toBe('Kim');
    const subjects = reversePhoneLookup.people?.factSubjects(fact, input) ?? [];
    expect(subjects.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining(['a@example.com', 'b@example.com', 'c@example.com']),
    );
  });

  it('is never paid for by a standard lookup, or one without a key', async () => {
    const standard = await lookUp('+14155552680', vendors, { lookup_source: 'standard' });
    expect([standard.price, standard.asked]).toEqual([0, []]);
    const keyless = await lookUp('+14155552680', []);
    expect([keyless.price, keyless.asked]).toEqual([0, []]);
  });
});
