import type { LookupData } from '../core/lookup/envelope.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import type { Monitor, MonitorKind } from '../core/monitors/monitor.ts';
import {
  type ContactEvent,
  type ContactFinding,
  type ContactState,
  compareContact,
  readContact,
} from './compare-contacts.ts';
import {
  compareNumber,
  type NumberEvent,
  type NumberSnapshot,
  type NumberState,
  readNumber,
} from './compare-numbers.ts';

export type MemberState = NumberState | ContactState;
export type ChangeEvent = NumberEvent | ContactEvent;

/** What a recheck found, as far as the answers that came say it. */
export type Finding = Partial<NumberSnapshot> | ContactFinding;

/** What the kinds of monitors do not have in common. */
export interface KindRules {
  /** What members are called in lookups and on the wire. */
  field: 'phone_number' | 'profile_url';
  /**
   * Bulk types of a recheck. The first one's answer has to be there for a comparison to be made.
   */
  types(monitor: Pick<Monitor, 'includeSpamCheck'>): readonly string[];
  /** What the answer of one type says. */
  read(type: string, data: LookupData): Finding;
  /** @param before null for a member that was never looked up */
  compare(
    before: MemberState | null,
    found: Finding,
  ): { state: MemberState; event: ChangeEvent | null };
}

export const KINDS: Readonly<Record<MonitorKind, KindRules>> = {
  number: {
    field: 'phone_number',
    types: ({ includeSpamCheck }) =>
      includeSpamCheck ? ['phone_validation', 'phone_spam'] : ['phone_validation'],
    read: readNumber,
    compare: (before, found) =>
      compareNumber(before as NumberState | null, found as Partial<NumberSnapshot>),
  },
  job_change: {
    field: 'profile_url',
    types: () => ['job_change'],
    read: (_, data) => readContact(data),
    compare: (before, found) =>
      compareContact(before as ContactState | null, found as ContactFinding),
  },
};

/** Products a monitor spends on and shows, for scopes and for what receivers are told. */
export const productTypesOf = (
  monitor: Pick<Monitor, 'kind' | 'includeSpamCheck'>,
  products: ReadonlyMap<string, AnyProduct>,
): string[] => KINDS[monitor.kind].types(monitor).map((type) => products.get(type)?.type ?? type);
