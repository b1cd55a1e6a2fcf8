import { createHash } from 'node:crypto';
import * as z from 'zod';
import { fnv1a32 } from '../../lib/bytes.ts';
import { memoized } from '../../lib/lazy.ts';
import { type MaybePromise, mapAllMaybePromise } from '../../lib/maybe-promise.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time.ts';
import { type AnyProduct, productFactVersion } from '../product.ts';
import { isTableSource } from '../source.ts';
import type { World } from '../world.ts';

/** 128 bits: about one pair of inputs in 3 × 10^38 collides. */
export const HASH_BYTES = 16;

/**
 * Hash of a normalised input in hex, its name in cache keys and receipts: of fixed length and
 * without personal data in clear text. Synchronous: for a short text a promise costs more.
 */
export const hashSubject = (subject: string): string =>
  createHash('sha256')
    .update(subject)
    .digest('hex')
    .slice(0, 2 * HASH_BYTES);

const tablesOf = memoized(
  ({ sources }: AnyProduct) => sources.list.filter(isTableSource),
  new WeakMap(),
);

/** Memo of the last {@link dataVersionOf} per product: tables change less often than it is read. */
const lastVersions = new WeakMap<
  AnyProduct,
  { known: readonly string[]; suppressed: boolean; version: number }
>();

/**
 * Data version: one number for the state of all tables that a product's answers may use. An answer
 * found at another version is stale. Synchronous if every table's version is in memory.
 * @param suppressed whether the input names a suppressed person, whose answer uses no table
 */
export function dataVersionOf(
  product: AnyProduct,
  world: World,
  suppressed = false,
): MaybePromise<number> {
  const versions = tablesOf(product).map((source) => {
    const version = source.version?.(world) ?? '';
    // An unreadable table fails when it is queried; not every answer queries it.
    return typeof version === 'string' ? version : version.catch(() => '');
  });
  return mapAllMaybePromise(versions, (known) => {
    const last = lastVersions.get(product);
    const isSame = last?.suppressed === suppressed && known.every((v, at) => v === last.known[at]);
    if (last && isSame) return last.version;
    const state = [product.type, productFactVersion(product), ...known];
    const version = fnv1a32([...state, ...(suppressed ? ['suppressed'] : [])].join('\n'));
    lastVersions.set(product, { known, suppressed, version });
    return version;
  });
}

/** Shortest expiry that KV accepts. */
const MIN_EXPIRY_SECONDS = 60;

/**
 * Shortest interval between writes of one key. KV accepts one write per second and key ("Limits")
 * and refuses others; the margin is for writes that arrive closer together than they were sent.
 */
const WRITE_EVERY_MS = 1_100;
/** Most keys whose last write or claim is kept; an evicted key may be written too early. */
const MAX_RECENT = 10_000;

/** Lifetime of a fact (specification, "Limits": result cache). */
export const FACT_MS = 7 * DAY_MS;

/**
 * Lifetime of a partial fact, one that lacks a failed source's part: repeats do not pay the vendors
 * that answered, and the failed source is soon asked again.
 */
export const PARTIAL_FACT_MS = HOUR_MS;

/** Within {@link PARTIAL_FACT_MS}, at most 15 completions of a partial fact in an isolate. */
const COMPLETION_EVERY_MS = 4 * MINUTE_MS;

const storedFact = z.object({
  fact: z.unknown(),
  /** When the fact was first looked up, or the first failed attempt. */
  foundAt: z.number(),
  /**
   * End of the seven-day window, or of a partial fact's lifetime; later reads ignore the record
   * even if KV still has it.
   */
  endsAt: z.number(),
  /** Set when a source that might have added to the fact failed. */
  partial: z.literal(true).optional(),
  /** Paid sources' answers, of a partial fact or of a failed lookup. */
  paid: z.record(z.string(), z.unknown()).optional(),
  /** Null for a failed lookup, which has no fact. */
  consulted: z.array(z.string()).nullable(),
  /** Data version of the tables the fact may rest on; another current version makes it stale. */
  tables: z.number(),
});

export type StoredFact = z.infer<typeof storedFact>;

