import * as z from 'zod';
import type { Upstream, Verdict } from '../upstream/upstream.ts';

export const WIKIDATA_API = 'www.wikidata.org';
export const WIKIDATA_QUERY = 'query.wikidata.org';

const refusal = z.object({ error: z.object({ code: z.string() }) });

/** What the interface's error codes mean (mediawiki.org, API:Errors and warnings); they come with HTTP 200. */
const VERDICTS: ReadonlyMap<string, Verdict> = new Map([
  ['maxlag', 'later'],
  ['readonly', 'later'],
  ['ratelimited', 'quota'],
  ['no-such-entity', 'none'],
]);

/**
 * Facts of companies and notable people, CC0. Requests go one after another and wait while the servers are behind
 * (mediawiki.org, API:Etiquette); whoever wants many is asked to take the dumps.
 */
export const WIKIDATA: Upstream = {
  name: 'WIKIDATA',
  hosts: [WIKIDATA_API, WIKIDATA_QUERY],
  hostInPath: true,
  pace: { limit: 5, perMs: 1_000, serial: true, notInBulk: true },
  envelope(body) {
    const code = refusal.safeParse(body).data?.error.code;
    if (code === undefined) return undefined;
    return VERDICTS.get(code) ?? (code.startsWith('internal_api_error') ? 'later' : 'broken');
  },
};

/** Seconds the servers may be behind before they are left alone. */
export const MAX_LAG = 5;
