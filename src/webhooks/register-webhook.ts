import { toBase64Url } from '../core/base64url.ts';
import { ApiError } from '../core/errors.ts';
import type { Webhook } from '../core/jobs/webhooks.ts';
import type { WebhookPorts } from './ports.ts';
import { checkReceiver } from './receiver-address.ts';
import { sealSecret } from './seal-secret.ts';

/** 256 bits: as strong as the signature made with it. */
const SECRET_BYTES = 32;

/**
 * Checks a receiver and makes its secret, which is to be shown once and kept only sealed.
 * @throws ApiError INVALID_INPUT unless the address is public HTTPS; SERVICE_UNAVAILABLE without a
 * LINK_SECRET; SERVICE_UNAVAILABLE or UPSTREAM_TIMEOUT when its name cannot be resolved now
 */
export async function registerWebhook(
  address: string,
  ports: Pick<WebhookPorts, 'fetcher' | 'allowHosts' | 'linkSecrets' | 'randomBytes'>,
): Promise<{ webhook: Webhook; secret: string }> {
  const { linkSecrets, randomBytes } = ports;
  const url = await checkReceiver(address, ports);
  if (linkSecrets === null)
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'LINK_SECRET is not set: no webhook can be registered.',
    );
  const secret = `whsec_${toBase64Url(randomBytes(SECRET_BYTES))}`;
  return {
    webhook: { url, sealedSecret: await sealSecret({ secret, url }, linkSecrets, randomBytes) },
    secret,
  };
}
