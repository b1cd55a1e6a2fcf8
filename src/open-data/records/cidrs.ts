import type { IpAddress } from '../../domain/ip/address.ts';
import { cidrsCovering } from '../../domain/ip/cidr.ts';
import { CIDR_DATASETS } from '../../lookup/datasets/companies.ts';
import type { Source } from '../../lookup/source.ts';
import { recordSourceBase, requireCoverage } from './record-source.ts';

/** Who uses a network, as the operator's file says; null is a column the file left empty. */
export interface CidrRecord {
  /** The longest listed prefix that covers the address, CIDR; null of a source that lists none. */
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
  asOf: string | null;
}

const DATASET = 'networks';
const columns = CIDR_DATASETS.networks.row.omit({ network: true });

/** The imported network file; one read asks for every prefix that covers the address. */
export const cidrRecords: Source<IpAddress, CidrRecord> = {
  name: 'network_records',
  label: 'imported_network_records',
  ...recordSourceBase(DATASET),
  reads: 'io',
  async ask(address, world) {
    const networks = cidrsCovering(address);
    const hit = await world.records.findFirst(DATASET, networks);
    if (!hit) return requireCoverage(world, DATASET, networks);
    const row = columns.parse(hit.data);
    return {
      network: hit.key,
      companyName: row.company_name ?? null,
      companyDomain: row.company_domain ?? null,
      firstName: row.first_name ?? null,
      lastName: row.last_name ?? null,
      email: row.email ?? null,
      city: row.city ?? null,
      region: row.region ?? null,
      countryCode: row.country_code ?? null,
      zip: row.zip ?? null,
      asOf: hit.asOf,
    };
  },
};
