import { Hono } from 'hono';
import { describeAccount } from '../accounts/describe-account.ts';
import type { Accounts } from '../core/account/account.ts';
import { ApiError } from '../core/errors.ts';
import { requireAdmitted } from '../pipeline/admit.ts';
import { type Access, describeWindow, principalOf } from './authorize.ts';
import type { AppEnv } from './context.ts';

const RETRY_AFTER_SECONDS = 2;

/** `GET /account`: plan, balance and usage. Free; counted in the account window. */
export function accountRoutes(
  access: Access & { accounts: Pick<Accounts, 'readOwn'> },
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/account', async (c) => {
    const principal = { ...(await principalOf(c, access)), resource: 'account' };
    const { admission, account } = await access.accounts.readOwn(principal).catch((cause) => {
      if (cause instanceof ApiError) throw cause;
      const message = 'The account is temporarily out of reach.';
      const retryAfterSeconds = RETRY_AFTER_SECONDS;
      throw new ApiError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds, cause });
    });
    describeWindow(c, admission);
    const { caller } = requireAdmitted(admission, c.get('startedAt'));
    if (!account) throw new Error('the account admitted a read and did not answer it');
    const keyId = principal.kind === 'key' ? caller.keyId : null;
    return c.json({ success: true, data: describeAccount(account, keyId) });
  });
  return routes;
}
