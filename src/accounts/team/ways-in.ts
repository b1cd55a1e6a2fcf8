import { getAuthenticatorName } from '@better-auth/passkey';
import type * as z from 'zod';
import { ApiError } from '../../lib/errors.ts';
import { type Auth, deviceHeaders, nullIfRefused } from '../sign-in/auth.ts';
import type { newCredential } from '../sign-in/passkeys.ts';
import type { SignInPorts } from '../sign-in/ports.ts';
import { PROVIDER_NAMES, type ProviderId } from '../sign-in/providers.ts';
import {
  countPasskeys,
  listLinkedProviders,
  listPasskeys,
  removeWayIn,
  renamePasskey,
  type WayIn,
} from '../store-ways-in.ts';
import { confirmPerson, type OwnAccountSession } from './own-account.ts';

/** Most passkeys of a person: bounds the list on the page and in a challenge. */
export const MAX_PASSKEYS = 20;

type WayPorts = Pick<SignInPorts, 'db' | 'clock'>;

export type { WayIn };

/** Ways to sign in besides the password. */
export interface WaysIn {
  passkeys: readonly {
    id: string;
    name: string;
    /** Milliseconds since the epoch; null when unknown, or never used. */
    createdAt: number | null;
    lastUsedAt: number | null;
  }[];
  /** Linked provider accounts, whether or not this deployment still offers the provider. */
  providers: readonly { id: string; name: string }[];
}

export async function listWaysIn(userId: string, { db }: Pick<SignInPorts, 'db'>): Promise<WaysIn> {
  const [passkeys, providers] = await Promise.all([
    listPasskeys(db, userId),
    listLinkedProviders(db, userId),
  ]);
  return {
    passkeys: passkeys.map(({ aaguid, name, ...passkey }) => ({
      ...passkey,
      name: name || (getAuthenticatorName(aaguid) ?? 'Passkey'),
    })),
    providers: providers.map((id) => ({ id, name: PROVIDER_NAMES[id as ProviderId] ?? id })),
  };
}

/**
 * Creates a challenge for a new passkey. @returns what `navigator.credentials.create` takes, and
 * the cookies that bind the answer to this browser
 * @throws ApiError as {@link confirmPerson}, INVALID_INPUT above {@link MAX_PASSKEYS}
 */
export async function openPasskey(
  self: OwnAccountSession,
  password: string,
  auth: Auth,
  ports: WayPorts,
): Promise<{ options: object; cookies: readonly string[] }> {
  await confirmPerson(self, password, auth, ports);
  if ((await countPasskeys(ports.db, self.userId)) >= MAX_PASSKEYS) {
    const message = `You have ${MAX_PASSKEYS} passkeys: remove one first.`;
    throw new ApiError('INVALID_INPUT', message, { param: '' });
  }
  const made = await auth.api.generatePasskeyRegistrationOptions({
    query: {},
    headers: deviceHeaders(self.headers),
    returnHeaders: true,
  });
  return { options: made.response, cookies: made.headers.getSetCookie() };
}

/**
 * Stores a passkey that answers the challenge of {@link openPasskey}.
 * @param made `name`: empty for the authenticator's name
 * @returns false for another person's, expired or used challenge, an authenticator that did not
 * verify the person, and a passkey that is registered already
 */
export async function addPasskey(
  self: OwnAccountSession,
  made: { credential: z.output<typeof newCredential>; name: string },
  auth: Auth,
): Promise<boolean> {
  const { credential: response, name } = made;
  const body = { response, ...(name ? { name } : {}) };
  const headers = deviceHeaders(self.headers);
  return (await nullIfRefused(auth.api.verifyPasskeyRegistration({ body, headers }))) !== null;
}

/** @throws ApiError NOT_FOUND */
export async function changePasskeyName(
  passkey: Record<'userId' | 'id' | 'name', string>,
  { db }: Pick<SignInPorts, 'db'>,
): Promise<void> {
  if (!(await renamePasskey(db, passkey)))
    throw new ApiError('NOT_FOUND', 'There is no such passkey.');
}

/**
 * Removes a passkey, or unlinks a provider. @returns false for the last way to sign in: setting a
 * password by mail would need a mailbox that still works
 * @throws ApiError NOT_FOUND
 */
export async function endWayIn(
  userId: string,
  way: WayIn,
  { db, providers }: Pick<SignInPorts, 'db' | 'providers'>,
): Promise<boolean> {
  const offered = providers.map(({ id }) => id);
  if (await removeWayIn(db, userId, way, offered)) return true;
  const own = await listWaysIn(userId, { db });
  const has =
    'passkey' in way
      ? own.passkeys.some(({ id }) => id === way.passkey)
      : own.providers.some(({ id }) => id === way.provider);
  if (!has) throw new ApiError('NOT_FOUND', 'There is no such way to sign in.');
  return false;
}
