import type { Region } from '../../domain/regions.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Tier } from '../product.ts';
import type { KeyMode } from './caller.ts';

/**
 * Resource of a call, checked against its scopes: a product type, the account, the connection's own
 * identity, or `owned` for jobs, monitors and deliveries, whose products {@link requireScopes}
 * checks when one is loaded.
 */
export type Resource = 'account' | 'connection' | 'owned' | (string & {});

/** Resources of each OAuth scope ("Agent-protocol server"); all others need an API key. */
export const AGENT_SCOPES: ReadonlyMap<string, readonly Resource[]> = new Map([
  ['lookup', ['phone', 'email', 'ip']],
  ['account:read', ['account']],
]);

/** Whether all these product types are in scope. @param scopes null for all */
export const areInScope = (scopes: readonly string[] | null, types: readonly string[]): boolean =>
  scopes === null || types.every((type) => scopes.includes(type));

/**
 * Authorization by product: a key may use, read and change only what is in its scopes.
 * @param types product types of a job, a monitor or a delivery @throws ApiError INSUFFICIENT_SCOPE
 */
export function requireScopes(scopes: readonly string[] | null, types: readonly string[]): void {
  if (areInScope(scopes, types)) return;
  const message = 'The scopes of this API key do not include every product this is about.';
  throw new ApiError('INSUFFICIENT_SCOPE', message);
}

/** Rate-limit class of a call: a product's tier, an account read, or only the request ceiling. */
export type CallKind = Tier | 'account' | 'uncounted';

/**
 * Rate windows. The `organization` windows limit the sum over all keys, sign-ins and agents of an
 * organization; the others apply to each key, sign-in or agent.
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

/** State of a window for the X-RateLimit headers; `reset` in Unix seconds. */
export interface WindowState {
  limit: number;
  remaining: number;
  reset: number;
}

export interface OrganizationRef {
  id: string;
  region: Region;
}

/**
 * Principal of a call, parsed at the edge and not yet authenticated: only the account of the named
 * organization decides whether it is valid.
 */
interface PrincipalBase extends OrganizationRef {
  mode: KeyMode;
  /** Client IP address from the platform; a key with an allow-list is refused without it. */
  address?: string | null;
  /** Resource the call uses, for the scope check. */
  resource?: Resource;
}

/** API key with a valid checksum. */
export interface ApiKey extends PrincipalBase {
  kind: 'key';
  /** SHA-256 of the whole key, lower-case hex. */
  hash: string;
  /** Version of the KEY_SECRET that its checksum was verified with. */
  secretVersion?: number;
}

/** Program with an OAuth grant of one user for one organization. */
export interface AgentPrincipal extends PrincipalBase {
  kind: 'agent';
  mode: 'live';
  grantId: string;
  userId: string;
  /** OAuth scopes granted by the user, see {@link AGENT_SCOPES}. */
  scopes: readonly string[];
  /** Daily credit limit (UTC day) set by the user; absent for none. */
  creditsPerDay?: number;
}

/** User signed in to the dashboard, with the organization selected there. */
export interface SessionPrincipal extends PrincipalBase {
  kind: 'session';
  userId: string;
}

export type Principal = ApiKey | AgentPrincipal | SessionPrincipal;

/** Unique id of a principal, used to derive other keys. */
export function principalId(principal: Principal): string {
  switch (principal.kind) {
    case 'key':
      return principal.hash;
    case 'agent':
      return `agent:${principal.grantId}`;
    case 'session':
      return `session:${principal.userId}:${principal.mode}`;
  }
}

/** Reason to refuse a credential; each has its own message. */
export type CredentialProblem =
  | 'missing'
  | 'wrong_scheme'
  | 'wrong_header'
  | 'in_address'
  | 'placeholder'
  | 'quoted'
  | 'cut'
  | 'malformed'
  | 'forged'
  | 'unknown'
  | 'revoked'
  | 'suspended'
  | 'expired'
  | 'token_ended'
  | 'not_a_member'
  | 'organization_closed'
  | 'organization_suspended';

/** Messages of the 401 response (RFC 6750, section 3.1). */
const PROBLEM_MESSAGES: Readonly<Record<CredentialProblem, string>> = {
  missing: 'There is no Authorization header: send Authorization: Bearer <API key>.',
  wrong_scheme:
    'The Authorization header has the wrong scheme: send Authorization: Bearer <API key>.',
  wrong_header:
    'The API key was sent in X-API-Key: send it as Authorization: Bearer <API key> instead.',
  in_address:
    'The API key was sent in the URL, where it is easily exposed: send Authorization: Bearer <API key> instead, and replace a live key that was sent this way.',
  placeholder:
    'A placeholder was sent in place of the API key: replace it with the key. A shell expands only a variable that is set, and none in single quotes.',
  quoted: 'The API key was sent in quotation marks: send it without them.',
  cut: 'The API key is too short, too long or has a character that no key has: copy the whole key.',
  malformed: 'The bearer token is neither an API key nor an access token of this service.',
  forged: 'The checksum of the API key is wrong: it was mistyped or cut off.',
  unknown: 'The API key does not exist.',
  revoked: 'The API key has been revoked.',
  suspended:
    'The API key is suspended: an owner, an admin or the member who suspended it can resume it.',
  expired: 'The API key has expired.',
  token_ended:
    'The access token has expired, or its sign-in was ended: refresh it or sign in again.',
  not_a_member: 'The signed-in user is no longer a member of the organization.',
  organization_closed: 'The organization of this credential was closed.',
  organization_suspended:
    'The organization of this credential is suspended: the operator of this service can resume it.',
};

export const credentialError = (problem: CredentialProblem): ApiError =>
  new ApiError('UNAUTHORIZED', PROBLEM_MESSAGES[problem], {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/**
 * Parses the credential in an Authorization header: an API key or an agent's access token. The
 * account of the organization it names decides whether it is still valid.
 * @param url of the request: a token is valid only for its own audience
 * @throws ApiError UNAUTHORIZED, naming the mistake; SERVICE_UNAVAILABLE if no key can be checked
 */
export type Authenticate = (authorization: string | null, url: string) => Promise<Principal>;

/** Reads an access token from the database, uncached. @param url of the request */
export type ReadAgentToken = (
  token: string,
  url: string,
) => Promise<AgentPrincipal | CredentialProblem>;
