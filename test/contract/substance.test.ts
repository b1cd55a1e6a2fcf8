import { describe, expect, it } from 'vitest';
import { EMPTY_LINKEDIN_PROFILE } from '../../src/domain/person/linkedin-profile.ts';
import { UNKNOWN_WORK_CONTACT } from '../../src/domain/person/work-contact.ts';
import { UNKNOWN_PARCEL } from '../../src/domain/place/parcel.ts';
import { postInState } from '../../src/domain/social/facts.ts';
import { UNKNOWN_METRICS } from '../../src/domain/web/domain-metrics.ts';
import { lookupBody, sandboxBody } from '../../src/lookup/body.ts';
import { type AnyProduct, priceOfAnswer } from '../../src/lookup/product.ts';
import { products, runProducts } from '../../src/products/index.ts';
import { answerOf } from '../support/answer.ts';
import { isDeployed } from '../support/deployment.ts';

const all: readonly AnyProduct[] = [...new Set([...products, ...runProducts])];

/** Fields that tell of the answer, not of what was looked up. */
const OF_THE_ANSWER = /^(?:sources|as_of|attribution)$/;

const textOf = (value: unknown): string => String(value).trim().toLowerCase();

/** Every text and figure of a value, with the names of the fields around it. */
function* leavesOf(value: unknown, path: readonly string[] = []): Generator<[string[], unknown]> {
  if (typeof value !== 'object' || value === null) yield [[...path], value];
  else for (const [field, part] of Object.entries(value)) yield* leavesOf(part, [...path, field]);
}

/** The same with every text, figure and flag null, and every list empty. */
const blank = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, blank(part)]));
};

/** What an answer says beyond the request: neither null nor a flag nor what was sent. */
function saidBeyond(product: AnyProduct, sections: unknown, input: unknown): string[] {
  const texts = [...leavesOf(input)].flatMap(([, value]) =>
    typeof value === 'string' ? textOf(value) : [],
  );
  const sent = new Set(texts);
  sent.add(textOf(product.subject(input)));
  return [...leavesOf(sections)].flatMap(([path, value]) => {
    const says = value !== null && value !== undefined && typeof value !== 'boolean';
    const isNew = says && value !== 0 && !['', 'unknown'].includes(textOf(value));
    const isAbout = path.some((field) => OF_THE_ANSWER.test(field));
    return isNew && !isAbout && !sent.has(textOf(value)) ? [path.join('.')] : [];
  });
}

/** Every field of the sections, by the names a declaration may use. */
const fieldsOf = (sections: unknown): Set<string> =>
  new Set([...leavesOf(sections)].flatMap(([path]) => path));

const stated = (value: unknown) => ({ value, source: 'test', asOf: null });
const named = { name: stated('A Ltd'), website: stated('https://a.example') };
const profile = EMPTY_LINKEDIN_PROFILE;
const contact = UNKNOWN_WORK_CONTACT;
const workEmail = { address: 'ada@a.example', verified: null, score: null };
const metrics = UNKNOWN_METRICS;
const address = '1 Main St, Springfield, IL 62701';
const parcel = { ...UNKNOWN_PARCEL, address: '1 Main Street' };
const owned = { ...parcel, ownerOccupied: true };
const clip = { url: 'https://www.tiktok.com/@ada/video/7000000000000000001' };
const post = { ...postInState('live'), authorHandle: 'ada' };

