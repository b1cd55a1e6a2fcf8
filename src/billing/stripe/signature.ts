import type { Secrets } from '../../core/secrets.ts';

/** Older signatures, or ones from the future, stand for nothing (Stripe, "Verify manually"). */
const TOLERANCE_S = 300;

/** One for each secret while Stripe rolls them, and no more than is reasonable. */
const MAX_SIGNATURES = 5;

const encoder = new TextEncoder();
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

interface SignatureHeader {
  at: number;
  signatures: Uint8Array<ArrayBuffer>[];
}

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/**
 * Reads `t=…,v1=…,v1=…`; other schemes are none.
 * @returns null for what is no such header, or whose time is too far from now
 */
export function readSignature(header: string | null, nowMs: number): SignatureHeader | null {
  const parts = (header ?? '').slice(0, 1_000).split(',');
  const at = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? [])[0];
  const signatures = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? []);
  if (at === undefined || signatures.length === 0) return null;
  if (Math.abs(nowMs / 1_000 - Number(at)) > TOLERANCE_S) return null;
  return { at: Number(at), signatures: signatures.slice(0, MAX_SIGNATURES).map(fromHex) };
}

/** Whether one of the signatures is of this body by one of our secrets; in constant time each. */
export async function isSigned(
  { at, signatures }: SignatureHeader,
  body: string,
  secrets: Secrets,
): Promise<boolean> {
  const signed = encoder.encode(`${at}.${body}`);
  for (const { text } of secrets) {
    const key = await crypto.subtle.importKey('raw', encoder.encode(text), HMAC, false, ['verify']);
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}
