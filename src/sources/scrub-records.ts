import { listingOf } from '../core/listing.ts';
import type { Source } from '../core/lookup/source.ts';
import { whenKnown } from '../core/lookup/when-known.ts';
import type { PhoneNumber } from '../core/phone/number.ts';
import type { ScrubLists } from '../core/phone/scrub-lists.ts';
import { hitOf, type RecordHit } from '../core/ports.ts';
import { type LitigatorKind, SCRUB_DATASETS } from '../core/records/scrub.ts';
import { recordsOf } from './records-of.ts';

const DATASETS = ['do_not_call', 'litigators', 'reassigned_numbers'] as const;
const litigatorColumns = SCRUB_DATASETS.litigators.row.omit({ phone_number: true });
const reassignedColumns = SCRUB_DATASETS.reassigned_numbers.row.omit({ phone_number: true });

const kindOf = (hit: RecordHit | null): LitigatorKind | null =>
  (hit && litigatorColumns.parse(hit.data).kind) ?? null;
const disconnectionOf = (hit: RecordHit | null): string | null =>
  (hit && reassignedColumns.parse(hit.data).disconnected_at) ?? null;

/** The lists calls are scrubbed against, in one read. */
export const scrubRecords: Source<PhoneNumber, ScrubLists> = {
  name: 'scrub_records',
  label: 'imported_scrub_lists',
  ...recordsOf(...DATASETS),
  ask: (number, { records }) =>
    whenKnown(records.find(DATASETS, number.e164), (answers) => {
      const { litigators, reassigned_numbers: reassigned } = answers;
      return {
        doNotCall: listingOf(answers.do_not_call),
        litigator: { ...listingOf(litigators), kind: kindOf(hitOf(litigators)) },
        reassigned: {
          ...listingOf(reassigned),
          disconnectedAt: disconnectionOf(hitOf(reassigned)),
        },
      };
    }),
};
