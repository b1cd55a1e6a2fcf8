import type { EmailAddress } from '../domain/email/address.ts';
import { type IpAddress, isInnerAddress } from '../domain/ip/address.ts';
import { type PhoneNumber, parseInCountry } from '../domain/phone/number.ts';
import { hasListedSuffix, type RegistrableDomain } from '../domain/web/domain-name.ts';
import type { WebSite } from '../domain/web/site.ts';
import { ApiError } from '../lib/errors.ts';
import { lettersOf } from '../lib/text.ts';
import { bodyFromTexts, bodyTexts, type InputField, inputFields } from '../lookup/body.ts';
import { type AnyProduct, mainField } from '../lookup/product.ts';
import {
  areLines,
  arePostalCodes,
  areUserNames,
  type ColumnMapping,
  companyColumn,
  differingShare,
  fieldText,
  filledCells,
  isCounter,
  isRepeated,
  isSpelt,
  MIN_TELLING_ROWS,
  plainCell,
  type RowTexts,
  type TableColumn,
  textsOf,
} from './column-mapping.ts';
import {
  besideColumns,
  calledColumns,
  chosenKind,
  columnNamesAmong,
  columnNamesOf,
  type FieldNames,
  isAside,
  isFurther,
  isKind,
  isMain,
  isNone,
  isPersonsNumber,
  namesPhone,
  numberedName,
  THINGS,
} from './column-names.ts';

/** Name shown for a column without a name. */
export const unnamedColumn = (at: number): string => `Column ${at + 1}`;

/** Least share of fitting cells in a column that fits, and its largest distance from the best. */
const MIN_FIT = 0.5;
const NEAR_FIT = 0.1;

/** Shares of a column's cells that fit a field, from the strictest test to the loosest. */
interface ColumnFit {
  /** Cells with a valid value, unlike an id of four digits, which is read as a short number. */
  valid: number;
  possible: number;
  /** Cells that the product accepts, with its other fields from the row or the example. */
  read: number;
  /** Parsed value of each row, as text; the cell itself if it was not read. */
  values: readonly string[];
}

const NO_FIT: ColumnFit = { valid: 0, possible: 0, read: 0, values: [] };

/** Tests of a cell, strictest first. */
const FITS = ['valid', 'possible', 'read'] as const;

/**
 * Classifies a parsed value: a phone number, an email address, an IP address, or a domain, which
 * needs a registered suffix, unlike a file name. Other inputs are rarely written without a letter.
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
  const hasFault = (known.fault ?? null) !== null;
  // A user name with its server's: @ada@example.social.
  const isHandle = hasFault && text.startsWith('@');
  const isRemark = hasFault && /\s/.test(text);
  const isFaulty = known.possible === false || isRemark || isHandle;
  if (known.e164 && isSpelt(text, known.e164)) return null;
  return { valid: known.valid ?? (possible && isListed && !isHandle), possible, isFaulty };
}

/** Reads texts as a product's fields. */
interface Reader {
  product: AnyProduct;
  fields: readonly InputField[];
  country: string | undefined;
  /** Whether any word without spaces is a value of the main field, such as a user name. */
  takesWords?: boolean;
}

/** Parses texts as the product's input; null if it refuses them. */
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

/**
 * Measures how well a column fits a field; other fields come from the row, or else the example.
 * @param isOpen whether malformed values and bare words count: only if the column is named like the
 * field, has no name or is the only one. In other columns amounts would pass as phone numbers,
 * remarks with an @ as email addresses, and companies as user names
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
    const known = input && knownFit(input[field], text);
    if (!known) {
      left -= 1;
      // MIN_FIT is out of reach, whatever follows.
      if (left < 0) break;
      continue;
    }
    const { valid, possible, isFaulty } = known;
    values[row] = JSON.stringify(input[field]);
    if ((isFaulty || (reader.takesWords && BARE_WORD.test(text))) && !isOpen) continue;
    fit.read += share;
    if (possible) fit.possible += share;
    if (valid) fit.valid += share;
  }
  return { ...fit, values };
}

/** Neither an address nor marked as a user name. */
const BARE_WORD = /^[^\s/@:]+$/;

/** Sample that only a free-text field accepts. */
const ANY_TEXT = 'any text';

/** Whether these columns let the product look up most of the first rows. */
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

/** The columns whose share is close to the best; none if the best is low. */
function bestColumns(shares: readonly number[]): number[] {
  const least = Math.max(MIN_FIT, Math.max(...shares) - NEAR_FIT);
  return [...shares.keys()].filter((at) => (shares[at] ?? 0) >= least);
}

/** The columns that satisfy a rule; all of them if none does. */
function preferred(columns: readonly number[], keeps: (at: number) => boolean): readonly number[] {
  const kept = columns.filter(keeps);
  return kept.length > 0 ? kept : columns;
}

/** Among columns with like names, one with so few distinct cells belongs to the list's owner. */
const MAX_REPEATED = 0.8;

