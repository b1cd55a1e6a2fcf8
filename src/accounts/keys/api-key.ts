import { REGIONS, type Region } from '../../domain/regions.ts';
import { sha256Hex } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Secrets } from '../../lib/secrets.ts';
import type { KeyMode } from '../../lookup/account/caller.ts';
import {
  type ApiKey,
  type Authenticate,
  type CredentialProblem,
  credentialError,
  type OrganizationRef,
  type ReadAgentToken,
} from '../../lookup/account/principal.ts';

// sk_<mode>_ <region, 1> <length of the tag, 1> <tag> <random, 32> <checksum, 8>, all in base 62.
// Tag and region identify the object to call; the checksum covers everything before it.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^32 possibilities, about 190 bits. */
const RANDOM_CHARS = 32;
/** 62^8 possibilities: a guess passes the checksum once in 2·10^14, and then has no stored hash. */
const CHECKSUM_CHARS = 8;
/** For a new organization: 62^16 possibilities. */
const TAG_CHARS = 16;
const KEY_FORMAT = /^sk_(live|test)_([0-9A-Za-z])([0-9A-Za-z])([0-9A-Za-z]{40,100})$/;
const ORGANIZATION_ID = /^org_([0-9A-Za-z]{1,60})$/;

const encoder = new TextEncoder();
const signingKeys = new Map<string, CryptoKey>();

async function hmac(secret: string, text: string): Promise<Uint8Array> {
  let key = signingKeys.get(secret);
  if (!key) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
    signingKeys.set(secret, key);
  }
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
}

/** One character per byte; bytes from 248 on are skipped, for a uniform distribution. */
function base62(bytes: Uint8Array, chars: number): string {
  const unbiased = [...bytes].filter((byte) => byte < 248).map((byte) => ALPHABET[byte % 62]);
  if (unbiased.length < chars) throw new RangeError('not enough bytes');
  return unbiased.slice(0, chars).join('');
}

const random62 = (chars: number): string =>
  base62(crypto.getRandomValues(new Uint8Array(chars * 2)), chars);

/** Keyed checksum. It need not be uniform, only impossible to compute without the secret. */
async function checksum(secret: string, body: string): Promise<string> {
  const digest = await hmac(secret, `checksum:${body}`);
  return Array.from(digest.subarray(0, CHECKSUM_CHARS), (byte) => ALPHABET[byte % 62]).join('');
}

/** Id of a new organization; its tag is part of each of its keys. */
export const newOrganizationId = (): string => `org_${random62(TAG_CHARS)}`;

/** Id of a new key; it contains the organization's tag, so that the id alone suffices to revoke. */
export const newKeyId = (organizationId: string): string =>
  `key_${organizationTag(organizationId)}_${random62(TAG_CHARS)}`;

/** @returns null when the id is not of this form */
export function organizationOfKeyId(keyId: string): string | null {
  const tag = /^key_([0-9A-Za-z]{1,60})_[0-9A-Za-z]+$/.exec(keyId)?.[1];
  return tag === undefined ? null : `org_${tag}`;
}

function organizationTag(organizationId: string): string {
  const tag = ORGANIZATION_ID.exec(organizationId)?.[1];
  if (tag === undefined) throw new RangeError(`${organizationId} is no organization id`);
  return tag;
}

export interface KeyOwner extends OrganizationRef {
  mode: KeyMode;
}

async function assemble(secret: string, owner: KeyOwner, random: string): Promise<string> {
  const tag = organizationTag(owner.id);
  const place = `${ALPHABET[REGIONS.indexOf(owner.region)]}${ALPHABET[tag.length]}`;
  const body = `sk_${owner.mode}_${place}${tag}${random}`;
  return body + (await checksum(secret, body));
}

/** A new key; shown once, never stored. */
export const generateApiKey = (secret: string, owner: KeyOwner): Promise<string> =>
  assemble(secret, owner, random62(RANDOM_CHARS));

/** Characters that only the secret can compute: the same for the same purpose and label. */
async function derive62(secret: string, label: string, chars: number): Promise<string> {
  const parts = await Promise.all([0, 1].map((round) => hmac(secret, `${label}:${round}`)));
  return base62(Uint8Array.from(parts.flatMap((part) => [...part])), chars);
}

/** Id of the organization with this label. Ids are no secrets, so none is needed to derive one. */
export const deriveOrganizationId = async (label: string): Promise<string> =>
  `org_${await derive62('organization ids', label, TAG_CHARS)}`;

/**
 * The same key on every machine for the same secret and label: the local demo keys, and the key of
 * a form that may be sent twice.
 */
export const deriveApiKey = async (
  secret: string,
  owner: KeyOwner,
  label: string,
): Promise<string> =>
  assemble(secret, owner, await derive62(secret, `derive:${label}`, RANDOM_CHARS));

