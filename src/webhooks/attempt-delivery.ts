import { ApiError } from '../core/errors.ts';
import type { DeliveryError, WebhookDelivery } from '../core/jobs/webhooks.ts';
import { isClosed } from '../store/organizations.ts';
import {
  type DeliveryOutcome,
  type StoredDelivery,
  settleDelivery,
} from '../store/webhook-deliveries.ts';
import { attemptMail, isMail } from './attempt-mail.ts';
import type { WebhookPorts } from './ports.ts';
import { requireHttps } from './receiver-address.ts';
import { openSecret } from './seal-secret.ts';
import { signatureHeaders } from './sign-payload.ts';

/** From resolving the name to the first byte of the reply (specification, "Events"). */
export const DELIVERY_TIMEOUT_MS = 5_000;

export type AttemptPorts = Pick<
  WebhookPorts,
  'db' | 'clock' | 'fetcher' | 'allowHosts' | 'linkSecrets' | 'mails' | 'warn'
>;

type Reply = Pick<DeliveryOutcome, 'httpStatus' | 'errorCode'>;

/** What the guarded fetcher's refusals mean for a delivery. */
function errorOf(error: unknown): DeliveryError {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'UPSTREAM_TIMEOUT') return 'TIMEOUT';
  if (error.code === 'UPSTREAM_ERROR') return 'CONNECTION_FAILED';
  // A reply is never refused for its size or type here, so VALIDATION_FAILED is a name without
  // addresses.
  return error.code === 'INVALID_INPUT' ? 'ADDRESS_FORBIDDEN' : 'NAME_UNRESOLVED';
}

function judge(httpStatus: number): Reply {
  if (httpStatus >= 200 && httpStatus < 300) return { httpStatus, errorCode: null };
  return {
    httpStatus,
    errorCode: httpStatus >= 300 && httpStatus < 400 ? 'REDIRECTED' : 'HTTP_STATUS',
  };
}

/** Only the status counts: the receiver's body is never read. */
async function post(
  delivery: StoredDelivery,
  secret: string,
  { fetcher, allowHosts, clock }: AttemptPorts,
): Promise<Reply> {
  const body = new TextEncoder().encode(delivery.body);
  try {
    const response = await fetcher.fetch(requireHttps(delivery.url, allowHosts), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(await signatureHeaders(secret, body, clock.now())),
        'X-Service-Event': delivery.type,
        'X-Service-Delivery': delivery.id,
      },
      body,
      timeoutMs: DELIVERY_TIMEOUT_MS,
      maxBytes: Number.POSITIVE_INFINITY,
      maxRedirects: 0,
    });
    await response.body.cancel().catch(() => undefined);
    return judge(response.status);
  } catch (error) {
    return { httpStatus: null, errorCode: errorOf(error) };
  }
}

const unsent = (errorCode: DeliveryError): DeliveryOutcome => ({
  ...{ status: 'failed', httpStatus: null, durationMs: null },
  errorCode,
});

async function attempt(delivery: StoredDelivery, ports: AttemptPorts): Promise<DeliveryOutcome> {
  if (await isClosed(ports.db, delivery.organizationId)) return unsent('ORGANIZATION_CLOSED');
  if (isMail(delivery)) return attemptMail(delivery, ports);
  const secret = ports.linkSecrets && (await openSecret(delivery, ports.linkSecrets));
  if (!secret) return unsent('SECRET_UNREADABLE');
  const startedAt = ports.clock.now();
  const reply = await post(delivery, secret, ports);
  return {
    status: reply.errorCode ? 'failed' : 'delivered',
    durationMs: ports.clock.now() - startedAt,
    ...reply,
  };
}

/**
 * Sends a recorded delivery, exactly once, and records how that ended.
 * @throws what the database throws
 */
export async function attemptDelivery(
  delivery: StoredDelivery,
  ports: AttemptPorts,
): Promise<WebhookDelivery> {
  const outcome = await attempt(delivery, ports);
  await settleDelivery(ports.db, delivery.id, outcome);
  const { organizationId, askedHost, sealedSecret, body, productTypes, ...shown } = delivery;
  return { ...shown, ...outcome };
}
