import { ApiError } from '../errors.ts';
import type { Tier } from '../lookup/product.ts';
import type { KeyMode } from './caller.ts';
import type { Region } from './regions.ts';
import type { Resource } from './scopes.ts';

/** What a call is counted as: a product's tier, an account read, or nothing but the ceiling. */
export type CallKind = Tier | 'account' | 'uncounted';

/**
 * Rate windows, by the name a 429 gives them. Those of an organization bound the sum over its keys,
 * sign-ins and agents, each of which has the others to itself.
 */
export type WindowName =
  | 'standard'
  | 'live'
  | 'account'
  | 'ceilingSecond'
  | 'ceilingTenSeconds'
  | 'organizationStandard'
  | 'organizationLive'
  | 'organizationSecond'
  | 'organizationTenSeconds';

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

/**
 * Whose call it is, as the edge makes it out: it names an organization, whose object alone says
 * whether it is let in.
 */
interface Claim extends OrganizationRef {
  mode: KeyMode;
  /**
   * Where the call comes from, as the platform says; a key with an allow-list is refused without
   * it.
   */
  address?: string | null;
  /** What is asked for, where the caller's scopes may leave it out. */
  resource?: Resource;
}

/** A key whose checksum holds. */
export interface ApiKey extends Claim {
  kind: 'key';
  /** SHA-256 of the whole key, lower-case hex. */
  hash: string;
}

/** A program somebody signed in by OAuth: one grant of one user for one organization. */
export interface AgentPrincipal extends Claim {
  kind: 'agent';
  mode: 'live';
  grantId: string;
  userId: string;
  /** What the user allowed; see {@link Resource}. */
  scopes: readonly string[];
}

/** A user who is signed in to the dashboard, and the organization they are looking at. */
export interface SessionPrincipal extends Claim {
  kind: 'session';
  userId: string;
}

/** The three ways to be a caller. */
export type Principal = ApiKey | AgentPrincipal | SessionPrincipal;

/** What tells one principal from every other, for names that are made of it. */
export function principalName(principal: Principal): string {
  switch (principal.kind) {
    case 'key':
      return principal.hash;
    case 'agent':
      return `agent:${principal.grantId}`;
    case 'session':
      return `session:${principal.userId}:${principal.mode}`;
  }
}

/** Why a credential is refused; each is told to the caller in a sentence of its own. */
export type CredentialProblem =
  | 'missing'
  | 'wrong_scheme'
  | 'malformed'
  | 'forged'
  | 'unknown'
  | 'revoked'
  | 'suspended'
  | 'expired'
  | 'token_ended'
  | 'not_a_member'
  | 'organization_closed';

/** What a caller is told of a credential that is refused (RFC 6750, section 3.1). */
const PROBLEMS: Readonly<Record<CredentialProblem, string>> = {
  missing: 'There is no Authorization header: send Authorization: Bearer <API key>.',
  wrong_scheme:
    'The Authorization header has another scheme: send Authorization: Bearer <API key>.',
  malformed: 'The bearer token is neither an API key nor an access token of this service.',
  forged: 'The checksum of the API key is wrong: it was mistyped or cut off.',
  unknown: 'The API key does not exist.',
  revoked: 'The API key has been revoked.',
  suspended: 'The API key is suspended: ask whoever manages the keys to resume it.',
  expired: 'The API key has expired.',
  token_ended:
    'The access token has expired, or its sign-in was ended: refresh it or sign in again.',
  not_a_member: 'The signed-in user is no longer a member of the organization.',
  organization_closed: 'The organization of this credential was closed.',
};

/** The 401 of a credential. */
export const credentialRefused = (problem: CredentialProblem): ApiError =>
  new ApiError('UNAUTHORIZED', PROBLEMS[problem], { headers: { 'WWW-Authenticate': 'Bearer' } });

/**
 * Reads the credential of an Authorization header: an API key, or an access token of an agent. It
 * says whom to ask; whether it is still good, that organization's account says.
 * @param url it was sent to: a token is good at the address it was made for
 * @throws ApiError UNAUTHORIZED, naming the mistake; SERVICE_UNAVAILABLE when no key can be checked
 */
export type Authenticate = (authorization: string | null, url: string) => Promise<Principal>;

/**
 * Reads an access token, from the database each time.
 * @param url it was sent to
 */
export type ReadAgentToken = (
  token: string,
  url: string,
) => Promise<AgentPrincipal | CredentialProblem>;
