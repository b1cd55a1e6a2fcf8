import type { UsageRow } from '../core/account/account.ts';
import type { Account } from './account.ts';
import type { AccountSeed, CaughtUp } from './restorable-account.ts';
import type { Archive } from './tables.ts';

/**
 * What brings an account back. Calls are made once: one whose answer was lost is the operator's to
 * repeat, which does no harm.
 */
export interface AccountRecovery {
  /** The account whole, key hashes included. */
  export(organizationId: string): Promise<Archive>;
  /** Writes the state to the archive now. */
  archive(organizationId: string): Promise<void>;
  /**
   * Takes a text out of the names of keys and organization, and the room of invitations to it.
   * @param forms in lower case
   */
  forgetText(organizationId: string, forms: readonly string[]): Promise<void>;
  bookmark(organizationId: string): Promise<string>;
  /** Ends the instance; the next one has the state of that time. @throws RangeError */
  rewind(organizationId: string, to: number): Promise<void>;
  /** @throws RangeError when the account has gone on by itself meanwhile */
  catchUp(organizationId: string, recorded: readonly UsageRow[]): Promise<CaughtUp>;
  /** @throws RangeError when it is not lost, or there is nothing to make it from */
  rebuild(
    organizationId: string,
    seed: AccountSeed | null,
    recorded: readonly UsageRow[],
  ): Promise<CaughtUp>;
}

export function createAccountRecovery(objects: DurableObjectNamespace<Account>): AccountRecovery {
  const open = (id: string) => objects.getByName(id);
  return {
    export: async (id) => (await open(id).export()) as Archive,
    archive: async (id) => open(id).archive(),
    forgetText: async (id, forms) => open(id).forgetText(forms),
    bookmark: async (id) => open(id).bookmark(),
    rewind: async (id, to) => {
      try {
        await open(id).rewind(to);
      } catch (cause) {
        // The instance ends with the call, so an answer is a refusal, and no answer is success.
        if (cause instanceof RangeError) throw cause;
      }
    },
    catchUp: async (id, recorded) => open(id).catchUp(recorded),
    rebuild: async (id, seed, recorded) => open(id).rebuild(seed, recorded),
  };
}
