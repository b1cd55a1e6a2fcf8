import type { Dialect } from '../lib/csv-dialect.ts';
import { ApiError } from '../lib/errors.ts';
import { quoted } from '../lib/text.ts';
import type { SentFile, UploadedFile } from '../lookup/jobs/files.ts';
import { type AnyProduct, mainField } from '../lookup/product.ts';
import { enumerate } from '../lookup/scoring.ts';
import { fitColumns, readsRows } from './column-fit.ts';
import type { ColumnMapping, TableColumn } from './column-mapping.ts';
import { namedColumns } from './column-names.ts';
import { uploadColumns } from './uploads.ts';

/** Callbacks while a list is read: its file format, known once it is read, and its mapping. */
export interface ListHandlers {
  onFile(file: () => SentFile): void;
  onColumns(columns: ReadonlyMap<string, string>): void;
}

/** By field: the name of its column, or the column's number if it has no name. */
export const namedMapping = ({ columns }: ColumnMapping, names: readonly string[]) =>
  new Map([...columns].map(([field, at]) => [field, names[at]?.trim() || String(at + 1)]));

const columnRefusal = (message: string, code: 'INVALID_INPUT' | 'MISSING_FIELD') =>
  new ApiError(code, `column: ${message}`, { param: 'column' });

/** Tests columns for a name, ignoring case. */
const isCalled = (asked: string) => {
  const wanted = asked.trim().toLowerCase();
  return ({ name }: TableColumn): boolean => name.trim().toLowerCase() === wanted;
};

/**
 * Detects a file's dialect for these products. The first row is the header if it has the requested
 * column name, or if it is the only row and names the main input of one of the products.
 */
export function dialectFor(
  file: Pick<UploadedFile, 'head' | 'isWhole'>,
  dialect: Dialect,
  products: readonly AnyProduct[],
  asked: string | null = null,
): Dialect {
  if (dialect.hasHeader) return dialect;
  const headed = { ...dialect, hasHeader: true };
  const columns = uploadColumns(file, headed);
  const isOnly = columns.every(({ samples }) => samples.length === 0);
  const names = columns.map(({ name }) => name);
  const isHeader =
    asked === null
      ? isOnly && products.some((each) => namedColumns(names, [mainField(each)]).size > 0)
      : columns.some(isCalled(asked));
  return isHeader ? headed : dialect;
}

/** @throws ApiError INVALID_INPUT */
function requireColumn(asked: string, columns: readonly TableColumn[]): number {
  const named = [...columns.keys()].filter((at) => isCalled(asked)(columns[at] as TableColumn));
  const [first, second] = named;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined && second !== undefined) {
    const both = `columns ${first + 1} and ${second + 1} are both named ${quoted(asked)}`;
    throw columnRefusal(`${both}; give the number of the column instead.`, 'INVALID_INPUT');
  }
  const number = /^\d{1,4}$/.test(asked.trim()) ? Number(asked) : 0;
  if (number >= 1 && number <= columns.length) return number - 1;
  throw columnRefusal(`the list has no column ${quoted(asked)}.`, 'INVALID_INPUT');
}

const SHOWN_COLUMNS = 20;

/** Assigns columns to the product's fields. @throws ApiError MISSING_FIELD if none fits */
export function requireColumns(
  columns: readonly TableColumn[],
  asked: string | null,
  product: AnyProduct,
  country: string | undefined,
): ColumnMapping {
  const fitted = fitColumns(columns, product, country);
  const main = mainField(product);
  if (asked !== null) {
    const column = requireColumn(asked, columns);
    for (const [field, at] of fitted) if (at === column) fitted.delete(field);
    fitted.set(main, column);
  }
  const mapping = { columns: fitted, constants: new Map() };
  if (fitted.has(main) || readsRows(columns, product, mapping, country)) return mapping;
  const names = columns.slice(0, SHOWN_COLUMNS).map(({ name }) => quoted(name));
  const message = `it is not clear which column holds ${quoted(main)}; name it: ${enumerate(names, 'or')}.`;
  throw columnRefusal(message, 'MISSING_FIELD');
}
