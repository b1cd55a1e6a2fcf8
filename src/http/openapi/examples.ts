import { sandboxBody } from '../../lookup/body.ts';
import { API_VERSION, SCHEMA_VERSION } from '../../lookup/envelope.ts';
import { presentSections } from '../../lookup/pipeline/answer.ts';
import { type AnyProduct, productMetadata } from '../../lookup/product.ts';
import recordedAnswers from './recorded-answers.json' with { type: 'json' };

/** Example origin for documents without a deployment. */
export const EXAMPLE_ORIGIN = 'https://lookup.example';

export const EXAMPLE_ID = '3f2b8c1e-6a4d-4e0b-9c57-1d2e8f90a7b3';
const EXAMPLE_TIME = '2026-01-15T09:30:00.000Z';
const EXAMPLE_BALANCE = 20_000;

/** Answer with a test key to the first sandbox case that has a fact; null without one. */
export function exampleResponse(product: AnyProduct): Record<string, unknown> | null {
  const known = product.sandbox.find((entry) => 'fact' in entry);
  if (!known) return null;
  const input = product.input.parse(sandboxBody(product, known));
  const context = { id: EXAMPLE_ID, foundAt: EXAMPLE_TIME };
  const conclusion: unknown = product.derive(known.fact, input, context);
  const sections = presentSections(product, conclusion, input, context);
  const request = {
    id: EXAMPLE_ID,
    type: product.type,
    input: known.subject,
    timestamp: EXAMPLE_TIME,
    processing_time_ms: 2,
  };
  const metadata = {
    api_version: API_VERSION,
    schema_version: SCHEMA_VERSION,
    credits_used: 0,
    credits_remaining: EXAMPLE_BALANCE,
    cache_hit: false,
    data_sources: ['sandbox'],
    ...productMetadata(product, conclusion, input, 0),
  };
  return { success: true, data: { request, metadata, ...sections } };
}

/** Body that live and test keys both accept: the first sandbox input that is answered. */
export function exampleRequest(product: AnyProduct): Record<string, unknown> {
  const answered = product.sandbox.find((entry) => 'fact' in entry);
  return answered ? sandboxBody(product, answered) : product.example;
}

/** An answer of the service, recorded by `npm run examples`. */
interface RecordedAnswer {
  status: number;
  body: unknown;
}

type Described = Record<string, Record<string, unknown>>;

/**
 * Adds recorded answers to each operation. Only for documents: the served routes do not use them.
 * @param paths of an OpenAPI document; changed in place
 * @param origin scheme and host of links in the answers
 */
export function addRecordedAnswers(paths: Described, origin: string): void {
  const text = JSON.stringify(recordedAnswers).replaceAll(EXAMPLE_ORIGIN, origin);
  const recorded = JSON.parse(text) as Record<string, RecordedAnswer>;
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, responses } = operation as {
      operationId: string;
      responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
    };
    const answer = recorded[operationId];
    const described = new Map(Object.entries(responses)).get(String(answer?.status));
    const media = described?.content?.['application/json'];
    if (media && answer) media.example = answer.body;
  }
}
