import * as z from 'zod';
import { ApiError } from '../../core/errors.ts';
import type { PhoneNumber } from '../../core/phone/number.ts';
import type { RoutingFact } from '../../core/phone/routing.ts';
import { flag, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { HLR_LOOKUPS } from './client.ts';
import { carrierOf, networkFields, readNetworks } from './networks.ts';

const reply = z.object({
  ...networkFields,
  connectivity_status: z.string().min(1),
  processing_status: text,
  imsi: text,
  is_roaming: flag,
  roaming_network_name: text,
  roaming_country_name: text,
  roaming_country_code: text,
  data_source: text,
});

/** Asks the mobile network about a number now. */
export const liveRouting = fromUpstream<PhoneNumber, RoutingFact>(HLR_LOOKUPS, {
  name: 'hlr_lookups',
  label: 'live_network_query',
  metered: 'calls',
  timeoutMs: 15_000,
  async ask({ e164 }, call) {
    const path = '/api/v2/hlr-lookup';
    const found = await call({ path, json: { msisdn: e164 }, schema: reply });
    if (!found) return null;
    // A query that was not carried out says UNDETERMINED of a number nobody has asked about.
    if (['REJECTED', 'FAILED'].includes(found.processing_status ?? ''))
      throw new ApiError('UPSTREAM_ERROR');
    return {
      ...readNetworks(found),
      source: found.data_source ?? 'LIVE_HLR',
      answered: true,
      connectivity: found.connectivity_status,
      roaming: found.is_roaming,
      roamingIn: carrierOf(
        found.roaming_network_name,
        found.roaming_country_name,
        found.roaming_country_code,
      ),
      imsi: found.imsi,
    };
  },
});
