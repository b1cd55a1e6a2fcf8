import { type RoutingFact, UNKNOWN_ROUTING } from '../../domain/carrier.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { storedRow } from '../../lookup/datasets/dataset.ts';
import {
  type LitigatorKind,
  PHONE_DATASETS,
  type PhoneDataset,
  SCRUB_DATASETS,
} from '../../lookup/datasets/phone.ts';
import { type Listing, listingFrom, type ScrubLists } from '../../lookup/scrub-lists.ts';
import type { Source } from '../../lookup/source.ts';
import { type RecordHit, recordHitOf } from '../../lookup/world.ts';
import { camelRow, findCovered, recordSourceBase } from './record-source.ts';

/** Current routing of a number, from the operator's portability file. */
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

/** Entries of the operator's files; portability is null if the file has no row of the number. */
export interface PhoneRecords {
  doNotCall: Listing;
  doNotOriginate: Listing;
  /** True if listed; absent if no list that covers the number contains it. */
  litigator?: true;
  reassigned?: true;
  portability: Portability | null;
}

const PHONE_DATASET_NAMES = Object.keys(PHONE_DATASETS) as PhoneDataset[];

const columns = storedRow(PHONE_DATASETS.portability.row).omit({ phone_number: true });

const readPortability = (hit: RecordHit): Portability => ({
  ...camelRow(columns, columns.parse(hit.data)),
  asOf: hit.asOf,
});

const PHONE_RECORD_NAMES = [...PHONE_DATASET_NAMES, 'litigators', 'reassigned_numbers'] as const;

/** Operator's imported phone files, in one read. */
export const phoneRecords: Source<PhoneNumber, PhoneRecords> = {
  name: 'phone_records',
  label: 'imported_phone_records',
  ...recordSourceBase(...PHONE_RECORD_NAMES),
  reads: 'cache',
  ask: (number, world) =>
    mapMaybePromise(findCovered(world, PHONE_RECORD_NAMES, number.e164), (answers) => {
      const routed = recordHitOf(answers.portability);
      return {
        doNotCall: listingFrom(answers.do_not_call),
        doNotOriginate: listingFrom(answers.do_not_originate),
        ...(listingFrom(answers.litigators).listed && { litigator: true }),
        ...(listingFrom(answers.reassigned_numbers).listed && { reassigned: true }),
        portability: routed && readPortability(routed),
      };
    }),
};

const LINE_STATUS_COUNTERS: Readonly<Record<'ACTIVE' | 'INACTIVE', string>> = {
  ACTIVE: 'CONNECTED',
  INACTIVE: 'ABSENT',
};

/** Imported portability file alone. A row without a status shows only that it is assigned. */
export const recordedRouting: Source<PhoneNumber, RoutingFact> = {
  name: 'portability_records',
  label: 'imported_portability_records',
  ...recordSourceBase('portability'),
  reads: 'cache',
  ask: (number, world) =>
    mapMaybePromise(findCovered(world, ['portability'], number.e164), ({ portability }) => {
      const hit = recordHitOf(portability);
      if (!hit) return null;
      const { lrn, carrier, status, portedAt, lineType } = readPortability(hit);
      const ported = lrn === null ? portedAt !== null || null : lrn !== number.national;
      return {
        ...UNKNOWN_ROUTING,
        connectivity: status ? LINE_STATUS_COUNTERS[status] : 'UNDETERMINED',
        ported,
        ...(ported === null
          ? { serving: carrier }
          : {
              [ported ? 'portedTo' : 'original']: { ...UNKNOWN_ROUTING.original, name: carrier },
            }),
        lineType,
        at: portedAt === null ? null : new Date(portedAt).toISOString(),
      };
    }),
};

const SCRUB_DATASET_NAMES = ['do_not_call', 'litigators', 'reassigned_numbers'] as const;
const litigatorColumns = storedRow(SCRUB_DATASETS.litigators.row).omit({ phone_number: true });
const reassignedColumns = storedRow(SCRUB_DATASETS.reassigned_numbers.row).omit({
  phone_number: true,
});

const litigatorKindOf = (hit: RecordHit | null): LitigatorKind | null =>
  (hit && litigatorColumns.parse(hit.data).kind) ?? null;
const disconnectionOf = (hit: RecordHit | null): string | null =>
  (hit && reassignedColumns.parse(hit.data).disconnected_at) ?? null;

/** Lists that calls are scrubbed against, in one read. */
export const scrubRecords: Source<PhoneNumber, ScrubLists> = {
  name: 'scrub_records',
  label: 'imported_scrub_lists',
  ...recordSourceBase(...SCRUB_DATASET_NAMES),
  reads: 'cache',
  ask: (number, world) =>
    mapMaybePromise(findCovered(world, SCRUB_DATASET_NAMES, number.e164), (answers) => {
      const { litigators, reassigned_numbers: reassigned } = answers;
      return {
        doNotCall: listingFrom(answers.do_not_call),
        litigator: { ...listingFrom(litigators), kind: litigatorKindOf(recordHitOf(litigators)) },
        reassigned: {
          ...listingFrom(reassigned),
          disconnectedAt: disconnectionOf(recordHitOf(reassigned)),
        },
      };
    }),
};
