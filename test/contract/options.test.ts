import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../../src/lib/errors.ts';
import { parseInput } from '../../src/lib/inputs.ts';
import { documentedBody, lookupBody } from '../../src/lookup/body.ts';
import { type AnyProduct, mainField } from '../../src/lookup/product.ts';
import { products } from '../../src/products/index.ts';

interface FieldSchema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: FieldSchema[];
  items?: FieldSchema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  pattern?: string;
  minLength?: number;
}

/** Every option of a product's body as the document has it: all but texts it looks up. */
function optionsOf(product: AnyProduct): [name: string, schema: FieldSchema][] {
  const schema = z.toJSONSchema(documentedBody(product), { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(schema.properties as Record<string, FieldSchema>);
  return fields.flatMap(([name, field]): [string, FieldSchema][] => {
    const some = field.anyOf?.find(({ type }) => type !== 'null') ?? field;
    const isLookedUp = some.type === 'string' && some.minLength !== undefined && !some.enum;
    return isLookedUp || name === mainField(product) ? [] : [[name, some]];
  });
}

const typeOf = ({ type }: FieldSchema) => [type].flat().find((name) => name !== 'null');

/** Values of the right type that an option cannot take. */
function unusableValues(name: string, schema: FieldSchema): unknown[] {
  const { minimum, maximum, exclusiveMinimum } = schema;
  if (name === 'country') return ['XX', 'ZZ', 'EU', 'USA', 'Germany', 'D', '\u202eDE', '49'];
  if (name === 'cursor') return ['x', 'a.b.c'];
  if (schema.enum) return ['none of them', '', 'constructor'];
  if (schema.pattern) return ['', '12', 'none of them', '\u0000'];
  if (schema.items) return [[], ['none of them'], ...(schema.minItems === undefined ? [] : [[]])];
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [maximum + 1]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]),
  ];
}

const OTHER_TYPES: readonly unknown[] = ['text', '1', 'true', 12, true, [], {}, [['x']]];

/** Values of another type than an option takes. */
const mistypedValues = (schema: FieldSchema): unknown[] =>
  OTHER_TYPES.filter((value) => {
    const type = Array.isArray(value) ? 'array' : typeof value;
    return type !== (typeOf(schema) === 'integer' ? 'number' : typeOf(schema));
  });

function refusalOf(product: AnyProduct, body: object): [code: string, param: string | null] {
  try {
    parseInput(lookupBody(product), body);
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.param];
    throw error;
  }
  throw new Error(`${product.path} takes ${JSON.stringify(body)}`);
}

const options = products.flatMap((product) =>
  optionsOf(product).map(([name, schema]) => [product.path, name, schema, product] as const),
);

describe('an option of a product', () => {
  it('is there to be tested', () => {
    expect(new Set(options.map(([, name]) => name)).size).toBeGreaterThan(12);
  });

  it.each(options)('of %s, %s, of another type is INVALID_REQUEST', (_, name, schema, product) => {
    for (const value of mistypedValues(schema))
      expect(
        refusalOf(product, { ...product.example, [name]: value }),
        JSON.stringify(value),
      ).toEqual(['INVALID_REQUEST', name]);
  });

  it.each(options.filter(([, name, schema]) => unusableValues(name, schema).length > 0))(
    'of %s, %s, that it cannot take is INVALID_INPUT',
    (_, name, schema, product) => {
      for (const value of unusableValues(name, schema)) {
        const [code, param] = refusalOf(product, { ...product.example, [name]: value });
        expect([code, param?.split('.')[0]], JSON.stringify(value)).toEqual([
          'INVALID_INPUT',
          name,
        ]);
      }
    },
  );
});
