import * as z from 'zod';
import type { PersonSubject } from '../domain/person/person.ts';
import type { ErrorCode } from '../lib/errors.ts';
import { formatCount } from '../lib/text.ts';
import {
  type LookupData,
  type MetadataSection,
  metadataSection,
  type Recommendations,
  type RiskAssessment,
  recommendationsSection,
  requestSection,
  riskSection,
} from './envelope.ts';
import type { RiskTable } from './scoring.ts';
import type { Source, Sources } from './source.ts';
import type { World } from './world.ts';

/** Rate window a product is counted in (specification, "Limits"). */
export type Tier = 'standard' | 'live';

/** Context of a call for mappers: its id, and when the fact was found (ISO 8601). */
export interface LookupContext {
  id: string;
  foundAt: string;
}

/** A part of the answer: its contract, and the pure function that fills it. */
export interface Section<Input, Conclusion, Shape extends z.ZodType> {
  schema: Shape;
  from(conclusion: Conclusion, input: Input, context: LookupContext): z.input<Shape>;
}

/**
 * One sandbox input by its normalised subject: an answer, or a forced refusal. `body`: the fields
 * that make the subject, where no field takes it as it is.
 */
export type SandboxCase<Fact> = {
  subject: string;
  shows: string;
  body?: Readonly<Record<string, unknown>>;
} & ({ fact: Fact } | { fails: ErrorCode });

/** The three refusals every caller has to handle, each forced by one input. */
export const forcedRefusals = (
  broke: string,
  busy: string,
  slow: string,
): readonly SandboxCase<never>[] => [
  { subject: broke, shows: 'too few credits', fails: 'INSUFFICIENT_CREDITS' },
  { subject: busy, shows: 'a rate limit', fails: 'RATE_LIMIT_EXCEEDED' },
  { subject: slow, shows: 'a source that takes too long', fails: 'UPSTREAM_TIMEOUT' },
];

export type ProductMetadata = Pick<
  MetadataSection,
  'fallback_used' | 'lookup_source' | 'rows_returned' | 'credits_per_row'
>;

/** Suppression rules of a product about people: the list is read before every source. */
interface AboutPeople<Input, Fact> {
  /** People the input names. One of them suppressed: no source is asked, no stored fact read. */
  inputSubjects(input: Input): readonly PersonSubject[];
  /**
   * People the fact names besides: a person is also found by name and address. One of them
   * suppressed: the answer is {@link emptyFact}.
   */
  factSubjects(fact: Fact): readonly PersonSubject[];
  /** The fact of a no-match. It costs nothing. */
  emptyFact: Fact;
  /** Of a fact with rows: the people each row names. A row with a suppressed person is left out. */
  rows?: {
    named(fact: Fact): readonly (readonly PersonSubject[])[];
    without(fact: Fact, suppressed: ReadonlySet<number>): Fact;
  };
}

export interface PriceOption {
  credits: number;
  /** What has to be asked for. */
  when: string;
  /** Sources of which one has to be available; absent: as for the product. */
  answeredBy?: readonly Source<never, unknown>[];
}

/** A lookup as callers see it, declared in one file. Values and pure functions only. */
export interface Product<
  Input,
  Fact,
  Conclusion,
  Classification extends z.ZodType,
  Insights extends z.ZodType,
