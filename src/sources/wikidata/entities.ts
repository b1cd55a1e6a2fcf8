import * as z from 'zod';
import { part, text } from '../upstream/fields.ts';
import type { VendorCall } from '../upstream/from-upstream.ts';
import { MAX_LAG, WIKIDATA_API } from './client.ts';
import { statements } from './statements.ts';

/** The interface takes as many ids in one request. */
const MAX_IDS = 50;
const MAX_HITS = 3;
/** Pages of large companies have thousands of statements. */
const MAX_ENTITY_BYTES = 8 * 1_048_576;

const query = { format: 'json', maxlag: MAX_LAG };
const labels = part({ en: part({ value: text }) });

const search = z.object({
  query: z.object({ search: z.array(z.object({ title: z.string().regex(/^Q\d+$/) })) }),
});

/** Objects by names that are not ours. */
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
  ...['P31', 'P856', 'P452', 'P1128', 'P2139', 'P571', 'P159', 'P17', 'P414', 'P4264', 'P1278'],
  ...['P5531', 'P6634', 'P108', 'P39', 'P106', 'P69'],
] as const;

type Property = (typeof PROPERTIES)[number];

const claims = z.object(
  Object.fromEntries(PROPERTIES.map((name) => [name, statements])) as {
    [Name in Property]: typeof statements;
  },
);

const described = z.object({ entities: byId(z.object({ labels, claims })) });

/** An item with what is read of it. */
export interface Item {
  id: string;
  /** English, or the one name it has in all languages. */
  label: string | null;
  claims: z.output<typeof claims>;
}

/** The items a search of statements finds, best first. @param statement as `haswbstatement:` takes it */
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
  // Names that are the same in every language are stored once, for all of them.
  languagefallback: 1,
});

/** Items by their ids, at most fifty; one that is not there is left out. */
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

/** Names of items, in one request. An item without a name, or beyond the fiftieth, is not in the answer. */
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
