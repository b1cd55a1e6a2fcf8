import * as z from 'zod';
import type { Upstream, UpstreamVerdict } from '../upstream/upstream.ts';

export const WIKIDATA_API = 'www.wikidata.org';
export const WIKIDATA_QUERY = 'query.wikidata.org';

/** Opts in to searches of companies, which cost the query service more than other questions. */
export const SPARQL_SEARCH = 'SPARQL_SEARCH';

const refusal = z.object({ error: z.object({ code: z.string() }) });

/** What the interface's error codes mean (mediawiki.org, API:Errors); they come with HTTP 200. */
const VERDICTS: ReadonlyMap<string, UpstreamVerdict> = new Map([
  ['maxlag', 'later'],
  ['readonly', 'later'],
  ['ratelimited', 'quota'],
  ['no-such-entity', 'none'],
]);

/**
 * Facts of companies and notable people, CC0. Requests go one after another and wait while the
 * servers are behind (mediawiki.org, API:Etiquette); for bulk use there are dumps.
 */
export const WIKIDATA: Upstream = {
  name: 'WIKIDATA',
  hosts: [WIKIDATA_API, WIKIDATA_QUERY],
  hostInPath: true,
  adds: "`1` lets account-search ask Wikidata's query service",
  reads: [SPARQL_SEARCH],
  // They ask for one request after another and name no rate; this one only bounds a host that
  // answers at once.
  pace: { limit: 50, perMs: 1_000, serial: true, notInBulk: true },
  envelope(body) {
    const code = refusal.safeParse(body).data?.error.code;
    if (code === undefined) return undefined;
    return VERDICTS.get(code) ?? (code.startsWith('internal_api_error') ? 'later' : 'broken');
  },
};

/** Replication lag in seconds from which requests back off (`maxlag`). */
export const MAX_LAG = 5;
