import type { PricedLookup } from '../../../src/lookup/account/ledger.ts';
import type { Quote } from '../../../src/lookup/account/order.ts';
import { DAY } from './support.ts';

interface ModelLot {
  kind: 'subscription' | 'rollover' | 'purchased';
  /** Start of its period; 0 for purchased credits. */
  period: number;
  end: number;
  free: number;
  /** Of purchased credits: the grant they came with. */
  grant?: string;
}

type Parts = Map<ModelLot, number>;

interface ModelHold {
  end: number;
  parts: Parts;
  state: 'open' | 'closed' | 'expired';
  keyId: string | null;
}

interface ModelReceipt {
  first: number;
  end: number;
}

/** A receipt that was written, and what stood in its place. */
interface Written {
  name: string;
  before: ModelReceipt | undefined;
}

interface Done {
  kind: 'hold' | 'settle' | 'voided';
  used: number;
  parts: Parts;
  receipts: Written[];
  lookups: number;
  /** Start of the period it was spent in; 0 outside any. */
  period: number;
  /** What of it each key spent. */
  byKey: Map<string, number>;
}

/** A lookup by itself: taken, set aside, or refused for good. */
interface Order {
  state: 'charged' | 'reserved' | 'voided';
  used: number;
  parts: Parts;
  receipts: Written[];
  end: number;
  owner: string;
  period: number;
  byKey: Map<string, number>;
}

export type Expected =
  | { ok: true; used: number; remaining: number; endsAt?: number }
  | { ok: false; reason: string }
  | { throws: true };

export interface ModelPlan {
  start: number;
  end: number;
  credits: number;
  paid: boolean;
}

/** Three calendar months on, or that month's last day; written apart from the code under test. */
function threeMonthsOn(at: number): number {
  const text = new Date(at).toISOString();
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1];
  const later = month + 3;
  const padded = String((later % 12) + 1).padStart(2, '0');
  for (let day = Number(text.slice(8, 10)); ; day--) {
    const date = `${year + Math.floor(later / 12)}-${padded}-${String(day).padStart(2, '0')}`;
    const moved = new Date(`${date}${text.slice(10)}`);
    if (moved.getUTCDate() === day) return moved.getTime();
  }
}

/** Longer than any lookup runs. */
const RESERVED_MS = 300_000;

/**
 * The billing rules in a few plain words: no journal, no totals, no postings, no storage. It walks
 * every lot on every question. The account must agree with it after every call.
 */
export class Model {
  now: number;
  lots: ModelLot[] = [];
  holds = new Map<string, ModelHold>();
  receipts = new Map<string, ModelReceipt>();
  done = new Map<string, Done>();
  orders = new Map<string, Order>();
  grants = new Map<string, number>();
  /** What withdrawals have taken, less what was given back. */
  taken = new Map<string, number>();
  /** What withdrawals get of what is given back. */
  owed: { to: string; of: string; amount: number }[] = [];
  plan: ModelPlan | null = null;
  next: ModelPlan | null = null;
  granted: { start: number; end: number; credits: number } | null = null;
  spent = 0;
  /** Spent in the period that was granted last. */
  spentInPeriod = 0;

  /** Credits that keys may spend in a day. */
  readonly limits: ReadonlyMap<string, number>;
  /** Credits by day and key, less what was given back on that day. */
  private spentOn = new Map<string, number>();

  constructor(now: number, limits: Record<string, number> = {}) {
    this.now = now;
    this.limits = new Map(Object.entries(limits));
  }

  private today(keyId: string): string {
    return `${new Date(this.now).toISOString().slice(0, 10)} ${keyId}`;
  }

  private isOverLimit(keyId: string | null, used: number): boolean {
    const limit = this.limits.get(keyId ?? '');
    if (limit === undefined || used === 0) return false;
    let taken = this.spentOn.get(this.today(keyId!)) ?? 0;
    for (const order of this.orders.values())
      if (order.state === 'reserved') taken += order.byKey.get(keyId!) ?? 0;
    for (const hold of this.holds.values()) if (hold.keyId === keyId) taken += total_(hold.parts);
    return used > Math.max(0, limit - taken);
  }

