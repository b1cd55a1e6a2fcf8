import type { Upstream } from '../upstream/upstream.ts';

/** Carriers and portability of United States and Canadian numbers; it bills every call. */
export const TELNYX: Upstream = {
  name: 'TELNYX',
  hosts: ['api.telnyx.com'],
  needs: ['TELNYX_KEY'],
  authenticate: (secret) => ({ headers: { Authorization: `Bearer ${secret('TELNYX_KEY')}` } }),
};
