import { type Listing, listingOf } from '../core/listing.ts';
import type { Source } from '../core/lookup/source.ts';
import { whenKnown } from '../core/lookup/when-known.ts';
import type { PhoneNumber } from '../core/phone/number.ts';
import { type RoutingFact, UNROUTED } from '../core/phone/routing.ts';
import { hitOf, type RecordHit } from '../core/ports.ts';
import { PHONE_DATASETS, type PhoneDataset } from '../core/records/phone.ts';
import { recordsOf } from './records-of.ts';

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
  ...recordsOf(...DATASETS),
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

const COUNTED_AS: Readonly<Record<'ACTIVE' | 'INACTIVE', string>> = {
  ACTIVE: 'CONNECTED',
  INACTIVE: 'ABSENT',
};

/**
 * The imported portability file alone. A row without a status shows that the number is assigned, no
 * more.
 */
export const recordedRouting: Source<PhoneNumber, RoutingFact> = {
  name: 'portability_records',
  label: 'imported_portability_records',
  ...recordsOf('portability'),
  ask: (number, { records }) =>
    whenKnown(records.find(['portability'], number.e164), ({ portability }) => {
      const hit = hitOf(portability);
      if (!hit) return null;
      const { lrn, carrier, status, portedAt, lineType } = readPortability(hit);
      const ported = lrn === null ? portedAt !== null || null : lrn !== number.national;
      return {
        ...UNROUTED,
        connectivity: status ? COUNTED_AS[status] : 'UNDETERMINED',
        ported,
        [ported ? 'portedTo' : 'original']: { ...UNROUTED.original, name: carrier },
        lineType,
        at: portedAt === null ? null : new Date(portedAt).toISOString(),
      };
    }),
};
