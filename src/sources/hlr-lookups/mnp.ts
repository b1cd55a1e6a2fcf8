import * as z from 'zod';
import type { PhoneNumber } from '../../core/phone/number.ts';
import { type RoutingFact, UNROUTED } from '../../core/phone/routing.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { HLR_LOOKUPS } from './client.ts';
import { networkFields, readNetworks } from './networks.ts';

const reply = z.object({ ...networkFields, query_status: z.string().min(1) });

/** Asks a portability database worldwide. */
export const portedRouting = fromUpstream<PhoneNumber, RoutingFact>(HLR_LOOKUPS, {
  name: 'hlr_lookups',
  label: 'portability_query',
  metered: 'calls',
  timeoutMs: 15_000,
  async ask({ e164 }, call) {
    const path = '/api/v2/mnp-lookup';
    const found = await call({ path, json: { msisdn: e164 }, schema: reply });
    if (!found) return null;
    const answered = found.query_status === 'OK';
    return { ...UNROUTED, ...readNetworks(found), answered, connectivity: null };
  },
});
