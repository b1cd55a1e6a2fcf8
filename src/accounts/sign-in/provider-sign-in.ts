import { findUser } from '../store-users.ts';
import { limitAttempts, limitAttemptsFrom, requireAttempt } from './attempt-limits.ts';
import { type Auth, cookieHeader, deviceHeaders } from './auth.ts';
import type { SignInPorts } from './ports.ts';
import type { ProviderId } from './providers.ts';
import { type BegunSession, beginSession } from './sign-in.ts';

/** Path to which the library redirects failures, with the reason. */
const FAILED_PATH = '/app/sign-in';

/**
 * Begins a sign-in with a provider (RFC 6749, section 4.1, with PKCE).
 * @param request `next`: path of this service to continue at
 * @returns the provider's page, and the cookies that bind the answer to this browser
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function openProvider(
  request: { id: ProviderId; next: string; address: string; headers: Headers },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock'>,
): Promise<{ url: string; cookies: readonly string[] }> {
  const { id, next, address, headers } = request;
  requireAttempt(await limitAttemptsFrom('sign-in', address, ports));
  const { response, headers: made } = await auth.api.signInSocial({
    body: { provider: id, callbackURL: next, errorCallbackURL: FAILED_PATH, disableRedirect: true },
    headers: deviceHeaders(headers),
    returnHeaders: true,
  });
  if (!('url' in response) || !response.url) throw new TypeError('a provider has no page');
  return { url: response.url, cookies: made.getSetCookie() };
}

/** Why a sign-in with a provider failed; `failed`: the provider did not confirm it. */
export type ProviderFailure =
  | 'not_linked'
  | 'other_linked'
  | 'no_person'
  | 'denied'
  | 'stale'
  | 'failed';

/** Failures by error code of the library or the provider; all others are `failed`. */
const FAILURES: ReadonlyMap<string, ProviderFailure> = new Map([
  ['account_not_linked', 'not_linked'],
  // The person with this address is linked to another account of this provider.
  ['unable_to_link_account', 'other_linked'],
  ['unable_to_get_user_info', 'no_person'],
  ['state_mismatch', 'stale'],
  ['access_denied', 'denied'],
]);

const failureOf = (error: string | null | undefined): ProviderFailure =>
  FAILURES.get(error ?? '') ?? 'failed';

/**
 * Completes a sign-in with a provider. Finds the person by the provider account, else by the
 * address if both sides have verified it, else creates one. The second step follows as after a
 * password. Not counted as an attempt: opening it was, and its state completes one sign-in at most.
 */
export async function completeProvider(
  request: { id: ProviderId; query: Record<string, string>; headers: Headers },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock' | 'authSecrets'>,
): Promise<{ begun: BegunSession; next: string } | ProviderFailure> {
  const { id, query, headers } = request;
  if (!query.code || !query.state) return failureOf(query.error);
  const reply = await auth.api.callbackOAuth({
    params: { id },
    query,
    headers: deviceHeaders(headers),
    asResponse: true,
  });
  const to = new URL(reply.headers.get('Location') ?? '', 'https://service.invalid');
  // The library's session only identifies the person; the second step precedes our own.
  const opened = cookieHeader(reply.headers.getSetCookie());
  const found = await auth.api.getSession({ headers: opened });
  if (!found) return failureOf(to.searchParams.get('error'));
  await auth.api.signOut({ headers: opened });
  const user = await findUser(ports.db, found.user.id);
  if (!user) return 'failed';
  requireAttempt(await limitAttempts('session by person', user.id, ports));
  const begun = await beginSession(user, headers, auth, ports);
  return { begun, next: `${to.pathname}${to.search}` };
}
