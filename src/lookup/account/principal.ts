import type { Region } from '../../domain/regions.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Tier } from '../product.ts';
import type { KeyMode } from './caller.ts';

/**
 * What a call asks for: the type of a product, the account, nothing but who is connected, or what
 * is `owned`: jobs, monitors and deliveries, of which the verb that loads one asks {@link
 * requireScopes}.
 */
export type Resource = 'account' | 'connection' | 'owned' | (string & {});

/** In reach of every API key, whatever products it is limited to. */
const UNLIMITED: readonly Resource[] = ['account', 'connection', 'owned'];

/**
 * What each scope of an agent's sign-in reaches (specification, "Agent-protocol server"). Whatever
 * stands in no row is for API keys.
 */
export const AGENT_SCOPES: ReadonlyMap<string, readonly Resource[]> = new Map([
  ['lookup', ['phone', 'email', 'ip']],
  ['account:read', ['account']],
]);

/** Whether an agent with these scopes may ask for this; every one may ask who it is. */
export const isInAgentReach = (scopes: readonly string[], resource: Resource | undefined) =>
  resource === 'connection' ||
  (resource !== undefined &&
    scopes.some((scope) => AGENT_SCOPES.get(scope)?.includes(resource) === true));

/** Whether a key may ask for this. @param scopes product types; null for all */
export const isInKeyReach = (
  scopes: readonly string[] | null,
  resource: Resource | undefined,
): boolean =>
  scopes === null ||
  (resource !== undefined && (UNLIMITED.includes(resource) || scopes.includes(resource)));

/** Whether every one of these product types is in scope. @param scopes null for all */
export const areInScope = (scopes: readonly string[] | null, types: readonly string[]): boolean =>
  scopes === null || types.every((type) => scopes.includes(type));

/**
 * Refuses a key what is of products beyond its scopes: spending on it, reading it, changing it.
 * @param types product types of a job, a monitor or a delivery @throws ApiError INSUFFICIENT_SCOPE
 */
export function requireScopes(scopes: readonly string[] | null, types: readonly string[]): void {
  if (areInScope(scopes, types)) return;
  const message = 'The scopes of this API key do not include every product this is about.';
  throw new ApiError('INSUFFICIENT_SCOPE', message);
}

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
interface PrincipalBase extends OrganizationRef {
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
export interface ApiKey extends PrincipalBase {
  kind: 'key';
  /** SHA-256 of the whole key, lower-case hex. */
  hash: string;
}

/** A program somebody signed in by OAuth: one grant of one user for one organization. */
export interface AgentPrincipal extends PrincipalBase {
  kind: 'agent';
  mode: 'live';
  grantId: string;
  userId: string;
  /** What the user allowed; see {@link Resource}. */
  scopes: readonly string[];
}

/** A user who is signed in to the dashboard, and the organization they are looking at. */
export interface SessionPrincipal extends PrincipalBase {
  kind: 'session';
  userId: string;
}

/** The three ways to be a caller. */
export type Principal = ApiKey | AgentPrincipal | SessionPrincipal;

/** What tells one principal from every other, for names that are made of it. */
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
const PROBLEM_MESSAGES: Readonly<Record<CredentialProblem, string>> = {
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
export const credentialError = (problem: CredentialProblem): ApiError =>
  new ApiError('UNAUTHORIZED', PROBLEM_MESSAGES[problem], {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

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
