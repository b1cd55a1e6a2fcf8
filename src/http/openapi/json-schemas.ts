import * as z from 'zod';
import { describeFields } from './field-sentences.ts';

export type JsonSchema = Record<string, unknown>;

/** Bounds zod adds to every integer: those of a double, not of the field. */
const DOUBLE_BOUNDS: Record<string, number> = {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** Formats that say all their pattern says. */
const NAMED_FORMATS = new Set(['date-time', 'uuid']);

/**
 * Removes what zod's parser needs and a reader does not, and gives back the examples that it drops
 * before a transform.
 */
function simplify({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: JsonSchema;
}): void {
  for (const [bound, value] of Object.entries(DOUBLE_BOUNDS))
    if (jsonSchema[bound] === value) delete jsonSchema[bound];
  if (NAMED_FORMATS.has(String(jsonSchema.format))) delete jsonSchema.pattern;
  // Answers gain fields without notice (specification, "Versioning"), so none is closed.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples) jsonSchema.examples = examples;
}

const OPTIONS = { target: 'draft-2020-12', override: simplify } as const;

/** One schema as JSON Schema 2020-12: what callers send (`input`) or receive (`output`). */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { ...OPTIONS, io }) as JsonSchema;
  describeFields(rest, '');
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
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, io, uri: (id) => schemaRef(id).$ref });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, emitted]) => {
      const { $schema: _, $id: __, ...rest } = emitted as JsonSchema;
      describeFields(rest, name);
      return [name, rest];
    }),
  );
}
