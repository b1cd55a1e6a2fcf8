import type { Upstream } from '../upstream/upstream.ts';

interface Envelope {
  errorCode?: unknown;
  error?: { name?: unknown } | null;
  owners?: unknown;
}

/** Phone numbers of North America: activity, line type and owners; it bills every call. */
export const TRESTLE: Upstream = {
  name: 'TRESTLE',
  hosts: ['api.trestleiq.com'],
  needs: ['TRESTLE_KEY'],
  authenticate: (secret) => ({ headers: { 'x-api-key': secret('TRESTLE_KEY') } }),
  /** Two things are refused with 429; a reply with HTTP 200 may be a part of the answer, or none of it. */
  envelope(body, status) {
    const { errorCode, error, owners } = (body ?? {}) as Envelope;
    if (status === 429) return errorCode === 'RATE_LIMIT_EXCEEDED' ? 'later' : 'quota';
    const isEmpty = Array.isArray(owners) && owners.length === 0;
    return status === 200 && isEmpty && error?.name !== undefined ? 'later' : undefined;
  },
};
