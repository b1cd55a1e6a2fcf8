import * as z from 'zod';
import { formatUsAddress, readUsAddress, type UsAddress } from '../../domain/place/us-address.ts';
import { readOrNull } from '../../lib/inputs.ts';
import { fieldsAt, listOf, partAt, text } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

/** US addresses of the Census Bureau; no parcels. */
const CENSUS: Upstream = { name: 'CENSUS', hosts: ['geocoding.geo.census.gov'] };

interface CensusAddress extends UsAddress {
  /** For example `New York County`. */
  county: string | null;
}

const match = fieldsAt({
  line: ['matchedAddress', z.string().min(1)],
  county: ['geographies.Counties.0.NAME', text],
});

const reply = partAt('result.addressMatches', listOf(match));

/**
 * Address with the requested unit, which the bureau does not keep. Null for a match that is not a
 * street address.
 */
const normalizedAddress = (line: string, unit: string): UsAddress | null =>
  readOrNull(() => ({
    ...readUsAddress({ address: line, city: null, state: null, zip: null }),
    unit,
  }));

/** The bureau's only match; null for none, or several. */
export const censusAddress = fromUpstream<UsAddress, CensusAddress>(CENSUS, {
  label: 'address_register',
  timeoutMs: 5_000,
  async ask(query, call) {
    const found = await call({
      path: '/geocoder/geographies/onelineaddress',
      query: {
        address: formatUsAddress({ ...query, unit: '' }),
        benchmark: 'Public_AR_Current',
        vintage: 'Current_Current',
        format: 'json',
      },
      schema: reply,
    });
    const [only, other] = found ?? [];
    if (!only || other) return null;
    const address = normalizedAddress(only.line, query.unit);
    return address && { ...address, county: only.county };
  },
});
