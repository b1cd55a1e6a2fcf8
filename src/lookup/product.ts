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

/** Rate window that counts a product's lookups (specification, "Limits"). */
export type Tier = 'standard' | 'live';

/** Call context for mappers: id of the call, and time the fact was found (ISO 8601). */
export interface LookupContext {
  id: string;
  foundAt: string;
}

/** A section of the answer: its schema, and the pure function that fills it. */
export interface Section<Input, Conclusion, Shape extends z.ZodType> {
  schema: Shape;
  from(conclusion: Conclusion, input: Input, context: LookupContext): z.input<Shape>;
}

/**
 * One sandbox input, identified by its normalised subject: a fact or a forced refusal. `body`: the
 * fields that make up the subject, if no single field of the example takes it.
 */
export type SandboxCase<Fact> = {
  subject: string;
  shows: string;
  body?: Readonly<Record<string, unknown>>;
} & ({ fact: Fact } | { fails: ErrorCode });

export const inSandbox = {
  answer: <Fact>(subject: string, shows: string, fact: Fact) =>
    ({ subject, shows, fact }) as SandboxCase<Fact>,
  /** The three refusals that every caller has to handle, each forced by one input. */
  refusals: (broke: string, busy: string, slow: string): readonly SandboxCase<never>[] => [
    { subject: broke, shows: 'too few credits', fails: 'INSUFFICIENT_CREDITS' },
    { subject: busy, shows: 'a rate limit', fails: 'RATE_LIMIT_EXCEEDED' },
    { subject: slow, shows: 'a source that takes too long', fails: 'UPSTREAM_TIMEOUT' },
  ],
};

export type ProductMetadata = Pick<
  MetadataSection,
  'fallback_used' | 'lookup_source' | 'rows_returned' | 'credits_per_row'
>;

/** Suppression rules of a product about people; the list is checked before any source. */
interface AboutPeople<Input, Fact> {
  /** People named by the input. If one is suppressed, no source or stored fact is read. */
  inputSubjects(input: Input): readonly PersonSubject[];
  /**
   * People named by the fact, as people are also found by name and address. If one is suppressed,
   * the answer is {@link emptyFact}.
   */
  factSubjects(fact: Fact, input: Input): readonly PersonSubject[];
  /** The fact of a no-match, which is free. */
  emptyFact: Fact;
  /** For a fact with rows: the people each row names. Rows with a suppressed person are removed. */
  rows?: {
    named(fact: Fact, input: Input): readonly (readonly PersonSubject[])[];
    without(fact: Fact, suppressed: ReadonlySet<number>): Fact;
  };
}

export interface PriceOption {
  credits: number;
  /** Options the request has to ask for. */
  when: string;
  /** Sources of which one must be available; absent: those of the product. */
  answeredBy?: readonly Source<never, unknown>[];
}

/** A product as callers see it, declared in one file by values and pure functions only. */
export interface Product<
  Input,
  Fact,
  Conclusion,
  Classification extends z.ZodType,
  Insights extends z.ZodType,
