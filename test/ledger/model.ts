import type { PricedLookup } from '../../src/core/ledger.ts';
import { DAY, HOUR } from './support.ts';

interface ModelLot {
  kind: 'subscription' | 'rollover' | 'purchased';
  end: number;
  free: number;
}

type Parts = Map<ModelLot, number>;

interface Done {
  kind: 'charge' | 'hold' | 'settle' | 'grant' | 'voided';
  used: number;
  parts: Parts;
  receipts: string[];
}

export type Expected =
  | { ok: true; used: number; remaining: number; endsAt?: number }
  | { ok: false; reason: string }
  | { throws: true };

/** Three calendar months on, for days every month has; written apart from the code under test. */
function threeMonthsOn(at: number): number {
  const [year, month, rest] = [
    new Date(at).getUTCFullYear(),
    new Date(at).getUTCMonth(),
    new Date(at).toISOString().slice(7),
  ];
  const later = month + 3;
  return Date.parse(
    `${year + Math.floor(later / 12)}-${String((later % 12) + 1).padStart(2, '0')}${rest}`,
  );
}

/**
 * The billing rules in a few plain words: no journal, no totals, no postings, no storage. It walks every
 * lot on every question. The ledger must agree with it after every call.
 */
export class Model {
  now: number;
  lots: ModelLot[] = [];
  holds = new Map<string, { end: number; parts: Parts; state: 'open' | 'closed' | 'expired' }>();
  receipts = new Map<string, { first: number; end: number }>();
  done = new Map<string, Done>();
  period: { start: number; tokens: number; lot: ModelLot } | null = null;
  lookups = 0;
  spent = 0;

  constructor(now: number) {
    this.now = now;
  }

  get available(): number {
    return this.lots.reduce((total, lot) => total + lot.free, 0);
  }

  get held(): number {
    return [...this.holds.values()].reduce((total, hold) => total + total_(hold.parts), 0);
  }

  settleTime(): void {
    for (const hold of this.holds.values()) {
      if (hold.end > this.now) continue;
      if (hold.state === 'open') hold.state = 'expired';
      this.giveBack(hold.parts);
    }
    for (const lot of this.lots) {
      if (lot.kind === 'subscription' && lot.end <= this.now) this.rollOver(lot, lot.end);
      if (lot.end <= this.now) lot.free = 0;
    }
  }

  private rollOver(lot: ModelLot, end: number): void {
    lot.kind = 'rollover';
    lot.end = threeMonthsOn(end);
  }

  private giveBack(parts: Parts): void {
    for (const [lot, amount] of parts) lot.free += amount;
    parts.clear();
  }

  private take(amount: number): Parts {
    const rank = { subscription: 0, rollover: 1, purchased: 2 };
    const parts: Parts = new Map();
    let left = amount;
    for (const lot of this.lots.toSorted((a, b) =>
      a.end === b.end ? rank[a.kind] - rank[b.kind] : a.end - b.end,
    )) {
      const now = Math.min(left, lot.free);
      if (now === 0) continue;
      lot.free -= now;
      left -= now;
      parts.set(lot, now);
    }
    return parts;
  }

  private price(item: PricedLookup): {
    used: number;
    endsAt: number;
    write: (() => string) | null;
  } {
    const prefix = `${item.product}/${item.inputHash}/`;
    const live = [...this.receipts].filter(
      ([key, receipt]) => key.startsWith(prefix) && receipt.end > this.now,
    );
    const mine = live.find(([key]) => key === prefix + item.userId);
    if (mine && !item.bypass) return { used: 0, endsAt: mine[1].end, write: null };
    const open = live[0]?.[1];
    const used = item.bypass || !open ? item.price : Math.min(item.price, open.first);
    const receipt = open ? { ...open } : { first: item.price, end: this.now + 7 * DAY };
    if (mine) return { used, endsAt: receipt.end, write: null };
    return {
      used,
      endsAt: receipt.end,
      write: () => {
        this.receipts.set(prefix + item.userId, receipt);
        return prefix + item.userId;
      },
    };
  }

  charge(item: PricedLookup): Expected {
    const earlier = this.done.get(`l/${item.id}`);
    if (earlier?.kind === 'charge') return { ok: true, used: earlier.used, remaining: -1 };
    if (earlier?.kind === 'voided') return { ok: false, reason: 'voided' };
    if (earlier) return { throws: true };
    const { used, endsAt, write } = this.price(item);
    if (used > this.available) return { ok: false, reason: 'insufficient_credits' };
    this.done.set(`l/${item.id}`, {
      kind: 'charge',
      used,
      parts: this.take(used),
      receipts: write ? [write()] : [],
    });
    this.lookups += 1;
    this.spent += used;
    return { ok: true, used, remaining: this.available, endsAt };
  }