  get reserved(): number {
    return [...this.orders.values()].reduce(
      (total, order) => total + (order.state === 'reserved' ? order.used : 0),
      0,
    );
  }

  get free(): number {
    return this.lots.reduce((total, lot) => total + lot.free, 0);
  }

  get available(): number {
    return Math.max(0, this.free - this.reserved);
  }

  get held(): number {
    return [...this.holds.values()].reduce((total, hold) => total + total_(hold.parts), 0);
  }

  get isPaid(): boolean {
    const { plan } = this;
    return plan?.paid === true && plan.start <= this.now && this.now < plan.end;
  }

  settleTime(): void {
    for (const order of this.orders.values())
      if (order.state === 'reserved' && order.end <= this.now) this.forget(order);
    this.settleShared();
    for (;;) {
      const due = this.nextDue();
      if (!due) return;
      due();
    }
  }

  /** What happens by itself happens in the order it fell due. */
  private nextDue(): (() => void) | null {
    const events: { at: number; run: () => void }[] = [];
    for (const hold of this.holds.values())
      if (hold.state === 'open')
        events.push({ at: hold.end, run: () => this.endHold(hold, 'expired') });
    for (const lot of this.lots) {
      if (lot.kind === 'subscription')
        events.push({ at: lot.end, run: () => this.rollOver(lot, lot.end) });
      else if (lot.free > 0) events.push({ at: lot.end, run: () => this.expire(lot) });
    }
    const { next } = this;
    if (next) events.push({ at: next.start, run: () => this.begin(next) });
    const due = events.filter(({ at }) => at <= this.now).sort((a, b) => a.at - b.at)[0];
    return due?.run ?? null;
  }

  private endHold(hold: ModelHold, state: 'closed' | 'expired'): void {
    hold.state = state;
    let back = purchased_(hold.parts);
    this.giveBack(hold.parts);
    for (const each of this.owed) {
      const taken = this.withdraw(each.to, Math.min(each.amount, back), each.of);
      each.amount -= taken;
      back -= taken;
    }
    this.forgetSpent();
  }

  /** @returns how many of the purchased credits there were, those of a grant before others */
  private withdraw(to: string, amount: number, of: string | null): number {
    let left = amount;
    const purchased = this.lots.filter(({ kind }) => kind === 'purchased');
    for (const lot of new Set([...purchased.filter(({ grant }) => grant === of), ...purchased])) {
      const taken = Math.min(left, lot.free);
      lot.free -= taken;
      left -= taken;
    }
    this.taken.set(to, (this.taken.get(to) ?? 0) + amount - left);
    return amount - left;
  }

  /** Of what is held no more nothing is owed; the youngest goes without first. */
  private forgetSpent(): void {
    let held = 0;
    for (const { parts } of this.holds.values()) held += purchased_(parts);
    for (const each of this.owed) {
      each.amount = Math.min(each.amount, held);
      held -= each.amount;
    }
  }

  private forget(order: Order): void {
    for (const [id, each] of this.orders) if (each === order) this.orders.delete(id);
  }

  private expire(lot: ModelLot): void {
    lot.free = 0;
  }

  private begin(next: ModelPlan): void {
    this.plan = next;
    this.next = null;
    if (next.paid && next.end > this.now) this.grantPeriod(next);
  }

  private rollOver(lot: ModelLot, end: number): void {
    lot.kind = 'rollover';
    lot.end = threeMonthsOn(end);
  }

  private giveBack(parts: Parts): void {
    for (const [lot, amount] of parts) lot.free += amount;
    parts.clear();
  }

  private inOrder(): ModelLot[] {
    const rank = { subscription: 0, rollover: 1, purchased: 2 };
    return this.lots.toSorted((a, b) =>
      a.end === b.end ? rank[a.kind] - rank[b.kind] : a.end - b.end,
    );
  }

  private take(amount: number): Parts {
    const parts: Parts = new Map();
    let left = amount;
    for (const lot of this.inOrder()) {
      const now = Math.min(left, lot.free);
      if (now === 0) continue;
      lot.free -= now;
      left -= now;
      parts.set(lot, now);
    }
    return parts;
  }