> {
  /** Route path below /v1. */
  path: `/${string}`;
  /** `request.type`; also names the product in cache keys, receipts and ledger entries. */
  type: string;
  summary: string;
  tier: Tier;
  /** Input schema; parsing normalises, and its output is what is looked up. */
  input: z.ZodObject & z.ZodType<Input>;
  /** `request.input`; also the cache key unless {@link cacheKey} is given. */
  subject(input: Input): string;
  /** Key in cache and receipts, if not the subject. @param world absent where rows are compared */
  cacheKey?(input: Input, world?: World): string;
  sources: Sources<Input, Fact>;
  /**
   * Address from the caller that sources fetch. One that is recognisably not fetchable is refused
   * before credits are checked.
   */
  fetched?(input: Input): string | undefined;
  /** Time limit of all sources together, in milliseconds, if callers have to know one. */
  limitMs?: number;
  /** Required for every product about people. */
  people?: AboutPeople<Input, Fact>;
  /** Derives the conclusion from the fact, once per lookup; every section is built from it. */
  derive(fact: Fact, input: Input, context: LookupContext): Conclusion;
  /**
   * Price in credits. `upTo`: the most a lookup can cost. `charge`: price of this conclusion.
   * `listed`: price by the input alone, if below `upTo`; bulk jobs use it. `whyFree`: reason for
   * a listed price of 0, in words. `fixed`: the price, or that of this input, does not depend on
   * the answer. `per`: unit of the price, such as "minute of audio"; `upTo` is then the price of
   * one unit, `listed` the hold, and the charge may be higher. `options`: the prices and what
   * each is asked for by, if there are several; a body without options comes first. `measured`:
   * price by a measure that a source reports before it does the work. `paidFor`: fields of which
   * one must be known and not sent by the caller, or the answer is free; by default all except
   * flags and zeros. `rows`: for a search: most rows of a page, if known, and rows of this page.
   */
  price: {
    upTo: number;
    per?: string;
    options?: readonly PriceOption[];
    measured?(measure: number): number;
    listed?(input: Input): number;
    whyFree?(input: Input): string;
    fixed?: boolean | ((input: Input) => boolean);
    paidFor?: readonly string[];
    rows?: { most?: number | undefined; count(conclusion: Conclusion): number };
    charge(conclusion: Conclusion, input: Input): number;
  };
  /**
   * Whether the answer has information about its subject. By default true for a fixed price and for
   * any answer that is not free of charge.
   */
  isFound?(conclusion: Conclusion): boolean;
  classification: Section<Input, Conclusion, Classification>;
  insights: Section<Input, Conclusion, Insights>;
  risk?: RiskTable<Conclusion>;
  /** Recommended actions, for products with a risk assessment. */
  recommend?(conclusion: Conclusion, risk: RiskAssessment, input: Input): Recommendations;
  /** Product-specific fields of `metadata`. */
  metadata?(conclusion: Conclusion, input: Input): ProductMetadata;
  /** Bulk job type; absent if the product has no bulk jobs. */
  bulk?: string;
  /**
   * Schema version of the fact: raised when its shape changes, so that facts stored in the old
   * shape are not read. A fact that contains another product's fact has both versions.
   */
  factVersion: number | readonly number[];
  sandbox: readonly SandboxCase<Fact>[];
  /** A request body that works as pasted with a live key. */
  example: Record<string, unknown>;
}

export const isPriceFixed = ({ price: { fixed = false } }: AnyProduct, input: unknown): boolean =>
  typeof fixed === 'function' ? fixed(input) : fixed;

/** A price determined by the input alone. @param upTo the highest price, in credits */
export const priceByInput = <Input>(upTo: number, priceOf: (input: Input) => number) => ({
  upTo,
  listed: priceOf,
  fixed: true,
  charge: (_: never, input: Input) => priceOf(input),
});

// biome-ignore lint/suspicious/noExplicitAny: the registry holds products of every input and fact
export type AnyProduct = Product<any, any, any, z.ZodType, z.ZodType>;

/** Name of the body's main field, the one looked up: the first of the example. */
export const mainField = ({ example }: Pick<AnyProduct, 'example'>): string => {
  const [field] = Object.keys(example);
  if (field === undefined) throw new Error('a product needs an example');
  return field;
};

type Keyed = Pick<AnyProduct, 'cacheKey' | 'subject'>;
export const productCacheKey = ({ cacheKey, subject }: Keyed, input: unknown, world?: World) =>
  cacheKey?.(input, world) ?? subject(input);

/** Fact version as text, for keys and hashes. */
export const productFactVersion = ({ factVersion }: Pick<AnyProduct, 'factVersion'>): string =>
  [factVersion].flat().join('.');

/** Product group: one tag in the OpenAPI document and one chapter in the docs. */
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

/** Price with `isPaid` in place of `charge`, if a conclusion costs either `upTo` or nothing. */
type DeclaredPrice<Input, Conclusion> = Omit<Price<Input, Conclusion>, 'charge'> &
  (
    | Pick<Price<Input, Conclusion>, 'charge'>
    | { isPaid(conclusion: Conclusion, input: Input): boolean }
  );

