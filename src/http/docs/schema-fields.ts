import type { JsonSchema } from '../../lib/json-schema.ts';

export interface SchemaField {
  name: string;
  /** For example "string", "integer or null", "string[]". */
  type: string;
  required: boolean;
  description: string;
  /** Every allowed value; empty if any value is allowed. */
  values: readonly string[];
  /** Default value as JSON; null without one. */
  usual: string | null;
  fields: readonly SchemaField[];
}

/** Schemas by the last segment of the references to them. */
type SchemaComponents = Readonly<Record<string, unknown>>;

const asSchemas = (value: unknown): JsonSchema[] =>
  Array.isArray(value) ? (value as JsonSchema[]) : [];

/** Reads a schema's fields, following references into the components. */
class FieldReader {
  readonly #components: SchemaComponents;

  constructor(components: SchemaComponents) {
    this.#components = components;
  }

  #resolve(schema: JsonSchema): JsonSchema {
    if (typeof schema.$ref !== 'string') return schema;
    const target = this.#components[schema.$ref.split('/').at(-1) as string];
    if (target === undefined) throw new Error(`${schema.$ref} is not there`);
    const { $ref: _, ...own } = schema;
    return { ...this.#resolve(target as JsonSchema), ...own };
  }

  /** The alternatives of a schema: itself, or the entries of its `anyOf` or `oneOf`. */
  #alternatives(reference: JsonSchema): JsonSchema[] {
    const schema = this.#resolve(reference);
    const listed = [...asSchemas(schema.anyOf), ...asSchemas(schema.oneOf)];
    return listed.length > 0 ? listed.flatMap((each) => this.#alternatives(each)) : [schema];
  }

  #typeNames(schema: JsonSchema): string[] {
    return this.#alternatives(schema).flatMap((part) => {
      if (part.type === 'array')
        return [`${this.#typeNames((part.items ?? {}) as JsonSchema).join(' or ')}[]`];
      if (part.type === 'string' && part.format) return [String(part.format)];
      if (part.type === undefined) return ['const' in part ? typeof part.const : 'any'];
      return [part.type].flat().map(String);
    });
  }

  #allowedValues(schema: JsonSchema): string[] {
    return this.#alternatives(schema).flatMap((part) => {
      if (part.type === 'array') return this.#allowedValues((part.items ?? {}) as JsonSchema);
      const listed = Array.isArray(part.enum) ? part.enum : 'const' in part ? [part.const] : [];
      return listed.filter((value) => value !== null).map(String);
    });
  }

  /** The object schema of a field or of its entries. */
  #objectOf(schema: JsonSchema): JsonSchema | undefined {
    for (const part of this.#alternatives(schema)) {
      if (part.properties) return part;
      const entry =
        part.type === 'array' ? this.#objectOf((part.items ?? {}) as JsonSchema) : undefined;
      if (entry) return entry;
    }
    return undefined;
  }

  read(schema: JsonSchema): SchemaField[] {
    const object = this.#objectOf(schema);
    if (!object) return [];
    const required = new Set(Array.isArray(object.required) ? object.required : []);
    const properties = Object.entries(object.properties as Record<string, JsonSchema>);
    return properties.map(([name, reference]) => {
      const property = this.#resolve(reference);
      return {
        name,
        type: [...new Set(this.#typeNames(property))].join(' or '),
        required: required.has(name),
        description: typeof property.description === 'string' ? property.description : '',
        values: [...new Set(this.#allowedValues(property))],
        usual: property.default === undefined ? null : JSON.stringify(property.default),
        fields: this.read(property),
      };
    });
  }
}

/** The fields of an object, or of an array's entries, in schema order. */
export const listFields = (
  schema: unknown,
  components: SchemaComponents = {},
): readonly SchemaField[] => new FieldReader(components).read(schema as JsonSchema);
