import { hmacSha256, toBase64 } from '../lib/bytes.ts';
import { ApiError } from '../lib/errors.ts';
import { MAX_INPUT_CHARS } from '../lib/inputs.ts';
import type { Secrets } from '../lib/secrets.ts';
import { MINUTE_MS } from '../lib/time.ts';
import type { SentForm } from '../lookup/account/caller.ts';
import type {
  ReceiverChoice,
  Webhook,
  WebhookReceiver,
  Webhooks,
} from '../lookup/jobs/webhooks.ts';
import { isHostAllowed } from '../lookup/outbound.ts';
import type { WebhookPorts } from './ports.ts';
import { openSecret, SECRET_PREFIX, sealSecret } from './secrets.ts';
import {
  compareEndpoints,
  type Endpoint,
  findEndpoint,
  insertEndpoint,
} from './store-endpoints.ts';

/** Deliveries contain results, so they require HTTPS, except to hosts exempted by the operator. */
function isEncrypted(url: URL, allowHosts: readonly string[]): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHostAllowed(url, allowHosts));
}

/**
 * Checks that a receiver uses HTTPS; repeated before each delivery, because the exemptions may have
 * changed. The guarded fetcher checks the rest.
 * @returns the serialized URL without its fragment
 * @throws ApiError INVALID_INPUT
 */
export function requireHttps(address: string, allowHosts: readonly string[]): string {
  const url = address.length <= MAX_INPUT_CHARS ? URL.parse(address) : null;
  if (!url)
    throw new ApiError(
      'INVALID_INPUT',
      `The webhook address must be a URL of at most ${MAX_INPUT_CHARS} characters.`,
    );
  if (!isEncrypted(url, allowHosts))
    throw new ApiError('INVALID_INPUT', 'The webhook address must start with https://.');
  url.hash = '';
  return url.href;
}

export type ReceiverField = 'webhook_url' | 'url';

const UNUSABLE_CODES: ReadonlySet<string> = new Set(['INVALID_INPUT', 'VALIDATION_FAILED']);

/**
 * Checks a receiver before it is registered (specification, "Events": HTTPS, publicly resolvable).
 * @returns the URL to store
 * @throws ApiError INVALID_INPUT; SERVICE_UNAVAILABLE or UPSTREAM_TIMEOUT if its name cannot be
 * resolved now
 */
export async function checkReceiver(
  address: string,
  { fetcher, allowHosts }: Pick<WebhookPorts, 'fetcher' | 'allowHosts'>,
  param: ReceiverField = 'webhook_url',
): Promise<string> {
  try {
    const url = requireHttps(address, allowHosts);
    await fetcher.check(url);
    return url;
  } catch (error) {
    // For a lookup, a name without addresses is a failure; for a receiver, it is invalid input.
    if (error instanceof ApiError && UNUSABLE_CODES.has(error.code))
      throw new ApiError('INVALID_INPUT', error.message, { param });
    throw error;
  }
}

/** 256 bits, as strong as HMAC-SHA256. */
const SECRET_BYTES = 32;

/** Seals a receiver's secret. @throws ApiError SERVICE_UNAVAILABLE without a LINK_SECRET */
export async function sealFor(
  receiver: { secret: string; url: string },
  { linkSecrets, randomBytes }: Pick<WebhookPorts, 'linkSecrets' | 'randomBytes'>,
): Promise<string> {
  if (linkSecrets === null)
    throw new ApiError('SERVICE_UNAVAILABLE', 'Webhooks are not available on this service.', {
      cause: 'LINK_SECRET is not set',
    });
  return sealSecret(receiver, linkSecrets, randomBytes);
}

interface WebhookWithSecret {
  webhook: Webhook;
  secret: string;
}

/** Derivation interval: a form has one secret within it, and can repeat it until the next ends. */
const FORM_SPAN_MS = 5 * MINUTE_MS;

/** The secret that a form makes now, and the one of the span before. */
async function secretsOfForm(
  { digest, since }: SentForm,
  [{ text: key }]: Secrets,
): Promise<readonly Uint8Array[]> {
  const span = Math.floor(since / FORM_SPAN_MS);
  return Promise.all(
    [span, span - 1].map((at) => hmacSha256(key, `webhook secret\n${digest}\n${at}`)),
  );
}

const secretText = (bytes: Uint8Array | undefined): string =>
  `${SECRET_PREFIX}${toBase64(bytes ?? new Uint8Array())}`;

/**
 * Creates the secret of a checked receiver, which is shown once and stored only encrypted.
 * @param form from which the secret derives, so that a second click shows the same one
 * @throws ApiError SERVICE_UNAVAILABLE without a LINK_SECRET
 */
export async function createSecret(
  url: string,
  ports: Pick<WebhookPorts, 'linkSecrets' | 'randomBytes'>,
  form?: SentForm,
): Promise<WebhookWithSecret> {
  const { linkSecrets, randomBytes } = ports;
  const derived = form && linkSecrets ? (await secretsOfForm(form, linkSecrets))[0] : undefined;
  const secret = secretText(derived ?? randomBytes(SECRET_BYTES));
  return { webhook: { url, sealedSecret: await sealFor({ secret, url }, ports) }, secret };
}

