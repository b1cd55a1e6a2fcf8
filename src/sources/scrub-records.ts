import { type Listing, listingOf } from '../core/listing.ts';
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

/**
 * The imported Do Not Call registry alone, by number in E.164: what others say of a number may be
 * old.
 */
export const doNotCall: Source<string, Listing> = {
  name: 'do_not_call',
  label: 'do_not_call_registry',
  ...recordsOf('do_not_call'),
  ask: (e164, { records }) =>
    whenKnown(records.find(['do_not_call'], e164), (answers) => listingOf(answers.do_not_call)),
};
