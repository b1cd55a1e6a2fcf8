import * as z from 'zod';
import { type RoutingFact, UNKNOWN_ROUTING } from '../../domain/carrier.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { part, parts, text } from '../../lib/loose-fields.ts';
import { Lru } from '../../lib/lru.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';

/**
 * Routing of United States and Canadian numbers: ten calls a minute without a key, which lifts
 * that.
 */
export const TELIQUE: Upstream = {
  name: 'TELIQUE',
  hosts: ['api.telique.ringer.tel'],
  adds: 'lifts the ten calls a minute of the public portability database',
  reads: ['TELIQUE_KEY'],
  pace: { limit: 10, perMs: 60_000, notInBulk: true, liftedBy: 'TELIQUE_KEY' },
  authenticate(secret) {
    const key = secret('TELIQUE_KEY');
    return key === '' ? {} : { headers: { 'x-api-token': key } };
  },
};

/**
 * The details stand beside the routing number or under `metadata`, by the edition of the interface.
 */
const details = { spid: text, activation_timestamp: text };
const reply = z.object({ lrn: z.string().regex(/^\d{10}$/), ...details, metadata: part(details) });
const holders = z.object({ data: parts({ ocn_name: text }) });

/** Names of companies change over years; an isolate lives hours. */
const MAX_NAMES = 1_000;
const holderNames = new Lru<string, string | null>(MAX_NAMES);

/** The company behind a provider id, from the routing guide. Null when the guide cannot say now. */
async function holderName(spid: string | null, call: VendorCall): Promise<string | null> {
  if (spid === null || !/^[\dA-Z]{4}$/i.test(spid)) return null;
  const known = holderNames.get(spid);
  if (known !== undefined) return known;
  const path = `/v1/telique/lerg/lerg_1/ocn_num,ocn_name,ocn_state,category/ocn_num=${spid}`;
  const found = await call({
    path,
    query: { format: 'json' },
    schema: holders,
    statuses: { 404: 'none' },
  }).catch(() => undefined);
  if (found === undefined) return null;
  const name = found?.data[0]?.ocn_name ?? null;
  return holderNames.set(spid, name);
}

const isoOfStamp = (stamp: string | null): string | null => {
  const at = Date.parse(stamp ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/**
 * Asks the portability administration's database. A number it does not list is undetermined, not
 * absent.
 */
export const teliqueRouting = fromUpstream<PhoneNumber, RoutingFact>(TELIQUE, {
  name: 'telique',
  label: 'portability_database',
  idempotent: true,
  async ask({ national }, call) {
    const found = await call({
      path: `/v1/telique/lrn/${national}`,
      query: { format: 'json' },
      schema: reply,
      statuses: { 404: 'none' },
    });
    if (!found) return UNKNOWN_ROUTING;
    const ported = found.lrn !== national;
    const { spid, activation_timestamp } = found.metadata ?? found;
    const name = await holderName(spid ?? found.spid, call);
    return {
      ...UNKNOWN_ROUTING,
      connectivity: 'CONNECTED',
      ported,
      [ported ? 'portedTo' : 'original']: { ...UNKNOWN_ROUTING.original, name },
      at: isoOfStamp(activation_timestamp),
    };
  },
});