/** Facts of the last seven days, by organization, product and normalised input. */
export interface FactCache {
  get(key: string, now: number): Promise<StoredFact | null>;
  put(key: string, stored: StoredFact, now: number): Promise<void>;
  /**
   * Claims the completion of a partial fact: of all readers in an isolate, only one per
   * {@link COMPLETION_EVERY_MS} asks the failed sources again.
   */
  claimCompletion(key: string, now: number): boolean;
}

/** Batched reads: one read for a chunk of a bulk job. */
export interface BulkFactCache extends FactCache {
  /** @param keys at most 100 @returns the records found, by key */
  getMany(keys: readonly string[], now: number): Promise<ReadonlyMap<string, StoredFact>>;
}

function dropOldest(keys: Map<string, unknown>): void {
  for (const [oldest] of keys) {
    if (keys.size <= MAX_RECENT) break;
    keys.delete(oldest);
  }
}

/** @returns milliseconds that really passed, as a busy isolate wakes late */
async function wait(ms: number): Promise<number> {
  const from = Date.now();
  await scheduler.wait(ms);
  return Math.max(ms, Date.now() - from);
}

/**
 * Fact cache in KV. A failed read is a miss, never a refusal: only the ledger decides what is paid.
 * @param pause waits, and returns how many milliseconds it really waited
 */
export function createFactCache(
  kv: KVNamespace,
  warn: (message: string, cause: unknown) => void,
  pause: (ms: number) => Promise<number> = wait,
): BulkFactCache {
  /** Recently written keys, oldest first, each with its newest fact that waits for its write. */
  const recent = new Map<string, { writtenAt: number; waiting: StoredFact | null }>();

  /** Keys whose completion was claimed, oldest first, with the time of the claim. */
  const claimed = new Map<string, number>();

  /** Throttles writes of a key. @returns whether this fact is still the newest for the key */
  async function mayWrite(key: string, stored: StoredFact, now: number): Promise<boolean> {
    const last = recent.get(key);
    let writtenAt = now;
    if (last && now < last.writtenAt + WRITE_EVERY_MS) {
      last.waiting = stored;
      writtenAt += await pause(last.writtenAt + WRITE_EVERY_MS - now);
      if (last.waiting !== stored) return false;
    }
    // Drops a waiting older fact, so that its late write cannot replace this newer one.
    if (last) last.waiting = null;
    recent.delete(key);
    recent.set(key, { writtenAt, waiting: null });
    dropOldest(recent);
    return true;
  }

  /** Read-your-writes within an isolate: a fact waiting for its write precedes the stored one. */
  const waitingFor = (key: string, now: number): StoredFact | null => {
    const waiting = recent.get(key)?.waiting ?? null;
    return waiting !== null && waiting.endsAt > now ? waiting : null;
  };

  const readable = (value: unknown, now: number): StoredFact | null => {
    const stored = storedFact.safeParse(value);
    return stored.success && stored.data.endsAt > now ? stored.data : null;
  };
  return {
    claimCompletion(key, now) {
      if (now < (claimed.get(key) ?? 0) + COMPLETION_EVERY_MS) return false;
      claimed.delete(key);
      claimed.set(key, now);
      dropOldest(claimed);
      return true;
    },
    async getMany(keys, now) {
      const found = new Map<string, StoredFact>();
      if (keys.length === 0) return found;
      try {
        for (const [key, value] of await kv.get([...keys], 'json')) {
          const stored = waitingFor(key, now) ?? readable(value, now);
          if (stored) found.set(key, stored);
        }
      } catch (cause) {
        warn('fact cache read failed', cause);
      }
      return found;
    },
    async get(key, now) {
      const waiting = waitingFor(key, now);
      if (waiting) return waiting;
      try {
        return readable(await kv.get(key, 'json'), now);
      } catch (cause) {
        warn('fact cache read failed', cause);
        return null;
      }
    },
    async put(key, stored, now) {
      const seconds = Math.max(MIN_EXPIRY_SECONDS, Math.ceil((stored.endsAt - now) / 1_000));
      if (!(await mayWrite(key, stored, now))) return;
      try {
        await kv.put(key, JSON.stringify(stored), { expirationTtl: seconds });
      } catch (cause) {
        warn('fact cache write failed', cause);
      }
    },
  };
}
