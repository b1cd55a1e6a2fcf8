import { type Authenticate, credentialRefused } from '../core/account/access.ts';
import { ApiError } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import { createKeyReader } from './api-key.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * @param keySecrets unset means the deployment can check no key, which is an outage, not a refusal
 */
export function createAuthenticate(keySecrets: Secrets | undefined): Authenticate {
  if (keySecrets === undefined)
    return async () => {
      throw new ApiError('SERVICE_UNAVAILABLE', 'The key check is temporarily unavailable.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: 'KEY_SECRET is not set',
      });
    };
  const read = createKeyReader(keySecrets);
  return async (authorization) => {
    const result = await read(authorization);
    if (!result.ok) throw credentialRefused(result.problem);
    return result.key;
  };
}
