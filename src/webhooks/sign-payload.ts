const encoder = new TextEncoder();

/**
 * The X-Service-Signature of a body: HMAC-SHA256 (RFC 2104) over its raw bytes, keyed with the whole secret as text,
 * prefix included.
 * @returns `sha256=` and 64 hex digits
 */
export async function signPayload(secret: string, body: Uint8Array): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, body));
  return `sha256=${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