> {
  /** Below /v1. */
  path: `/${string}`;
  /** `request.type`; also names the product in cache keys, receipts and ledger entries. */
  type: string;
  summary: string;
  tier: Tier;
  /** Parsing normalises: what comes out is what is looked up. */
  input: z.ZodObject & z.ZodType<Input>;
  /** `request.input`, and half of the cache key. */
  subject(input: Input): string;
  /** Key of cache and receipts, where more than the subject decides the answer. */
  cacheKey?(input: Input): string;
  sources: Sources<Input, Fact>;
  /**
   * Address the caller named and the sources fetch: one that shows that it may never be fetched is
   * refused before credits are asked for.
   */
  fetched?(input: Input): string | undefined;
  /** Time limit of all its sources together, in milliseconds, where callers have to know it. */
  limitMs?: number;
  /** Set by every product about people. */
  people?: AboutPeople<Input, Fact>;
  /** Derives the conclusion from the fact, once a lookup; the rest of the answer reads it alone. */
  derive(fact: Fact, input: Input, context: LookupContext): Conclusion;
  /**
   * Credits. `upTo`: the most it can cost. `charge`: the price of this conclusion. `listed`: the
   * price by the input alone where that is below `upTo`; bulk jobs are priced by it. `whyFree`:
   * reason of a listed price of 0, for people. `fixed`: it costs just that, whatever its tables
   * say. `per`: the unit it is paid by, such as "minute of audio"; `upTo` is then the price of one,
   * `listed` the hold, and the charge may be more. `options`: each price and what has to be asked
   * for, where there are several, that of a body without options first. `measured`: the price of a
   * measure that a source reports before it does the work. `paidFor`: fields of the answer, one of
   * which has to be known and not be what was sent, or nothing is charged; left out, any field but
   * flags and zeros. `rows`: of a search, whose price is that of a page of rows: how many one may
   * have, where it is known before, and how many this one has.
   */
  price: {
    upTo: number;
    per?: string;
    options?: readonly PriceOption[];
    measured?(measure: number): number;
    listed?(input: Input): number;
    whyFree?(input: Input): string;
    fixed?: boolean;
    paidFor?: readonly string[];
    rows?: { most?: number | undefined; count(conclusion: Conclusion): number };
    charge(conclusion: Conclusion, input: Input): number;
  };
  /**
   * Whether the answer says something of its subject, where the price does not tell: left out, what
   * is free of charge says nothing, and what costs the same whatever it is says something.
   */
  isFound?(conclusion: Conclusion): boolean;
  classification: Section<Input, Conclusion, Classification>;
  insights: Section<Input, Conclusion, Insights>;
  risk?: RiskTable<Conclusion>;
  /** Recommended actions of a product that assesses risk. */
  recommend?(conclusion: Conclusion, risk: RiskAssessment, input: Input): Recommendations;
  /** Fields of `metadata` that only this product has. */
  metadata?(conclusion: Conclusion, input: Input): ProductMetadata;
  /** Bulk job type; absent means single-call only. */
  bulk?: string;
  /**
   * Schema version of the fact: raised when its shape changes, so that stored facts of the old
   * shape are not read. Of a fact that holds that of another product, both versions.
   */
  factVersion: number | readonly number[];
  sandbox: readonly SandboxCase<Fact>[];
  /** A body that works as pasted with a live key. */
  example: Record<string, unknown>;
}

/** A price that the input alone decides. @param upTo the most it can be, in credits */
export const priceByInput = <Input>(upTo: number, priceOf: (input: Input) => number) => ({
  upTo,
  listed: priceOf,
  fixed: true,
  charge: (_: never, input: Input) => priceOf(input),
});

// biome-ignore lint/suspicious/noExplicitAny: the registry holds products of every input and fact
export type AnyProduct = Product<any, any, any, z.ZodType, z.ZodType>;

/** The field of a body that holds what is looked up: the first of the example. */
export const mainField = ({ example }: Pick<AnyProduct, 'example'>): string => {
  const [field] = Object.keys(example);
  if (field === undefined) throw new Error('a product needs an example');
  return field;
};

export const productCacheKey = (
  { cacheKey, subject }: Pick<AnyProduct, 'cacheKey' | 'subject'>,
  input: unknown,
): string => cacheKey?.(input) ?? subject(input);

/** The fact version as text, for keys and hashes. */
export const productFactVersion = ({ factVersion }: Pick<AnyProduct, 'factVersion'>): string =>
  [factVersion].flat().join('.');

/** Products presented together: one tag of the OpenAPI document, one chapter of the docs. */
export interface ProductFamily {
  /** For example "Phone". */
  name: string;
  summary: string;
  products: readonly AnyProduct[];
}

