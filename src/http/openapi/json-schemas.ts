import * as z from 'zod';
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

/** One schema as JSON Schema 2020-12: of requests (`input`) or answers (`output`). */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { ...SCHEMA_OPTIONS, io }) as JsonSchema;
  addFieldDescriptions(rest, '');
  return rest;
};

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Named schemas as components that refer to each other. Of two names the first is used. */
export function componentSchemas(
  named: Iterable<readonly [name: string, schema: z.ZodType]>,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of named) if (!registry.has(schema)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    ...SCHEMA_OPTIONS,
    io,
    uri: (id) => schemaRef(id).$ref,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, emitted]) => {
      const { $schema: _, $id: __, ...rest } = emitted as JsonSchema;
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
