import type { SpendableLot } from '../../lookup/account/account.ts';
import type { AccountStatement, Balance, Invariant } from '../../lookup/account/ledger.ts';
import type { AccountState } from './account-state.ts';
import { periodLots } from './expiry.ts';
import { type Lot, sumAllocations } from './lots.ts';
import { keyAllowance } from './payment.ts';
import { noUsage } from './usage.ts';

export function balance(state: AccountState, keyId?: string): Balance {
  const { available } = state;
  const { totals } = state.lots;
  const daily = keyId === undefined ? {} : { daily: keyAllowance(state, keyId) };
  return { available, held: totals.held + totals.available - available, ...daily };
}

/** Spendable credits by lot, less what is reserved for lookups in flight. */
function spendableByLot(state: AccountState): Map<Lot, number> {
  let reserved = state.reservations.total;
  return new Map(
    state.lots.spendable().map((lot) => {
      const taken = Math.min(reserved, lot.available);
      reserved -= taken;
      return [lot, lot.available - taken] as const;
    }),
  );
}

/** Spendable credits by lot, in spending order: the earliest end first. */
export const spendableLots = (state: AccountState): SpendableLot[] =>
  [...spendableByLot(state)].flatMap(([{ kind, endsAt }, available]) =>
    available > 0 ? [{ kind, available, endsAt }] : [],
  );

/** The account as `GET /account` returns it. From counters: the only loops are over the lots. */
export function statement(state: AccountState, keyId: string | null): AccountStatement {
  const { runningPeriod: period } = state;
  const { usage } = state.account;
  const free = spendableByLot(state);
  const kinds = { subscription: 0, rollover: 0, purchased: 0 };
  for (const [{ kind }, amount] of free) kinds[kind] += amount;
  const total = period
    ? periodLots(state, period).reduce((sum, { granted }) => sum + granted, 0)
    : 0;
  return {
    period: period && { plan: period.plan, start: period.start, end: period.end },
    subscription: { total, used: total - kinds.subscription, available: kinds.subscription },
    rollover: kinds.rollover,
    purchased: kinds.purchased,
    totalAvailable: state.available,
    held: balance(state).held,
    usage: {
      currentPeriod: { ...(period ? usage.period : noUsage()) },
      allTime: { ...usage.allTime },
    },
    key: keyId === null ? null : { ...state.usage.ofKey(keyId) },
  };
}

const invariant = (name: string, difference: number | null): Invariant => ({
  name,
  holds: difference === 0,
  difference,
});

/** Invariants of the latest period's lots: they sum to what was granted and end with it. */
function periodInvariants(state: AccountState): Invariant[] {
  const { period } = state.account;
  const own = [...state.lots.all()].filter(
    (lot) => lot.periodStart === (period?.start ?? Number.NaN),
  );
  const granted = own.reduce((total, lot) => total + lot.granted, 0);
  const misplaced = period
    ? periodLots(state, period).filter(({ endsAt }) => endsAt !== period.end)
    : [];
  return [
    invariant('granted in this period = its lots', (period?.granted ?? 0) - granted),
    invariant('lots of this period that do not end with it', misplaced.length),
  ];
}

/** Invariants of the account in memory. Differences are in credits unless named otherwise. */
export function stateInvariants(state: AccountState): Invariant[] {
  const { totals } = state.lots;
  const { posted, usage } = state.account;
  const lots = [...state.lots.all()];
  const negative = lots.filter(
    (lot) => Math.min(lot.granted, lot.available, lot.held, lot.spent, lot.expired) < 0,
  );
  const crooked = lots.filter(
    (lot) => lot.granted !== lot.available + lot.held + lot.spent + lot.expired,
  );
  const ended = lots.filter(
    (lot) => lot.endsAt !== null && lot.endsAt <= state.now && lot.available > 0,
  );
  const heldByHolds = [...state.holds.values()].reduce(
    (total, hold) => total + sumAllocations(hold.draws),
    0,
  );
  return [
    invariant(
      'granted = available + held + spent + expired',
      totals.granted - totals.available - totals.held - totals.spent - totals.expired,
    ),
    invariant('lots that do not add up', crooked.length),
    invariant('lots below zero', negative.length),
    invariant('ended lots that can be spent', ended.length),
    ...periodInvariants(state),
    invariant('held = sum of holds', totals.held - heldByHolds),
    invariant('set aside for lookups under way, below zero', Math.min(0, state.reservations.total)),
    invariant('sum of postings = available + held', posted.amount - totals.available - totals.held),
    invariant('sum of held postings = held', posted.held - totals.held),
    invariant('credits used = spent', usage.allTime.credits - totals.spent),
  ];
}