  private live(prefix: string) {
    return [...this.receipts].filter(
      ([key, receipt]) => key.startsWith(prefix) && receipt.end > this.now,
    );
  }

  private price(
    item: PricedLookup,
    end = this.now + 7 * DAY,
  ): { used: number; endsAt: number; write: () => Written[] } {
    const prefix = `${item.product}/${item.inputHash}/`;
    const name = prefix + item.userId;
    const live = this.live(prefix);
    const mine = live.find(([key]) => key === name);
    if (mine && !item.bypass) return { used: 0, endsAt: mine[1].end, write: () => [] };
    const open = live[0]?.[1];
    const used = item.bypass || !open ? item.price : Math.min(item.price, open.first);
    const receipt = open ? { ...open } : { first: item.price, end };
    const write = () => {
      const before = this.receipts.get(name);
      this.receipts.set(name, receipt);
      return [{ name, before }];
    };
    return { used, endsAt: receipt.end, write };
  }

  charge(id: string, item: PricedLookup): Expected {
    const earlier = this.orders.get(id);
    if (earlier?.state === 'charged') return { ok: true, used: earlier.used, remaining: -1 };
    if (earlier?.state === 'voided') return { ok: false, reason: 'SERVICE_BUSY' };
    const { used, endsAt, write } = this.price(item);
    const underWay = !item.bypass && this.isUnderWay(item);
    const owed = underWay ? 0 : used;
    if (this.isOverLimit(item.keyId, owed)) return { ok: false, reason: 'DAILY_LIMIT_EXCEEDED' };
    if (owed > this.available) return { ok: false, reason: 'INSUFFICIENT_CREDITS' };
    const parts = this.take(owed);
    const order = { parts, receipts: write(), used: owed, end: Infinity, owner: '' };
    this.orders.set(id, { state: 'charged', ...order, ...this.count([[item, owed]]) });
    return { ok: true, used: owed, remaining: this.available, endsAt };
  }

  private hasReceipt({ product, inputHash, userId }: PricedLookup): boolean {
    const prefix = `${product}/${inputHash}/`;
    return this.live(prefix).some(([key]) => key === prefix + userId);
  }

  private isUnderWay(item: PricedLookup, step = ''): boolean {
    const owner = `${step}${item.product}/${item.inputHash}/${item.userId}`;
    return [...this.orders.values()].some(
      (order) => order.state === 'reserved' && order.owner === owner,
    );
  }

  /** Ids of the estimates that a payment for an equal one makes free, which are not asked anew. */
  private estimates = new Map<string, string>();

  /** An estimate that lacks credits uses those of its equals, if that is enough. */
  private freeEquals(item: PricedLookup, used: number): void {
    const owner = `estimate:${item.product}/${item.inputHash}/${item.userId}`;
    const equals = [...this.orders].filter(
      ([id, order]) => order.state === 'reserved' && this.estimates.get(id) === owner,
    );
    const held = equals.reduce((sum, [, order]) => sum + order.used, 0);
    const missing = used - this.available;
    if (missing > 0 && held >= missing) for (const [id] of equals) this.orders.delete(id);
  }

  /** The last estimate the balance did not cover: for a day the next needs as much. */
  private unpaid = { used: 0, until: 0 };

  /** @param bounded false of an estimate, which others do not ride on and which rides on nobody */
  reserve(id: string, item: PricedLookup, bounded = true): Expected {
    const earlier = this.orders.get(id);
    if (earlier?.state === 'voided') return { ok: false, reason: 'SERVICE_BUSY' };
    const { used, endsAt } = this.price(item);
    const prefix = `${item.product}/${item.inputHash}/`;
    const free = !item.bypass && (this.hasReceipt(item) || (bounded && this.isUnderWay(item)));
    const owed = free ? 0 : used;
    const isHeld = !bounded && owed > 0 && this.now < this.unpaid.until;
    const needed = isHeld ? Math.max(owed, this.unpaid.used) : owed;
    if (this.isOverLimit(item.keyId, needed)) return { ok: false, reason: 'DAILY_LIMIT_EXCEEDED' };
    if (needed > this.available) {
      const isPaidSoon = !bounded && !item.bypass && this.isUnderWay(item, 'estimate:');
      return { ok: false, reason: isPaidSoon ? 'SERVICE_BUSY' : 'INSUFFICIENT_CREDITS' };
    }
    if (!free || !bounded) {
      const owner = `${bounded ? '' : 'estimate:'}${prefix}${item.userId}`;
      if (!bounded && !item.bypass) this.estimates.set(id, owner);
      const order = { parts: new Map(), receipts: [], used: owed, end: this.now + RESERVED_MS };
      const byKey = new Map([[item.keyId!, owed]]);
      this.orders.set(id, { state: 'reserved', owner, ...order, period: 0, byKey });
    }
    return { ok: true, used: owed, remaining: this.available, endsAt };
  }

