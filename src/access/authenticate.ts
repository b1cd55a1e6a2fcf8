import {
  type Authenticate,
  credentialRefused,
  type ReadAgentToken,
} from '../core/account/access.ts';
import { ApiError } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import { createKeyReader } from './api-key.ts';

const RETRY_AFTER_SECONDS = 2;

/** An access token is user, grant and secret, which no API key looks like. */
const ACCESS_TOKEN = /^bearer +([^\s:]+:[^\s:]+:[^\s:]+)\s*$/i;

/**
 * @param keySecrets unset means the deployment can check no key, which is an outage, not a refusal
 * @param readToken of an agent that signed in by OAuth
 */
export function createAuthenticate(
  keySecrets: Secrets | undefined,
  readToken: ReadAgentToken,
): Authenticate {
  if (keySecrets === undefined)
    return async () => {
      throw new ApiError('SERVICE_UNAVAILABLE', 'The key check is temporarily unavailable.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: 'KEY_SECRET is not set',
      });
    };
  const read = createKeyReader(keySecrets);

  async function agent(token: string, url: string) {
    const found = await readToken(token, url).catch((cause) => {
      throw new ApiError('SERVICE_UNAVAILABLE', 'The token check is temporarily unavailable.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause,
      });
    });
    if (typeof found === 'string') throw credentialRefused(found);
    return found;
  }

  return async (authorization, url) => {
    const result = await read(authorization);
    if (result.ok) return result.key;
    const token = result.problem === 'malformed' && ACCESS_TOKEN.exec(authorization ?? '')?.[1];
    if (token) return agent(token, url);
    throw credentialRefused(result.problem);
  };
}