/** Invariants of the unarchived entries, which it scans: for reconciling only. */
export function storedInvariants(state: AccountState, sql: SqlStorage): Invariant[] {
  const { posted, shipped, usage } = state.account;
  const ids = sql.exec<{ id: string }>('SELECT id FROM key_usage').toArray();
  const byKeys = state.usage.total(ids.map(({ id }) => id));
  const stored = sql
    .exec<{ ids: number; rows: number; amount: number; held: number }>(
      `SELECT count(*) AS rows, count(DISTINCT value->>'id') AS ids,
              coalesce(sum(value->>'amount'), 0) AS amount, coalesce(sum(value->>'held'), 0) AS held
       FROM entry_rows, json_each(entries) WHERE entry_rows.seq > ?1 AND value->>'seq' > ?1`,
      shipped.seq,
    )
    .one();
  return [
    invariant('lines with an id used twice', stored.rows - stored.ids),
    invariant(
      'lines waiting = lines posted - in the history',
      stored.rows - (posted.seq - shipped.seq),
    ),
    invariant(
      'sum of waiting + history = sum of postings',
      stored.amount + shipped.amount - posted.amount,
    ),
    invariant(
      'sum of waiting + history held = sum of held postings',
      stored.held + shipped.held - posted.held,
    ),
    invariant('credits used by keys = credits used', byKeys.credits - usage.allTime.credits),
  ];
}

const MISSED_BACKUPS = 'archived backups that the account lacks';
const FAILED_ATTEMPTS = 'attempts to ship that failed in a row';
const HISTORY_LINES = 'lines in the history';
const LAST_LINE = 'last line of the history';
const HISTORY_SUM = 'sum of the history = sum in the object';
const HISTORY_HELD = 'sum of held in the history = sum in the object';

const HISTORY_RULES = new Set([
  MISSED_BACKUPS,
  FAILED_ATTEMPTS,
  HISTORY_LINES,
  LAST_LINE,
  HISTORY_SUM,
  HISTORY_HELD,
]);

/** Whether a rule compares the account with what is stored outside it. */
export const isHistoryRule = ({ name }: Invariant): boolean => HISTORY_RULES.has(name);

/** Whether a rule is broken only until a store can be reached again. */
export const endsByItself = ({ name, difference }: Invariant): boolean =>
  difference === null || name === FAILED_ATTEMPTS;

/** Whether the archive has what the account lacks, as it was set back or lost its newest writes. */
export const isBehindArchive = (invariants: readonly Invariant[]): boolean =>
  invariants.some(
    ({ name, difference }) =>
      (name === MISSED_BACKUPS || name === LAST_LINE) && (difference ?? 0) > 0,
  );

/** @param missedBackups later backups in the archive; null when it is unreadable */
export const archiveInvariants = (missedBackups: number | null): Invariant[] => [
  invariant(MISSED_BACKUPS, missedBackups),
];

/** Compares the history with what the object has archived. @param found null when unreadable */
export function historyInvariants(
  expected: { seq: number; amount: number; held: number },
  found: { lines: number; lastSeq: number; amount: number; held: number } | null,
  failures: number,
): Invariant[] {
  return [
    invariant(FAILED_ATTEMPTS, failures),
    invariant(HISTORY_LINES, found && found.lines - expected.seq),
    invariant(LAST_LINE, found && found.lastSeq - expected.seq),
    invariant(HISTORY_SUM, found && found.amount - expected.amount),
    invariant(HISTORY_HELD, found && found.held - expected.held),
  ];
}
