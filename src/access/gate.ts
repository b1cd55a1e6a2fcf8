import type { Admission, CallKind, Gate } from '../core/access.ts';
import { ApiError } from '../core/errors.ts';
import { hashApiKey, readBearerKey } from './api-key.ts';
import type { KeyGate } from './key-gate.ts';

const RETRY_AFTER_SECONDS = 2;

const unavailable = (cause: unknown) =>
  new ApiError('SERVICE_UNAVAILABLE', 'The key check is temporarily unavailable.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });

/**
 * The key check over KeyGate objects. A forged key touches none of them.
 * @param keySecret unset means the deployment can check no key, which is an outage, not a refusal
 */
export function createGate(
  keySecret: string | undefined,
  keyGates: DurableObjectNamespace<KeyGate>,
): Gate {
  const gateOf = (name: string) => keyGates.get(keyGates.idFromName(name));
  /** An object that just moved or restarted fails once; a fresh stub reaches it. */
  const onGate = <T>(name: string, call: (gate: DurableObjectStub<KeyGate>) => Promise<T>) =>
    call(gateOf(name)).catch(() => call(gateOf(name)));

  async function countAccountRead(admission: Admission & { admitted: true }): Promise<Admission> {
    const { tripped, state } = await onGate(
      `organization:${admission.caller.organizationId}`,
      async (gate) => await gate.countAccountRead(),
    );
    if (tripped)
      return {
        admitted: false,
        code: 'RATE_LIMIT_EXCEEDED',
        caller: admission.caller,
        window: state,
      };
    return { ...admission, window: state };
  }

  return {
    async admit(authorization: string | null, kind: CallKind): Promise<Admission> {
      if (!keySecret) throw unavailable('KEY_SECRET is not set');
      const key = await readBearerKey(authorization, keySecret);
      if (!key) return { admitted: false, code: 'UNAUTHORIZED' };
      const hash = await hashApiKey(key);
      try {
        const admission = await onGate<Admission>(
          hash,
          async (gate) => await gate.admit(hash, kind),
        );
        return kind === 'account' && admission.admitted
          ? await countAccountRead(admission)
          : admission;
      } catch (cause) {
        throw unavailable(cause);
      }
    },

    async forget(keyHashes) {
      await Promise.all(keyHashes.map((hash) => onGate(hash, async (gate) => await gate.forget())));
    },
  };
}
