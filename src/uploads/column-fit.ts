import type { EmailAddress } from '../domain/email/address.ts';
import { type IpAddress, isInnerAddress } from '../domain/ip/address.ts';
import { type PhoneNumber, parseInCountry } from '../domain/phone/number.ts';
import { hasListedSuffix, type RegistrableDomain } from '../domain/web/domain-name.ts';
import type { WebSite } from '../domain/web/site.ts';
import { ApiError } from '../lib/errors.ts';
import { bodyFromTexts, bodyTexts, type InputField, inputFields } from '../lookup/body.ts';
import { type AnyProduct, mainField } from '../lookup/product.ts';
import { type ColumnMapping, fieldText, plainCell } from './column-mapping.ts';
import {
  besideColumns,
  calledColumns,
  columnNamesOf,
  type FieldNames,
  isAside,
  isIdentifier,
  isKind,
  THINGS,
} from './column-names.ts';

/** A column of a table: its name, and what is in its first rows. */
export interface TableColumn {
  name: string;
  samples: readonly string[];
}

/** What a column without a name is called. */
export const unnamedColumn = (at: number): string => `Column ${at + 1}`;

/** Least share of readable cells of a column that fits, and how far it may lie below the best. */
const MIN_FIT = 0.5;
const NEAR_FIT = 0.1;

/** Shares of a column's cells that fit a field. */
interface ColumnFit {
  /** Those that can exist and may be one: an id of four digits is read as a number, and is none. */
  valid: number;
  possible: number;
  /** Those that the product reads, the other fields as in their row or its example. */
  read: number;
  /** What is read of each row; the cell where nothing is. */
  values: readonly string[];
}

const NO_FIT: ColumnFit = { valid: 0, possible: 0, read: 0, values: [] };

/** How well cells fit, the best first. */
const FITS = ['valid', 'possible', 'read'] as const;

/**
 * What is known of a value that was read: of a phone number, an email address, an address of a
 * network within, or a domain, whose end a registry has, as a file's has not. What else is looked
 * up is hardly written without a letter.
 */
function knownFit(value: unknown, text: string) {
  const known = (value ?? {}) as Partial<
    PhoneNumber & EmailAddress & IpAddress & RegistrableDomain & WebSite
  >;
  const isInner = known.words !== undefined && isInnerAddress(known as IpAddress);
  const domain = known.tld !== undefined ? known.name : known.origins && known.domain;
  const isListed = domain === undefined || hasListedSuffix(domain);
  const isWritten = known.words !== undefined || /\p{L}/u.test(text);
  const possible = known.possible ?? (!isInner && isWritten);
  const isRemark = (known.fault ?? null) !== null && /\s/.test(text);
  const isFaulty = known.possible === false || isRemark;
  return { valid: known.valid ?? (possible && isListed), possible, isFaulty };
}

/** How a product reads texts of its fields. */
interface Reader {
  product: AnyProduct;
  fields: readonly InputField[];
  country: string | undefined;
}

