import type { KeyRecord, Member, Organization, UsageRow } from '../core/account/account.ts';
import type { Usage } from '../core/account/ledger.ts';
import type { Call } from './calls.ts';
import type { Hold } from './holds.ts';
import type { Line } from './lines.ts';
import type { Receipt } from './receipts.ts';
import type { Room } from './state.ts';

/** Everything one group of calls changed and no transaction has written yet. Null means deleted. */
export class Journal {
  organization: Organization | null = null;
  readonly members = new Map<string, Member | null>();
  /** By id. */
  readonly apiKeys = new Map<string, KeyRecord | null>();
  readonly holds = new Map<string, Hold | null>();
  readonly rooms = new Map<string, Room | null>();
  readonly calls = new Map<string, Call>();
  readonly lines: Line[] = [];
  /** By lookup, then by user. */
  readonly receipts = new Map<string, Map<string, Receipt | null>>();
  usage: { days: UsageRow[]; keys: (Usage & { id: string })[] } = { days: [], keys: [] };
  /** Lines up to this one, and these figures, are in the history. */
  shipped: { seq: number; usage: readonly UsageRow[] } | null = null;
  /** The account's own row changed. */
  touched = false;
  /** The subscription in it did. */
  plan = false;

  /** What no ledger line tells of changed: who may call, the plan, ids of operations. */
  get tellsNoLine(): boolean {
    const operations = [...this.calls.values()].some(({ expiresAt }) => expiresAt === null);
    return this.plan || operations || this.organization !== null || this.#people > 0;
  }

  get #people(): number {
    return this.members.size + this.apiKeys.size;
  }

  get empty(): boolean {
    return !this.touched && this.receipts.size === 0;
  }

  /** Whether it adds rows that expire one day. */
  get hasExpiringRows(): boolean {
    return this.calls.size + this.receipts.size > 0;
  }

  putReceipt(lookup: string, userId: string, receipt: Receipt | null): void {
    const users = this.receipts.get(lookup) ?? new Map<string, Receipt | null>();
    users.set(userId, receipt);
    this.receipts.set(lookup, users);
  }
}
