import * as z from 'zod';
import { memoized } from '../lib/lazy.ts';
import type { AnyProduct, SandboxCase } from './product.ts';

const bypassFlag = z
  .boolean()
  .optional()
  .describe('Skip the 7-day cache and look up afresh, at full price.');

/** The bypass flag of every lookup under its three names; the first is the documented one. */
export const bypassFlags = z.object({
  bypass_cache: bypassFlag,
  bypassCache: bypassFlag,
  forceFresh: bypassFlag,
});

export const BYPASS_NAMES = Object.keys(bypassFlags.shape) as (keyof typeof bypassFlags.shape)[];

/** Body schema of a lookup: the product's fields and the bypass flag. Cached per product. */
export const lookupBody = memoized(
  ({ input }: AnyProduct) => input.safeExtend(bypassFlags.shape),
  new WeakMap(),
);

/** Body schema as documented, with one name for the bypass flag. */
export const documentedBody = ({ input }: AnyProduct) =>
  input.safeExtend({ bypass_cache: bypassFlag });

/**
 * Request body of a sandbox case: the product's example with the looked-up field replaced, or with
 * the case's own fields.
 * @throws Error if no field of the example leads to the case, a fault in the product's declaration
 */
export function sandboxBody(
  product: AnyProduct,
  { subject, body: own }: SandboxCase<unknown>,
): Record<string, unknown> {
  if (own) return { ...product.example, ...own };
  for (const field of Object.keys(product.example)) {
    const body = { ...product.example, [field]: subject };
    const parsed = product.input.safeParse(body);
    if (parsed.success && product.subject(parsed.data) === subject) return body;
  }
  throw new Error(
    `No field of the example of ${product.type} leads to the sandbox input ${subject}.`,
  );
}

type FieldKind = 'text' | 'number' | 'boolean' | 'choice';

/** A field of a product's body as filled from text, by a form or a column of a file. */
export interface InputField {
  /** Dotted path for a nested field: `input.firstName`. */
  name: string;
  kind: FieldKind;
  required: boolean;
  description: string;
  /** All allowed values of a choice; empty for other kinds. */
  values: readonly string[];
  /** Default value as text; null if there is none. */
  usual: string | null;
  /** Value in the product's example; empty if the example leaves the field out. */
  example: string;
}

interface FieldSchema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: FieldSchema[];
  properties?: Record<string, FieldSchema>;
  required?: string[];
  description?: string;
  default?: unknown;
}

/** The schema of a nullable field without its null alternative. */
const withoutNull = (schema: FieldSchema): FieldSchema => {
  const [only] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only ? { ...only, ...schema } : schema;
};

function fieldKind({ type, enum: values }: FieldSchema): FieldKind {
  if (values) return 'choice';
  const [name] = [type].flat().filter((each) => each !== 'null');
  if (name === 'integer' || name === 'number') return 'number';
  return name === 'boolean' ? 'boolean' : 'text';
}

const fieldText = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);

function schemaFields(schema: FieldSchema, example: unknown, prefix: string): InputField[] {
  const given = new Map(Object.entries((example ?? {}) as Record<string, unknown>));
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]): InputField[] => {
    const field = withoutNull(property);
    const name = `${prefix}${key}`;
    if (field.properties) return schemaFields(field, given.get(key), `${name}.`);
    return [
      {
        name,
        kind: fieldKind(field),
        required: schema.required?.includes(key) ?? false,
        description: field.description ?? '',
        values: (field.enum ?? []).filter((value) => value !== null).map(String),
        usual: field.default === undefined ? null : fieldText(field.default),
        example: fieldText(given.get(key)),
      },
    ];
  });
}

/** Fields of a product's body in schema order; nested fields have dotted names. */
export function inputFields({ input, example }: Pick<AnyProduct, 'input' | 'example'>) {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return schemaFields(schema as FieldSchema, example, '');
}

/** Flattens a body to texts by field name, as a form holds them. */
export function bodyTexts(
  body: Readonly<Record<string, unknown>>,
  prefix = '',
): [name: string, text: string][] {
  return Object.entries(body).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? bodyTexts(value as Record<string, unknown>, `${prefix}${key}.`)
      : [[`${prefix}${key}`, fieldText(value)]],
  );
}

const BOOLEANS = new Map([
  ...['true', 'yes', 'y', '1', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'off'].map((word) => [word, false] as const),
]);

/** Parses a text by the field's kind. Text that does not parse stays text and is then refused. */
function fieldValue({ kind }: InputField, text: string): unknown {
  if (kind === 'number') return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  return kind === 'boolean' ? (BOOLEANS.get(text.toLowerCase()) ?? text) : text;
}

/** Builds a body from texts by field name; empty texts are left out. @param texts trimmed */
export function bodyFromTexts(
  fields: readonly InputField[],
  texts: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const text = texts.get(field.name) ?? '';
    if (text === '') continue;
    const steps = field.name.split('.');
    const last = steps.pop() as string;
    let parent = body;
    // The names come from the schema, never from a caller.
    for (const step of steps) {
      parent[step] ??= {};
      parent = parent[step] as Record<string, unknown>;
    }
    parent[last] = fieldValue(field, text);
  }
  return body;
}

/** Quotes a POSIX shell word: the address may come from a Host header. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

interface CurlOptions {
  /** Default: POST with a body, else GET, as curl itself chooses. */
  method?: string;
  /** False for a call that needs no API key. */
  withKey?: boolean;
}

/** A curl command that works once API_KEY is set. @param body undefined to send none */
export function curlCommand(
  address: string,
  body: unknown,
  { method, withKey = true }: CurlOptions = {},
): string {
  const implied = body === undefined ? 'GET' : 'POST';
  return [
    `curl ${shellWord(address)}`,
    ...(method === undefined || method === implied ? [] : [`-X ${method}`]),
    ...(withKey ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}
