import * as z from 'zod';
import { listOf, number, part, parts, text } from '../../lib/loose-fields.ts';
import type { VendorCall } from '../upstream/vendor-source.ts';
import { MAX_LAG, WIKIDATA_API } from './client.ts';

/** Item `{id}`, time `{time, precision}`, quantity `{amount, unit}`, or text. */
const snakValue = z
  .union([
    z.string(),
    z.object({ id: text, time: text, precision: number, amount: text, unit: text }),
  ])
  .nullable()
  .catch(null);

const snak = { snaktype: text, datavalue: part({ value: snakValue }) };
const qualifiers = part({
  /** Exchange symbol. */
  P249: parts(snak),
  /** Start, end, point in time. */
  P580: parts(snak),
  P582: parts(snak),
  P585: parts(snak),
});

/** Statements of a property; invalid ones are left out. */
const statements = parts({ rank: text, mainsnak: part(snak), qualifiers });

export type WikidataStatement = z.output<typeof statements>[number];
type Qualifier = 'P249' | 'P580' | 'P582' | 'P585';
type Value = z.output<typeof snakValue>;

const DAY = 11;
const MONTH = 10;
const YEAR = 9;
/** Time of the common era in the data model; an unknown month or day is 00. */
const TIME = /^\+(\d{4})-(\d\d)-(\d\d)T/;

/** YYYY, YYYY-MM or YYYY-MM-DD, as precise as stated; null if vaguer than a year. */
export function valueTime(value: Value | undefined): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const [, year, month, day] = TIME.exec(value.time ?? '') ?? [];
  const precision = value.precision ?? YEAR;
  if (year === undefined || precision < YEAR) return null;
  if (precision < MONTH || month === '00') return year;
  return precision < DAY || day === '00' ? `${year}-${month}` : `${year}-${month}-${day}`;
}

/** Value of a statement; undefined without one, and for "no value" and "some value". */
export const mainValue = (statement?: WikidataStatement): Value | undefined =>
  (statement?.mainsnak?.snaktype === 'value' && statement.mainsnak.datavalue?.value) || undefined;

export const qualifier = (statement: WikidataStatement | undefined, property: Qualifier) =>
  statement?.qualifiers?.[property][0]?.datavalue?.value;

/** Whether the statement has an end, also on an unknown day (`somevalue`); `novalue` means none. */
const hasEnded = ({ qualifiers }: WikidataStatement): boolean =>
  qualifiers?.P582.some(({ snaktype }) => snaktype === 'value' || snaktype === 'somevalue') ??
  false;

export const pointInTime = (statement?: WikidataStatement): string | null =>
  valueTime(qualifier(statement, 'P585'));

const byTime =
  (timeAt: (statement: WikidataStatement) => string | null) =>
  (one: WikidataStatement, other: WikidataStatement): number =>
    (timeAt(other) ?? '').localeCompare(timeAt(one) ?? '');

/** Statements that have a value and are not deprecated. */
export const notDeprecated = (all: readonly WikidataStatement[]): WikidataStatement[] =>
  all.filter((one) => one.rank !== 'deprecated' && mainValue(one) !== undefined);

/** Statements that are neither deprecated nor ended. */
export const notEnded = (all: readonly WikidataStatement[]): WikidataStatement[] =>
  notDeprecated(all).filter((one) => !hasEnded(one));

/** Current statements: only preferred ones if there are any; newest first. */
export function current(all: readonly WikidataStatement[]): WikidataStatement[] {
  const holding = notEnded(all);
  const preferred = holding.filter(({ rank }) => rank === 'preferred');
  return (preferred.length > 0 ? preferred : holding).sort(byTime(pointInTime));
}

/** Current roles, the latest start first. */
export const latestStarted = (all: readonly WikidataStatement[]): WikidataStatement[] =>
  current(all).sort(byTime((one) => valueTime(qualifier(one, 'P580'))));

