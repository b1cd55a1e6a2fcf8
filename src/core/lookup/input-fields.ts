import * as z from 'zod';
import type { AnyProduct } from './product.ts';

export type FieldKind = 'text' | 'number' | 'boolean' | 'choice';

/** A field of a product's body as a form or a column of a file fills it: with text. */
export interface InputField {
  /** Dotted where it is inside another: `input.firstName`. */
  name: string;
  kind: FieldKind;
  required: boolean;
  description: string;
  /** Of a choice: every allowed value. */
  values: readonly string[];
  /** What is taken when it is left out; null where nothing is. */
  usual: string | null;
  /** As the product's example has it; empty where it leaves the field out. */
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

/** A field that may be null is what it is otherwise. */
const stated = (schema: FieldSchema): FieldSchema => {
  const [only] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only ? { ...only, ...schema } : schema;
};

function kindOf({ type, enum: values }: FieldSchema): FieldKind {
  if (values) return 'choice';
  const [name] = [type].flat().filter((each) => each !== 'null');
  if (name === 'integer' || name === 'number') return 'number';
  return name === 'boolean' ? 'boolean' : 'text';
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);

function fieldsOf(schema: FieldSchema, example: unknown, prefix: string): InputField[] {
  const given = new Map(Object.entries((example ?? {}) as Record<string, unknown>));
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]): InputField[] => {
    const field = stated(property);
    const name = `${prefix}${key}`;
    if (field.properties) return fieldsOf(field, given.get(key), `${name}.`);
    return [
      {
        name,
        kind: kindOf(field),
        required: schema.required?.includes(key) ?? false,
        description: field.description ?? '',
        values: (field.enum ?? []).filter((value) => value !== null).map(String),
        usual: field.default === undefined ? null : textOf(field.default),
        example: textOf(given.get(key)),
      },
    ];
  });
}

/** The fields of a product's body in the order its schema declares them, nested ones dotted. */
export function inputFields({ input, example }: Pick<AnyProduct, 'input' | 'example'>) {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return fieldsOf(schema as FieldSchema, example, '');
}

/** A body as texts by the names of its fields: what a form that sends it holds. */
export function textsOfBody(
  body: Readonly<Record<string, unknown>>,
  prefix = '',
): [name: string, text: string][] {
  return Object.entries(body).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? textsOfBody(value as Record<string, unknown>, `${prefix}${key}.`)
      : [[`${prefix}${key}`, textOf(value)]],
  );
}

const BOOLEANS = new Map([
  ...['true', 'yes', 'y', '1', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'off'].map((word) => [word, false] as const),
]);

/** The value a text stands for. What it cannot be stays text, so that the product refuses it. */
function jsonOf({ kind }: InputField, text: string): unknown {
  if (kind === 'number') return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  return kind === 'boolean' ? (BOOLEANS.get(text.toLowerCase()) ?? text) : text;
}

/**
 * The body that texts by the fields' names make; empty texts are left out.
 * @param texts trimmed
 */
export function bodyOfTexts(
  fields: readonly InputField[],
  texts: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const text = texts.get(field.name) ?? '';
    if (text === '') continue;
    const steps = field.name.split('.');
    const last = steps.pop() as string;
    let place = body;
    // The names are the schema's own, never a caller's.
    for (const step of steps) {
      place[step] ??= {};
      place = place[step] as Record<string, unknown>;
    }
    place[last] = jsonOf(field, text);
  }
  return body;
}