  /**
   * What the quote said is owed, unless the credits have gone meanwhile, or its caller has a
   * receipt.
   */
  settleOrder(
    id: string,
    item: PricedLookup,
    quote: Pick<Quote, 'free' | 'atMost' | 'windowEndsAt'>,
  ): void {
    this.payOrder(id, item, quote);
    this.settleShared();
  }

  private payOrder(
    id: string,
    item: PricedLookup,
    quote: Pick<Quote, 'free' | 'atMost' | 'windowEndsAt'>,
  ): void {
    const earlier = this.orders.get(id);
    if (earlier && earlier.state !== 'reserved') return;
    this.orders.delete(id);
    const isTwice = !item.bypass && this.hasReceipt(item);
    const used = quote.free || isTwice ? 0 : Math.min(item.price, quote.atMost ?? item.price);
    if (used > this.available) return;
    const receipts = this.price(item, quote.windowEndsAt).write();
    const order = { parts: this.take(used), receipts, used, end: Infinity, owner: '' };
    this.orders.set(id, { state: 'charged', ...order, ...this.count([[item, used]]) });
  }

  /** Answers that were free as an equal lookup in flight pays, by its owner: the first of each. */
  private shared = new Map<string, { id: string; item: PricedLookup }>();

  /** They pay, unless that one has, once it has ended. */
  private settleShared(): void {
    for (const [owner, { id, item }] of this.shared) {
      if (this.isUnderWay(item)) continue;
      this.shared.delete(owner);
      this.payEstimate(id, item);
    }
  }

  /** By the receipts of now; short of credits it ends as if it had been voided. */
  settleEstimate(id: string, item: PricedLookup): { paid: boolean; used: number } {
    const outcome = this.payEstimate(id, item);
    this.settleShared();
    return outcome;
  }

  private payEstimate(id: string, item: PricedLookup): { paid: boolean; used: number } {
    const earlier = this.orders.get(id);
    if (earlier?.state === 'charged') return { paid: true, used: earlier.used };
    if (!earlier && !item.bypass && this.isUnderWay(item)) {
      const owner = `${item.product}/${item.inputHash}/${item.userId}`;
      if (!this.shared.has(owner)) this.shared.set(owner, { id, item });
      return { paid: true, used: 0 };
    }
    const { used, write } = this.price(item);
    if (earlier?.state === 'reserved') this.orders.delete(id);
    if (earlier?.state !== 'voided') this.freeEquals(item, used);
    const isOver = earlier?.state === 'reserved' && this.isOverLimit(item.keyId, used);
    if (earlier?.state === 'voided' || isOver || used > this.available) {
      if (earlier?.state === 'reserved') this.unpaid = { used, until: this.now + 86_400_000 };
      this.voidOrder(id);
      return { paid: false, used };
    }
    const order = { parts: this.take(used), receipts: write(), used, end: Infinity, owner: '' };
    this.orders.set(id, { state: 'charged', ...order, ...this.count([[item, used]]) });
    return { paid: true, used };
  }

  voidOrder(id: string): void {
    const order = this.orders.get(id);
    if (order?.state === 'voided') return;
    if (order?.state === 'charged') this.undo(order);
    const nothing = {
      used: 0,
      parts: new Map(),
      receipts: [],
      end: Infinity,
      owner: '',
      period: 0,
      byKey: new Map(),
    };
    this.orders.set(id, { state: 'voided', ...nothing });
    this.settleTime();
  }

