import * as z from 'zod';
import { type AnyProduct, productFactVersion } from '../product.ts';
import { isTableSource } from '../source.ts';
import type { World } from '../world.ts';

/** 128 bits: two of a customer's inputs collide once in 10^19 pairs. */
const HASH_BYTES = 16;

const encoder = new TextEncoder();
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Names a normalised input in cache keys and receipts: fixed length, and no personal data in clear.
 * Hex.
 */
export async function hashSubject(subject: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(subject));
  let hex = '';
  for (const byte of new Uint8Array(digest, 0, HASH_BYTES)) hex += HEX[byte];
  return hex;
}

/** FNV-1a, 32 bits: two states of a product's tables collide once in four billion. */
function fnv1a32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * What the tables are at that a product's answers may rest on, as one number: an answer found at
 * another figure is stale. Without waiting where every table is known in memory.
 * @param suppressed nothing may be told about whom the input names: another answer than the tables
 * give
 */
export function dataVersionOf(
  product: AnyProduct,
  world: World,
  suppressed = false,
): number | Promise<number> {
  const tables = product.sources.list.filter(isTableSource);
  const versions = tables.map((source) => {
    const version = source.version?.(world) ?? '';
    // A table that cannot be read now says so when it is asked, and not every answer asks it.
    return typeof version === 'string' ? version : version.catch(() => '');
  });
  const combine = (known: readonly string[]) =>
    fnv1a32(
      [product.type, productFactVersion(product), ...known, ...(suppressed ? ['nobody'] : [])].join(
        '\n',
      ),
    );
  const waits = versions.some((version) => typeof version !== 'string');
  return waits ? Promise.all(versions).then(combine) : combine(versions as string[]);
}

/** KV refuses an expiry less than a minute away. */
const MIN_EXPIRY_SECONDS = 60;

/**
 * KV takes one write a second of one key ("Limits"), and refuses the others; some more, as one may
 * take longer on its way than the next.
 */
const WRITE_EVERY_MS = 1_100;
/** Keys whose last write is remembered; more of them in a second may be written twice. */
const MAX_RECENT = 10_000;

const storedFact = z.object({
  fact: z.unknown(),
  /** When it was first looked up. */
  foundAt: z.number(),
  /** End of the seven-day window; a record past it is not read even if KV still has it. */
  endsAt: z.number(),
  consulted: z.array(z.string()),
  /** What the tables were at that it may rest on: it is stale when they have changed. */
  tables: z.number(),
});

export type StoredFact = z.infer<typeof storedFact>;

/** Facts found in the last seven days, by organization, product and normalised input. */
export interface FactCache {
  get(key: string, now: number): Promise<StoredFact | null>;
  put(key: string, stored: StoredFact, now: number): Promise<void>;
}

/** The same for many at once: a chunk of a bulk job is one read. */
export interface BulkFactCache extends FactCache {
  /** @param keys at most 100 @returns those that are there */
  getMany(keys: readonly string[], now: number): Promise<ReadonlyMap<string, StoredFact>>;
}

/**
 * A cache that cannot be read is a miss, never a refusal: the ledger alone decides what is paid.
 */
export function createFactCache(
  kv: KVNamespace,
  warn: (message: string, cause: unknown) => void,
  pause: (ms: number) => Promise<unknown> = (ms) => scheduler.wait(ms),
): BulkFactCache {
  /** Keys written of late, the oldest first, and the newest fact that waits for its second. */
  const recent = new Map<string, { writtenAt: number; waiting: StoredFact | null }>();

  /** Waits until the key may be written. @returns whether this fact is still the newest of it */
  async function mayWrite(key: string, stored: StoredFact, now: number): Promise<boolean> {
    const last = recent.get(key);
    let writtenAt = now;
    if (last && now < last.writtenAt + WRITE_EVERY_MS) {
      writtenAt = last.writtenAt + WRITE_EVERY_MS;
      last.waiting = stored;
      await pause(writtenAt - now);
      if (last.waiting !== stored) return false;
    }
    recent.delete(key);
    recent.set(key, { writtenAt, waiting: null });
    for (const [oldest] of recent) {
      if (recent.size <= MAX_RECENT) break;
      recent.delete(oldest);
    }
    return true;
  }

  /** What waits to be written is newer than what lies there: its own isolate reads it already. */
  const waitingFor = (key: string, now: number): StoredFact | null => {
    const waiting = recent.get(key)?.waiting ?? null;
    return waiting !== null && waiting.endsAt > now ? waiting : null;
  };

  const readable = (value: unknown, now: number): StoredFact | null => {
    const stored = storedFact.safeParse(value);
    return stored.success && stored.data.endsAt > now ? stored.data : null;
  };
  return {
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