/** A column that is empty in half of the rows supplements another: `Alternate Phone`. */
const MAX_SPARSE = 0.5;

const filledShare = (column: TableColumn): number =>
  filledCells(column).length / (column.samples.length || 1);

/**
 * Whether nearly every cell of a column is empty or repeats another column's, as in `Shipping
 * Phone` after `Billing Phone`.
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
 * Picks among columns that fit alike: by its name not a further value, or else the main one, not
 * one cell throughout, and of numbered ones the first. Undefined if several remain.
 */
function leadingOf(
  among: readonly number[],
  columns: readonly TableColumn[],
  looked: readonly TableColumn[],
): number | undefined {
  const nameOf = (at: number) => columns[at]?.name ?? '';
  const first = preferred(among, (at) => !isFurther(nameOf(at)));
  const main = preferred(first, (at) => isMain(nameOf(at)));
  const varied = preferred(main, (at) => new Set(filledCells(looked[at] as TableColumn)).size > 1);
  const [one, ...others] = varied
    .map((at) => ({ at, ...numberedName(nameOf(at)) }))
    .sort((a, b) => a.number - b.number);
  const isNext = ({ at, stem, number }: (typeof others)[number]) =>
    nameOf(at) !== unnamedColumn(at) && stem === one?.stem && number > one.number;
  return others.every(isNext) ? one?.at : undefined;
}

/**
 * Picks the column of a field among candidates: the one with the field's name (unless the name is
 * only a kind such as `Mobile` among several, or another's too), else the only one whose cells are
 * distinct, filled, not a counter and not a repetition of another column. Undefined if several
 * remain.
 * @param looked the columns with their cells as parsed
 * @param isText whether the field accepts any text, so that only names can decide
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
  if (among.length === 1 && (!isText || candidates.length === 1)) return among[0];
  const named = calledColumns(names, called).filter(({ at }) => among.includes(at));
  const isVague = isText && named[0] && isKind(names[named[0].at] ?? '', called);
  const parts = isVague ? named.filter(({ isWhole }) => !isWhole) : [];
  const chosen = parts.length > 0 ? parts : named;
  const [first, ...others] = chosen;
  const firstName = names[first?.at ?? -1] ?? '';
  const isAlike = ({ at }: { at: number }) => lettersOf(names[at] ?? '') === lettersOf(firstName);
  const isOpen =
    others.length > 0 &&
    (!first?.isWhole || (!isText && isKind(firstName, called)) || others.some(isAlike));
  if (first ? !isOpen : isText) return first?.at;
  const rest = first ? chosen.map(({ at }) => at) : among;
  const columnAt = (at: number) => columns[at] as TableColumn;
  const lookedAt = (at: number) => looked[at] as TableColumn;
  const given = rest.filter((at) => !isRepeated(lookedAt(at)));
  const full = preferred(given, (at) => filledShare(columnAt(at)) > MAX_SPARSE);
  const shareOf = (at: number) => differingShare(lookedAt(at));
  const least = MAX_REPEATED * Math.max(...full.map(shareOf));
  // Without names, or with like ones, only the cells can decide.
  const isLike = first !== undefined || rest.every((at) => names[at] === unnamedColumn(at));
  const varied = full.filter((at) => !isLike || shareOf(at) > least);
  const uncounted = preferred(varied, (at) => !isCounter(columnAt(at)));
  const apart = uncounted.filter((at) => !repeatsAnother(at, uncounted, looked));
  return leadingOf(apart, columns, looked) ?? chosenKind(apart, names, called);
}

/**
 * Picks by name: the whole one, unless it is `Number` above shorter ones, or of numbers of an
 * unknown country the only or first part.
 */
function calledWithout(columns: readonly TableColumn[], called: FieldNames): number | undefined {
  const names = columns.map(({ name }) => name);
  const among = calledColumns(names, called).filter(({ at }) => !isAside(names[at] ?? '', called));
  const lines = among.map(({ at }) => at).filter((at) => areLines(columns[at] as TableColumn));
  const isLine = (at: number) => namesPhone(names[at] ?? '') || lines.includes(at);
  const whole = among.find(({ at, isWhole }) => isWhole && (!called.isPhone || isLine(at)))?.at;
  const isNone = whole !== undefined || !called.isPhone || lines.length === 0;
  return isNone ? whole : leadingOf(lines, columns, columns);
}

/**
 * Guesses which columns hold which fields, for a person to confirm. The main field is the column
 * whose cells the product can read. If several fit, the name decides; if none fits, only a
 * name does; a single column is always the main field. Other fields need both a matching name and
 * fitting cells.
 * @param country default country of the organization
 */
