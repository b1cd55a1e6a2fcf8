import { WebhookSignatureError } from './errors.js';
import type { WebhookDelivery } from './generated/types.js';

/** What a delivery tells. */
export interface WebhookEvent {
  /** The same for every delivery of one event. */
  id: string;
  type: WebhookDelivery['type'];
  created_at: string;
  /** The status object of a job, or the events of a monitor's run. */
  data: Record<string, unknown>;
}

/** Settings of a check. */
export interface VerifyOptions {
  /** Seconds a delivery may be old. */
  tolerance?: number;
}

const TOLERANCE_SECONDS = 300;
const PREFIX = 'sha256=';

const utf8 = new TextEncoder();

function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{64}$/i.test(text)) return null;
  return Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/**
 * Checks that a delivery is from the service and fresh, and gives its event.
 * @param rawBody the bytes as they arrived, before anything parsed them
 * @param headers of the request, as `Headers` or as an object
 * @param secret `whsec_…`
 * @throws WebhookSignatureError
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
  { tolerance = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const read = (name: string): string => {
    if (headers instanceof Headers) return headers.get(name) ?? '';
    const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
    return (Array.isArray(found) ? found[0] : found) ?? '';
  };
  const timestamp = read('x-service-timestamp');
  const sent = read('x-service-signature-v2');
  const signature = sent.startsWith(PREFIX) ? fromHex(sent.slice(PREFIX.length)) : null;
  if (!signature || !/^\d+$/.test(timestamp))
    throw new WebhookSignatureError('The delivery bears no signature.');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance)
    throw new WebhookSignatureError('The delivery is too old.');
  const body = typeof rawBody === 'string' ? utf8.encode(rawBody) : new Uint8Array(rawBody);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), hmac, false, ['verify']);
  const signed = concat(utf8.encode(`${timestamp}.`), body);
  // The platform compares in constant time.
  if (!(await crypto.subtle.verify('HMAC', key, signature, signed)))
    throw new WebhookSignatureError('The signature is wrong.');
  return JSON.parse(new TextDecoder().decode(body));
}
