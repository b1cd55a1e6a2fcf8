import * as z from 'zod';
import { type JsonSchema, SCHEMA_OPTIONS } from '../../lib/json-schema.ts';
import { addFieldDescriptions } from './field-descriptions.ts';

/** One schema as JSON Schema 2020-12: what callers send (`input`) or receive (`output`). */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { ...SCHEMA_OPTIONS, io }) as JsonSchema;
  addFieldDescriptions(rest, '');
  return rest;
};

/** Where a named schema lives in the document. */
export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/**
 * Named schemas as components that refer to one another by name.
 * A schema given under two names keeps the first.
 */
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

/** What a success is wrapped in. */
export const successSchema = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data });

/** Which page of a listing this is. */
export const paginationSchema = z.object({
  limit: z.int(),
  next_cursor: z
    .string()
    .nullable()
    .describe('Pass as `cursor` for the next page; null on the last.'),
  has_more: z.boolean(),
});
