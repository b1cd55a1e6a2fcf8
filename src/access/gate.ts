import type { Admission, CallKind, Gate } from '../core/access.ts';
import { ApiError } from '../core/errors.ts';
import { hashApiKey, readBearerKey } from './api-key.ts';
import type { KeyGate } from './key-gate.ts';

const RETRY_AFTER_SECONDS = 2;

/** The key check over KeyGate objects. A forged key touches none of them. */
export function createGate(keySecret: string, keyGates: DurableObjectNamespace<KeyGate>): Gate {
  const gateOf = (name: string) => keyGates.get(keyGates.idFromName(name));

  async function countAccountRead(admission: Admission & { admitted: true }): Promise<Admission> {
    const { tripped, state } = await gateOf(`organization:${admission.caller.organizationId}`).countAccountRead();
    if (tripped) return { admitted: false, code: 'RATE_LIMIT_EXCEEDED', caller: admission.caller, window: state };
    return { ...admission, window: state };
  }

  return {
    async admit(authorization: string | null, kind: CallKind): Promise<Admission> {
      const key = await readBearerKey(authorization, keySecret);
      if (!key) return { admitted: false, code: 'UNAUTHORIZED' };
      const hash = await hashApiKey(key);
      try {
        const admission = await gateOf(hash).admit(hash, kind);
        return kind === 'account' && admission.admitted ? await countAccountRead(admission) : admission;
      } catch (cause) {
        throw new ApiError('SERVICE_UNAVAILABLE', 'The key check is temporarily unavailable.', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
      }
    },

    async forget(keyHashes) {
      await Promise.all(keyHashes.map((hash) => gateOf(hash).forget()));
    },
  };
}
