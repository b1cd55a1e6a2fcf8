import * as z from 'zod';
import type { BulkPorts } from '../../bulk/ports.ts';
import type { ApiError } from '../../lib/errors.ts';
import { isAbsent, refuseInput } from '../../lib/inputs.ts';
import { type JsonSchema, SCHEMA_OPTIONS } from '../../lib/json-schema.ts';
import { memoized } from '../../lib/lazy.ts';
import type { Accounts, Admission } from '../../lookup/account/account.ts';
import type { Authenticate, Principal, Resource } from '../../lookup/account/principal.ts';
import {
  type IdempotencyPorts,
  parseIdempotencyKey,
} from '../../lookup/pipeline/lookup-request.ts';
import type { ProductFamily } from '../../lookup/product.ts';
import type { Exchange } from './exchange.ts';

/** Ports of the agent-protocol server. */
export interface McpServices {
  families: readonly ProductFamily[];
  access: { authenticate: Authenticate; accounts: Accounts };
  pipeline: Omit<IdempotencyPorts, 'defer'>;
  bulk: BulkPorts;
  /** Scheme and host of the service; if undefined, those of the request. */
  publicUrl: string | undefined;
  log(level: 'warn' | 'error', message: string, fields?: Record<string, unknown>): void;
}

/** Context of a request, besides its message. */
export interface McpRequest {
  requestId: string;
  principal: Principal;
  /** When the request arrived, milliseconds since the epoch. */
  startedAt: number;
  /** Scheme and host of the service. */
  origin: string;
  /** Header `Idempotency-Key`; the tool's argument takes precedence. */
  idempotencyKey: string | null;
  /** Keeps background work alive after the reply. */
  defer(work: Promise<unknown>): void;
  /** Called with the account's admission. */
  onAdmission(admission: Admission): void;
  /** Called with the refusal of a tool call, whose rate headers replace the admission's. */
  onRefusal(refusal: ApiError): void;
}

export interface McpCall extends McpRequest, Exchange {}

/**
 * Answer of a tool: its content, or the body of a refusal that is not an ApiError. `text` is for
 * reading; without it the content is repeated as JSON.
 */
export type ToolAnswer =
  | { ok: true; content: Record<string, unknown>; text?: string }
  | { ok: false; body: Record<string, unknown> };

/** A tool for agents. Only the arguments of a call come from outside. */
export interface Tool {
  name: string;
  /** Display name for people. */
  title: string;
  /** For the agent: effect, price, result, and when to ask the user first. */
  description: string;
  /** Changes nothing but the balance. */
  readOnly: boolean;
  /** Queries external sources, not just the account. */
  openWorld: boolean;
  /** Listed to callers whose scopes include it. */
  resource: Resource;
  input: z.ZodType;
  output: z.ZodType;
  /** @throws ApiError the refusal of the same call over HTTP */
  run(args: Record<string, unknown>, call: McpCall, services: McpServices): Promise<ToolAnswer>;
}

type ToolSchema = JsonSchema & { type: 'object' };

/** Writes an open object as `additionalProperties: true`; some clients refuse an empty schema. */
function openObject(_: string, value: unknown): unknown {
  const { additionalProperties: rest, propertyNames: _names, ...schema } = Object(value);
  const isOpen = typeof rest === 'object' && rest !== null && Object.keys(rest).length === 0;
  return isOpen ? { ...schema, additionalProperties: true } : value;
}

/** Removes null from a type: in input it means absent, and a single type is more portable. */
function withoutNull(_: string, value: unknown): unknown {
  const { type, ...schema } = Object(value);
  const types = Array.isArray(type) ? type.filter((each) => each !== 'null') : [];
  return types.length === 1 ? { type: types[0], ...schema } : value;
}

function toolSchema(
  schema: z.ZodType,
  options: object,
  refine = (_: string, value: unknown) => value,
): ToolSchema {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, options) as JsonSchema;
  return JSON.parse(JSON.stringify(whole, openObject), refine);
}

/**
 * Input schema without length limits: the parser enforces them, and agents do not count. Cached, as
 * it takes milliseconds.
 */
export const inputSchemaOf = memoized((schema: z.ZodType): ToolSchema => {
  const override = (context: Parameters<typeof SCHEMA_OPTIONS.override>[0]) => {
    SCHEMA_OPTIONS.override(context);
    for (const bound of ['minLength', 'maxLength']) delete context.jsonSchema[bound];
  };
  return toolSchema(schema, { ...SCHEMA_OPTIONS, io: 'input', override }, withoutNull);
}, new WeakMap());

/** Output schema, cached too. */
export const outputSchemaOf = memoized(
  (schema: z.ZodType): ToolSchema => toolSchema(schema, { ...SCHEMA_OPTIONS, io: 'output' }),
  new WeakMap(),
);

/**
 * Takes the Idempotency-Key out of the arguments; the rest is the body.
 * @throws ApiError INVALID_INPUT
 */
export function takeIdempotencyKey(
  { idempotency_key: given, ...sent }: Record<string, unknown>,
  { idempotencyKey }: McpCall,
) {
  const key = parseIdempotencyKey(given ?? idempotencyKey, 'idempotency_key');
  return { sent, idempotencyKey: key };
}

/** Default part of a long answer, in characters. */
const USUAL_CHARACTERS = 20_000;
const MOST_CHARACTERS = 1_000_000;

export const maxCharactersField = z
  .int()
  .min(1)
  .max(MOST_CHARACTERS)
  .default(USUAL_CHARACTERS)
  .describe('Most characters of text at once.');

/** A required text argument, with the errors of HTTP. */
export const requiredText = z.unknown().transform((value, context): string => {
  if (typeof value === 'string' && value !== '') return value;
  return isAbsent(value)
    ? refuseInput(context, 'MISSING_FIELD', 'is required')
    : refuseInput(context, 'INVALID_REQUEST', 'must be a string');
});
