import { ApiError } from '../errors.ts';
import type { Tier } from '../lookup/product.ts';
import type { KeyMode } from './caller.ts';
import type { Region } from './regions.ts';

/** What a call is counted as: a product's tier, an account read, or nothing but the ceiling. */
export type CallKind = Tier | 'account' | 'uncounted';

/** The windows of the specification ("Limits"), by the name a 429 gives them. */
export type WindowName = 'standard' | 'live' | 'account' | 'ceilingSecond' | 'ceilingTenSeconds';

/** What the X-RateLimit headers say; `reset` in Unix seconds. */
export interface WindowState {
  limit: number;
  remaining: number;
  reset: number;
}

/** An organization, and where to find its object. */
export interface OrganizationRef {
  id: string;
  region: Region;
}

/** A key whose checksum holds: it names its organization, whose object alone says what it may. */
export interface ApiKey extends OrganizationRef {
  /** SHA-256 of the whole key, lower-case hex. */
  hash: string;
  mode: KeyMode;
  /**
   * Where the call comes from, as the platform says; a key with an allow-list is refused without
   * it.
   */
  address?: string | null;
  /** Type of the product that is looked up; absent for every other call. */
  product?: string;
}

/** Why a key is refused; each is told to the caller in a sentence of its own. */
export type KeyProblem =
  | 'missing'
  | 'wrong_scheme'
  | 'malformed'
  | 'forged'
  | 'unknown'
  | 'revoked'
  | 'suspended'
  | 'expired';

/** What a caller is told of a key that is refused (RFC 6750, section 3.1). */
const KEY_PROBLEMS: Readonly<Record<KeyProblem, string>> = {
  missing: 'There is no Authorization header: send Authorization: Bearer <API key>.',
  wrong_scheme:
    'The Authorization header has another scheme: send Authorization: Bearer <API key>.',
  malformed: 'The bearer token is not an API key of this service.',
  forged: 'The checksum of the API key is wrong: it was mistyped or cut off.',
  unknown: 'The API key does not exist.',
  revoked: 'The API key has been revoked.',
  suspended: 'The API key is suspended: ask whoever manages the keys to resume it.',
  expired: 'The API key has expired.',
};

/** The 401 of a key. */
export const keyRefused = (problem: KeyProblem): ApiError =>
  new ApiError('UNAUTHORIZED', KEY_PROBLEMS[problem], {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/**
 * Reads the API key of an Authorization header. It says whom to ask; whether the key is still good,
 * that organization's account says.
 * @throws ApiError UNAUTHORIZED, naming the mistake; SERVICE_UNAVAILABLE when no key can be checked
 */
export type Authenticate = (authorization: string | null) => Promise<ApiKey>;
