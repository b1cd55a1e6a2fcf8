import * as z from 'zod';
import { type CamelCase, camelCase, snakeCase } from './text.ts';
import { toIso } from './time.ts';

/** Type of the value that a field is written from; a time may be milliseconds or ISO 8601. */
type Written<Schema> = Schema extends z.ZodISODateTime
  ? number | string
  : Schema extends z.ZodNullable<infer Inner>
    ? Written<Inner> | null
    : Schema extends z.ZodArray<infer Entry>
      ? readonly Written<Entry>[]
      : Schema extends z.ZodObject<infer Shape>
        ? Wired<Shape>
        : z.output<Schema>;

/** The record from which the fields of an answer are written. */
export type Wired<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape & string as CamelCase<Name>]: Written<Shape[Name]>;
};

type Write = (value: unknown) => unknown;

function fieldWriter({ shape, def }: z.ZodObject): Write {
  const fields = Object.entries(shape).map(
    ([name, schema]) => [name, camelCase(name), writerOf(schema)] as const,
  );
  const declared = new Set(fields.map(([, property]) => property));
  return (record) => {
    const properties = new Map(Object.entries(record as object));
    const written = fields.map(([name, property, write]) => [
      name,
      write(properties.get(property)),
    ]);
    const others = [...(def.catchall ? properties : [])]
      .filter(([property]) => !declared.has(property))
      .map(([property, value]) => [snakeCase(property), value]);
    return Object.fromEntries([...written, ...others]);
  };
}

function writerOf(schema: z.core.$ZodType): Write {
  if (schema instanceof z.ZodISODateTime)
    return (value) => (typeof value === 'number' ? toIso(value) : value);
  if (schema instanceof z.ZodObject) return fieldWriter(schema);
  if (!(schema instanceof z.ZodNullable || schema instanceof z.ZodArray)) return (value) => value;
  const write = writerOf(schema instanceof z.ZodArray ? schema.element : schema.unwrap());
  if (schema instanceof z.ZodNullable) return (value) => (value === null ? null : write(value));
  return (entries) => (entries as readonly unknown[]).map(write);
}

/**
 * Serializes records by an answer's schema: only its fields, each from the property of the same
 * name in camel case, with times in ISO 8601; nested objects and lists likewise. A loose object
 * also gets all other properties unchanged, under their names in snake case.
 * @param schema built on the first record
 */
export function wireForm<Shape extends z.ZodRawShape>(schema: () => z.ZodObject<Shape>) {
  let write: Write | null = null;
  return (record: Wired<Shape>): z.output<z.ZodObject<Shape>> => {
    write ??= fieldWriter(schema() as z.ZodObject);
    return write(record) as z.output<z.ZodObject<Shape>>;
  };
}
