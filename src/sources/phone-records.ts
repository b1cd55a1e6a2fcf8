import { type Listing, listingOf } from '../core/listing.ts';
import type { Source } from '../core/lookup/source.ts';
import { whenKnown } from '../core/lookup/when-known.ts';
import type { PhoneNumber } from '../core/phone/number.ts';
import { hitOf, type RecordHit } from '../core/ports.ts';
import { PHONE_DATASETS, type PhoneDataset } from '../core/records/phone.ts';

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

/** What the operator's files say; portability is null where they have no row of the number. */
export interface PhoneRecords {
  doNotCall: Listing;
  doNotOriginate: Listing;
  portability: Portability | null;
}

const DATASETS = Object.keys(PHONE_DATASETS) as PhoneDataset[];

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
  version: ({ records }) => records.version(DATASETS),
  available: ({ records }) => records.has(...DATASETS),
  ask: (number, { records }) =>
    whenKnown(records.find(DATASETS, number.e164), (answers) => {
      const routed = hitOf(answers.portability);
      return {
        doNotCall: listingOf(answers.do_not_call),
        doNotOriginate: listingOf(answers.do_not_originate),
        portability: routed && readPortability(routed),
      };
    }),
};