/**
 * A product as written in its file. Defaults: `type` from the path, `factVersion` 1, and the fact
 * as conclusion if `derive` is absent. Then the fact must have what the sections read; a fact of
 * type unknown is not checked.
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
 * Declares a product, so that the compiler checks its mappers against their schemas. It has one
 * signature and no overloads, so that the compiler reports a mistake where it is.
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

/** Finds a product by its bulk type, type or path; callers may use any of them. */
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

/** The price unit of a search, in words; null for other products. */
export const pageOfRows = ({ price: { rows } }: AnyProduct): string | null =>
  rows ? `page of ${rows.most ? `up to ${rows.most} rows` : 'rows'}` : null;

/**
 * Price in words: "1 credit"; "up to 10 credits" if some answers cost less; "6 credits a minute of
 * audio"; "up to 2 credits a page of up to 25 rows".
 */
export function priceLabel(product: AnyProduct): string {
  const { upTo, fixed, listed, per } = product.price;
  const credits = `${formatCount(upTo)} ${upTo === 1 ? 'credit' : 'credits'}`;
  const unit = per ?? pageOfRows(product);
  const price = unit === null ? credits : `${credits} a ${unit}`;
  return per || (fixed && !listed) ? price : `up to ${price}`;
}

/** Product-specific fields of `metadata`. @param price of the conclusion */
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

/** Fields about the answer itself: its sources and its date. */
const OF_THE_ANSWER = new Set(['sources', 'as_of', 'attribution']);

const folded = (value: unknown): string => String(value).trim().toLowerCase();

/** Collects the texts that were sent, in lower case. Numbers and flags in a request are options. */
function sentTexts(value: unknown, into: Set<string>): Set<string> {
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) sentTexts(part, into);
  else if (typeof value === 'string') into.add(folded(value));
  return into;
}

/** Whether a value is new information: not empty or UNKNOWN, and not sent by the caller. */
const saysMore = (value: unknown, sent: ReadonlySet<string>): boolean =>
  value !== undefined && !['', 'unknown'].includes(folded(value)) && !sent.has(folded(value));

/**
 * Whether a part of an answer has information that the request did not. Without `names`, all fields
 * except flags and zeros count. With it, only the named ones, including their flags and zeros.
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
 * Credits for an answer: the declared charge, or 0 if no field it is paid for is known and new to
 * the caller. A fixed price is always charged.
 * @param sections called only if something would be charged
 */
export function priceOfAnswer(
  product: AnyProduct,
  conclusion: unknown,
  input: unknown,
  sections: () => Pick<LookupData, 'classification' | 'insights'>,
): number {
  const { paidFor } = product.price;
  const price = product.price.charge(conclusion, input);
  if (price === 0 || isPriceFixed(product, input)) return price;
  const { classification, insights } = sections();
  const sent = sentTexts(input, new Set([folded(product.subject(input))]));
  const names = paidFor && new Set(paidFor);
  return hasMore({ classification, insights }, sent, names) ? price : 0;
}

/** Availability of a source beyond lookups of single keys, and what it lacks if unavailable. */
export interface SourceState {
  source: Source<never, unknown>;
  available: boolean;
  /** As {@link Source.missing}; empty if the source is available. */
  missing: readonly string[];
}

async function readSourceState(source: Source<never, unknown>, world: World): Promise<SourceState> {
  const available = (await source.available(world)) && ((await source.coversMore?.(world)) ?? true);
  return { source, available, missing: available ? [] : ((await source.missing?.(world)) ?? []) };
}

/** Whether a product can be called: at least one source that can answer it is available. */
export async function readSourceStates(
  { sources: { list, answeredBy = list } }: { sources: Sources<never, unknown> },
  world: World,
) {
  const read = (each: readonly Source<never, unknown>[]) =>
    Promise.all(each.map((source) => readSourceState(source, world)));
  const [sources, answering] = await Promise.all([read(list), read(answeredBy)]);
  return { sources, answering, available: answering.some(({ available }) => available) };
}
