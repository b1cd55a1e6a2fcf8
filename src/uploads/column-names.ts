import { numberLabelOf } from '../domain/phone/phone-labels.ts';
import {
  type Dialect,
  headRows,
  MIN_CLEAR_VALUES,
  type SeparatorId,
  sniffDialect,
} from '../lib/csv-dialect.ts';
import { CLEAR_VALUE } from '../lib/csv-readings.ts';
import { foldText, lettersOf } from '../lib/text.ts';
import type { AnyProduct } from '../lookup/product.ts';
import columnNames from './column-names.json' with { type: 'json' };

/** Folded words of a name: `phoneNumber` and `phone_number` become `phone number`. */
const wordsOf = (name: string): string => foldText(name.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 '));

/** Usual names of a field's column: whole names, likeliest first, and parts of longer names. */
interface ColumnNames {
  whole: readonly string[];
  part?: RegExp;
  /** Whole names that denote only a kind, such as `Mobile`, and do not decide between kinds. */
  kind?: RegExp;
  /** Name parts of the kind to take if a row has several kinds: `Mobile` beside `Home`. */
  chosen?: RegExp;
  /** Name parts of columns about another person than the row's subject: `Assignee email`. */
  aside?: RegExp;
  /** Name parts of columns whose cells only look like values: versions like addresses. */
  none?: RegExp;
}

const nameExpression = (source: string): RegExp => new RegExp(source.normalize('NFKD'), 'u');

interface Vocabulary {
  whole: string[];
  part?: string;
  kind?: string;
  chosen?: string;
  aside?: string;
  none?: string;
}

/** By field, or by product and field; a string refers to another field with the same names. */
const COLUMN_NAMES: ReadonlyMap<string, ColumnNames | string> = new Map(
  Object.entries<Vocabulary | string>(columnNames).map(
    ([field, names]): [string, ColumnNames | string] => {
      if (typeof names === 'string') return [field, names];
      const { whole, part, kind, chosen, aside, none } = names;
      const expressions = {
        ...(part !== undefined && { part: nameExpression(part) }),
        ...(kind !== undefined && { kind: nameExpression(kind) }),
        ...(chosen !== undefined && { chosen: nameExpression(chosen) }),
        ...(aside !== undefined && { aside: nameExpression(aside) }),
        ...(none !== undefined && { none: nameExpression(none) }),
      };
      return [field, { whole: whole.map(lettersOf), ...expressions }];
    },
  ),
);

const NAMELESS: ColumnNames = { whole: [] };
const PHONE_FIELD = 'phone_number';

/** Usual column names of a field; the field's own name comes first unless it is listed later. */
export function columnNamesOf(
  field: string,
  product?: AnyProduct,
): ColumnNames & { isPhone: boolean } {
  const own = COLUMN_NAMES.get(`${product?.bulk}.${field}`) ?? COLUMN_NAMES.get(field) ?? NAMELESS;
  const names = typeof own === 'string' ? (COLUMN_NAMES.get(own) as ColumnNames) : own;
  const isPhone = own === PHONE_FIELD || field === PHONE_FIELD;
  const isListed = names.whole.includes(lettersOf(field));
  const whole = isListed ? names.whole : [lettersOf(field), ...names.whole];
  return { ...names, whole, isPhone };
}

/** Columns of exports of maps and of accounts, in which a title is the name of a business. */
const TITLED_COLUMNS = new Set(
  (
    'place id|placeid|cid|rating|stars|total score|review|reviews|review count|reviews count|' +
    'maps url|maps link|google maps url|google maps link|cuenta|subcuenta|saldo|compte|solde|konto|' +
    'kontonummer|conto|cif|nif|siret|p iva|partita iva|ust id nr|ust idnr'
  ).split('|'),
);
const TITLES = ['title', 'titulo', 'intitule', 'intestazione', 'kontobezeichnung', 'bezeichnung'];

/** Usual names of a field's column in a table with these columns. */
export function columnNamesAmong(
  names: readonly string[],
  field: string,
  product: AnyProduct,
): ReturnType<typeof columnNamesOf> {
  const called = columnNamesOf(field, product);
  const isTitled = field === 'name' && names.some((name) => TITLED_COLUMNS.has(wordsOf(name)));
  return isTitled ? { ...called, whole: [...called.whole, ...TITLES] } : called;
}

/** Names of columns with other numbers that products would read: fax numbers and row ids. */
const NO_LINE = nameExpression('fax|факс|传真|팩스|\\bid\\b');
const CALLER_ID = /\bcaller id\b/;

/** The kind of number that a column name denotes, read like a label before a number. */
const labelOf = (name: string) => numberLabelOf(`${name.replaceAll('_', ' ')}: `, '');

/** Words for the owner or place of a line, which do not decide between several columns. */
const HOLDERS = /^(?:office|reception|emergency|standard|contact)$/;

const isCalledLine = (name: string): boolean =>
  labelOf(name) === 'phone' && !HOLDERS.test(wordsOf(name));

/** Whether a name denotes a phone number, unlike `Number`. */
export const namesPhone = (name: string): boolean =>
  columnNamesOf(PHONE_FIELD).part?.test(wordsOf(name)) === true;

/** Names of measures and times, whose figures may have the length of a number. */
const MEASURES = new Set(
  (
    'timestamp date time lat latitude lon lng longitude amount price balance population quantity ' +
    'revenue salary budget qty stock inventory bestand lagerbestand menge anzahl quantite ' +
    'cantidad existencias quantidade quantita giacenza aantal voorraad ilosc stan antal miktar adet ' +
    'stok количество остаток 数量 库存 在庫 수량 재고'
  ).split(' '),
);

/** Names of times: `created_at`; not `Reached at`. */
const TIMED = new RegExp(
  '\\b(?:(?:creat|updat|modifi|add|delet|remov|open|clos|start|end|finish|complet|process|receiv|' +
    'import|export|register|subscrib|sign|join|verifi|confirm|publish|schedul|approv|cancel|' +
    'archiv|activat|expir)ed|sign(?:ed)? up|last seen|sent|paid) (?:at|on)$',
);

/** Names of a person's id or line, which the cells decide: `Customer No.` */
const PERSONS = 'buyer client customer guest member passenger patient subscriber tenant user';
const PERSONS_NUMBER = new RegExp(`^(?:${PERSONS.replaceAll(' ', '|')}) (?:no|nr|num|number)$`);
export const isPersonsNumber = (name: string): boolean => PERSONS_NUMBER.test(wordsOf(name));

/** Whether a name denotes another identifier: `Order Number`, `Invoice`; not `Tel-Nr`. */
const isIdentifier = (name: string): boolean =>
  (labelOf(name) === 'other' ||
    MEASURES.has(wordsOf(name).split(' ').at(-1) ?? '') ||
    TIMED.test(wordsOf(name))) &&
  !CALLER_ID.test(wordsOf(name)) &&
  !isPersonsNumber(name) &&
  !namesPhone(name);

/** Whether cells of a column with this name are never values of the field. */
export const isNone = (name: string, { isPhone, none }: FieldNames): boolean =>
  (isPhone && isIdentifier(name)) ||
  (none?.test(wordsOf(name)) === true && !(isPhone && namesPhone(name)));

const isNoLine = (name: string): boolean =>
  !CALLER_ID.test(wordsOf(name)) &&
  (NO_LINE.test(wordsOf(name)) || labelOf(name) === 'fax' || isIdentifier(name));

export type FieldNames = ReturnType<typeof columnNamesOf>;

export const isAside = (name: string, { isPhone, whole, aside }: FieldNames): boolean =>
  (isPhone && isNoLine(name)) ||
  (aside?.test(wordsOf(name)) === true && !whole.includes(lettersOf(name)));

/** Qualifiers of names such as `Billing City` and `Supplier Name`, likeliest first. */
export const THINGS = (
  'company business organization organisation registered legal hq headquarters primary main ' +
  'billing physical home residence residential subject office site store shop property mailing shipping delivery supplier vendor ' +
  'merchant employer partner account client customer'
).split(' ');

/** Words for a further value of a row, of several of one kind: `Secondary Email`. */
const FURTHER = new Set(
  (
    'alt alternate alternative secondary second other additional backup recovery 2nd zweit zweite ' +
    'weitere autre otro altro outro drugi'
  ).split(' '),
);

/** Words for the first of several values of a row: `Phone (Main)`, or who orders and pays. */
const MAIN = nameExpression(
  '\\b(?:main|primary|preferred|default|principale?|haupt|prioritaire|glowny|hlavni' +
    '|bill(?:ing|ed)?|buyers?|purchasers?|orderer|facturacion|compradora?|acheteu\\w+|acquirente)\\b' +
    '|rechnung|besteller|kaufer|factur|fattur|fatura|faktur|kupujac|kopare|kober|bestiller' +
    '|покупател|заказчик|плательщик|注文者|購入者|請求先|订购人|买家|买方|訂購人|주문자|구매자|청구',
);

const hasAny = (name: string, words: ReadonlySet<string>): boolean =>
  wordsOf(name)
    .split(' ')
    .some((word) => words.has(word));

export const isMain = (name: string): boolean => MAIN.test(wordsOf(name));
export const isFurther = (name: string): boolean => hasAny(name, FURTHER);

/** A name without its number, and the number: `Phone 2`; 1 without one. */
export function numberedName(name: string): { stem: string; number: number } {
  const [, stem = '', digits = '1'] = /^(.*?\D) ?(\d{1,2})?$/.exec(wordsOf(name)) ?? [];
  return { stem: stem.trim(), number: Number(digits) };
}

/** Whether a column's name denotes only a kind of the field. */
export const isKind = (name: string, { kind }: FieldNames): boolean =>
  kind?.test(wordsOf(name)) === true;

/** Of columns with several kinds of a value, the only one of the kind to take. */
export function chosenKind(
  among: readonly number[],
  names: readonly string[],
  { chosen }: FieldNames,
): number | undefined {
  const [one, ...others] = among.filter((at) => chosen?.test(wordsOf(names[at] ?? '')));
  return others.length === 0 ? one : undefined;
}

/** Columns whose name matches a field: fully, with a qualifier, then in part. */
export function calledColumns(
  names: readonly string[],
  { whole, part, isPhone }: FieldNames,
  things: readonly string[] = THINGS,
): { at: number; isWhole: boolean }[] {
  const letters = names.map(lettersOf);
  const columns = names.map((name, at) => ({ at, name, words: wordsOf(name) }));
  const wholes = new Set(whole.map((name) => letters.indexOf(name)).filter((at) => at >= 0));
  const rest = columns.filter(
    ({ at, name }) => !wholes.has(at) && !(isPhone && (isNoLine(name) || isPersonsNumber(name))),
  );
  const ofThings = things.flatMap((thing) =>
    rest.filter(
      ({ words }) =>
        words.startsWith(`${thing} `) && whole.includes(lettersOf(words.slice(thing.length))),
    ),
  );
  const inPart = rest.filter(
    ({ at, name, words }) =>
      part?.test(words) || part?.test(letters[at] ?? '') || (isPhone && isCalledLine(name)),
  );
  return [
    ...[...wholes].map((at) => ({ at, isWhole: true })),
    ...[...new Set([...ofThings, ...inPart])].map(({ at }) => ({ at, isWhole: false })),
  ];
}

/** Columns whose full name matches a field. */
export function namedColumns(
  names: readonly string[],
  fields: readonly string[],
): ReadonlyMap<string, number> {
  const named = new Map<string, number>();
  for (const field of fields) {
    const [first] = calledColumns(names, columnNamesOf(field));
    if (first?.isWhole && ![...named.values()].includes(first.at)) named.set(field, first.at);
  }
  return named;
}

/** Whether a name is usual for a column of some field. */
const isUsual = (name: string): boolean =>
  [...COLUMN_NAMES.keys()].some((field) => {
    const [called] = calledColumns([name], columnNamesOf(field));
    return called !== undefined && (called.isWhole || !/\s\S/.test(name.trim()));
  });

/**
 * Detects a list's dialect. The first line of a list of words is one of them, unless it is a usual
 * name of a column: nothing else tells a name from a value.
 */
export function listDialect(text: string, isWhole: boolean, known?: SeparatorId): Dialect {
  const dialect = sniffDialect(text, isWhole, known);
  if (!dialect.hasHeader || dialect.titleRows) return dialect;
  const [[name = ''] = [], ...below] = headRows(text, dialect.separator, isWhole);
  const clear = below.filter(([cell = '']) => CLEAR_VALUE.test(cell));
  const isWords =
    below.every(({ length }) => length <= 1) && clear.length < MIN_CLEAR_VALUES * below.length;
  return isWords && !isUsual(name) ? { ...dialect, hasHeader: false } : dialect;
}

/** Columns that share their first words with the main one: `Situs City` beside `Situs Address`. */
export function besideColumns(
  names: readonly string[],
  main: number | undefined,
  { whole: mainWhole }: FieldNames,
  { whole }: FieldNames,
): number[] {
  const words = wordsOf(names[main ?? -1] ?? '').split(' ');
  const isMainName = (from: number) => mainWhole.includes(lettersOf(words.slice(from).join('')));
  const from = [...words.keys()].slice(1).find(isMainName) ?? words.length - 1;
  const thing = `${words.slice(0, from).join(' ')} `;
  const isCalled = (name: string) =>
    name.startsWith(thing) && whole.includes(lettersOf(name.slice(thing.length)));
  return from < 1 ? [] : [...names.keys()].filter((at) => isCalled(wordsOf(names[at] ?? '')));
}

/** Bytes read to detect a file's format, and the limit if they contain few lines. */
export const HEAD_BYTES = 16_384;
const MAX_HEAD_BYTES = 4 * HEAD_BYTES;

/** Line ends needed to tell a header from the rows below it. */
const HEAD_LINES = 3;
const LINE_FEED = 0x0a;

export const lineFeedsIn = (bytes: Uint8Array): number =>
  bytes.filter((byte) => byte === LINE_FEED).length;

/** Number of bytes to read for format detection. @param lineFeeds line feeds seen so far */
export const headBytes = (lineFeeds: number): number =>
  lineFeeds < HEAD_LINES ? MAX_HEAD_BYTES : HEAD_BYTES;