describe.skipIf(isDeployed)('what an answer costs', () => {
  const facts = all.flatMap((product) =>
    product.sandbox.flatMap((entry) => {
      if (!('fact' in entry)) return [];
      const input: unknown = product.input.parse(sandboxBody(product, entry));
      return [
        { product, input, fact: entry.fact, what: entry.shows },
        { product, input, fact: blank(entry.fact), what: `${entry.shows}, every field null` },
      ];
    }),
  );

  it.each(facts.map((each) => [each.product.type, each.what, each] as const))(
    '%s charges nothing for an answer whose fields beyond the input are all null: %s',
    (_, what, { product, input, fact }) => {
      let answered: ReturnType<typeof answerOf>;
      try {
        answered = answerOf(product, fact, input);
      } catch (error) {
        // No source can make such a fact: the sections do not take it.
        if (what.endsWith('every field null')) return;
        throw error;
      }
      const { classification, insights, price } = answered;
      if (saidBeyond(product, { classification, insights }, input).length > 0) return;
      expect(price).toBe(0);
    },
  );

  it('puts the rule to the test: some blank facts would have cost something', () => {
    const blanks = facts.filter(({ what }) => what.endsWith('every field null'));
    const charged = blanks.filter(({ product, input, fact }) => {
      try {
        const conclusion = product.derive(JSON.parse(JSON.stringify(fact)), input, {
          id: '',
          foundAt: '2026-11-01T00:00:00.000Z',
        });
        return !product.price.fixed && product.price.charge(conclusion, input) > 0;
      } catch {
        return false;
      }
    });
    expect(new Set(charged.map(({ product }) => product.type)).size).toBeGreaterThan(10);
  });

  it.each<[string, Record<string, unknown>, unknown, number]>([
    ['company_firmographics', { domain: 'a.example' }, { ...named, lei: stated('1') }, 0],
    ['company_firmographics', { domain: 'a.example' }, { ...named, industry: stated('Food') }, 75],
    ['network_company_lookup', { profile_url: 'a-ltd' }, named, 0],
    ['network_profile_lookup', { profile_url: 'ada' }, { ...profile, name: 'Ada' }, 0],
    ['network_profile_lookup', { profile_url: 'ada' }, { ...profile, company: 'A' }, 10],
    ['b2b_contact_append', { email: 'ada@a.example' }, { ...contact, fullName: 'Ada' }, 0],
    ['b2b_contact_append', { email: 'ada@a.example' }, { ...contact, workEmail }, 0],
    ['b2b_contact_append', { email: 'ada@b.example' }, { ...contact, workEmail }, 75],
    ['backlink_overview', { domain: 'a.com' }, { measured: { ...metrics, authorityScore: 9 } }, 0],
    ['backlink_overview', { domain: 'a.com' }, { measured: { ...metrics, referringIps: 9 } }, 13],
    ['domain_authority', { domain: 'a.com' }, { ranked: { ...metrics, popularityRank: 9 } }, 0],
    ['domain_authority', { domain: 'a.com' }, { ranked: { ...metrics, authorityScore: 0 } }, 10],
    ['property_lookup', { address, bypass_cache: true }, { parcel, covered: true }, 0],
    ['property_lookup', { address, bypass_cache: true }, { parcel: owned, covered: true }, 15],
    ['property_lookup', { address }, { parcel: { ...parcel, county: 'A' }, covered: true }, 0],
    ['social_post_lookup', clip, post, 0],
    ['social_post_lookup', clip, { ...post, authorHandle: 'ben' }, 5],
    ['social_post_lookup', clip, { ...post, likes: 0 }, 5],
  ])('of %s for %j with %j', (type, body, fact, credits) => {
    const product = all.find((each) => each.type === type) as AnyProduct;
    expect(answerOf(product, fact, lookupBody(product).parse(body)).price).toBe(credits);
  });

  it('of nothing for a field that it is paid for and that is undefined', () => {
    const { price, ...product } = all.find(({ type }) => type === 'domain_authority') as AnyProduct;
    const paid = { ...price, paidFor: ['authority_score'], charge: () => 10 };
    const sections = () => ({ classification: { authority_score: undefined }, insights: {} });
    const asked = { domain: { host: 'a.com' } };
    expect(
      priceOfAnswer({ ...product, subject: () => 'a.com', price: paid }, null, asked, sections),
    ).toBe(0);
  });

  it('of a figure that an option of the request happens to have', () => {
    const { price, ...product } = all.find(({ type }) => type === 'domain_authority') as AnyProduct;
    const sections = () => ({ classification: {}, insights: { authority_score: 5 } });
    const asked = { domain: { host: 'a.com' }, limit: 5, fresh: true };
    const open = { ...product, subject: () => 'a.com', price: { ...price, charge: () => 10 } };
    expect(priceOfAnswer(open, null, asked, sections)).toBe(10);
  });

  it.each(
    all.flatMap(({ type, price, ...product }) =>
      price.paidFor ? [[type, price.paidFor, { ...product, type, price }] as const] : [],
    ),
  )('%s is paid for fields that its answer has: %j', (_, paidFor, product) => {
    const answers = facts
      .filter((each) => each.product.type === product.type && each.fact !== null)
      .map(({ fact, input }) => {
        try {
          const { classification, insights } = answerOf(product as AnyProduct, fact, input);
          return { classification, insights };
        } catch {
          return {};
        }
      });
    const fields = new Set(answers.flatMap((sections) => [...fieldsOf(sections)]));
    expect(paidFor.filter((field) => !fields.has(field))).toEqual([]);
  });
});
