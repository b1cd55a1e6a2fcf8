import type { PhoneNumber } from '../core/phone-number.ts';
import type { RecordHit, World } from '../core/ports.ts';
import { type LitigatorKind, SCRUB_DATASETS } from '../core/scrub-datasets.ts';
import type { Source } from '../core/source.ts';

/** What one list says of a number. */
export interface ScrubListing {
  listed: boolean;
  /** Date of the operator's file, on a hit. */
  asOf: string | null;
}

/** What the operator's lists say; null where a list is not imported. */
export interface ScrubRecords {
  doNotCall: ScrubListing | null;
  litigator: (ScrubListing & { kind: LitigatorKind | null }) | null;
  /** `disconnectedAt`: day of the last permanent disconnection, YYYY-MM-DD. */
  reassigned: (ScrubListing & { disconnectedAt: string | null }) | null;
}

const DATASETS = ['do_not_call', 'litigators', 'reassigned_numbers'] as const;
type Dataset = (typeof DATASETS)[number];

async function imported(world: World): Promise<Dataset[]> {
  const present = await Promise.all(DATASETS.map((dataset) => world.records.has(dataset)));
  return DATASETS.filter((_, index) => present[index]);
}

const litigatorColumns = SCRUB_DATASETS.litigators.row.omit({ phone_number: true });
const reassignedColumns = SCRUB_DATASETS.reassigned_numbers.row.omit({ phone_number: true });

const kindOf = (hit: RecordHit | undefined): LitigatorKind | null =>
  (hit && litigatorColumns.parse(hit.data).kind) ?? null;
const disconnectionOf = (hit: RecordHit | undefined): string | null =>
  (hit && reassignedColumns.parse(hit.data).disconnected_at) ?? null;

/** The lists calls are scrubbed against, in one read. */
export const scrubRecords: Source<PhoneNumber, ScrubRecords> = {
  name: 'scrub_records',
  label: 'imported_scrub_lists',
  kind: 'records',
  available: async (world) => (await imported(world)).length > 0,
  async ask(number, world) {
    const datasets = await imported(world);
    const hits = await world.records.find(datasets, number.e164);
    const listing = (dataset: Dataset): ScrubListing | null =>
      datasets.includes(dataset)
        ? { listed: dataset in hits, asOf: hits[dataset]?.asOf ?? null }
        : null;
    const litigator = listing('litigators');
    const reassigned = listing('reassigned_numbers');
    return {
      doNotCall: listing('do_not_call'),
      litigator: litigator && { ...litigator, kind: kindOf(hits.litigators) },
      reassigned: reassigned && {
        ...reassigned,
        disconnectedAt: disconnectionOf(hits.reassigned_numbers),
      },
    };
  },
};
