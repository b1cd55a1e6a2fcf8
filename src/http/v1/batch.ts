import * as z from 'zod';
import { ApiError } from '../../lib/errors.ts';
import { parseInput, withoutNulls } from '../../lib/inputs.ts';
import { documentedAs } from '../../lib/json-schema.ts';
import { serviceOrigin } from '../../lib/origin.ts';
import { quoted } from '../../lib/text.ts';
import { MAX_BATCH_LOOKUPS } from '../../lookup/account/order.ts';
import { field } from '../../lookup/answer-fields.ts';
import { bypassFlags } from '../../lookup/body.ts';
import {
  errorBody,
  metadataSection,
  recommendationsSection,
  requestSection,
  riskSection,
} from '../../lookup/envelope.ts';
import { requestAdmission } from '../../lookup/pipeline/account-calls.ts';
import {
  type BatchAnswer,
  type BatchEntry,
  type BatchPorts,
  creditsUsed,
  requestBatch,
} from '../../lookup/pipeline/batch.ts';
import { parseIdempotencyKey } from '../../lookup/pipeline/lookup-request.ts';
import { type AnyProduct, findNamedProduct } from '../../lookup/product.ts';
import {
  idempotencyKeyParameter,
  RATE_LIMITED_HEADERS,
  REPLAY_HEADER,
} from '../openapi/error-responses.ts';
import { namedAnswer } from '../openapi/json-schemas.ts';
import { jsonResponse, route } from '../openapi/route.ts';
import {
  type ApiAccess,
  admittedCaller,
  authenticateRequest,
  setRateHeaders,
} from '../request/context.ts';
import {
  asksBypass,
  checkBypassQuery,
  MAX_BODY_BYTES,
  readJson,
  refuseMisplaced,
  requiredField,
} from '../request/validation.ts';

const entryField = z.looseObject({
  type: requiredField(z.string()).describe(
    "The product, by type, path or bulk type as `GET /v1/products` lists them. The other fields of the entry are those of the product's own body, including `bypass_cache`.",
  ),
});

const batchBody = z.object({
  requests: documentedAs(
    requiredField(z.array(z.unknown()).min(1).max(MAX_BATCH_LOOKUPS)),
    z
      .array(entryField)
      .min(1)
      .max(MAX_BATCH_LOOKUPS)
      .describe('The lookups, answered in this order.'),
  ),
  bypass_cache: bypassFlags.shape.bypass_cache.describe(
    'Skip the 7-day cache for every lookup of the batch, at full price.',
  ),
});

/** As accepted: the flag may have each of its names. */
const sentBatch = batchBody.extend(bypassFlags.shape);

const answeredData = field.object("As in the product's own answer.", {
  request: requestSection,
  metadata: metadataSection,
  classification: z.record(z.string(), z.unknown()).describe("The product's conclusion."),
  insights: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('What the conclusion is based on.'),
  risk_assessment: riskSection.optional(),
  recommendations: recommendationsSection.optional(),
});

const resultSchema = z.object({
  status: z.int().describe('HTTP status that the lookup would have had on its own.'),
  success: z.boolean(),
  data: answeredData.optional().describe('The answer, if the lookup was answered.'),
  error: errorBody.shape.error.optional().describe('The error, if the lookup was refused.'),
  retry_after: z.int().optional().describe('Seconds to wait before the next request, if known.'),
});

const answer = namedAnswer('BatchResponse', () =>
  z.object({
    results: z.array(resultSchema).describe('One result per lookup, in the same order.'),
    succeeded: field.count('Lookups that were answered.'),
    failed: field.count('Lookups that were refused. Free.'),
    credits_used: field.count('Total cost in credits.'),
    credits_remaining: field.count('Balance after the batch in credits.'),
  }),
);

