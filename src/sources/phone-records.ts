import { PHONE_DATASETS, type PhoneDataset } from '../core/phone-datasets.ts';
import type { PhoneNumber } from '../core/phone-number.ts';
import type { RecordHit, World } from '../core/ports.ts';
import type { Source } from '../core/source.ts';

/** Whether a number is on an imported list. */
export interface Listing {
  listed: boolean;
  /** Date of the operator's file, on a hit. */
  asOf: string | null;
}

/** Where a number is routed now, as the operator's portability file says. */
export interface Portability {
  /** Ten digits. */
  lrn: string | null;
  carrier: string | null;
  spid: string | null;
  lineType: 'MOBILE' | 'LANDLINE' | 'VOIP' | null;
  portType: string | null;
  portedAt: string | null;
  status: 'ACTIVE' | 'INACTIVE' | null;
  asOf: string | null;
}

/** What the operator's files say; null where the file is not imported or, for portability, has no row. */
export interface PhoneRecords {
  doNotCall: Listing | null;
  doNotOriginate: Listing | null;
  portability: Portability | null;
}

const DATASETS = Object.keys(PHONE_DATASETS) as PhoneDataset[];

async function imported(world: World): Promise<PhoneDataset[]> {
  const present = await Promise.all(DATASETS.map((dataset) => world.records.has(dataset)));
  return DATASETS.filter((_, index) => present[index]);
}

const columns = PHONE_DATASETS.portability.row.omit({ phone_number: true });

function readPortability(hit: RecordHit): Portability {
  const row = columns.parse(hit.data);
  return {
    lrn: row.lrn ?? null,
    carrier: row.carrier ?? null,
    spid: row.spid ?? null,
    lineType: row.line_type ?? null,
    portType: row.port_type ?? null,
    portedAt: row.ported_at ?? null,
    status: row.status ?? null,
    asOf: hit.asOf,
  };
}

/** The operator's imported phone files, in one read. */
export const phoneRecords: Source<PhoneNumber, PhoneRecords> = {
  name: 'phone_records',
  label: 'imported_phone_records',
  kind: 'records',
  available: async (world) => (await imported(world)).length > 0,
  async ask(number, world) {
    const datasets = await imported(world);
    const hits = await world.records.find(datasets, number.e164);
    const listing = (dataset: PhoneDataset): Listing | null =>
      datasets.includes(dataset)
        ? { listed: dataset in hits, asOf: hits[dataset]?.asOf ?? null }
        : null;
    return {
      doNotCall: listing('do_not_call'),
      doNotOriginate: listing('do_not_originate'),
      portability: hits.portability ? readPortability(hits.portability) : null,
    };
  },
};
