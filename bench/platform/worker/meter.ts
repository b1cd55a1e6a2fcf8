// What each invocation asked of the platform, kept in the isolate's memory. Everything the Worker
// and its objects run in belongs to the invocation that started it, however late it ends.
import { AsyncLocalStorage } from 'node:async_hooks';
import { LIMITS } from '../limits.ts';

/** Operations as the price list and the documented limits count them. */
export interface Counts {
  /** Requests, cron and queue invocations of the Worker. */
  requests: number;
  /** Calls and alarms of objects. */
  objectRequests: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  /** Milliseconds an object could not be put to sleep: a call or a timer of it was pending. */
  objectActiveMs: number;
  d1Queries: number;
  d1RowsRead: number;
  d1RowsWritten: number;
  kvReads: number;
  kvWrites: number;
  r2ClassA: number;
  r2ClassB: number;
  queueOperations: number;
  /** Of the outside world: fetches and sockets. */
  outgoing: number;
  /** Everything that leaves an invocation. */
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
  /** Such as `POST /v1/phone`, `Account.admit` or `queue lookup-api-bulk`. */
  kind: string;
  counts: Counts;
  open: number;
  /** The object it runs in. */
  object: ObjectLife | null;
}

/** Whether an object has work that keeps it awake. */
export interface ObjectLife {
  pending: number;
  since: number;
}

/** What an entry point did, over all its runs. */
export interface Seen {
  runs: number;
  /** Rows of its object that all of its runs wrote. */
  rowsWritten: number;
  /** The most of each in one run. */
  most: Counts;
  mostOpen: number;
  mostMs: number;
}

/** Milliseconds added to every operation of a kind of binding, both ways together. */
export type Delays = Partial<Record<'object' | 'd1' | 'kv' | 'r2', number>>;

const current = new AsyncLocalStorage<Invocation>();
let totals = none();
let seen = new Map<string, Seen>();
let broken = new Set<string>();
let delays: Delays = {};

/** The clock of the machine; the one of the service may be moved. */
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

/** Notes that a documented limit was passed. */
export function breakLimit(what: string): void {
  broken.add(`${current.getStore()?.kind ?? 'startup'}: ${what}`);
}

/** One operation over the network: counted as a subrequest, and as slow as its binding is far. */
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

/** An object has one more thing pending, or one less. */
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

/** What was seen since the last reading, which starts the next one. */
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
