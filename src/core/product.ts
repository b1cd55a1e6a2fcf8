import * as z from 'zod';
import {
  type MetadataSection,
  metadataSection,
  type Recommendations,
  type RiskAssessment,
  recommendationsSection,
  requestSection,
  riskSection,
} from './envelope.ts';
import type { ErrorCode } from './errors.ts';
import type { Sources } from './source.ts';

/** Rate window a product is counted in (specification, "Limits"). */
export type Tier = 'standard' | 'live';

/** What a mapper may know of the call itself: its id, and when the fact was found (ISO 8601). */
export interface LookupContext {
  id: string;
  foundAt: string;
}

/** A part of the answer: its contract, and the pure function that fills it. */
export interface Section<Input, Fact, Shape extends z.ZodType> {
  schema: Shape;
  from(fact: Fact, input: Input, context: LookupContext): z.input<Shape>;
}

/** One input the sandbox knows, by its normalised subject: an answer, or a forced refusal. */
export type SandboxCase<Fact> = { subject: string; shows: string } & (
  | { fact: Fact }
  | { fails: ErrorCode }
);

/** A lookup as callers see it, declared in one file. Values and pure functions only. */
export interface Product<
  Input,
  Fact,
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
   * Credits: the most it can cost, and what this fact costs. Where the input alone says that it is listed at
   * less than the most, `listed` says at what: a bulk job is priced by it. `fixed`: it costs just that,
   * whatever the answer is.
   */
  price: {
    upTo: number;
    listed?(input: Input): number;
    fixed?: boolean;
    charge(fact: Fact, input: Input): number;
  };
  classification: Section<Input, Fact, Classification>;
  insights: Section<Input, Fact, Insights>;
  risk?(fact: Fact, input: Input): RiskAssessment;
  recommend?(fact: Fact, risk: RiskAssessment | undefined, input: Input): Recommendations;
  /** Fields of `metadata` that only this product has. */
  metadata?(fact: Fact, input: Input): Pick<MetadataSection, 'fallback_used' | 'lookup_source'>;
  /** Bulk job type; absent means single-call only. */
  bulk?: string;
  /** Raised when the shape of the fact changes, so that stored facts of the old shape are not read. */
  factVersion: number;
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
export type AnyProduct = Product<any, any, z.ZodType, z.ZodType>;

/** Products presented together: one tag of the OpenAPI document, one chapter of the docs. */
export interface ProductFamily {
  /** For example "Phone". */
  name: string;
  summary: string;
  products: readonly AnyProduct[];
}

/** Declares a product; exists so that the compiler checks mappers against their schemas. */
export function defineProduct<
  Input,
  Fact,
  Classification extends z.ZodType,
  Insights extends z.ZodType,
>(
  product: Product<Input, Fact, Classification, Insights>,
): Product<Input, Fact, Classification, Insights> {
  return product;
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
