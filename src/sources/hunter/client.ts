import type { Upstream } from '../upstream/upstream.ts';

/**
 * Work email addresses, people and companies (hunter.io API v2). A miss is free, as 404 or with null where the
 * answer would be. Which of 402, 403 and 429 means the allowance differs between its pages: 403 is unavailable here.
 */
export const HUNTER: Upstream = {
  name: 'HUNTER',
  hosts: ['api.hunter.io'],
  needs: ['HUNTER_KEY'],
  authenticate: (secret) => ({ headers: { 'X-API-KEY': secret('HUNTER_KEY') } }),
  // 451: the person asked not to be listed.
  statuses: { 202: 'pending', 404: 'none', 451: 'none' },
};