  /** The object restarts: what is in memory only is gone. */
  evict(): void {
    this.shared.clear();
    for (const [id, order] of this.orders) if (order.state === 'reserved') this.orders.delete(id);
  }

  hold(id: string, amount: number, lifetimeMs: number, keyId: string | null): Expected {
    const earlier = this.done.get(`l/${id}`);
    if (earlier?.kind === 'hold')
      return earlier.used === amount ? { ok: true, used: amount, remaining: -1 } : { throws: true };
    if (earlier) return { ok: false, reason: 'voided' };
    if (this.isOverLimit(keyId, amount)) return { ok: false, reason: 'daily_limit' };
    if (amount > this.available) return { ok: false, reason: 'insufficient_credits' };
    const end = this.now + lifetimeMs;
    this.holds.set(id, { end, parts: this.take(amount), state: 'open', keyId });
    const done = {
      used: amount,
      parts: new Map(),
      receipts: [],
      lookups: 0,
      period: 0,
      byKey: new Map(),
    };
    this.done.set(`l/${id}`, { kind: 'hold', ...done });
    return { ok: true, used: amount, remaining: this.available };
  }

  settle(id: string, holdId: string, items: PricedLookup[], final: boolean): Expected {
    const earlier = this.done.get(`s/${id}`);
    if (earlier?.kind === 'settle') return { ok: true, used: earlier.used, remaining: -1 };
    if (earlier) return { ok: false, reason: 'voided' };
    const named = this.done.get(`l/${holdId}`);
    if (!named) return { ok: false, reason: 'hold_unknown' };
    if (named.kind === 'voided') return { ok: false, reason: 'voided' };
    const hold = this.holds.get(holdId)!;
    if (hold.state === 'closed') return { ok: false, reason: 'hold_closed' };

    // Priced for real, and undone if it turns out that nobody can pay.
    const receiptsBefore = new Map(this.receipts);
    const written: Written[] = [];
    let used = 0;
    const usedBy: [PricedLookup, number][] = [];
    for (const item of items) {
      const priced = this.price(item);
      used += priced.used;
      usedBy.push([item, priced.used]);
      written.push(...priced.write());
    }
    if (used > total_(hold.parts) + this.available) {
      this.receipts = receiptsBefore;
      return { ok: false, reason: 'insufficient_credits' };
    }
    const before = new Map(this.lots.map((lot) => [lot, lot.free + (hold.parts.get(lot) ?? 0)]));
    this.take(this.spendFromHold(hold.parts, used));
    this.forgetSpent();
    const parts: Parts = new Map();
    for (const lot of this.lots) {
      const gone = before.get(lot)! - lot.free - (hold.parts.get(lot) ?? 0);
      if (gone > 0) parts.set(lot, gone);
    }
    const done = {
      ...{ used, parts, receipts: written, lookups: items.length },
      ...this.count(usedBy),
    };
    if (final && hold.state === 'open') {
      this.endHold(hold, 'closed');
      this.settleTime();
    }
    this.done.set(`s/${id}`, { kind: 'settle', ...done });
    return { ok: true, used, remaining: this.available };
  }

  /** The period that runs; 0 between periods. */
  get period(): number {
    const { granted, now } = this;
    return granted && granted.start <= now && now < granted.end ? granted.start : 0;
  }

  private count(items: [PricedLookup, number][]): Pick<Order, 'period' | 'byKey'> {
    const byKey = new Map<string, number>();
    for (const [{ keyId }, used] of items) {
      byKey.set(keyId!, (byKey.get(keyId!) ?? 0) + used);
      this.spent += used;
      if (this.period !== 0) this.spentInPeriod += used;
    }
    this.countToday(byKey, 1);
    return { period: this.period, byKey };
  }

  private countToday(byKey: ReadonlyMap<string, number>, sign: 1 | -1): void {
    for (const [keyId, used] of byKey) {
      const day = this.today(keyId);
      this.spentOn.set(day, (this.spentOn.get(day) ?? 0) + sign * used);
    }
  }

