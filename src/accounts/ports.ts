import type { Gate } from '../core/access.ts';
import type { KeyMode } from '../core/caller.ts';
import type { Ledger } from '../core/ledger.ts';
import type { Clock } from '../core/ports.ts';
import type { Database } from '../store/database.ts';

/** What the verbs of this folder reach. */
export interface AccountPorts {
  /** The DB database. */
  db: Database;
  clock: Clock;
  ledger: Ledger;
  gate: Pick<Gate, 'forget'>;
  /** Makes a key with its keyed checksum; null when KEY_SECRET is not set. */
  createKey: ((mode: KeyMode) => Promise<string>) | null;
  /** A new id beginning with `prefix` and an underscore. */
  newId(prefix: 'org' | 'user' | 'key'): string;
}