/** One lookup of the batch, or its error, which refuses only this lookup. */
function readEntry(sent: unknown, products: readonly AnyProduct[]): BatchEntry {
  try {
    const { type: named, ...input } = parseInput(entryField, sent);
    const product = findNamedProduct(named, products);
    if (product) return { product, input };
    const message = `type: there is no product ${quoted(named)}; GET /v1/products lists them.`;
    throw new ApiError('NOT_FOUND', message, { param: 'type' });
  } catch (problem) {
    if (problem instanceof ApiError) return { product: problem, input: null };
    throw problem;
  }
}

const describeBatch = ({ results, creditsRemaining }: BatchAnswer) => {
  const succeeded = results.filter(({ success }) => success).length;
  return {
    results,
    succeeded,
    failed: results.length - succeeded,
    credits_used: results.reduce((sum, result) => sum + creditsUsed(result), 0),
    credits_remaining: creditsRemaining,
  };
};

interface BatchServices {
  access: ApiAccess;
  pipeline: Omit<BatchPorts, 'defer'>;
  products: readonly AnyProduct[];
}

const batchRoute = route({
  endpoint: 'POST /v1/batch',
  operationId: 'batch',
  summary: `Up to ${MAX_BATCH_LOOKUPS} lookups of any products in one call`,
  description:
    'Each lookup is answered, refused, counted and charged as it would be on its own; a batch that cannot be read counts as one standard lookup. If the credits or a rate window do not cover all of them, those that fit are answered, in order. The response is 200 even if every lookup was refused: each result has its own `status`.',
  headers: [
    { $ref: '#/components/parameters/BypassCache' },
    idempotencyKeyParameter(
      'A new UUID per batch. If it is sent again within 24 hours with the same body and API key, the first answer is returned, including refused lookups, and nothing is charged. A batch in which nothing was answered is not stored.',
    ),
  ],
  body: {
    name: 'BatchRequest',
    schema: batchBody,
    streamed: true,
    example: {
      requests: [
        { type: 'phone', phone_number: '+14155550100' },
        { type: 'email', email: 'not an address' },
      ],
    },
  },
  responses: () => ({ 200: jsonResponse(answer, { ...RATE_LIMITED_HEADERS, ...REPLAY_HEADER }) }),
  answer,
  errors: ['UnusableBatch', 'Conflict'],
  async handle({ c }, { access, pipeline, products }: BatchServices) {
    const principal = await authenticateRequest(c, access);
    const startedAt = c.get('startedAt');
    const read = async () => {
      const idempotencyKey = parseIdempotencyKey(
        c.req.header('Idempotency-Key'),
        'Idempotency-Key',
      );
      const sent = await readJson(c, MAX_BODY_BYTES);
      checkBypassQuery(c);
      const { requests, ...flags } = parseInput(sentBatch, withoutNulls(sent));
      const entries = requests.map((entry) => readEntry(entry, products));
      const others = Object.keys({ ...c.req.query(), ...(sent as object) });
      for (const { product } of entries)
        if (!(product instanceof ApiError)) refuseMisplaced(others, product.input.shape, 'entries');
      const bypass = asksBypass(c) || Object.values(flags).includes(true);
      return { idempotencyKey, sent, entries, bypass };
    };
    const batch = await read().catch(async (problem) => {
      const owner = { ...principal, resource: 'owned' };
      const admission = await requestAdmission(owner, 'standard', null, access.accounts);
      admittedCaller(c, admission);
      throw problem;
    });
    const incoming = {
      id: c.get('requestId'),
      path: c.req.path,
      origin: serviceOrigin(c.get('publicUrl'), c.req.url),
      principal,
      startedAt,
      onAdmission: (admission: Parameters<typeof setRateHeaders>[1]) =>
        setRateHeaders(c, admission),
      ...batch,
    };
    const { data, replayed } = await requestBatch(incoming, {
      ...pipeline,
      defer: (work) => c.executionCtx.waitUntil(work),
    });
    if (replayed) c.header('Idempotent-Replay', 'true');
    return describeBatch(data);
  },
});

/** Batches. The caller is admitted in the call that admits the lookups. */
export const batchRoutes = {
  tag: { name: 'Batches', description: 'Many lookups of any products in one call.' },
  routes: [batchRoute],
};
