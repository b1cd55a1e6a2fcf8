import * as z from 'zod';
import { type CamelCase, camelCase } from '../lib/camel-case.ts';

// Schema fields of an answer, each with its description in the reference. Null if no source has it.

/**
 * Value of a free-text field if no source that could have it answered. Null means that a source was
 * asked and has no value.
 */
export const NOT_CHECKED = 'NOT_CHECKED';

export const textField = (description: string) => z.string().nullable().describe(description);

export const numberField = (description: string) => z.number().nullable().describe(description);

export const booleanField = (description: string) => z.boolean().nullable().describe(description);

/** An integer, 0 or more. */
export const countField = (description: string) => z.int().min(0).nullable().describe(description);

export const scoreField = (description: string) =>
  z.number().min(0).max(100).nullable().describe(description);

/** A fraction between 0 and 1. */
export const shareField = (description: string) =>
  z.number().min(0).max(1).nullable().describe(description);

/** `insights.as_of` of every product with a source that may date its values. */
export const asOfField = textField(
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