/**
 * Checks a receiver and creates its secret.
 * @throws ApiError INVALID_INPUT unless the URL is public HTTPS; SERVICE_UNAVAILABLE without a
 * LINK_SECRET; SERVICE_UNAVAILABLE or UPSTREAM_TIMEOUT if its name cannot be resolved now
 */
export const registerWebhook = async (
  address: string,
  ports: Pick<WebhookPorts, 'fetcher' | 'allowHosts' | 'linkSecrets' | 'randomBytes'>,
  param?: ReceiverField,
  form?: SentForm,
): Promise<WebhookWithSecret> =>
  createSecret(await checkReceiver(address, ports, param), ports, form);

/** As {@link Webhooks.secretOf}. */
export async function secretOfReceiver(
  webhook: WebhookReceiver | null,
  form: SentForm | undefined,
  { linkSecrets }: Pick<WebhookPorts, 'linkSecrets'>,
): Promise<string | null> {
  if (!webhook || webhook.url === null || !linkSecrets) return null;
  const secret = await openSecret(webhook, linkSecrets);
  const made = form && (await secretsOfForm(form, linkSecrets)).map(secretText);
  return secret !== null && made?.includes(secret) === false ? null : secret;
}

type RegistrationOf = Parameters<Webhooks['register']>[1];

/** @throws ApiError INVALID_INPUT unless events of these products would be sent to the endpoint */
async function requireNamedEndpoint(
  id: string,
  { productTypes, ...realm }: RegistrationOf,
  { db }: Pick<WebhookPorts, 'db'>,
): Promise<void> {
  const endpoint = await findEndpoint(db, { ...realm, scopes: null }, id);
  const param = 'webhook_endpoint_id';
  const refuse = (message: string) => new ApiError('INVALID_INPUT', message, { param });
  if (!endpoint) throw refuse('webhook_endpoint_id: there is no such webhook endpoint.');
  if (!endpoint.active)
    throw refuse('webhook_endpoint_id: the endpoint is switched off; switch it on first.');
  const { productTypes: scopes } = endpoint;
  if (scopes && !productTypes.every((type) => scopes.includes(type)))
    throw refuse(
      'webhook_endpoint_id: the API key that created the endpoint has no access to this product.',
    );
}

/** As {@link Webhooks.register}. */
export async function registerReceiver(
  { webhookUrl, webhookEndpointId }: ReceiverChoice,
  of: RegistrationOf,
  ports: Pick<WebhookPorts, 'db'> & Parameters<typeof registerWebhook>[1],
  form?: SentForm,
): ReturnType<Webhooks['register']> {
  if (webhookEndpointId == null)
    return webhookUrl === null ? null : registerWebhook(webhookUrl, ports, 'webhook_url', form);
  if (webhookUrl !== null)
    throw new ApiError(
      'INVALID_REQUEST',
      'webhook_url, webhook_endpoint_id: only one of them can be given.',
      { param: 'webhook_endpoint_id' },
    );
  await requireNamedEndpoint(webhookEndpointId, of, ports);
  return { webhook: { endpointId: webhookEndpointId, url: null }, secret: null };
}

export type CopyPorts = Pick<WebhookPorts, 'db' | 'copies' | 'warn'>;

/**
 * Copies an endpoint. Best effort: if that fails, the change stands, and the copy is older or
 * missing; `verify-stores` names a missing one.
 */
export const copyEndpoint = (endpoint: Endpoint, { copies, warn }: CopyPorts): Promise<void> =>
  copies.put(endpoint).catch((cause) => warn('a webhook endpoint could not be copied', cause));

/** Columns of an endpoint that is switched off on purpose. */
export const OFF = { active: false, disabledReason: 'requested', failingSince: null } as const;

/**
 * Restores endpoints that D1 has lost from their copies, and writes copies that are missing. One
 * whose creator has left is restored switched off. The series of failures starts anew, because
 * copies do not follow it.
 * @param claimed endpoints that the account counts @returns number of restored endpoints
 */
export async function restoreEndpoints(
  organizationId: string,
  claimed: readonly string[],
  ports: CopyPorts & Pick<WebhookPorts, 'accounts'>,
): Promise<number> {
  const { restorable, uncopied } = await compareEndpoints(organizationId, claimed, ports);
  for (const endpoint of uncopied) await ports.copies.put(endpoint);
  const members = (await ports.accounts.view(organizationId))?.members ?? [];
  for (const id of restorable) {
    const copy = await ports.copies.read({ id, organizationId });
    if (!copy) continue;
    const isKept = copy.userId === null || members.some((member) => member.id === copy.userId);
    const owned = isKept ? copy : { ...copy, ...OFF, userId: null };
    await insertEndpoint(ports.db, { ...owned, failingSince: null });
  }
  return restorable.length;
}
