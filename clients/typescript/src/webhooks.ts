import { LookupError, WebhookSignatureError } from './errors.js';
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

type Bytes = Uint8Array<ArrayBuffer>;

/** Of `sha256=` and hex; null for anything else. */
function fromHex(sent: string): Bytes | null {
  const text = sent.startsWith(PREFIX) ? sent.slice(PREFIX.length) : '';
  if (!/^[0-9a-f]{64}$/i.test(text)) return null;
  return Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}

/** Of base64 in either alphabet; null for anything else. */
function fromBase64(text: string): Bytes | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Signatures that a delivery bears, the key they are made with, and what they sign. */
interface Signed {
  signatures: Bytes[];
  key: Bytes;
  timestamp: string;
  /** Stands before the body. */
  prefix: string;
}

/** Standard Webhooks 1.0: one signature for each secret that is valid. */
function readStandard(read: (name: string) => string, secret: string): Signed {
  const timestamp = read('webhook-timestamp');
  const signatures = read('webhook-signature')
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? (fromBase64(each.slice(3)) ?? []) : []));
  const key = fromBase64(secret.replace(/^whsec_/, '')) ?? (utf8.encode(secret) as Bytes);
  return { signatures, key, timestamp, prefix: `${read('webhook-id')}.${timestamp}.` };
}

/** `X-Service-Signature-V2`, of a service that sends no other. */
function readService(read: (name: string) => string, secret: string): Signed {
  const timestamp = read('x-service-timestamp');
  const signature = fromHex(read('x-service-signature-v2'));
  const signatures = signature ? [signature] : [];
  return { signatures, key: utf8.encode(secret) as Bytes, timestamp, prefix: `${timestamp}.` };
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** The platform compares in constant time. */
async function isSigned({ signatures, key, prefix }: Signed, body: Uint8Array): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['verify']);
  const signed = concat(utf8.encode(prefix), body);
  const found = await Promise.all(
    signatures.map((each) => crypto.subtle.verify('HMAC', imported, each, signed)),
  );
  return found.includes(true);
}

/**
 * Checks that a delivery is from the service and fresh, and gives its event: by the headers of
 * Standard Webhooks, of which one signature of several suffices, or by those of the service.
 * @param rawBody the bytes as they arrived, before anything parsed them
 * @param headers of the request, as `Headers` or as an object
 * @param secret `whsec_…`; white space around it is ignored
 * @throws WebhookSignatureError
 * @throws LookupError where the secret is empty, under which anyone could sign
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
  { tolerance = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (!secret || /^(?:whsec_)?[=\s]*$/.test(secret)) throw new LookupError('secret is missing');
  const read = (name: string): string => {
    if (headers instanceof Headers) return headers.get(name) ?? '';
    const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
    return (Array.isArray(found) ? found[0] : found) ?? '';
  };
  const signed = (read('webhook-signature') ? readStandard : readService)(read, secret.trim());
  const { signatures, timestamp } = signed;
  if (signatures.length === 0 || !/^\d+$/.test(timestamp))
    throw new WebhookSignatureError('The delivery bears no signature.');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance)
    throw new WebhookSignatureError('The delivery is too old.');
  const body = typeof rawBody === 'string' ? utf8.encode(rawBody) : new Uint8Array(rawBody);
  if (!(await isSigned(signed, body))) throw new WebhookSignatureError('The signature is wrong.');
  return JSON.parse(new TextDecoder().decode(body));
}