/** What a product reads; null where it refuses the texts. */
function readInput(
  texts: ReadonlyMap<string, string>,
  { product, fields, country }: Reader,
): Record<string, unknown> | null {
  try {
    return parseInCountry(product.input, bodyFromTexts(fields, texts), country);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}

/** The texts of other fields, by the row. */
type RowTexts = readonly ReadonlyMap<string, string>[];

/** What columns hold for fields. */
const textsOf = (columns: readonly TableColumn[], filling: readonly [string, number][]): RowTexts =>
  (columns[0]?.samples ?? []).map((_, row) => {
    const texts = filling.map(([field, at]): [string, string] => [
      field,
      fieldText(field, columns[at]?.samples[row] ?? ''),
    ]);
    return new Map(texts.filter(([, text]) => text !== ''));
  });

/**
 * How well a column is a field's: read with the other fields of its row, else of the example.
 * @param isOpen what is read with a fault counts: the column is called so, has no name or is the
 * only one. Amounts elsewhere are read as lines, remarks with an @ as addresses
 */
function fitOf(
  { samples }: TableColumn,
  field: string,
  reader: Reader,
  others: RowTexts = [],
  isOpen = true,
): ColumnFit {
  const example = bodyTexts(reader.product.example);
  const texts = samples.map((cell) => fieldText(field, cell));
  const filled = texts.filter((text) => text !== '').length;
  const share = 1 / (filled || 1);
  let left = (1 - MIN_FIT) * filled;
  const fit = { valid: 0, possible: 0, read: 0 };
  const values = [...texts];
  for (const [row, text] of texts.entries()) {
    if (text === '') continue;
    const beside = others[row] ?? new Map<string, string>();
    const read = (others: ReadonlyMap<string, string>) =>
      readInput(new Map([...example, ...others, [field, text]]), reader);
    const input = read(beside) ?? (beside.size > 0 ? read(new Map()) : null);
    if (!input) {
      left -= 1;
      // Fewer than MIN_FIT can be read, whatever follows.
      if (left < 0) break;
      continue;
    }
    const { valid, possible, isFaulty } = knownFit(input[field], text);
    values[row] = JSON.stringify(input[field]);
    if (isFaulty && !isOpen) continue;
    fit.read += share;
    if (possible) fit.possible += share;
    if (valid) fit.valid += share;
  }
  return { ...fit, values };
}

/** What only a field reads that takes any text. */
const ANY_TEXT = 'any text';

/** Whether what columns hold is enough for the product to look up most of the first rows. */
export function readsRows(
  columns: readonly TableColumn[],
  product: AnyProduct,
  { columns: filling }: Pick<ColumnMapping, 'columns'>,
  country: string | undefined,
): boolean {
  const texts = textsOf(columns, [...filling]);
  const reader = { product, fields: inputFields(product), country };
  const read = texts.filter((each) => readInput(each, reader) !== null);
  return read.length > MIN_FIT * texts.length;
}

/** The columns whose share is near the best; none where that is low. */
function bestColumns(shares: readonly number[]): number[] {
  const least = Math.max(MIN_FIT, Math.max(...shares) - NEAR_FIT);
  return [...shares.keys()].filter((at) => (shares[at] ?? 0) >= least);
}

/** The columns that keep a rule; all where none does. */
function preferred(columns: readonly number[], keeps: (at: number) => boolean): readonly number[] {
  const kept = columns.filter(keeps);
  return kept.length > 0 ? kept : columns;
}

const filledCells = ({ samples }: TableColumn): string[] =>
  samples.map(plainCell).filter((cell) => cell !== '');

/** Fewer rows repeat a cell, or count up, by chance. */
const MIN_TELLING_ROWS = 3;

/** Of columns called alike the one whose rows differ so much less is the owner's: `Assignee`. */
const MAX_REPEATED = 0.8;

function differingShare(column: TableColumn): number {
  const filled = filledCells(column);
  return filled.length < MIN_TELLING_ROWS ? 1 : new Set(filled).size / filled.length;
}

/** Whether every row has the same, as of a list's owner: `To`, `server_addr`. */
function isRepeated(column: TableColumn): boolean {
  const filled = filledCells(column);
  return filled.length >= MIN_TELLING_ROWS && new Set(filled).size === 1;
}

/** A column that half of the rows leave empty is beside another: `Alternate Phone`. */
const MAX_SPARSE = 0.5;

const filledShare = (column: TableColumn): number =>
  filledCells(column).length / (column.samples.length || 1);

/** How far a counter goes from row to row. */
const MAX_COUNT = 1000;

/** Whether the cells count up, as identifiers do in the order they were given. */
function isCounter(column: TableColumn): boolean {
  const filled = filledCells(column);
  const isNext = (cell: string, before: string | undefined) => {
    const step = Number(cell) - Number(before ?? cell);
    return /^\d{1,15}$/.test(cell) && (before === undefined || (step > 0 && step <= MAX_COUNT));
  };
  return (
    filled.length >= MIN_TELLING_ROWS && filled.every((cell, at) => isNext(cell, filled[at - 1]))
  );
}

/**
 * Whether a column has in nearly each row what another has, or nothing: of `Billing Phone` and
 * `Shipping Phone` the second.
 */
function repeatsAnother(at: number, among: readonly number[], columns: readonly TableColumn[]) {
  const cells = columns.map(({ samples }) => samples.map(plainCell));
  const isWithin = (one: number, other: number) => {
    const filled = [...(cells[one] ?? []).entries()].filter(([, cell]) => cell !== '');
    const repeated = filled.filter(([row, cell]) => cell === cells[other]?.[row]);
    const least = filled.length < MIN_TELLING_ROWS ? 1 : MAX_REPEATED;
    return repeated.length >= least * filled.length;
  };
  return among.some(
    (other) => other !== at && isWithin(at, other) && (other < at || !isWithin(other, at)),
  );
}

/**
 * Of columns that may be a field's the one that is called so, and not by a kind of it beside
 * others, or the only one whose rows differ, are filled, are not counted and are not another's;
 * undefined where several are.
 * @param looked the columns with what is read of their cells
 * @param isText whether the field is read of any text, so that only a name tells
 */
function calledOf(
  candidates: readonly number[],
  columns: readonly TableColumn[],
  looked: readonly TableColumn[],
  called: FieldNames,
  isText: boolean,
): number | undefined {
  const names = columns.map(({ name }) => name);
  const among = preferred(candidates, (at) => !isAside(names[at] ?? '', called));
  if (among.length === 1) return among[0];
  const named = calledColumns(names, called).filter(({ at }) => among.includes(at));
  const [first, second] = named;
  const isOpen = second && (!first?.isWhole || isKind(names[first.at] ?? '', called));
  if (first ? !isOpen : isText) return first?.at;
  const rest = first ? named.map(({ at }) => at) : among;
  const columnAt = (at: number) => columns[at] as TableColumn;
  const lookedAt = (at: number) => looked[at] as TableColumn;
  const differing = Math.max(...rest.map((at) => differingShare(lookedAt(at))));
  // Without names, or with like ones, the rows alone tell.
  const isLike = first !== undefined || rest.every((at) => names[at] === unnamedColumn(at));
  const varied = rest.filter(
    (at) =>
      !isRepeated(lookedAt(at)) &&
      (!isLike || differingShare(lookedAt(at)) > MAX_REPEATED * differing),
  );
  const full = preferred(varied, (at) => filledShare(columnAt(at)) > MAX_SPARSE);
  const uncounted = preferred(full, (at) => !isCounter(columnAt(at)));
  const apart = uncounted.filter((at) => !repeatsAnother(at, uncounted, looked));
  return apart.length === 1 ? apart[0] : undefined;
}

/**
 * Which columns hold which fields: the main field is in the column whose cells the product reads;
 * where several fit, in the one that is called so, wholly where none fits; an only column is it
 * anyhow. Other fields need both a name and cells that fit. A guess, which a person corrects.
 * @param country default country of the organization
 */
export function fitColumns(
  columns: readonly TableColumn[],
  product: AnyProduct,
  country: string | undefined,
): Map<string, number> {
  const main = mainField(product);
  const names = columns.map(({ name }) => name);
  const mainNames = columnNamesOf(main, product);
  const only = columns.length === 1 ? 0 : undefined;
  const isPhone = mainNames.isPhone && only === undefined;
  const called = new Set(calledColumns(names, mainNames).map(({ at }) => at));
  // A country that is of something else than a number would have the number read otherwise.
  const things = isPhone ? [] : THINGS;
  const fields = inputFields(product);
  const reader = { product, fields, country };
  const others = fields.flatMap(({ name: field }) => {
    if (field === main) return [];
    const own = columnNamesOf(field, product);
    const named = calledColumns(names, own, things).map(({ at }) => at);
    return [{ field, own, named: named.filter((at) => !isAside(names[at] ?? '', own)) }];
  });
  const guesses = new Map<string, number>();
  for (const { field, named } of others) {
    const free = named.find((at) => ![...guesses.values()].includes(at));
    if (free !== undefined) guesses.set(field, free);
  }
  const guessed = textsOf(columns, [...guesses]);
  const fits = columns.map((column, at) => {
    if (isPhone && isIdentifier(column.name)) return NO_FIT;
    const rest = [...guesses].filter(([, guess]) => guess !== at);
    const beside = rest.length < guesses.size ? textsOf(columns, rest) : guessed;
    const isOpen = only !== undefined || called.has(at) || column.name === unnamedColumn(at);
    return fitOf(column, main, reader, beside, isOpen);
  });
  const looked = fits.map(({ values }, at) => ({ name: names[at] ?? '', samples: values }));
  // Cells that differ and are read as one thing are of something else: pages of one site.
  const isOfOneSite = (at: number) =>
    only === undefined &&
    isRepeated(looked[at] as TableColumn) &&
    !isRepeated(columns[at] as TableColumn);
  const telling = fits.map((fit, at) => (isOfOneSite(at) ? NO_FIT : fit));
  const best = FITS.map((how) => bestColumns(telling.map((fit) => fit[how])));
  const fitting = best.find((found) => found.length > 0);
  const isText = fitOf({ name: '', samples: [ANY_TEXT] }, main, reader).read === 1;
  const chosen = fitting
    ? calledOf(
        preferred(fitting, (at) => called.has(at) || ![...guesses.values()].includes(at)),
        ...([columns, looked, mainNames, isText] as const),
      )
    : (only ?? calledColumns(names, mainNames).find(({ isWhole }) => isWhole)?.at);
  const fitted = new Map<string, number>(chosen === undefined ? [] : [[main, chosen]]);
  for (const { field, own, named } of others) {
    const found = [...besideColumns(names, chosen, own), ...named].find((at) => {
      const column = columns[at];
      if (!column || [...fitted.values()].includes(at)) return false;
      const beside = [...new Map([...guesses, ...fitted])].filter(
        ([other, column]) => other !== field && column !== at,
      );
      return fitOf(column, field, reader, textsOf(columns, beside)).read >= MIN_FIT;
    });
    if (found !== undefined) fitted.set(field, found);
  }
  return fitted;
}
