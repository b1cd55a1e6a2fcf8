import type { Upstream } from '../upstream/upstream.ts';

/**
 * Places of OpenStreetMap. The public host allows one request a second for the whole service, no jobs, and wants to
 * know whom to write to (its usage policy); an operator's own server has none of these limits.
 */
export const NOMINATIM: Upstream = {
  name: 'NOMINATIM',
  hosts: ['nominatim.openstreetmap.org'],
  contact: 'public',
  pace: { limit: 1, perMs: 1_000, notInBulk: true },
};
