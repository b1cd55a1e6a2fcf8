import type { Upstream } from '../upstream/upstream.ts';

/** Public profiles that people made for their email address: a hundred calls an hour. */
export const GRAVATAR: Upstream = {
  name: 'GRAVATAR',
  hosts: ['api.gravatar.com'],
  reads: ['PERSON_OPEN_LOOKUPS'],
  pace: { limit: 100, perMs: 3_600_000, notInBulk: true },
  statuses: { 404: 'none' },
};
