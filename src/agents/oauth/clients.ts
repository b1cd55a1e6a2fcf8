import * as z from 'zod';
import type { OAuthRecords } from '../../accounts/oauth-records.ts';
import { isLoopback } from '../../lib/origin.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../../lib/time.ts';
import type { OAuthPorts } from './grants.ts';

// Dynamic registration (RFC 7591) needs no authentication, so a client that no user has authorized
// expires soon. Rate limit: 1,000 registrations an hour in total (window `agent registration`), 5
// KB each. At most 7,000 of them (35 MB) are stored at a time: cron deletes more per hour than are
// created.

export const MAX_REGISTRATION_BYTES = 5_120;
/** Lifetime of a client that no user has authorized. */
export const UNUSED_SECONDS = 6 * HOUR_SECONDS;
/** Lifetime of an authorized client; the library renews it while its tokens are used. */
export const CLIENT_SECONDS = 90 * DAY_SECONDS;

/** Records in which newly registered clients get the short lifetime. */
export const withUnusedExpiry = (records: OAuthRecords): OAuthRecords => ({
  ...records,
  put: (key, value, options) =>
    records.put(
      key,
      value,
      key.startsWith('client:') ? { ...options, expirationTtl: UNUSED_SECONDS } : options,
    ),
});

/** Extends a client's lifetime when a user authorizes it. @param now ms since the epoch */
export async function retainClient(clientId: string, records: OAuthRecords, now: number) {
  const key = `client:${clientId}`;
  const client = (await records.get(key)) as object | null;
  if (!client) return;
  const registrationExpiresAt = Math.floor(now / 1_000) + CLIENT_SECONDS;
  const value = JSON.stringify({ ...client, registrationExpiresAt });
  await records.put(key, value, { expirationTtl: CLIENT_SECONDS });
}

// Client ID Metadata Documents (draft-ietf-oauth-client-id-metadata-document-00): a client's id is
// the URL of a document that describes it. The URL is untrusted, so it is fetched under the same
// restrictions as every untrusted URL.

/** Draft, section 6.6. */
const MAX_BYTES = 5_120;
const TIMEOUT_MS = 10_000;
/**
 * Cache lifetime of a client's document, which may change. At most 1,000 are fetched per hour in
 * total (window `agent document`), 5 KB each: less than 10 MB at any time, because cron deletes
 * expired documents hourly.
 */
const DOCUMENT_CACHE_SECONDS = 3_600;

const MAX_URL_CHARS = 500;

const urlField = z.string().max(MAX_URL_CHARS);

const clientDocument = z.object({
  client_id: urlField,
  client_name: z.string().trim().min(1).max(100),
  client_uri: urlField.optional(),
  redirect_uris: z.array(urlField).min(1).max(20),
  token_endpoint_auth_method: z.string().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  client_secret: z.undefined().optional(),
});

/** A client as the authorization server stores it. */
export interface Client {
  clientId: string;
  redirectUris: string[];
  clientName?: string;
  clientUri?: string;
  grantTypes: string[];
  responseTypes: string[];
  tokenEndpointAuthMethod: string;
  authMethodExplicit: true;
}

function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

export const isDocumentAddress = (clientId: string): boolean => /^https?:\/\//.test(clientId);

const CLIENT_KEY = 'client:';

/** URL of the document behind a client's record key; null for any other record. */
export function clientDocumentId(key: string): string | null {
  const clientId = key.startsWith(CLIENT_KEY) ? key.slice(CLIENT_KEY.length) : '';
  return isDocumentAddress(clientId) ? clientId : null;
}

/** A client identified by its document, as the authorization server stores it. */
export const documentClient = (clientId: string, redirectUris: string[]): Client => ({
  clientId,
  redirectUris,
  grantTypes: GRANT_TYPES,
  responseTypes: RESPONSE_TYPES,
  tokenEndpointAuthMethod: 'none',
  authMethodExplicit: true,
});

/** Draft, section 3: https, a path, and only the canonical spelling of the URL. */
function isAcceptable(clientId: string, allowHosts: readonly string[]): boolean {
  const address = parsedUrl(clientId);
  if (address?.href !== clientId || clientId.length > MAX_URL_CHARS) return false;
  const isSafe = address.protocol === 'https:' || allowHosts.includes(address.host);
  const isPlain = address.username === '' && address.password === '' && address.hash === '';
  return isSafe && isPlain && address.pathname !== '/';
}

/**
 * URL schemes of editors and agents on the user's machine (RFC 8252, section 7.1). No other scheme
 * is accepted, because any program may claim a scheme.
 */
const NATIVE_SCHEMES: ReadonlySet<string> = new Set(
  ['claude', 'cursor', 'goose', 'kiro', 'raycast', 'trae']
    .concat(['vscode', 'vscode-insiders', 'vscodium', 'warp', 'windsurf', 'zed'])
    .map((scheme) => `${scheme}:`),
);

/** Whether a redirect opens a program on the user's machine by its scheme. */
export const isNativeRedirect = (text: string): boolean =>
  NATIVE_SCHEMES.has(parsedUrl(text)?.protocol ?? '');

