import * as z from 'zod';
import type { RecordHit } from '../ports.ts';

/**
 * The rows of a key of a data set whose rows are told apart: they are stored as one object of
 * lists, by what tells them apart.
 * @throws ZodError when a stored row is not as it was checked
 */
export const rowsOfHit = <Row>(hit: RecordHit, row: z.ZodType<Row>): Row[] =>
  Object.values(hit.data).flatMap((rows) => z.array(row).parse(rows));
