import type { Upstream } from '../upstream/upstream.ts';

/**
 * Routing of United States and Canadian numbers: ten calls a minute without a key, which lifts
 * that.
 */
export const TELIQUE: Upstream = {
  name: 'TELIQUE',
  hosts: ['api.telique.ringer.tel'],
  reads: ['TELIQUE_KEY'],
  pace: { limit: 10, perMs: 60_000, notInBulk: true, liftedBy: 'TELIQUE_KEY' },
  authenticate(secret) {
    const key = secret('TELIQUE_KEY');
    return key === '' ? {} : { headers: { 'x-api-token': key } };
  },
};
