import * as z from 'zod';

/** KV refuses an expiry less than a minute away. */
const MIN_EXPIRY_SECONDS = 60;

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
): BulkFactCache {
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
          const stored = readable(value, now);
          if (stored) found.set(key, stored);
        }
      } catch (cause) {
        warn('fact cache read failed', cause);
      }
      return found;
    },
    async get(key, now) {
      try {
        return readable(await kv.get(key, 'json'), now);
      } catch (cause) {
        warn('fact cache read failed', cause);
        return null;
      }
    },
    async put(key, stored, now) {
      const seconds = Math.max(MIN_EXPIRY_SECONDS, Math.ceil((stored.endsAt - now) / 1_000));
      try {
        await kv.put(key, JSON.stringify(stored), { expirationTtl: seconds });
      } catch (cause) {
        warn('fact cache write failed', cause);
      }
    },
  };
}