type Deriving<Input, Fact, Conclusion> = Pick<
  Product<Input, Fact, Conclusion, z.ZodType, z.ZodType>,
  'derive'
>;

type Usual = Pick<AnyProduct, 'type' | 'factVersion'>;

type Price<Input, Conclusion> = Product<Input, unknown, Conclusion, z.ZodType, z.ZodType>['price'];

/** `isPaid` in place of `charge` where a conclusion costs the whole of `upTo`, or nothing. */
type DeclaredPrice<Input, Conclusion> = Omit<Price<Input, Conclusion>, 'charge'> &
  (
    | Pick<Price<Input, Conclusion>, 'charge'>
    | { isPaid(conclusion: Conclusion, input: Input): boolean }
  );

/**
 * A product as it is written. Its type is its path unless it says otherwise, and the first version
 * of its fact is 1. Without `derive` the fact is the conclusion, so it has to hold what the
 * sections read; a fact of type unknown is not checked.
 */
type ProductDeclaration<
  Input,
  Fact,
  Conclusion,
  Classification extends z.ZodType,
  Insights extends z.ZodType,
> = Omit<
  Product<Input, Fact, Conclusion, Classification, Insights>,
  keyof Usual | 'derive' | 'price'
> & { price: DeclaredPrice<Input, Conclusion> } & Partial<
    Usual & Deriving<Input, Fact, Conclusion>
  > &
  ([Fact] extends [Conclusion]
    ? unknown
    : unknown extends Fact
      ? unknown
      : Deriving<Input, Fact, Conclusion>);

/**
 * Declares a product; exists so that the compiler checks mappers against their schemas. One
 * signature, no overloads: the compiler then reports a mistake at the part that has it.
 */
export function defineProduct<
  Input,
  Fact,
  Classification extends z.ZodType,
  Insights extends z.ZodType,
  Conclusion = Fact,
>(
  product: ProductDeclaration<Input, Fact, Conclusion, Classification, Insights>,
): Product<Input, Fact, Conclusion, Classification, Insights>;
export function defineProduct({
  price,
  ...product
}: ProductDeclaration<unknown, unknown, unknown, z.ZodType, z.ZodType>): AnyProduct {
  const type = product.path.slice(1).replaceAll('-', '_');
  const charge: AnyProduct['price']['charge'] =
    'charge' in price ? price.charge : (...of) => (price.isPaid(...of) ? price.upTo : 0);
  return { type, factVersion: 1, derive: (fact) => fact, ...product, price: { ...price, charge } };
}

export function responseSchema(product: AnyProduct) {
  return z.object({
    success: z.literal(true),
    data: z.object({
      request: requestSection.extend({ type: z.literal(product.type) }),
      metadata: metadataSection,
      classification: product.classification.schema,
      insights: product.insights.schema,
      ...(product.risk && { risk_assessment: riskSection }),
      ...(product.recommend && { recommendations: recommendationsSection }),
    }),
  });
}

/** The product by its bulk type, its type or its path: callers know it by any of them. */
export function findNamedProduct(
  named: string,
  products: readonly AnyProduct[],
): AnyProduct | null {
  const name = named.trim().replace(/^\/(?:v1\/)?/, '');
  const path = `/${name}`;
  const byBulk = products.find(({ bulk }) => bulk === name);
  return byBulk ?? products.find((each) => each.type === name || each.path === path) ?? null;
}

export const bulkTypes = (products: readonly AnyProduct[]): string[] =>
  products.flatMap(({ bulk }) => bulk ?? []);

/** What a search is paid by, in words; null of a product that is no search. */
export const pageOfRows = ({ price: { rows } }: AnyProduct): string | null =>
  rows ? `page of ${rows.most ? `up to ${rows.most} rows` : 'rows'}` : null;

/**
 * "1 credit", "up to 10 credits" where some answers cost less, "6 credits a minute of audio",
 * "up to 2 credits a page of up to 25 rows".
 */
