import type { Secrets } from '../../core/secrets.ts';
import { openSigned, signText } from '../../core/signed-text.ts';

// Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser that
// has
// proven itself for an account guesses on an allowance of its own, which no stranger can use up.

const PURPOSE = 'device that signed in';

/** Who has proven to be the person behind an address by now, with a browser. */
export const newDeviceToken = (email: string, secrets: Secrets): Promise<string> =>
  signText({ purpose: PURPOSE, text: crypto.randomUUID(), bound: email }, secrets);

/** The id of a browser that has signed in with this address before; null of any other. */
export const deviceOf = (token: string, email: string, secrets: Secrets): Promise<string | null> =>
  openSigned(token, { purpose: PURPOSE, bound: email }, secrets);
