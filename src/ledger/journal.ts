import type { Posting, Usage } from '../core/ledger.ts';
import type { Call } from './calls.ts';
import type { Hold } from './holds.ts';
import type { Lot } from './lots.ts';
import type { Receipt } from './receipts.ts';

/** Everything one group of calls changed and no transaction has written yet. Null means deleted. */
export class Journal {
  readonly lots = new Map<string, Lot>();
  readonly holds = new Map<string, Hold | null>();
  readonly calls = new Map<string, Call>();
  readonly keys = new Map<string, Usage>();
  readonly postings: Posting[] = [];
  /** By lookup, then by user. */
  readonly receipts = new Map<string, Map<string, Receipt | null>>();
  /** The scalars of the account changed. */
  touched = false;

  get empty(): boolean {
    return (
      !this.touched &&
      this.postings.length === 0 &&
      this.lots.size + this.holds.size + this.calls.size + this.keys.size + this.receipts.size === 0
    );
  }

  /** Whether it adds rows that expire one day. */
  get hasMortalRows(): boolean {
    return this.calls.size + this.postings.length + this.receipts.size > 0;
  }

  putReceipt(lookup: string, userId: string, receipt: Receipt | null): void {
    const users = this.receipts.get(lookup) ?? new Map<string, Receipt | null>();
    users.set(userId, receipt);
    this.receipts.set(lookup, users);
  }
}
