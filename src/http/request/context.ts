import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Accounts, Admission } from '../../lookup/account/account.ts';
import type { Caller } from '../../lookup/account/caller.ts';
import {
  type Authenticate,
  type CallKind,
  credentialError,
  type Principal,
} from '../../lookup/account/principal.ts';
import {
  rateHeaders,
  requestAdmission,
  requireAdmitted,
} from '../../lookup/pipeline/account-calls.ts';
import type { Clock } from '../../lookup/world.ts';

/** What middleware leaves for handlers. */
export interface AppEnv {
  Variables: {
    requestId: string;
    /** Scheme and host of the service; undefined takes the request's. */
    publicUrl: string | undefined;
    /** Milliseconds since the epoch, when the request arrived. */
    startedAt: number;
    caller: Caller;
    /** Id of the organization that this request made. */
    madeOrganization?: string;
  };
}

/** Names the request before anything can go wrong with it. */
export const requestId = (clock: Clock, publicUrl?: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const id = crypto.randomUUID();
    c.set('requestId', id);
    c.set('publicUrl', publicUrl);
    c.set('startedAt', clock.now());
    c.header('X-Request-Id', id);
    await next();
  });

/** How a caller is known and let in. */
export interface ApiAccess {
  authenticate: Authenticate;
  accounts: Pick<Accounts, 'admit'>;
}

/** Sets the rate headers of an admission that knows its key: on refusals too. */
export function setRateHeaders(c: Context<AppEnv>, admission: Admission): void {
  for (const [name, value] of rateHeaders(admission)) c.header(name, value);
}

/** Parameters of the query that other services take a key in. */
const ADDRESS_KEYS = ['api_key', 'apikey', 'apiKey', 'key', 'access_token'];

/** Whose request it is. @throws ApiError UNAUTHORIZED */
export async function authenticateRequest(
  c: Context<AppEnv>,
  { authenticate }: Pick<ApiAccess, 'authenticate'>,
): Promise<Principal> {
  const header = c.req.header('Authorization') ?? null;
  if (header === null && c.req.header('X-API-Key')) throw credentialError('wrong_header');
  if (header === null && ADDRESS_KEYS.some((name) => c.req.query(name)))
    throw credentialError('in_address');
  const principal = await authenticate(header, c.req.url);
  return { ...principal, address: c.req.header('CF-Connecting-IP') ?? null };
}

/** Admits the caller or refuses in the order 401, 403, 429. */
export async function admitRequest(
  c: Context<AppEnv>,
  access: ApiAccess,
  kind: CallKind,
): Promise<void> {
  const principal = { ...(await authenticateRequest(c, access)), resource: 'owned' };
  const admission = await requestAdmission(principal, kind, null, access.accounts);
  setRateHeaders(c, admission);
  c.set('caller', requireAdmitted(admission, c.get('startedAt')).caller);
}

/**
 * Authorization of the call as such. Scopes are checked by the verb that loads a resource, by the
 * caller's realm.
 */
export const authorize = (access: ApiAccess, kind: CallKind) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await admitRequest(c, access, kind);
    await next();
  });
