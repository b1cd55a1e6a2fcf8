import * as z from 'zod';
import { paginationSchema } from '../../lib/page.ts';
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
