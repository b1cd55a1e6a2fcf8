// Platform operations of each invocation, kept in the isolate's memory. Everything that the Worker
// and its objects run belongs to the invocation that started it, however late it ends.
import { AsyncLocalStorage } from 'node:async_hooks';
import { LIMITS } from '../limits.ts';

/** Operations as counted by the price list and the documented limits. */
export interface Counts {
  /** Requests, cron and queue invocations of the Worker. */
  requests: number;
  /** Calls and alarms of objects. */
  objectRequests: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  /** Milliseconds in which an object could not sleep, because a call or a timer was pending. */
  objectActiveMs: number;
  d1Queries: number;
  d1RowsRead: number;
  d1RowsWritten: number;
  kvReads: number;
  kvWrites: number;
  r2ClassA: number;
  r2ClassB: number;
  queueOperations: number;
  /** Fetches and sockets to the outside world. */
  outgoing: number;
  /** Every operation that leaves an invocation. */
  subrequests: number;
}

export type Name = keyof Counts;

const none = (): Counts => ({
  requests: 0,
  objectRequests: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  objectActiveMs: 0,
  d1Queries: 0,
  d1RowsRead: 0,
  d1RowsWritten: 0,
  kvReads: 0,
  kvWrites: 0,
  r2ClassA: 0,
  r2ClassB: 0,
  queueOperations: 0,
  outgoing: 0,
  subrequests: 0,
});

/** One run of an entry point. */
interface Invocation {
  /** For example `POST /v1/phone`, `Account.admit` or `queue lookup-api-bulk`. */
  kind: string;
  counts: Counts;
  open: number;
  /** The object it runs in, if any. */
  object: ObjectLife | null;
}

/** Pending work that keeps an object awake. */
export interface ObjectLife {
  pending: number;
  since: number;
}

/** Totals and maxima of an entry point over all its runs. */
export interface Seen {
  runs: number;
  /** Rows that all runs wrote in their object. */
  rowsWritten: number;
  /** Maximum of each count in one run. */
  most: Counts;
  mostOpen: number;
  mostMs: number;
}

/** Milliseconds added to every operation of a kind of binding, the sum of both directions. */
export type Delays = Partial<Record<'object' | 'd1' | 'kv' | 'r2', number>>;

const current = new AsyncLocalStorage<Invocation>();
let totals = none();
let seen = new Map<string, Seen>();
let broken = new Set<string>();
let delays: Delays = {};

/** The machine's clock; the service's clock can be moved. */
const wall = Date.now.bind(Date);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const limitOf = new Map(Object.entries(LIMITS.invocation));

export function count(name: Name, amount = 1): void {
  totals[name] += amount;
  const invocation = current.getStore();
  if (!invocation) return;
  const { counts, kind } = invocation;
  counts[name] += amount;
  const entry = seenAs(kind);
  const { most } = entry;
  if (name === 'objectRowsWritten') entry.rowsWritten += amount;
  most[name] = Math.max(most[name], counts[name]);
  const limit = limitOf.get(name);
  if (limit && counts[name] > limit.most)
    breakLimit(`more than ${limit.most} ${name} (${limit.source})`);
}

/** Records that a documented limit was exceeded. */
export function breakLimit(what: string): void {
  broken.add(`${current.getStore()?.kind ?? 'startup'}: ${what}`);
}

/** One network operation: a subrequest that is delayed by the binding's distance. */
export async function remote<T>(far: keyof Delays | null, work: () => Promise<T>): Promise<T> {
  count('subrequests');
  const invocation = current.getStore();
  if (invocation) {
    invocation.open += 1;
    const entry = seenAs(invocation.kind);
    entry.mostOpen = Math.max(entry.mostOpen, invocation.open);
  }
  const ms = far === null ? 0 : (delays[far] ?? 0);
  try {
    if (ms > 0) await sleep(ms);
    return await work();
  } finally {
    if (invocation) invocation.open -= 1;
  }
}

function seenAs(kind: string): Seen {
  const known = seen.get(kind);
  if (known) return known;
  const entry = { runs: 0, rowsWritten: 0, most: none(), mostOpen: 0, mostMs: 0 };
  seen.set(kind, entry);
  return entry;
}

/** Adds or removes one pending piece of work of an object. */
export function stir(life: ObjectLife, by: 1 | -1): void {
  const now = wall();
  if (life.pending === 0) life.since = now;
  life.pending += by;
  if (life.pending === 0) count('objectActiveMs', now - life.since);
}

export const currentObject = (): ObjectLife | null => current.getStore()?.object ?? null;

/** Runs an entry point as an invocation of its own. */
export async function invoke<T>(
  kind: string,
  name: 'requests' | 'objectRequests',
  object: ObjectLife | null,
  work: () => T | Promise<T>,
): Promise<T> {
  const invocation: Invocation = { kind, counts: none(), open: 0, object };
  return current.run(invocation, async () => {
    count(name);
    const startedAt = wall();
    if (object) stir(object, 1);
    try {
      return await work();
    } finally {
      if (object) stir(object, -1);
      const entry = seenAs(kind);
      entry.runs += 1;
      entry.mostMs = Math.max(entry.mostMs, wall() - startedAt);
    }
  });
}

/** Returns the counts since the last reading and resets them. */
export function take(): { totals: Counts; seen: Record<string, Seen>; broken: string[] } {
  const taken = { totals, seen: Object.fromEntries(seen), broken: [...broken] };
  totals = none();
  seen = new Map();
  broken = new Set();
  return taken;
}

export function setDelays(next: Delays): void {
  delays = next;
}
