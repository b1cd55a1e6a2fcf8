import { fromBase64Url, toBase64Url } from '../core/base64url.ts';
import { sameText } from '../core/signed-text.ts';

// Rotation of refresh tokens (RFC 9700, section 4.14.2). A refresh replaces the token; for a minute
// more the one it replaced answers with the same successor, so that calls refused at the same
// moment
// may all refresh. Any other token of the grant is a replay: two parties hold a copy, so the grant
// ends. The library makes the tokens; each leaves with a tag by which every one ever issued for a
// grant is recognised, though only the last two are kept.

/** How long a replaced refresh token still answers. */
const GRACE_MS = 60_000;

const TAG_BYTES = 16;
const KEY_BYTES = 32;
const IV_BYTES = 12;

/** What is read here of a grant's record: the library's fields, and the three of the rotation. */
export interface Grant {
  clientId: string;
  redirectUri?: string;
  refreshTokenId?: string;
  previousRefreshTokenId?: string;
  /** Key of the tags: who reads it can recognise refresh tokens, and make none. */
  familyKey?: string;
  /** When the previous refresh token was replaced. */
  replacedAt?: number;
  /** The current refresh token, sealed under the previous one. */
  successor?: string;
}

const encoder = new TextEncoder();

/** User, grant and secret, as every code and token of the library is made; the tag behind it. */
const TOKEN = /^([^:]+):([^:]+):([^:.]+)(?:\.([\w-]+))?$/;

export interface TokenParts {
  userId: string;
  grantId: string;
  /** As the library knows it. */
  bare: string;
  tag: string;
}

export function partsOf(token: string): TokenParts | null {
  const [, userId, grantId, secret, tag = ''] = TOKEN.exec(token) ?? [];
  if (!userId || !grantId || !secret) return null;
  return { userId, grantId, bare: `${userId}:${grantId}:${secret}`, tag };
}

/** SHA-256 in hex, as the library names tokens. */
async function tokenId(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function tagOf(bare: string, familyKey: string): Promise<string> {
  const name = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = encoder.encode(familyKey);
  const key = await crypto.subtle.importKey('raw', bytes, name, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(bare));
  return toBase64Url(new Uint8Array(mac, 0, TAG_BYTES));
}

/** AES-GCM under a key that only a holder of the token can derive (HKDF: 190 random bits). */
async function sealingKey(token: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', encoder.encode(token), 'HKDF', false, [
    'deriveKey',
  ]);
  const info = encoder.encode('successor of a refresh token');
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

async function seal(text: string, token: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: 'AES-GCM', iv };
  const key = await sealingKey(token);
  const sealed = await crypto.subtle.encrypt(algorithm, key, encoder.encode(text));
  return `${toBase64Url(iv)}.${toBase64Url(new Uint8Array(sealed))}`;
}

async function unseal(sealed: string, token: string): Promise<string> {
  const [iv, body] = sealed.split('.').map((part) => fromBase64Url(part) ?? new Uint8Array());
  const algorithm = { name: 'AES-GCM', iv: iv ?? new Uint8Array() };
  const key = await sealingKey(token);
  const text = await crypto.subtle.decrypt(algorithm, key, body ?? new Uint8Array());
  return new TextDecoder().decode(text);
}

/**
 * What a presented refresh token is to its grant: `replaced` within the grace, `replayed` after it.
 */
export type Standing = 'current' | 'replaced' | 'replayed' | 'unknown';

export async function standingOf(
  { bare, tag }: TokenParts,
  grant: Grant,
  now: number,
): Promise<Standing> {
  const id = await tokenId(bare);
  if (grant.refreshTokenId === id) return 'current';
  const isPrevious = grant.previousRefreshTokenId === id;
  const { familyKey, replacedAt = 0, successor } = grant;
  if (isPrevious && successor && now - replacedAt <= GRACE_MS) return 'replaced';
  const isOurs = familyKey !== undefined && sameText(await tagOf(bare, familyKey), tag);
  return isPrevious || isOurs ? 'replayed' : 'unknown';
}

/** A refresh token as its client gets it. */
export const withTag = async (bare: string, familyKey: string): Promise<string> =>
  `${bare}.${await tagOf(bare, familyKey)}`;

/** The grant's record with a new family, or with the one it has. */
export const withFamily = (grant: Grant): Grant & { familyKey: string } => ({
  ...grant,
  familyKey: grant.familyKey ?? toBase64Url(crypto.getRandomValues(new Uint8Array(KEY_BYTES))),
});

/** The grant's record once a token was replaced: it can still be exchanged for its successor. */
export const withSuccessor = async <T extends Grant>(
  grant: T,
  { from, to, now }: { from: TokenParts; to: string; now: number },
): Promise<T> => ({ ...grant, replacedAt: now, successor: await seal(to, from.bare) });

/** What a replaced token was replaced by. */
export const successorOf = ({ bare }: TokenParts, { successor = '' }: Grant): Promise<string> =>
  unseal(successor, bare);
