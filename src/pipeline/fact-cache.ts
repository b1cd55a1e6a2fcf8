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
});

export type StoredFact = z.infer<typeof storedFact>;

/** Facts found in the last seven days, by organization, product and normalised input. */
export interface FactCache {
  get(key: string, now: number): Promise<StoredFact | null>;
  put(key: string, stored: StoredFact, now: number): Promise<void>;
}

/** A cache that cannot be read is a miss, never a refusal: the ledger alone decides what is paid. */
export function createFactCache(kv: KVNamespace, warn: (message: string, cause: unknown) => void): FactCache {
  return {
    async get(key, now) {
      try {
        const stored = storedFact.safeParse(await kv.get(key, 'json'));
        return stored.success && stored.data.endsAt > now ? stored.data : null;
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
