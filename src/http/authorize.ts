import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Authenticate, CallKind, Principal } from '../core/account/access.ts';
import type { Accounts, Admission } from '../core/account/account.ts';
import { admit, rateHeaders, requireAdmitted } from '../pipeline/admit.ts';
import type { AppEnv } from './context.ts';

/** How a caller is known and let in. */
export interface Access {
  authenticate: Authenticate;
  accounts: Pick<Accounts, 'admit'>;
}

/** Sets the rate headers of an admission that knows its key: on refusals too. */
export function describeWindow(c: Context<AppEnv>, admission: Admission): void {
  for (const [name, value] of rateHeaders(admission)) c.header(name, value);
}

/** Whose request it is. @throws ApiError UNAUTHORIZED */
export async function principalOf(
  c: Context<AppEnv>,
  { authenticate }: Pick<Access, 'authenticate'>,
): Promise<Principal> {
  const principal = await authenticate(c.req.header('Authorization') ?? null, c.req.url);
  return { ...principal, address: c.req.header('CF-Connecting-IP') ?? null };
}

/** Admits the caller or refuses in the order 401, 403, 429. */
export async function authorized(
  c: Context<AppEnv>,
  access: Access,
  kind: CallKind,
): Promise<void> {
  const principal = { ...(await principalOf(c, access)), resource: 'owned' };
  const admission = await admit(principal, kind, null, access.accounts);
  describeWindow(c, admission);
  c.set('caller', requireAdmitted(admission, c.get('startedAt')).caller);
}

/**
 * Lets in whoever may call at all. Whether what is then loaded is in the key's scopes, the verb
 * that loads it asks by the caller's realm.
 */
export const authorize = (access: Access, kind: CallKind) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await authorized(c, access, kind);
    await next();
  });
