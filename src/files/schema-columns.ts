import * as z from 'zod';

/** Where a field is in an answer: the names that lead to it. */
export type FieldPath = readonly string[];

/** The schema behind optional, nullable, default, readonly and the like. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrap(schema.out);
  const inner = (schema as z.ZodType).def as { innerType?: z.core.$ZodType };
  return inner.innerType ? unwrap(inner.innerType) : schema;
}

/**
 * Every field of a schema in the order it declares them. Objects with known fields are gone into;
 * lists, records, unions and open objects are one field, because no header could name what is in
 * them.
 */
export function schemaFields(schema: z.core.$ZodType, path: FieldPath = []): FieldPath[] {
  const object = unwrap(schema);
  if (
    !(object instanceof z.ZodObject) ||
    (object.def.catchall && !(object.def.catchall instanceof z.ZodNever))
  )
    return [path];
  return Object.entries(object.shape).flatMap(([name, field]) =>
    schemaFields(field as z.core.$ZodType, [...path, name]),
  );
}

/** The value at a path; undefined where the way there ends early. */
export function valueAt(data: unknown, path: FieldPath): unknown {
  let value = data;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}