  private undo({ used, parts, receipts, period, byKey }: Done | Order): void {
    this.countToday(byKey, -1);
    this.giveBack(parts);
    for (const { name, before } of receipts.toReversed())
      if (before) this.receipts.set(name, before);
      else this.receipts.delete(name);
    this.spent -= used;
    if (period !== 0 && period === this.granted?.start) this.spentInPeriod -= used;
  }

  private spendFromHold(parts: Parts, amount: number): number {
    let left = amount;
    for (const lot of this.inOrder().filter((each) => parts.has(each))) {
      const now = Math.min(left, parts.get(lot)!);
      left -= now;
      parts.set(lot, parts.get(lot)! - now);
    }
    return left;
  }

  void(id: string): void {
    for (const key of [`l/${id}`, `s/${id}`]) {
      const call = this.done.get(key);
      if (call?.kind === 'voided') return;
      const hold = this.holds.get(id);
      if (call?.kind === 'hold' && hold) this.endHold(hold, 'closed');
      if (call?.kind === 'settle') this.undo(call);
    }
    const nothing = {
      used: 0,
      parts: new Map(),
      receipts: [],
      lookups: 0,
      period: 0,
      byKey: new Map(),
    };
    for (const key of [`l/${id}`, `s/${id}`]) this.done.set(key, { kind: 'voided', ...nothing });
    this.settleTime();
  }

  /**
   * @param of the grant whose credits go first, and which is owed what holds have
   * @returns what it moves; null when the id was used for another amount
   */
  grant(id: string, amount: number, of: string | null): number | null {
    const earlier = this.grants.get(id);
    if (earlier !== undefined) return earlier === amount ? 0 : null;
    this.grants.set(id, amount);
    const common = { kind: 'purchased', period: 0, end: Infinity } as const;
    if (amount > 0) this.lots.push({ ...common, free: amount, grant: id });
    if (amount >= 0) return amount;
    const taken = this.withdraw(id, -amount, of);
    if (of !== null) this.owed.push({ to: id, of, amount: -amount - taken });
    this.forgetSpent();
    return 0 - taken;
  }

  /** A withdrawal may have taken no more than this. @returns what it gives back */
  lower(id: string, of: string, keep: number): number {
    const taken = this.taken.get(id) ?? 0;
    let still = Math.max(0, keep - taken);
    for (const each of this.owed.filter(({ to }) => to === id)) {
      each.amount = Math.min(each.amount, still);
      still -= each.amount;
    }
    const back = Math.max(0, taken - keep);
    this.taken.set(id, taken - back);
    this.lots.find(({ grant }) => grant === of)!.free += back;
    return back;
  }

  /** @returns whether it is accepted */
  subscribe(plan: ModelPlan): boolean {
    const latest = Math.max(this.plan?.start ?? 0, this.granted?.start ?? 0);
    if (plan.start < latest || plan.start > this.now + 31 * DAY || plan.end <= plan.start)
      return false;
    if (plan.start > this.now) {
      this.next = plan;
      return true;
    }
    this.plan = plan;
    const isPaid = plan.paid && plan.end > this.now;
    if (isPaid || this.granted?.start === plan.start)
      this.grantPeriod({ ...plan, credits: isPaid ? plan.credits : 0 });
    this.settleTime();
    return true;
  }

  private grantPeriod({ start, end, credits }: ModelPlan): void {
    const last = this.granted;
    const own = (at: number) =>
      this.lots.filter((lot) => lot.kind === 'subscription' && lot.period === at);
    if (last && last.start !== start)
      for (const lot of own(last.start)) this.rollOver(lot, Math.min(last.end, start));
    if (last?.start !== start) this.spentInPeriod = 0;
    const already = last?.start === start ? last.credits : 0;
    for (const lot of own(start)) lot.end = end;
    const more = Math.max(0, credits - already);
    if (more > 0) this.lots.push({ kind: 'subscription', period: start, end, free: more });
    this.granted = { start, end, credits: already + more };
  }
}

const total_ = (parts: Parts): number =>
  [...parts.values()].reduce((total, amount) => total + amount, 0);

const purchased_ = (parts: Parts): number =>
  total_(new Map([...parts].filter(([{ kind }]) => kind === 'purchased')));
