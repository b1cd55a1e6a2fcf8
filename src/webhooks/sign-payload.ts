const encoder = new TextEncoder();

/**
 * HMAC-SHA256 (RFC 2104) over bytes, keyed with the whole secret as text, prefix included.
 * @returns `sha256=` and 64 hex digits
 */
async function sign(secret: string, bytes: Uint8Array): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes));
  return `sha256=${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The headers that sign a delivery: over the raw body, as the specification has it; and over
 * `<timestamp>.<body>`, so that a receiver can refuse what was sent long ago.
 * @param now milliseconds since the epoch
 */
export async function signatureHeaders(
  secret: string,
  body: Uint8Array,
  now: number,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1_000));
  const prefix = encoder.encode(`${timestamp}.`);
  const stamped = new Uint8Array(prefix.length + body.length);
  stamped.set(prefix);
  stamped.set(body, prefix.length);
  return {
    'X-Service-Signature': await sign(secret, body),
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature-V2': await sign(secret, stamped),
  };
}
