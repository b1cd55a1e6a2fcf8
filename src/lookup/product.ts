import * as z from 'zod';
import type { ErrorCode } from '../lib/errors.ts';
import {
  type MetadataSection,
  metadataSection,
  type Recommendations,
  type RiskAssessment,
  recommendationsSection,
  requestSection,
  riskSection,
} from './envelope.ts';
import type { RiskTable } from './scoring.ts';
import type { Sources } from './source.ts';
import type { PersonSubject } from './suppression.ts';

/** Rate window a product is counted in (specification, "Limits"). */
export type Tier = 'standard' | 'live';

/** What a mapper may know of the call itself: its id, and when the fact was found (ISO 8601). */
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
 * One input the sandbox knows, by its normalised subject: an answer, or a forced refusal. `body`:
 * the fields that make the subject, where no field takes it as it is.
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

/** Fields of `metadata` that not every product has. */
export type ProductMetadata = Pick<MetadataSection, 'fallback_used' | 'lookup_source'>;

/**
 * Of a product that tells about people: whom it must not tell about is asked before anybody else.
 */
export interface AboutPeople<Input, Fact> {
  /** Whom the input names. One of them suppressed: no source is asked, no stored fact read. */
  inputSubjects(input: Input): readonly PersonSubject[];
  /**
   * Whom the fact names besides: a person is also found by name and address. One of them
   * suppressed: nobody is found.
   */
  factSubjects(fact: Fact): readonly PersonSubject[];
  /** The fact of nobody being found. It costs nothing. */
  emptyFact: Fact;
  /**
   * Of a fact about many: whom each row names. A row that names somebody suppressed is left out.
   */
  rows?: {
    named(fact: Fact): readonly (readonly PersonSubject[])[];
    without(fact: Fact, suppressed: ReadonlySet<number>): Fact;
  };
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
  /** `request.type`; also names the product in cache keys, receipts and postings. */
  type: string;
  summary: string;
  tier: Tier;
  /** Parsing normalises: what comes out is what is looked up. */
  input: z.ZodObject & z.ZodType<Input>;
  /** `request.input`, and half of the cache key. */
  subject(input: Input): string;
  /** Where more than the subject decides the answer: what the cache and receipts know it by. */
  cacheKey?(input: Input): string;
  sources: Sources<Input, Fact>;
  /**
   * Longest its sources may take one after another, in milliseconds, where callers have to know.
   */
  limitMs?: number;
  /** Of every product that tells about people. */
  people?: AboutPeople<Input, Fact>;
  /**
   * What we make of the fact: worked out once a lookup, and all that the rest of the answer reads.
   */
  derive(fact: Fact, input: Input, context: LookupContext): Conclusion;
  /**
   * Credits: the most it can cost, and what this conclusion costs. Where the input alone says that
   * it is listed at less than the most, `listed` says at what: a bulk job is priced by it. `fixed`:
   * it costs just that, whatever the answer is. `per`: the unit it is paid by, such as "minute of
   * audio"; `upTo` is then what one costs, `listed` what is set aside, and the charge may be more.
   * `measured`: what a source found out of the size of its work costs, before it is done.
   */
  price: {
    upTo: number;
    per?: string;
    measured?(measure: number): number;
    listed?(input: Input): number;
    fixed?: boolean;
    charge(conclusion: Conclusion, input: Input): number;
  };
  classification: Section<Input, Conclusion, Classification>;
  insights: Section<Input, Conclusion, Insights>;
  risk?: RiskTable<Conclusion>;
  /** Of a product that assesses risk: what to do with the answer. */
  recommend?(conclusion: Conclusion, risk: RiskAssessment, input: Input): Recommendations;
  /** Fields of `metadata` that only this product has. */
  metadata?(conclusion: Conclusion, input: Input): ProductMetadata;
  /** Bulk job type; absent means single-call only. */
  bulk?: string;
  /**
   * Raised when the shape of the fact changes, so that stored facts of the old shape are not read.
   * Of a fact that holds that of another product, both versions.
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

/** What the cache and the receipts know an input by. */
export const productCacheKey = (
  { cacheKey, subject }: Pick<AnyProduct, 'cacheKey' | 'subject'>,
  input: unknown,
): string => cacheKey?.(input) ?? subject(input);

/** The version of its facts, as keys and hashes name it. */
export const productFactVersion = ({ factVersion }: Pick<AnyProduct, 'factVersion'>): string =>
  [factVersion].flat().join('.');

/** Products presented together: one tag of the OpenAPI document, one chapter of the docs. */
export interface ProductFamily {
  /** For example "Phone". */
  name: string;
  summary: string;
  products: readonly AnyProduct[];
}

type WithoutDerive<P> = Omit<P, 'derive'>;

/**
 * Declares a product; exists so that the compiler checks mappers against their schemas. Without
 * `derive` the fact is the conclusion.
 */
export function defineProduct<
  Input,
  Fact,
  Conclusion,
  Classification extends z.ZodType,
  Insights extends z.ZodType,
>(
  product: Product<Input, Fact, Conclusion, Classification, Insights>,
): Product<Input, Fact, Conclusion, Classification, Insights>;
export function defineProduct<
  Input,
  Fact,
  Classification extends z.ZodType,
  Insights extends z.ZodType,
>(
  product: WithoutDerive<Product<Input, Fact, Fact, Classification, Insights>>,
): Product<Input, Fact, Fact, Classification, Insights>;
export function defineProduct(product: WithoutDerive<AnyProduct>): AnyProduct {
  return { derive: (fact) => fact, ...product };
}

/** The schema of a whole successful response of this product. */
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
