import type { ResultRow } from '../core/jobs/files.ts';
import { type AnyProduct, responseSchema } from '../core/lookup/product.ts';
import { schemaFields, valueAt } from './schema-columns.ts';

/** A column: its header, and how a row fills it. */
export interface Column {
  name: string;
  of(row: ResultRow): unknown;
}

const ROW_COLUMNS: readonly Column[] = [
  { name: 'input', of: (row) => row.input },
  { name: 'status', of: (row) => row.status },
  { name: 'credits', of: (row) => row.credits },
];

/** Columns of `results.csv`: the row and the classification, by the fields' own names. */
export function resultColumns(product: AnyProduct): Column[] {
  const taken = ROW_COLUMNS.map(({ name }) => name);
  const fields = schemaFields(product.classification.schema).map((path): Column => {
    const name = path.join('.');
    return {
      name: taken.includes(name) ? `classification.${name}` : name,
      of: (row) => valueAt(row.data?.classification, path),
    };
  });
  return [...ROW_COLUMNS, ...fields];
}

/** Columns of `full.csv`: the row, why it failed, and every field of the response, dotted. */
export function fullColumns(product: AnyProduct): Column[] {
  const fields = schemaFields(responseSchema(product).shape.data).map(
    (path): Column => ({ name: path.join('.'), of: (row) => valueAt(row.data, path) }),
  );
  return [...ROW_COLUMNS, { name: 'error_message', of: (row) => row.errorMessage }, ...fields];
}
