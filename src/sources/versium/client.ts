import type { Upstream } from '../upstream/upstream.ts';

const IS_ABOUT_MONEY = /credit|balance|quota|limit/i;

/** Consumers of the United States; it bills each kind of output that it finds. */
export const VERSIUM: Upstream = {
  name: 'VERSIUM',
  hosts: ['api.versium.com'],
  needs: ['VERSIUM_KEY'],
  authenticate: (secret) => ({ headers: { 'x-versium-api-key': secret('VERSIUM_KEY') } }),
  /** Errors may come with HTTP 200. */
  envelope(body, status) {
    const { versium } = (body ?? {}) as { versium?: { errors?: unknown } | null };
    const errors = versium?.errors;
    if (status !== 200 || !Array.isArray(errors) || errors.length === 0) return undefined;
    return IS_ABOUT_MONEY.test(JSON.stringify(errors)) ? 'quota' : 'broken';
  },
};