export function priceLabel(product: AnyProduct): string {
  const { upTo, fixed, listed, per } = product.price;
  const credits = `${formatCount(upTo)} ${upTo === 1 ? 'credit' : 'credits'}`;
  const unit = per ?? pageOfRows(product);
  const price = unit === null ? credits : `${credits} a ${unit}`;
  return per || (fixed && !listed) ? price : `up to ${price}`;
}

/** The fields of `metadata` that only some products have. @param price of the conclusion */
export function productMetadata(
  product: AnyProduct,
  conclusion: unknown,
  input: unknown,
  price: number,
): ProductMetadata {
  const count = product.price.rows?.count(conclusion);
  return {
    ...product.metadata?.(conclusion, input),
    ...(count !== undefined && {
      rows_returned: count,
      credits_per_row: count === 0 ? 0 : Math.round((100 * price) / count) / 100,
    }),
  };
}

/** Fields that tell of the answer itself: where it is from, and as of when. */
const OF_THE_ANSWER = new Set(['sources', 'as_of', 'attribution']);

const folded = (value: unknown): string => String(value).trim().toLowerCase();

/** Every text and figure of what was sent, nested ones too. */
function sentValues(value: unknown, into: Set<string>): Set<string> {
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) sentValues(part, into);
  else into.add(folded(value));
  return into;
}

/** Null, empty and UNKNOWN say nothing; nor does a value that was sent. */
const saysMore = (value: unknown, sent: ReadonlySet<string>): boolean =>
  !['', 'unknown'].includes(folded(value)) && !sent.has(folded(value));

/**
 * Whether a part of an answer says more than the request did. Without names every field counts but
 * flags and zeros, which are of every answer; of the named ones their flags and zeros count too.
 */
function hasMore(value: unknown, sent: ReadonlySet<string>, names?: ReadonlySet<string>): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value !== 'object')
    return !names && value !== 0 && typeof value !== 'boolean' && saysMore(value, sent);
  return Object.entries(value).some(([field, part]) => {
    if (OF_THE_ANSWER.has(field)) return false;
    if (!names?.has(field)) return hasMore(part, sent, names);
    return typeof part === 'object' ? hasMore(part, sent) : saysMore(part, sent);
  });
}

/**
 * Credits of an answer: what the declaration charges; nothing where no field it is paid for is
 * known and new to the caller, unless the input alone is the price.
 * @param sections asked for only where something would be charged
 */
export function priceOfAnswer(
  product: AnyProduct,
  conclusion: unknown,
  input: unknown,
  sections: () => Pick<LookupData, 'classification' | 'insights'>,
): number {
  const { fixed, paidFor } = product.price;
  const price = product.price.charge(conclusion, input);
  if (price === 0 || fixed) return price;
  const { classification, insights } = sections();
  const sent = sentValues(input, new Set([folded(product.subject(input))]));
  const names = paidFor && new Set(paidFor);
  return hasMore({ classification, insights }, sent, names) ? price : 0;
}

/** A source as it stands: whether it answers more than single keys, and what it lacks if not. */
export interface SourceState {
  source: Source<never, unknown>;
  available: boolean;
  /** As {@link Source.missing}; empty while it is available. */
  missing: readonly string[];
}

async function readSourceState(source: Source<never, unknown>, world: World): Promise<SourceState> {
  const available = (await source.available(world)) && ((await source.coversMore?.(world)) ?? true);
  return { source, available, missing: available ? [] : (source.missing?.(world) ?? []) };
}

/** Whether a product can be called: one of the sources that can answer it is available. */
export async function readSourceStates(
  { sources: { list, answeredBy = list } }: { sources: Sources<never, unknown> },
  world: World,
) {
  const read = (each: readonly Source<never, unknown>[]) =>
    Promise.all(each.map((source) => readSourceState(source, world)));
  const [sources, answering] = await Promise.all([read(list), read(answeredBy)]);
  return { sources, answering, available: answering.some(({ available }) => available) };
}
