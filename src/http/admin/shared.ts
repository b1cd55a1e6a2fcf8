import * as z from 'zod';
import type { AccountPorts } from '../../accounts/ports.ts';
import type { BillingPorts } from '../../billing/ports.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { sha256Hex } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Secrets } from '../../lib/secrets.ts';
import { type CamelKeys, camelKeys, quoted } from '../../lib/text.ts';
import { DAY_MS } from '../../lib/time.ts';
import { type Wired, wireForm } from '../../lib/wire-form.ts';
import type { SentForm } from '../../lookup/account/caller.ts';
import { field } from '../../lookup/answer-fields.ts';
import type { RateLimiterPort } from '../../lookup/outbound.ts';
import { parseIdempotencyKey } from '../../lookup/pipeline/lookup-request.ts';
import { type AnyProduct, findNamedProduct } from '../../lookup/product.ts';
import type { World } from '../../lookup/world.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import type { OperationPorts } from '../../operations/alerts.ts';
import type { OptOutPorts } from '../../records/opt-outs.ts';
import type { RecordPorts } from '../../records/ports.ts';
import type { RecoveryPorts } from '../../recovery/ports.ts';
import type { StoredSecrets } from '../../recovery/secret-versions.ts';
import type { WebhookPorts } from '../../webhooks/ports.ts';
import { idempotencyKeyParameter } from '../openapi/error-responses.ts';
import { successSchema } from '../openapi/json-schemas.ts';
import {
  type DocumentedSchema,
  type Route,
  type RouteCall,
  type RouteSpec,
  route,
} from '../openapi/route.ts';

/** Operations on the refreshed feeds. */
interface FeedVerbs {
  /** Dates are ISO 8601; `lastFailure` is null after a success. */
  list(): Promise<
    {
      name: string;
      asOf: string | null;
      rows: number;
      fetchedAt: string | null;
      dueAt: string | null;
      isDue: boolean;
      lastFailure: unknown;
    }[]
  >;
  /** @throws ApiError NOT_FOUND; UPSTREAM_ERROR if the publisher does not answer */
  refresh(name: string): Promise<{ asOf: string | null; rows: number }>;
}

/** The products, and the world from which their sources read settings. */
export interface ProductServices {
  products: readonly AnyProduct[];
  world: World;
}

export interface AdminServices extends ProductServices {
  /** The operator's bearer token; if null, /admin does not exist. */
  adminToken: string | null;
  accounts: AccountPorts;
  billing: BillingPorts;
  records: RecordPorts;
  recovery: RecoveryPorts;
  bulk: BulkPorts;
  monitors: MonitorPorts;
  feeds: FeedVerbs;
  operations: OperationPorts;
  webhooks: Pick<WebhookPorts, 'db'>;
  /** Configured secrets for stored data. */
  storedSecrets: StoredSecrets;
  /** Secret that the demo's keys are derived from; if null, there is no demo. */
  demoSecret: Secrets[0] | null;
  warn(message: string, cause: unknown): void;
  /** Counts wrong tokens of all isolates. */
  rateLimiter: RateLimiterPort;
  optOuts: OptOutPorts;
  /** Scheme and host of the service; if undefined, those of the request. */
  publicUrl: string | undefined;
}

/** Schema of an answer, and the serializer for what a handler returns. */
interface WrittenAnswer<Data> extends DocumentedSchema {
  write(data: Data): unknown;
}

/** Success answer with these fields in `data`. */
export function successAnswer<Shape extends z.ZodRawShape>(
  fields: () => Shape,
): WrittenAnswer<Wired<Shape>> {
  const data = () => z.object(fields());
  return { schema: () => successSchema(data()), write: wireForm(data) };
}

type PageOf<Field extends string, Entry extends z.ZodRawShape> = {
  [Name in Field]: readonly Wired<Entry>[];
} & { nextCursor: string | null };

/** A page of a listing, with the cursor of the next one. */
export function pageAnswer<Field extends string, Entry extends z.ZodRawShape>(
  name: Field,
  entry: () => z.ZodObject<Entry>,
): WrittenAnswer<PageOf<Field, Entry>> {
  const answer = successAnswer(() => ({
    [name]: z.array(entry()),
    next_cursor: field.textOrNull('Cursor of the next page; null on the last.'),
    has_more: z.boolean(),
  }));
  const write = answer.write as (data: object) => unknown;
  return { ...answer, write: (page) => write({ ...page, hasMore: page.nextCursor !== null }) };
}

interface OperatorSpec<Query extends z.ZodType, Body extends z.ZodType, Data>
  extends Omit<RouteSpec<AdminServices, Query, Body>, 'answer' | 'handle'> {
  answer?: DocumentedSchema | WrittenAnswer<Data>;
  /** Whether it creates something, and finds it by the Idempotency-Key of the call. */
  isOnce?: true;
  handle(
    call: RouteCall<CamelKeys<z.output<Query>>, CamelKeys<z.output<Body>>>,
    services: AdminServices,
  ): Promise<NoInfer<Data> | Response>;
}

/** Above every real name: keys of KV have at most 512 bytes, those of R2 and object names 1,024. */
const MAX_NAME_CHARS = 128;

/**
 * A route of the operator: its handler gets fields in camel case, and its result is written by the
 * answer's schema.
 */
export const operatorRoute = <
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Data = unknown,
>({
  handle,
  isOnce,
  ...spec
}: OperatorSpec<Query, Body, Data>): Route<AdminServices> =>
  route<AdminServices, Query, Body>({
    ...spec,
    ...(isOnce && {
      headers: [OPERATOR_KEY],
      errors: [...(spec.errors ?? []), 'ChangeConflict'] as const,
    }),
    async handle({ query, body, ...call }, services) {
      const param = (name: string) => {
        const text = call.param(name);
        if (text.length > MAX_NAME_CHARS) throw new ApiError('NOT_FOUND');
        return text;
      };
      const given = { query: camelFields(query), body: camelFields(body), param };
      const form = isOnce && (await sentCall(call.c));
      const data = await handle({ ...call, ...given, ...(form && { form }) }, services);
      const { answer } = spec;
      return data instanceof Response || !answer || !('write' in answer)
        ? data
        : answer.write(data);
    },
  });

const OPERATOR_KEY = idempotencyKeyParameter(
  'A new UUID per call. If it is sent again within 24 hours with the same body, what the first call created is returned, with its key if it has one, and nothing is created again.',
);

/** The call, by its Idempotency-Key; null without one. */
async function sentCall(c: RouteCall<unknown, unknown>['c']): Promise<SentForm | null> {
  const key = parseIdempotencyKey(c.req.header('Idempotency-Key'), 'Idempotency-Key');
  if (key === null) return null;
  const digest = await sha256Hex(`operator\n${c.req.method} ${c.req.path}\n${key}`);
  return { digest, since: c.get('startedAt') - DAY_MS };
}

const camelFields = <Fields>(fields: Fields) =>
  (fields ? camelKeys(fields as object) : fields) as CamelKeys<Fields>;

/** @param param field that names the product @throws ApiError INVALID_INPUT if there is none */
export function productNamed(
  name: string,
  param: string,
  products: readonly AnyProduct[],
): AnyProduct {
  const product = findNamedProduct(name, products);
  if (product) return product;
  const message = `${param}: there is no product ${quoted(name)}; GET /admin/products lists them`;
  throw new ApiError('INVALID_INPUT', message, { param });
}

export const organizationParams = {
  id: { description: 'Id of the organization.', example: 'org_demo' },
};
