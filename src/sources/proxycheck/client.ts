import * as z from 'zod';
import type { Upstream } from '../upstream/upstream.ts';

const status = z.object({ status: z.string() });

/**
 * Reputation of addresses (proxycheck.io API v3). Its allowance being used up comes as `denied`, also with HTTP 200;
 * `warning` is an answer with a remark about the account.
 */
export const PROXYCHECK: Upstream = {
  name: 'PROXYCHECK',
  hosts: ['proxycheck.io'],
  needs: ['PROXYCHECK_KEY'],
  authenticate: (secret) => ({ query: { key: secret('PROXYCHECK_KEY') } }),
  envelope(body, http) {
    const said = status.safeParse(body).data?.status;
    if (said === 'denied') return http === 401 || http === 403 ? 'key' : 'quota';
    return said === 'error' && http === 200 ? 'broken' : undefined;
  },
};