export const deriveKeyId = async (
  secret: string,
  organizationId: string,
  label: string,
): Promise<string> =>
  `key_${organizationTag(organizationId)}_${await derive62(secret, `key id:${label}`, TAG_CHARS)}`;

/** SHA-256 of the key, hex: how a key is stored. */
export const hashApiKey = (key: string): Promise<string> => sha256Hex(key);

/** Region and organization parsed from the key; null when malformed. */
function parseKeyOwner([, , region, length, rest]: RegExpExecArray): OrganizationRef | null {
  const tagChars = ALPHABET.indexOf(length as string);
  if (rest?.length !== tagChars + RANDOM_CHARS + CHECKSUM_CHARS || tagChars === 0) return null;
  const name: Region | undefined = REGIONS[ALPHABET.indexOf(region as string)];
  return name ? { id: `org_${rest.slice(0, tagChars)}`, region: name } : null;
}

type ReadKey = { ok: true; key: ApiKey } | { ok: false; problem: CredentialProblem };

/** Cache of verified keys: two digests per key instead of per call. Cleared when full. */
const MAX_VERIFIED = 5_000;

/**
 * Reads `Authorization: Bearer <key>` (RFC 6750; the scheme is case-insensitive) and checks the
 * keyed checksum, so that a forged key is refused before any storage is touched. A key does not
 * contain the version of its secret, so every version is tried.
 */
export function createKeyReader(secrets: Secrets): (header: string | null) => Promise<ReadKey> {
  const verified = new Map<string, ApiKey>();

  async function verify(text: string): Promise<ReadKey> {
    const parts = KEY_FORMAT.exec(text);
    const organization = parts && parseKeyOwner(parts);
    if (!organization) return { ok: false, problem: malformedKey(text) };
    const body = text.slice(0, -CHECKSUM_CHARS);
    const checksums = await Promise.all(secrets.map((secret) => checksum(secret.text, body)));
    const secretVersion = secrets[checksums.indexOf(text.slice(-CHECKSUM_CHARS))]?.version;
    if (secretVersion === undefined) return { ok: false, problem: 'forged' };
    const hash = await hashApiKey(text);
    const mode = parts[1] as KeyMode;
    const key: ApiKey = { kind: 'key', ...organization, mode, hash, secretVersion };
    if (verified.size >= MAX_VERIFIED) verified.clear();
    verified.set(text, key);
    return { ok: true, key };
  }

  return async (header) => {
    const sent = header?.trim() ?? '';
    if (sent === '') return { ok: false, problem: 'missing' };
    const [scheme, ...rest] = sent.split(' ');
    if (scheme?.toLowerCase() !== 'bearer') return { ok: false, problem: 'wrong_scheme' };
    const text = rest.join(' ').trim();
    const known = verified.get(text);
    return known ? { ok: true, key: known } : verify(text);
  };
}

function malformedKey(text: string): CredentialProblem {
  if (/^["'`].*["'`]$/.test(text)) return 'quoted';
  // $API_KEY, ${API_KEY}, %API_KEY%, {{api_key}}, <API key>, YOUR_API_KEY
  if (/^(?:[$%{<]|your)/i.test(text)) return 'placeholder';
  return /^sk_(?:live|test)_/.test(text) ? 'cut' : 'malformed';
}

const RETRY_AFTER_SECONDS = 2;

/** An access token is user, grant and secret, separated by colons; no API key has that form. */
const ACCESS_TOKEN = /^bearer +([^\s:]+:[^\s:]+:[^\s:]+)\s*$/i;

/**
 * @param keySecrets unset means no key can be checked, which is an outage, not a refusal
 * @param readToken reads the access token of an agent that signed in by OAuth
 */
export function createAuthenticate(
  keySecrets: Secrets | undefined,
  readToken: ReadAgentToken,
): Authenticate {
  if (keySecrets === undefined)
    return async () => {
      throw new ApiError('SERVICE_UNAVAILABLE', 'The key check is temporarily unavailable.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: 'KEY_SECRET is not set',
      });
    };
  const read = createKeyReader(keySecrets);

  async function agent(token: string, url: string) {
    const found = await readToken(token, url).catch((cause) => {
      throw new ApiError('SERVICE_UNAVAILABLE', 'The token check is temporarily unavailable.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause,
      });
    });
    if (typeof found === 'string') throw credentialError(found);
    return found;
  }

  return async (authorization, url) => {
    const result = await read(authorization);
    if (result.ok) return result.key;
    const token = result.problem === 'malformed' && ACCESS_TOKEN.exec(authorization ?? '')?.[1];
    if (token) return agent(token, url);
    throw credentialError(result.problem);
  };
}
