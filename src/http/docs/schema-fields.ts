import type { JsonSchema } from '../../lib/json-schema.ts';

/** One line of a field list. */
export interface SchemaField {
  /** Dotted path; `[]` after an array. */
  path: string;
  /** For example "string", "integer or null", "string[]". */
  type: string;
  required: boolean;
  description: string;
  /** Every allowed value, or none where any is. */
  values: readonly string[];
}

const asSchemas = (value: unknown): JsonSchema[] =>
  Array.isArray(value) ? (value as JsonSchema[]) : [];

/** The alternatives of a schema: itself, or what its `anyOf` or `oneOf` lists. */
function alternatives(schema: JsonSchema): JsonSchema[] {
  const listed = [...asSchemas(schema.anyOf), ...asSchemas(schema.oneOf)];
  return listed.length > 0 ? listed.flatMap(alternatives) : [schema];
}

function typeNames(schema: JsonSchema): string[] {
  return alternatives(schema).flatMap((part) => {
    if (part.type === 'array')
      return [`${typeNames((part.items ?? {}) as JsonSchema).join(' or ')}[]`];
    if (part.type === 'string' && part.format) return [String(part.format)];
    if (part.type === undefined) return ['const' in part ? typeof part.const : 'any'];
    return [part.type].flat().map(String);
  });
}

function allowedValues(schema: JsonSchema): string[] {
  return alternatives(schema).flatMap((part) => {
    if (part.type === 'array') return allowedValues((part.items ?? {}) as JsonSchema);
    const listed = Array.isArray(part.enum) ? part.enum : 'const' in part ? [part.const] : [];
    return listed.filter((value) => value !== null).map(String);
  });
}

/** What is inside a field: the object it is or holds, and how its path goes on. */
function elementSchema(schema: JsonSchema): { schema: JsonSchema; suffix: string } | undefined {
  for (const part of alternatives(schema)) {
    if (part.properties) return { schema: part, suffix: '' };
    const nested =
      part.type === 'array' ? elementSchema((part.items ?? {}) as JsonSchema) : undefined;
    if (nested) return { schema: nested.schema, suffix: `[]${nested.suffix}` };
  }
  return undefined;
}

/**
 * An object's fields in reading order, nested ones after their parent.
 * @param schema JSON Schema 2020-12 without references
 */
export function listFields(schema: JsonSchema, prefix = ''): SchemaField[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return properties.flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const nested = elementSchema(property);
    const field: SchemaField = {
      path,
      type: [...new Set(typeNames(property))].join(' or '),
      required: required.has(name),
      description: typeof property.description === 'string' ? property.description : '',
      values: allowedValues(property),
    };
    return [field, ...(nested ? listFields(nested.schema, `${path}${nested.suffix}.`) : [])];
  });
}
