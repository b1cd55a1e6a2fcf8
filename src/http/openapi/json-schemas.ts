import * as z from 'zod';
import { alternativeFields } from '../../lib/inputs.ts';
import { type JsonSchema, SCHEMA_OPTIONS } from '../../lib/json-schema.ts';
import { paginationSchema } from '../../lib/page.ts';
import fieldDescriptions from './field-descriptions.json' with { type: 'json' };

/**
 * Descriptions for fields in any schema, by subject: those that many answers share, or whose schema
 * has no description. `parent.field` takes precedence over `field`.
 */
const FIELD_DESCRIPTIONS: ReadonlyMap<string, string> = new Map(
  Object.values<Record<string, string>>(fieldDescriptions).flatMap(Object.entries<string>),
);

type SchemaNode = Record<string, unknown>;

const asSchemas = (value: unknown): SchemaNode[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (part): part is SchemaNode => typeof part === 'object' && part !== null,
  );

/**
 * Adds a description in place to every property without one.
 * @param name of the schema, or of the field that has the schema
 */
function addFieldDescriptions(schema: SchemaNode, name: string): void {
  const properties = (schema.properties ?? {}) as Record<string, SchemaNode>;
  for (const [field, property] of Object.entries(properties)) {
    const sentence = FIELD_DESCRIPTIONS.get(`${name}.${field}`) ?? FIELD_DESCRIPTIONS.get(field);
    if (property.description === undefined && sentence) property.description = sentence;
    addFieldDescriptions(property, field);
  }
  for (const part of ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'])
    for (const inner of asSchemas(schema[part])) addFieldDescriptions(inner, name);
}

/** Adds null, in place, to what a field may be. */
function addNull(field: SchemaNode): void {
  const { $ref, anyOf, oneOf, type, enum: values, ...rest } = field;
  const choices = (anyOf ?? oneOf) as SchemaNode[] | undefined;
  if ($ref) {
    for (const key of Object.keys(field)) delete field[key];
    Object.assign(field, rest, { anyOf: [{ $ref }, { type: 'null' }] });
  } else if (choices) {
    if (!choices.some((each) => each.type === 'null')) choices.push({ type: 'null' });
  } else if (type) {
    const types = [type].flat();
    if (types.includes('null')) return;
    field.type = [...types, 'null'];
    if (Array.isArray(values)) field.enum = [...values, null];
  }
}

/** Adds null, in place, to optional fields, which every body may send for absent ones. */
function addAbsence(schema: SchemaNode): void {
  const required = (schema.required ?? []) as string[];
  const properties = (schema.properties ?? {}) as Record<string, SchemaNode>;
  for (const [name, field] of Object.entries(properties)) {
    addAbsence(field);
    if (!required.includes(name)) addNull(field);
  }
  for (const part of ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'])
    for (const inner of asSchemas(schema[part])) addAbsence(inner);
}

/**
 * What a schema describes. A body can have null for an optional field, and an `allOf` of the fields
 * of which one is required; an `anyOf` of its own would read as the body's alternatives.
 */
type Described = 'body' | 'query' | 'answer';

const optionsOf = (described: Described) => ({
  ...SCHEMA_OPTIONS,
  io: described === 'answer' ? ('output' as const) : ('input' as const),
  override: (context: Parameters<typeof SCHEMA_OPTIONS.override>[0]): void => {
    SCHEMA_OPTIONS.override(context);
    const lists = described === 'body' ? alternativeFields(context.zodSchema) : [];
    if (lists.length > 0)
      context.jsonSchema.allOf = lists.map((fields) => ({
        anyOf: fields.map((each) => ({ required: [each] })),
      }));
  },
});

/** One schema as JSON Schema 2020-12. */
export const jsonSchema = (schema: z.ZodType, described: Described): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, optionsOf(described)) as JsonSchema;
  if (described === 'body') addAbsence(rest);
  addFieldDescriptions(rest, '');
  return rest;
};

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Named schemas as components that refer to each other. Of two names the first is used. */
export function componentSchemas(
  named: Iterable<readonly [name: string, schema: z.ZodType]>,
  described: 'body' | 'answer',
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of named) if (!registry.has(schema)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    ...optionsOf(described),
    uri: (id) => schemaRef(id).$ref,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, emitted]) => {
      const { $schema: _, $id: __, ...rest } = emitted as JsonSchema;
      if (described === 'body') addAbsence(rest);
      addFieldDescriptions(rest, name);
      return [name, rest];
    }),
  );
}

export const successSchema = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data });

/** Success answer with this `data`. @param name of its schema in the document */
export const namedAnswer = (name: string, data: () => z.ZodType) => ({
  name,
  schema: () => successSchema(data()),
});

/** A page of a listing. @param entries schema of the field, with its description */
export const namedPageAnswer = (name: string, field: string, entries: () => z.ZodType) =>
  namedAnswer(name, () => z.object({ [field]: entries(), pagination: paginationSchema }));

export const timestamp = z.iso.datetime();
export const timestampOrNull = timestamp.nullable();
