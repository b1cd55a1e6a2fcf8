import type { Upstream } from '../upstream/upstream.ts';

const IS_ABOUT_MONEY = /credit|balance|quota|limit exceeded|subscription|payment/i;

interface Envelope {
  isError?: unknown;
  error?: { inputErrors?: unknown } | null;
}

/** Consumers of the United States; it bills what it finds. */
export const ENFORMION: Upstream = {
  name: 'ENFORMION',
  hosts: ['devapi.enformion.com'],
  needs: ['ENFORMION_NAME', 'ENFORMION_PASSWORD'],
  authenticate: (secret) => ({
    headers: {
      'galaxy-ap-name': secret('ENFORMION_NAME'),
      'galaxy-ap-password': secret('ENFORMION_PASSWORD'),
    },
  }),
  /** An error may come with HTTP 200; what it says of the input tells it from one of the account. */
  envelope(body, status) {
    const { isError, error } = (body ?? {}) as Envelope;
    if (isError !== true) return undefined;
    const faults = error?.inputErrors;
    if (Array.isArray(faults) && faults.length > 0) return 'input';
    if (IS_ABOUT_MONEY.test(JSON.stringify(body))) return 'quota';
    return status === 200 ? 'broken' : undefined;
  },
};