  hold(id: string, amount: number, lifetimeMs: number): Expected {
    const earlier = this.done.get(`l/${id}`);
    if (earlier?.kind === 'hold') return { ok: true, used: earlier.used, remaining: -1 };
    if (earlier?.kind === 'voided') return { ok: false, reason: 'voided' };
    if (earlier) return { throws: true };
    if (amount > this.available) return { ok: false, reason: 'insufficient_credits' };
    this.holds.set(id, { end: this.now + lifetimeMs, parts: this.take(amount), state: 'open' });
    this.done.set(`l/${id}`, { kind: 'hold', used: amount, parts: new Map(), receipts: [] });
    return { ok: true, used: amount, remaining: this.available };
  }

  settle(id: string, holdId: string, items: PricedLookup[], final: boolean): Expected {
    const earlier = this.done.get(`s/${id}`);
    if (earlier?.kind === 'settle') return { ok: true, used: earlier.used, remaining: -1 };
    if (earlier) return { ok: false, reason: 'voided' };
    const named = this.done.get(`l/${holdId}`);
    if (!named) return { ok: false, reason: 'hold_unknown' };
    if (named.kind === 'voided') return { ok: false, reason: 'voided' };
    if (named.kind !== 'hold') return { throws: true };
    const hold = this.holds.get(holdId)!;
    if (hold.state === 'closed') return { ok: false, reason: 'hold_closed' };

    // Priced for real, and undone if it turns out that nobody can pay.
    const receiptsBefore = new Map(this.receipts);
    const written: string[] = [];
    let used = 0;
    for (const item of items) {
      const priced = this.price(item);
      used += priced.used;
      if (priced.write) written.push(priced.write());
    }
    if (used > total_(hold.parts) + this.available) {
      this.receipts = receiptsBefore;
      return { ok: false, reason: 'insufficient_credits' };
    }
    const before = new Map(this.lots.map((lot) => [lot, lot.free + (hold.parts.get(lot) ?? 0)]));
    const rest = this.spendFromHold(hold.parts, used);
    this.take(rest);
    const parts: Parts = new Map();
    for (const lot of this.lots) {
      const gone = before.get(lot)! - lot.free - (hold.parts.get(lot) ?? 0);
      if (gone > 0) parts.set(lot, gone);
    }
    if (final && hold.state === 'open') {
      hold.state = 'closed';
      this.giveBack(hold.parts);
      this.settleTime();
    }
    this.done.set(`s/${id}`, { kind: 'settle', used, parts, receipts: written });
    this.lookups += items.length;
    this.spent += used;
    return { ok: true, used, remaining: this.available };
  }

  private spendFromHold(parts: Parts, amount: number): number {
    let left = amount;
    for (const lot of [...parts.keys()].sort((a, b) => a.end - b.end)) {
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
      if (call?.kind === 'hold' && hold) {
        hold.state = 'closed';
        this.giveBack(hold.parts);
      }
      if (call?.kind === 'charge' || call?.kind === 'settle') {
        this.giveBack(call.parts);
        for (const receipt of call.receipts) this.receipts.delete(receipt);
        this.spent -= call.used;
        this.lookups -= this.lookupsOf.get(key) ?? 1;
      }
    }
    for (const key of [`l/${id}`, `s/${id}`])
      this.done.set(key, { kind: 'voided', used: 0, parts: new Map(), receipts: [] });
    this.settleTime();
  }

  /** How many lookups a settle had; a charge has one. */
  lookupsOf = new Map<string, number>();

  grant(id: string, amount: number): number {
    if (this.done.has(`g/${id}`)) return 0;
    this.done.set(`g/${id}`, { kind: 'grant', used: 0, parts: new Map(), receipts: [] });
    this.lots.push({ kind: 'purchased', end: Infinity, free: amount });
    return amount;
  }

  renew(start: number, tokens: number): number {
    const last = this.period;
    if (last && start < last.start) return 0;
    if (last && start === last.start) {
      const more = Math.max(0, tokens - last.tokens);
      last.tokens += more;
      last.lot.free += more;
      this.settleTime();
      return more;
    }
    if (last?.lot.kind === 'subscription') this.rollOver(last.lot, Math.min(last.lot.end, start));
    const lot: ModelLot = { kind: 'subscription', end: start + 30 * DAY + HOUR, free: tokens };
    this.lots.push(lot);
    this.period = { start, tokens, lot };
    this.settleTime();
    return tokens;
  }
}

const total_ = (parts: Parts): number =>
  [...parts.values()].reduce((total, amount) => total + amount, 0);