export const valueText = (value: Value | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const ITEM = /^Q\d{1,12}$/;

/** Item that a statement leads to. */
export function statementItemId(statement?: WikidataStatement): string | null {
  const value = mainValue(statement);
  const id = (typeof value === 'object' && value?.id) || '';
  return ITEM.test(id) ? id : null;
}

/** Quantity and the item of its unit; `1` means no unit. */
export function valueQuantity(
  value: Value | undefined,
): { amount: number; unit: string | null } | null {
  if (typeof value !== 'object' || value === null || value.amount === null) return null;
  const amount = Number(value.amount);
  if (!Number.isFinite(amount)) return null;
  return { amount, unit: /\/(Q\d{1,12})$/.exec(value.unit ?? '')?.[1] ?? null };
}

/** Limit of ids in one request. */
const MAX_IDS = 50;
const MAX_HITS = 3;
/** Items of large companies have thousands of statements. */
const MAX_ENTITY_BYTES = 8 * 1_048_576;

const query = { format: 'json', maxlag: MAX_LAG };
const labels = part({ en: part({ value: text }) });

const search = z.object({
  query: z.object({ search: listOf(z.object({ title: z.string().regex(/^Q\d+$/) })) }),
});

/** Entities by id; invalid ones are left out. */
const byId = <Entity extends z.ZodType>(entity: Entity) =>
  z.looseObject({}).transform((all) => new Map(readEach(entity, all)));

function* readEach<Entity extends z.ZodType>(
  entity: Entity,
  all: object,
): Generator<[string, z.output<Entity>]> {
  for (const [id, value] of Object.entries(all)) {
    const read = entity.safeParse(value);
    if (read.success) yield [id, read.data];
  }
}

const labelled = z.object({ entities: byId(z.object({ labels })) });

const PROPERTIES = [
  'P31',
  'P856',
  'P452',
  'P1128',
  'P2139',
  'P571',
  'P159',
  'P17',
  'P414',
  'P4264',
  'P1278',
  'P5531',
  'P6634',
  'P108',
  'P39',
  'P106',
  'P69',
] as const;

const claims = z.object(
  Object.fromEntries(PROPERTIES.map((name) => [name, statements])) as {
    [Name in (typeof PROPERTIES)[number]]: typeof statements;
  },
);

const described = z.object({ entities: byId(z.object({ labels, claims })) });

export interface Item {
  id: string;
  /** English, or the name for all languages. */
  label: string | null;
  claims: z.output<typeof claims>;
}

/** Items that have a statement, best first. @param statement in the form of `haswbstatement:` */
export async function findItems(statement: string, call: VendorCall): Promise<Item[]> {
  const found = await call({
    host: WIKIDATA_API,
    path: '/w/api.php',
    query: {
      ...query,
      action: 'query',
      list: 'search',
      srnamespace: 0,
      srlimit: MAX_HITS,
      srsearch: `haswbstatement:${statement}`,
    },
    schema: search,
  });
  const ids = found?.query.search.map(({ title }) => title) ?? [];
  return ids.length === 0 ? [] : readItems(ids, call);
}

const entityQuery = (ids: readonly string[]) => ({
  ...query,
  action: 'wbgetentities',
  ids: ids.join('|'),
  languages: 'en',
  // A name that is the same in every language is stored once, for all of them.
  languagefallback: 1,
});

/** Items by id, at most fifty; missing ones are left out. */
export async function readItems(ids: readonly string[], call: VendorCall): Promise<Item[]> {
  const found = await call({
    host: WIKIDATA_API,
    path: '/w/api.php',
    query: { ...entityQuery(ids), props: 'labels|claims' },
    schema: described,
    maxBytes: MAX_ENTITY_BYTES,
  });
  return ids.flatMap((id) => {
    const item = found?.entities.get(id);
    return item ? [{ id, label: item.labels?.en?.value ?? null, claims: item.claims }] : [];
  });
}

/** Names of items, in one request. Items without a name, or after the fiftieth, are left out. */
export async function readLabels(
  ids: readonly (string | null)[],
  call: VendorCall,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null).slice(0, MAX_IDS);
  if (wanted.length === 0) return new Map();
  const found = await call({
    host: WIKIDATA_API,
    path: '/w/api.php',
    query: { ...entityQuery(wanted), props: 'labels' },
    schema: labelled,
  });
  return new Map(
    [...(found?.entities ?? [])].flatMap(([id, { labels: names }]): [string, string][] => {
      const name = names?.en?.value ?? null;
      return name === null ? [] : [[id, name]];
    }),
  );
}
