import * as z from 'zod';
import type { Upstream, UpstreamVerdict } from '../upstream/upstream.ts';

export const WIKIDATA_API = 'www.wikidata.org';
export const WIKIDATA_QUERY = 'query.wikidata.org';

/** Opt-in to searches of companies, which cost the query service more than other queries. */
export const SPARQL_SEARCH = 'SPARQL_SEARCH';

const refusal = z.object({ error: z.object({ code: z.string() }) });

/** Verdicts by error code (mediawiki.org, API:Errors), with HTTP 200; `later` for others. */
const VERDICTS: ReadonlyMap<string, UpstreamVerdict> = new Map([
  ['ratelimited', 'quota'],
  ['no-such-entity', 'none'],
]);

/**
 * Facts about companies and notable people, CC0. Requests are serial and wait while the servers lag
 * (mediawiki.org, API:Etiquette); dumps are available for bulk use.
 */
export const WIKIDATA: Upstream = {
  name: 'WIKIDATA',
  hosts: [WIKIDATA_API, WIKIDATA_QUERY],
  hostInPath: true,
  adds: "`1` lets account-search ask Wikidata's query service",
  optIn: SPARQL_SEARCH,
  // The etiquette asks for serial requests and states no rate; this one only limits a host that
  // answers at once.
  pace: { limit: 50, perMs: 1_000, serial: true, notInBulk: true },
  envelope(body) {
    const code = refusal.safeParse(body).data?.error.code;
    if (code === undefined) return undefined;
    return VERDICTS.get(code) ?? 'later';
  },
};

/** Replication lag in seconds from which requests back off (`maxlag`). */
export const MAX_LAG = 5;
