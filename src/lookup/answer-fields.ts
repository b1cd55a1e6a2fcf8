import * as z from 'zod';
import { type CamelCase, camelCase } from '../lib/text.ts';

/**
 * Value of a free-text field if no source that could have it answered. Null means that a source was
 * asked and has no value.
 */
export const NOT_CHECKED = 'NOT_CHECKED';

const count = z.int().min(0);
const score = z.number().min(0).max(100);
const share = z.number().min(0).max(1);

/**
 * Schemas of the fields of an answer, each with its description in the reference. `…OrNull` is null
 * if no source has a value. `count` is an integer of 0 or more, `score` is between 0 and 100, and
 * `share` is a fraction between 0 and 1.
 */
export const field = {
  text: (description: string) => z.string().describe(description),
  textOrNull: (description: string) => z.string().nullable().describe(description),
  textList: (description: string) => z.array(z.string()).describe(description),
  boolean: (description: string) => z.boolean().describe(description),
  booleanOrNull: (description: string) => z.boolean().nullable().describe(description),
  numberOrNull: (description: string) => z.number().nullable().describe(description),
  count: (description: string) => count.describe(description),
  countOrNull: (description: string) => count.nullable().describe(description),
  score: (description: string) => score.describe(description),
  scoreOrNull: (description: string) => score.nullable().describe(description),
  share: (description: string) => share.describe(description),
  shareOrNull: (description: string) => share.nullable().describe(description),
  enum: <const Value extends string>(values: readonly Value[], description: string) =>
    z.enum(values).describe(description),
  enumOrNull: <const Value extends string>(values: readonly Value[], description: string) =>
    z.enum(values).nullable().describe(description),
  object: <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
    z.object(shape).describe(description),
  objectOrNull: <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
    z.object(shape).nullable().describe(description),
};

/** `insights.as_of` of every product with a source that may date its values. */
export const asOfField = field.textOrNull(
  'Date of the statement: the date of the source file, or when the source last saw this to be so; null if the source does not say.',
);

type Named<Shape> = { readonly [Field in keyof Shape & string as CamelCase<Field>]: unknown };

type FieldsOf<Shape, Fact> = {
  [Field in keyof Shape & string]:
    | NonNullable<Fact>[CamelCase<Field> & keyof NonNullable<Fact>]
    | (Fact & (null | undefined) extends never ? never : null);
};

/**
 * Builds the fields of a shape from the properties of a fact with the same names in camel case; all
 * null without a fact.
 */
export const fieldsOf = <Shape extends z.ZodRawShape, Fact extends Named<Shape> | null | undefined>(
  shape: Shape,
  fact: Fact,
): FieldsOf<Shape, Fact> => {
  const known = new Map<string, unknown>(Object.entries(fact ?? {}));
  const values = Object.keys(shape).map((field) => [field, known.get(camelCase(field)) ?? null]);
  return Object.fromEntries(values) as FieldsOf<Shape, Fact>;
};