export function fitColumns(
  columns: readonly TableColumn[],
  product: AnyProduct,
  country: string | undefined,
): Map<string, number> {
  const main = mainField(product);
  const names = columns.map(({ name }) => name);
  const mainNames = columnNamesAmong(names, main, product);
  const only = columns.length === 1 ? 0 : undefined;
  const isPhone = mainNames.isPhone && only === undefined;
  const mainCalled = calledColumns(names, mainNames).map(({ at }) => at);
  const called = new Set(mainCalled);
  const mainFirst = mainCalled.find((at) => !isAside(names[at] ?? '', mainNames));
  // The country of something else than the phone number would change how the number is read.
  const things = isPhone ? [] : THINGS;
  const fields = inputFields(product);
  const plain = { product, fields, country };
  const isRead = (sample: string) => fitOf({ name: '', samples: [sample] }, main, plain).read === 1;
  const isText = isRead(ANY_TEXT);
  const reader = { ...plain, takesWords: !isText && isRead(ANY_TEXT.replace(' ', '')) };
  const others = fields.flatMap(({ name: field }) => {
    if (field === main) return [];
    const own = columnNamesOf(field, product);
    const named = [
      ...besideColumns(names, mainFirst, mainNames, own),
      ...calledColumns(names, own, things).map(({ at }) => at),
    ];
    return [{ field, own, named: named.filter((at) => !isAside(names[at] ?? '', own)) }];
  });
  const guesses = new Map<string, number>();
  for (const { field, named } of others) {
    const free = named.find((at) => ![...guesses.values()].includes(at));
    if (free !== undefined) guesses.set(field, free);
  }
  const guessed = textsOf(columns, [...guesses]);
  const fits = columns.map((column, at) => {
    const isBare = column.name === unnamedColumn(at);
    if (isNone(column.name, mainNames) || (isPhone && arePostalCodes(column))) return NO_FIT;
    const rest = [...guesses].filter(([, guess]) => guess !== at);
    const beside = rest.length < guesses.size ? textsOf(columns, rest) : guessed;
    const isOpen = only !== undefined || called.has(at) || isBare;
    const fit = fitOf(column, main, reader, beside, isOpen);
    const isDoubtful = isPersonsNumber(column.name) || (isBare && !areLines(column));
    return isPhone && isDoubtful && fit.valid < 1 - NEAR_FIT ? NO_FIT : fit;
  });
  const looked = fits.map(({ values }, at) => ({ name: names[at] ?? '', samples: values }));
  // Beside a column called so, one about something else is none: versions beside addresses.
  const isElse = (at: number) => isAside(names[at] ?? '', mainNames);
  const isSure = (at: number) =>
    !isText &&
    (!isPhone || called.has(at) || filledCells(columns[at] as TableColumn)[0]?.[0] === '+');
  const hasVaried = fits.some(
    ({ valid }, at) => valid > 1 - NEAR_FIT && isSure(at) && !isRepeated(looked[at] as TableColumn),
  );
  // One value throughout is the list's owner's; in different cells, something else of one site.
  const isOfOne = (at: number) =>
    only === undefined &&
    isRepeated(looked[at] as TableColumn) &&
    (hasVaried || !((isText || called.has(at)) && isRepeated(columns[at] as TableColumn)));
  const isOwn = (at: number) => called.has(at) && !isElse(at) && !isOfOne(at);
  const hasOwn = fits.some(({ read }, at) => isOwn(at) && read >= MIN_FIT);
  const telling = fits.map((fit, at) => (isOfOne(at) || (hasOwn && isElse(at)) ? NO_FIT : fit));
  const best = FITS.map((how) => bestColumns(telling.map((fit) => fit[how])));
  const fitting = best.find((found) => found.length > 0);
  const areUsers = (at: number) => areUserNames(columns[at] as TableColumn);
  const isFree = (at: number) => called.has(at) || ![...guesses.values()].includes(at);
  const free = fitting && preferred(fitting, isFree);
  const likeliest = free
    ? (calledOf(
        free.some((at) => called.has(at)) ? free : preferred(free, areUsers),
        ...([columns, looked, mainNames, isText] as const),
      ) ?? (isText && main === 'name' ? companyColumn(columns) : undefined))
    : (only ?? calledWithout(columns, mainNames));
  const isFilled = (at: number) => filledShare(columns[at] as TableColumn) > MAX_SPARSE;
  // Few cells may fit by coincidence, where most rows have their value in a column called so.
  const outdoing =
    likeliest === undefined || isFilled(likeliest)
      ? []
      : [...called].filter(
          (at) =>
            isFilled(at) &&
            !isAside(names[at] ?? '', mainNames) &&
            (fits[at]?.read ?? 0) >= MIN_FIT,
        );
  const [outdone = likeliest] = outdoing;
  const chosen = outdoing.length > 1 ? undefined : outdone;
  const fitted = new Map<string, number>(chosen === undefined ? [] : [[main, chosen]]);
  for (const { field, own, named } of others) {
    const found = [...besideColumns(names, chosen, mainNames, own), ...named].find((at) => {
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
