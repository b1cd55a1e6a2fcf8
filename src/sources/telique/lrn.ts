import * as z from 'zod';
import type { PhoneNumber } from '../../core/phone/number.ts';
import { type RoutingFact, UNROUTED } from '../../core/phone/routing.ts';
import { part, parts, text } from '../upstream/fields.ts';
import { fromUpstream, type VendorCall } from '../upstream/from-upstream.ts';
import { TELIQUE } from './client.ts';

/**
 * The details stand beside the routing number or under `metadata`, by the edition of the interface.
 */
const details = { spid: text, activation_timestamp: text };
const reply = z.object({ lrn: z.string().regex(/^\d{10}$/), ...details, metadata: part(details) });
const holders = z.object({ data: parts({ ocn_name: text }) });

/** Names of companies change over years; an isolate lives hours. */
const MAX_NAMES = 1_000;
const names = new Map<string, string | null>();

/** The company behind a provider id, from the routing guide. Null when the guide cannot say now. */
async function companyOf(spid: string | null, call: VendorCall): Promise<string | null> {
  if (spid === null || !/^[\dA-Z]{4}$/i.test(spid)) return null;
  const known = names.get(spid);
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
  if (names.size >= MAX_NAMES) names.delete(names.keys().next().value as string);
  names.set(spid, name);
  return name;
}

const isoOf = (stamp: string | null): string | null => {
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
    if (!found) return UNROUTED;
    const ported = found.lrn !== national;
    const { spid, activation_timestamp } = found.metadata ?? found;
    const name = await companyOf(spid ?? found.spid, call);
    return {
      ...UNROUTED,
      connectivity: 'CONNECTED',
      ported,
      [ported ? 'portedTo' : 'original']: { ...UNROUTED.original, name },
      at: isoOf(activation_timestamp),
    };
  },
});
