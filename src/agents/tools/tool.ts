import * as z from 'zod';
import type { BulkPorts } from '../../bulk/ports.ts';
import type { ApiError } from '../../lib/errors.ts';
import { isAbsent, refuseInput } from '../../lib/inputs.ts';
import { type JsonSchema, SCHEMA_OPTIONS } from '../../lib/json-schema.ts';
import type { Accounts, Admission } from '../../lookup/account/account.ts';
import type { Authenticate, Principal, Resource } from '../../lookup/account/principal.ts';
import {
  type IdempotencyPorts,
  parseIdempotencyKey,
} from '../../lookup/pipeline/lookup-request.ts';
import type { ProductFamily } from '../../lookup/product.ts';
import type { Exchange } from './exchange.ts';

/** What the agent-protocol server reaches. */
export interface McpServices {
  families: readonly ProductFamily[];
  access: { authenticate: Authenticate; accounts: Accounts };
  pipeline: Omit<IdempotencyPorts, 'defer'>;
  bulk: BulkPorts;
  /** Scheme and host of the service; undefined takes the request's. */
  publicUrl: string | undefined;
  log(level: 'warn' | 'error', message: string, fields?: Record<string, unknown>): void;
}

/** What a request brings besides its message. */
export interface McpRequest {
  requestId: string;
  principal: Principal;
  /** Milliseconds since the epoch, when the request arrived. */
  startedAt: number;
  /** Scheme and host of the service. */
  origin: string;
  /** Header `Idempotency-Key`; an argument of the tool goes before it. */
  idempotencyKey: string | null;
  /** Keeps work alive that the reply does not wait for. */
  defer(work: Promise<unknown>): void;
  /** Called with the account's admission. */
  onAdmission(admission: Admission): void;
  /** Called with what refuses a call of a tool, whose rate window stands for that of the call. */
  onRefusal(refusal: ApiError): void;
}

export interface McpCall extends McpRequest, Exchange {}

/**
 * What a tool answers: its content, or the body of a refusal that is no error of ours. `text` is
 * for reading; without it the content is repeated as JSON.
 */
export type ToolAnswer =
  | { ok: true; content: Record<string, unknown>; text?: string }
  | { ok: false; body: Record<string, unknown> };

/** Something an agent can do. Nothing in it comes from outside but the arguments of a call. */
export interface Tool {
  name: string;
  /** For people. */
  title: string;
  /** For the agent: what it does, costs and gives back, and when to ask before. */
  description: string;
  /** It changes nothing but the balance. */
  readOnly: boolean;
  /** It asks the world outside, and not the account alone. */
  openWorld: boolean;
  /** Listed to callers whose scopes include it. */
  resource: Resource;
  input: z.ZodType;
  output: z.ZodType;
  /** @throws ApiError what the same call over HTTP is refused with */
  run(args: Record<string, unknown>, call: McpCall, services: McpServices): Promise<ToolAnswer>;
}

type ToolSchema = JsonSchema & { type: 'object' };

/** Generated once for a schema: it takes milliseconds. */
const generated = new WeakMap<z.ZodType, ToolSchema>();

/** An object of anything: some clients refuse a schema that says nothing, as zod writes it. */
function openObject(_: string, value: unknown): unknown {
  const { additionalProperties: rest, propertyNames: _names, ...schema } = Object(value);
  const isOpen = typeof rest === 'object' && rest !== null && Object.keys(rest).length === 0;
  return isOpen ? { ...schema, additionalProperties: true } : value;
}

/** A field without null, which means absent in every field of an input: one type is portable. */
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
  const known = generated.get(schema);
  if (known) return known;
  const { $schema: _, ...whole } = z.toJSONSchema(schema, options) as JsonSchema;
  const rest = JSON.parse(JSON.stringify(whole, openObject), refine);
  generated.set(schema, rest);
  return rest;
}

/** What a tool takes, without bounds of length: the parser holds them, and no agent counts. */
export const inputSchemaOf = (schema: z.ZodType): ToolSchema => {
  const override = (context: Parameters<typeof SCHEMA_OPTIONS.override>[0]) => {
    SCHEMA_OPTIONS.override(context);
    for (const bound of ['minLength', 'maxLength']) delete context.jsonSchema[bound];
  };
  return toolSchema(schema, { ...SCHEMA_OPTIONS, io: 'input', override }, withoutNull);
};

export const outputSchemaOf = (schema: z.ZodType): ToolSchema =>
  toolSchema(schema, { ...SCHEMA_OPTIONS, io: 'output' });

/**
 * Takes the Idempotency-Key out of the arguments: what is left is what a body would be.
 * @throws ApiError INVALID_INPUT
 */
export function takeIdempotencyKey(
  { idempotency_key: given, ...sent }: Record<string, unknown>,
  { idempotencyKey }: McpCall,
) {
  const key = parseIdempotencyKey(given ?? idempotencyKey, 'idempotency_key');
  return { sent, idempotencyKey: key };
}

/** How much of a long answer is given at once, where nothing is asked for. */
const USUAL_CHARACTERS = 20_000;
const MOST_CHARACTERS = 1_000_000;

export const maxCharactersField = z
  .int()
  .min(1)
  .max(MOST_CHARACTERS)
  .default(USUAL_CHARACTERS)
  .describe('Most characters of text at once.');

/** An argument that has to be there, with the errors of HTTP. */
export const requiredText = z.unknown().transform((value, context): string => {
  if (typeof value === 'string' && value !== '') return value;
  return isAbsent(value)
    ? refuseInput(context, 'MISSING_FIELD', 'is required')
    : refuseInput(context, 'INVALID_REQUEST', 'must be a string');
});
