import * as z from 'zod';

export type JsonSchema = Record<string, unknown>;

/** Bounds that zod adds to every integer; they are those of a double and not of the field. */
const DOUBLE_BOUNDS: Record<string, number> = {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** Formats that make their pattern redundant. */
const NAMED_FORMATS = new Set(['date-time', 'uuid']);

/** Documentation schemas by the field they describe. */
const documented = new WeakMap<z.core.$ZodType, z.ZodType>();

/** The documentation schema of a field; `.describe()` keeps the original schema as parent. */
const statedSchema = (field: z.core.$ZodType | undefined): z.ZodType | undefined =>
  field && (documented.get(field) ?? statedSchema(field._zod.parent));

/** Documents a field whose parser JSON Schema cannot describe by another schema. */
export const documentedAs = <Field extends z.ZodType>(field: Field, schema: z.ZodType): Field => {
  documented.set(field, schema);
  return field;
};

/**
 * Override for zod's JSON Schema: drops bounds and patterns that only the parser needs, restores
 * the examples that zod drops before a transform, and applies {@link documentedAs}.
 */
function simplify({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: JsonSchema;
}): void {
  const stated = statedSchema(zodSchema);
  if (stated) {
    const { $schema: _, ...as } = z.toJSONSchema(stated, { ...SCHEMA_OPTIONS, io: 'input' });
    Object.assign(jsonSchema, { ...as, ...jsonSchema });
  }
  for (const [bound, value] of Object.entries(DOUBLE_BOUNDS))
    if (jsonSchema[bound] === value) delete jsonSchema[bound];
  if (NAMED_FORMATS.has(String(jsonSchema.format))) delete jsonSchema.pattern;
  // Answers may gain fields at any time (specification, "Versioning"), so no object is closed.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples) jsonSchema.examples = examples;
}

export const SCHEMA_OPTIONS = { target: 'draft-2020-12', override: simplify } as const;
