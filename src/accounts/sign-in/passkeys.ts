import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import * as z from 'zod';

// Passkeys (WebAuthn Level 3): a key pair for this host, whose private key stays on a device or in
// a password manager and signs one challenge at a time. The device verifies the person each time,
// by PIN or biometrics, so a sign-in with a passkey has two factors (NIST SP 800-63B-4, section
// 2.2) and asks for no code. A passkey is bound to the host of PUBLIC_URL and works under no other.

/** Base64url without padding (RFC 4648, section 5). */
const base64Url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(16_384);

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof TRANSPORTS)[number];
const isTransport = (named: string): named is Transport => TRANSPORTS.some((one) => one === named);

/** PublicKeyCredential as serialized by `toJSON`; fields that browsers add are dropped. */
const credentialFields = {
  id: base64Url,
  rawId: base64Url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** Response of `navigator.credentials.create`, as JSON. */
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

/** Response of `navigator.credentials.get`, as JSON. */
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

/** The library's plugin for this service. @param origin passkeys are bound to its host */
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
