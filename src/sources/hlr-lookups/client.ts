import type { Outgoing, Upstream } from '../upstream/upstream.ts';

const utf8 = new TextEncoder();

/** The digest leaves out where the interface lives on its host. */
const ROOT = '/api/v2';

/**
 * Hex HMAC-SHA256 of path, Unix seconds, method and body (hlr-lookups.com API v2,
 * "Authentication").
 */
async function signature(
  secret: string,
  { path, method, body }: Outgoing,
  seconds: number,
): Promise<string> {
  const name = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), name, false, ['sign']);
  const signed = `${path.slice(ROOT.length)}${seconds}${method}${body}`;
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(signed)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const IS_ABOUT_MONEY = /credit|balance|fund|quota/i;

/**
 * Live network queries and portability of numbers worldwide; it bills a number it cannot tell of,
 * too.
 */
export const HLR_LOOKUPS: Upstream = {
  name: 'HLR_LOOKUPS',
  hosts: ['www.hlr-lookups.com'],
  needs: ['HLR_LOOKUPS_KEY', 'HLR_LOOKUPS_SECRET'],
  async authenticate(secret, outgoing) {
    const seconds = Math.floor(outgoing.now / 1_000);
    return {
      headers: {
        'X-Digest-Key': secret('HLR_LOOKUPS_KEY'),
        'X-Digest-Timestamp': String(seconds),
        'X-Digest-Signature': await signature(secret('HLR_LOOKUPS_SECRET'), outgoing, seconds),
      },
    };
  },
  /** A refusal may come with any status; what its errors say tells money from the rest. */
  envelope(body, status) {
    const { success, errors } = (body ?? {}) as { success?: unknown; errors?: unknown };
    if (success !== false) return undefined;
    if (IS_ABOUT_MONEY.test(JSON.stringify(errors) ?? '')) return 'quota';
    return status === 200 ? 'broken' : undefined;
  },
};
