import * as z from 'zod';
import { type CamelCase, camelCase } from '../../lib/camel-case.ts';
import { paginationSchema } from '../../lib/page.ts';
import { toIso } from '../../lib/time.ts';
import { successSchema } from './json-schemas.ts';

/** A success with this `data`. @param name of its schema in the document */
export const namedAnswer = (name: string, data: () => z.ZodType) => ({
  name,
  schema: () => successSchema(data()),
});

/** A page of a listing. @param entries of the field, with what the document says of them */
export const namedPageAnswer = (name: string, field: string, entries: () => z.ZodType) =>
  namedAnswer(name, () => z.object({ [field]: entries(), pagination: paginationSchema }));

export const timestamp = z.iso.datetime();
export const timestampOrNull = timestamp.nullable();

/** What a field is written from: of a moment, milliseconds since the epoch. */
type Written<Schema> = Schema extends z.ZodISODateTime
  ? number
  : Schema extends z.ZodNullable<infer Inner>
    ? Written<Inner> | null
    : Schema extends z.ZodArray<infer Entry>
      ? readonly Written<Entry>[]
      : z.output<Schema>;

type Wired<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape & string as CamelCase<Name>]: Written<Shape[Name]>;
};

const isMoment = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodNullable ? isMoment(schema.unwrap()) : schema instanceof z.ZodISODateTime;

/**
 * Writes records as the schema of an answer has them: its fields alone, each from the property of
 * the same name in camel case, moments in ISO 8601.
 * @param schema built by the first record
 */
export function wireForm<Shape extends z.ZodRawShape>(schema: () => z.ZodObject<Shape>) {
  let fields: [name: string, property: string, isMoment: boolean][] | null = null;
  return (record: Wired<Shape>): z.output<z.ZodObject<Shape>> => {
    fields ??= Object.entries(schema().shape).map(([name, each]) => [
      name,
      camelCase(name),
      isMoment(each),
    ]);
    const written = fields.map(([name, property, moment]) => {
      const value: unknown = Reflect.get(record, property);
      return [name, moment && typeof value === 'number' ? toIso(value) : value];
    });
    return Object.fromEntries(written);
  };
}
