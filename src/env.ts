import * as z from 'zod';
import type { KeyGate } from './access/key-gate.ts';
import type { CreditAccount } from './ledger/credit-account.ts';

const optionalText = z.string().min(1).optional().catch(undefined);

/** Vars and secrets, parsed once. Every one is optional: absent means its default or that the feature is off. */
export const varsSchema = z.object({
  /** Operator token; unset means /admin does not exist. */
  ADMIN_TOKEN: optionalText,
  /** Secret of the keyed checksum in API keys. Unset means no key can be valid. */
  KEY_SECRET: optionalText,
  /** Replaces scheme and host of every address feed, keeping its path. */
  FEED_BASE_URL: z.url().optional(),
});

export type Vars = z.infer<typeof varsSchema>;

/** Every name a deployment or `npm run dev` may set. */
export const VAR_NAMES = Object.keys(varsSchema.shape) as (keyof Vars)[];

/** The bindings of wrangler.toml. */
export interface Bindings {
  DB: D1Database;
  RECORDS: D1Database;
  CACHE: KVNamespace;
  DATA: R2Bucket;
  KEY_GATE: DurableObjectNamespace<KeyGate>;
  CREDIT_ACCOUNT: DurableObjectNamespace<CreditAccount>;
}
