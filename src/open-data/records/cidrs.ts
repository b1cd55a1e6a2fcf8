import type { IpAddress } from '../../domain/ip/address.ts';
import { cidrsCovering } from '../../domain/ip/cidr.ts';
import { CIDR_DATASETS } from '../../lookup/datasets/companies.ts';
import { storedRow } from '../../lookup/datasets/dataset.ts';
import type { Source } from '../../lookup/source.ts';
import { camelRow, recordSourceBase, requireCoverage } from './record-source.ts';

/** User of a network, from the operator's file; null for a column that the file leaves empty. */
export interface CidrRecord {
  /** Longest listed prefix that covers the address, CIDR; null if the source has none. */
  network: string | null;
  companyName: string | null;
  companyDomain: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  city: string | null;
  region: string | null;
  countryCode: string | null;
  zip: string | null;
  /** Source's confidence in the company; null if it has none, or `medium`. */
  confidence: 'very low' | 'low' | 'high' | 'very high' | null;
  asOf: string | null;
}

const DATASET = 'networks';
const columns = storedRow(CIDR_DATASETS.networks.row).omit({ network: true });

/** Imported network file; one read queries every prefix that covers the address. */
export const cidrRecords: Source<IpAddress, CidrRecord> = {
  name: 'network_records',
  label: 'imported_network_records',
  ...recordSourceBase(DATASET),
  reads: 'io',
  async ask(address, world) {
    const networks = cidrsCovering(address);
    const hit = await world.records.findFirst(DATASET, networks);
    const row = hit && camelRow(columns, columns.parse(hit.data));
    if (!row || (row.companyName ?? row.companyDomain ?? row.lastName ?? row.email) === null)
      return requireCoverage(world, DATASET, networks);
    return { network: hit.key, ...row, confidence: null, asOf: hit.asOf };
  },
};
