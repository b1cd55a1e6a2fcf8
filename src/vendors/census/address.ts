import * as z from 'zod';
import { formatUsAddress, readUsAddress, type UsAddress } from '../../domain/place/us-address.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import { fieldsAt, partAt, text } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

/** Addresses of the United States as the Census Bureau knows them; no parcels. */
const CENSUS: Upstream = { name: 'CENSUS', hosts: ['geocoding.geo.census.gov'] };

interface CensusAddress extends UsAddress {
  /** For example `New York County`. */
  county: string | null;
}

const match = fieldsAt({
  line: ['matchedAddress', z.string().min(1)],
  county: ['geographies.Counties.0.NAME', text],
});

const reply = partAt('result.addressMatches', z.array(match));

/**
 * Its line 1 with the unit asked for, which the bureau does not keep. Null for a match that is no
 * street address.
 */
function normalizedAddress(line: string, unit: string): UsAddress | null {
  try {
    return { ...readUsAddress({ address: line, city: null, state: null, zip: null }), unit };
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/** The one address the bureau takes this for; null when it knows none, or several. */
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