/**
 * Validation of a redirect URI: the reason against it; null for https, a loopback address or the
 * scheme of a known program (protocol, "Authorization").
 */
function redirectProblem(text: string): string | null {
  const address = parsedUrl(text);
  if (!address) return 'it is not an absolute URI';
  if (text.includes('#')) return 'it has a fragment';
  if (address.username !== '') return 'it has a user name';
  if (address.protocol === 'https:' || isNativeRedirect(text)) return null;
  if (address.protocol !== 'http:') return 'its scheme is not https, nor that of a known program';
  return isLoopback(text) ? null : 'http is allowed for loopback addresses only';
}

export const isRedirect = (text: string): boolean => redirectProblem(text) === null;

/** Supported values; a registration that asks for more is reduced to these. */
const GRANT_TYPES = ['authorization_code', 'refresh_token'];
const RESPONSE_TYPES = ['code'];

/**
 * Reduces a registration to what the server supports, as RFC 7591, section 3.2.1 permits: drops
 * unsupported grant and response types, and redirects that can never be used. Text that is not a
 * registration is passed on for the library to refuse.
 * @returns the body, or the reason that no redirect is left, for `invalid_redirect_uri`
 */
export function supportedRegistration(text: string): { body: string } | { problem: string } {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return { body: text };
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return { body: text };
  const read = z.array(z.string()).min(1).safeParse(Object(sent).redirect_uris);
  if (!read.success) return { problem: 'redirect_uris must be a list with at least one URI' };
  const problems = read.data.map(redirectProblem);
  if (!problems.includes(null))
    return { problem: `None of the redirect_uris can be used; the first one: ${problems[0]}` };
  const kept = { ...sent } as Record<string, unknown>;
  const narrow = (field: string, isKept: (value: string) => boolean, usual: string[]) => {
    const values = kept[field];
    if (!Array.isArray(values)) return;
    const left = values.filter((value) => typeof value !== 'string' || isKept(value));
    kept[field] = left.length > 0 ? left : usual;
  };
  narrow('grant_types', (type) => GRANT_TYPES.includes(type), GRANT_TYPES);
  narrow('response_types', (type) => RESPONSE_TYPES.includes(type), RESPONSE_TYPES);
  narrow('redirect_uris', isRedirect, []);
  return { body: JSON.stringify(kept) };
}

function parseClientDocument(clientId: string, text: string): Client | null {
  const read = clientDocument.safeParse(JSON.parse(text));
  if (!read.success || read.data.client_id !== clientId) return null;
  const { data } = read;
  // A document has no secret; clients that only sign their requests are not supported.
  const methods = data.token_endpoint_auth_methods_supported ?? [
    data.token_endpoint_auth_method ?? 'none',
  ];
  const redirectUris = data.redirect_uris.filter(isRedirect);
  if (!methods.includes('none') || redirectUris.length === 0) return null;
  return {
    ...documentClient(clientId, redirectUris),
    clientName: data.client_name,
    ...(data.client_uri && { clientUri: data.client_uri }),
  };
}

/** Rate limit of document fetches, per address or in total. */
export class TooManyDocuments extends Error {
  override name = 'TooManyDocuments';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('too many documents of clients were fetched lately');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface DocumentPorts extends Pick<OAuthPorts, 'fetcher' | 'allowHosts' | 'log'> {
  /** Counts one fetch. @returns seconds to wait when the rate limit is exceeded */
  countDocument(address: string): Promise<number | null>;
}

/**
 * The client behind a URL; null for every failure, so that the reply does not reveal the reason.
 * @throws TooManyDocuments
 */
async function readClient(
  clientId: string,
  {
    records,
    address,
    services,
  }: { records: OAuthRecords; address: string; services: DocumentPorts },
): Promise<Client | null> {
  const { fetcher, allowHosts, log } = services;
  if (!isAcceptable(clientId, allowHosts)) return null;
  const key = `document:${clientId}`;
  const kept = await records.get(key);
  if (kept) return kept as Client;
  const wait = await services.countDocument(address);
  if (wait !== null) throw new TooManyDocuments(wait);
  try {
    const reply = await fetcher.fetch(clientId, {
      headers: { Accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
    });
    const text = await new Response(reply.body).text();
    const client = reply.status === 200 ? parseClientDocument(clientId, text) : null;
    if (client)
      await records.put(key, JSON.stringify(client), { expirationTtl: DOCUMENT_CACHE_SECONDS });
    return client;
  } catch (cause) {
    log('warn', 'a client could not be read', { cause });
    return null;
  }
}

/**
 * Records that also find a client by its document. Only for the consent page, which is behind the
 * sign-in.
 * @param address of the caller, for the rate limit
 */
export const withDocuments = (
  records: OAuthRecords,
  address: string,
  services: DocumentPorts,
): OAuthRecords => ({
  ...records,
  get: (key) => {
    const clientId = clientDocumentId(key);
    return clientId === null
      ? records.get(key)
      : readClient(clientId, { records, address, services });
  },
});
