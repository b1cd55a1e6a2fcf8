import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import * as z from 'zod';

// Passkeys (WebAuthn Level 3): a key pair for this host, whose private half stays with a device or
// a password manager and signs one challenge at a time. The person is verified by it each time, by
// PIN or biometrics, so a sign-in with one is of two factors (NIST SP 800-63B-4, section 2.2) and
// no code is asked for after it. A passkey is bound to the host of PUBLIC_URL: under another host
// none of them is of use.

/** Base64url without padding (RFC 4648, section 5). */
const base64Url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(16_384);

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof TRANSPORTS)[number];
const isTransport = (named: string): named is Transport => TRANSPORTS.some((one) => one === named);

/** PublicKeyCredential as its `toJSON` gives it; what a browser adds besides is left out. */
const credentialFields = {
  id: base64Url,
  rawId: base64Url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** Answer of `navigator.credentials.create`, as JSON. */
export const newCredential = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: z
      .array(z.string())
      .default([])
      .transform((named) => named.filter(isTransport)),
  }),
});

/** Answer of `navigator.credentials.get`, as JSON. */
export const signedCredential = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
  }),
});

const requireVerified = (isVerified: boolean | undefined): void => {
  if (isVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'PERSON_NOT_VERIFIED' });
};

/** The library's plugin for this service. @param origin its host is what passkeys are bound to */
export const passkeyPlugin = (origin: string, serviceName: string) =>
  passkey({
    origin,
    rpID: new URL(origin).hostname,
    rpName: serviceName,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) =>
        requireVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireVerified(verification.authenticationInfo.userVerified),
    },
  });
