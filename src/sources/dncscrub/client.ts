import type { Upstream } from '../upstream/upstream.ts';

/** Do Not Call registries and litigators of the United States; it bills every number. */
export const DNCSCRUB: Upstream = {
  name: 'DNCSCRUB',
  hosts: ['www.dncscrub.com', 'dataapi.dncscrub.com'],
  needs: ['DNCSCRUB_KEY'],
  authenticate: (secret) => ({ headers: { loginId: secret('DNCSCRUB_KEY') } }),
};
