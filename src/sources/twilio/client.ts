import type { Upstream } from '../upstream/upstream.ts';

/** Line types and line status of numbers; it bills every call. The key is an API key or an account, with its secret. */
export const TWILIO: Upstream = {
  name: 'TWILIO',
  hosts: ['lookups.twilio.com'],
  needs: ['TWILIO_KEY', 'TWILIO_SECRET'],
  authenticate: (secret) => ({
    headers: {
      Authorization: `Basic ${btoa(`${secret('TWILIO_KEY')}:${secret('TWILIO_SECRET')}`)}`,
    },
  }),
};
