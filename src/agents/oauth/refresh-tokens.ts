import type { OAuthRecords } from '../../accounts/oauth-records.ts';
import { hmacSha256, sha256Hex, toBase64Url } from '../../lib/bytes.ts';
import { isEqualConstantTime, openSealedText, sealText } from '../../lib/secrets.ts';
import { credentialError } from '../../lookup/account/principal.ts';
import { clientDocumentId, documentClient } from './clients.ts';
import { endGrant, grantState, type OAuthPorts, openRecords } from './grants.ts';

// Rotation of refresh tokens (RFC 9700, section 4.14.2). A refresh replaces the token. For one more
// minute the replaced token yields the same successor, and the successor yields itself, so that
// calls refused at the same moment may all refresh, each with the token it has. Any other token of
// the grant is a replay: two parties hold a copy, so the grant ends. The library makes the tokens;
// each is issued with a tag that identifies every token ever issued for a grant, though only the
// last two are stored.

/** How long a replaced refresh token is still accepted, and its successor is not replaced. */
const GRACE_MS = 60_000;

const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Fields used of a grant's record: the library's, and the three of the rotation. */
interface Grant {
  clientId: string;
  redirectUri?: string;
  refreshTokenId?: string;
  previousRefreshTokenId?: string;
  /** HMAC key of the tags: it can recognize refresh tokens, but not make any. */
  familyKey?: string;
  replacedAt?: number;
  /** The current refresh token, encrypted under the previous one. */
  successor?: string;
}

/** User, grant and secret, as in every code and token of the library; then the tag. */
const TOKEN = /^([^:]+):([^:]+):([^:.]+)(?:\.([\w-]+))?$/;

interface TokenParts {
  userId: string;
  grantId: string;
  /** The token as the library stores it, without the tag. */
  bare: string;
  tag: string;
}

export function parseToken(token: string): TokenParts | null {
  const [, userId, grantId, secret, tag = ''] = TOKEN.exec(token) ?? [];
  if (!userId || !grantId || !secret) return null;
  return { userId, grantId, bare: `${userId}:${grantId}:${secret}`, tag };
}

const tokenTag = async (bare: string, familyKey: string): Promise<string> =>
  toBase64Url((await hmacSha256(familyKey, bare)).subarray(0, TAG_BYTES));

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

/** Only a holder of the token can derive the encryption key: it has 190 random bits. */
const sealOf = (token: string) => ({ secret: token, purpose: 'successor of a refresh token' });

/**
 * State of a presented refresh token: `replaced` within the grace period, `replayed` after it;
 * `fresh` is the current token within the grace period of its predecessor.
 */
type RefreshTokenState = 'current' | 'fresh' | 'replaced' | 'replayed' | 'unknown';

async function refreshTokenState(
  { bare, tag }: TokenParts,
  grant: Grant,
  now: number,
): Promise<RefreshTokenState> {
  // The library's id of a token.
  const id = await sha256Hex(bare);
  const { familyKey, replacedAt = 0, successor } = grant;
  const isInGrace = successor !== undefined && now - replacedAt <= GRACE_MS;
  if (grant.refreshTokenId === id) return isInGrace ? 'fresh' : 'current';
  const isPrevious = grant.previousRefreshTokenId === id;
  if (isPrevious && isInGrace) return 'replaced';
  const isOurs =
    familyKey !== undefined && isEqualConstantTime(await tokenTag(bare, familyKey), tag);
  return isPrevious || isOurs ? 'replayed' : 'unknown';
}

const withTag = async (bare: string, familyKey: string): Promise<string> =>
  `${bare}.${await tokenTag(bare, familyKey)}`;

/** The grant's record with its tag key; a new one if it has none. */
const withFamily = (grant: Grant): Grant & { familyKey: string } => ({
  ...grant,
  familyKey: grant.familyKey ?? toBase64Url(randomBytes(KEY_BYTES)),
});

/** The grant's record after a rotation: the old token can still be exchanged for its successor. */
const withSuccessor = async <T extends Grant>(
  grant: T,
  { from, to, now }: { from: TokenParts; to: string; now: number },
): Promise<T> => ({
  ...grant,
  replacedAt: now,
  successor: await sealText(to, sealOf(from.bare), randomBytes),
});

type Write = Parameters<OAuthRecords['put']>;

/** Fields of the token endpoint's form that contain a grant's code or token. */
const TOKEN_FIELDS = ['refresh_token', 'code', 'token'];

const grantKey = ({ userId, grantId }: TokenParts): string => `grant:${userId}:${grantId}`;

/** Codes and tokens of a form: to exchange, refresh or revoke. */
const grantTokens = (form: URLSearchParams): { field: string; parts: TokenParts }[] =>
  TOKEN_FIELDS.flatMap((field) => {
    const parts = parseToken(form.get(field) ?? '');
    return parts ? [{ field, parts }] : [];
  });

/** A refusal of the token endpoint (RFC 6749, section 5.2). */
interface TokenRefusal {
  error: 'invalid_grant' | 'temporarily_unavailable';
  description: string;
}

/**
 * Ends the grants in a form whose user has left or whose organization is closed. A grant of a
 * suspended organization is kept but gives no token, and the error is not `invalid_grant`, on which
 * clients discard their grant. It can still be revoked.
 * @returns null if tokens may be issued
 */
export async function refuseOrphanedGrants(
  text: string,
  services: OAuthPorts,
): Promise<TokenRefusal | null> {
  let refusal: TokenRefusal | null = null;
  for (const { field, parts } of grantTokens(new URLSearchParams(text))) {
    const state = await grantState(parts, services);
    if (state === 'admitted' || (state === 'suspended' && field === 'token')) continue;
    if (state === 'suspended') {
      const { message: description } = credentialError('organization_suspended');
      refusal ??= { error: 'temporarily_unavailable', description };
      continue;
    }
    await endGrant(parts.userId, parts.grantId, services);
    const description = 'The user is not a member of an open organization';
    refusal = { error: 'invalid_grant', description };
  }
  return refusal;
}

/** One request to the token endpoint, adapted for the library. */
interface TokenRequest {
  /** The form for the library: tokens without their tags. */
  body: string;
  /** The records for the library; its writes are held until {@link TokenRequest.finish}. */
  records: OAuthRecords;
  /** The grant of a valid refresh token; null for any other request. */
  refreshes: TokenParts | null;
  /**
   * Performs the held writes, the grant first, and returns the library's reply with the tagged
   * refresh token.
   * @throws StaleRecord when a record changed since it was read
   */
  finish(reply: Response): Promise<Response>;
}

/**
 * Opens a request to the token endpoint. A replayed refresh token ends its grant here, so that the
 * library finds none. A client identified by a document is taken from its grant: nothing is fetched
 * for an unauthenticated caller.
 */
export async function openTokenRequest(text: string, services: OAuthPorts): Promise<TokenRequest> {
  const form = new URLSearchParams(text);
  const named = grantTokens(form);
  for (const { field, parts } of named) form.set(field, parts.bare);
  const records = openRecords(services);
  const now = services.clock.now();
  const isRefresh = form.get('grant_type') === 'refresh_token';
  const presented =
    (isRefresh && named.find(({ field }) => field === 'refresh_token')?.parts) || null;
  const grant = presented && ((await records.get(grantKey(presented))) as Grant | null);
  const state = presented && grant ? await refreshTokenState(presented, grant, now) : 'unknown';
  if (presented && state === 'replayed')
    await endGrant(presented.userId, presented.grantId, services);
  const isInGrace = state === 'fresh' || state === 'replaced';
  const isGood = state === 'current' || isInGrace;
  const held: Write[] = [];

  /**
   * A record for the library. The grant is the copy judged above, read once: if another request
   * rotates the same token meanwhile, the write fails.
   */
  const read = async (key: string): Promise<unknown> =>
    isGood && presented && key === grantKey(presented) ? structuredClone(grant) : records.get(key);

  async function clientByGrant(clientId: string): Promise<unknown> {
    for (const { parts } of named) {
      const found = (await read(grantKey(parts))) as Grant | null;
      if (found?.clientId === clientId && found.redirectUri)
        return documentClient(clientId, [found.redirectUri]);
    }
    return null;
  }

  /** @returns the refresh token to issue */
  async function writeGrant([key, value, options]: Write, issued: string): Promise<string> {
    if (isInGrace && presented && grant) {
      // No write: a refresh within the grace period gets the token of the earlier one.
      const { bare } = presented;
      const last =
        state === 'fresh' ? bare : await openSealedText(grant.successor ?? '', sealOf(bare));
      if (last === null) throw new TypeError('the successor of a refresh token does not open');
      return withTag(last, withFamily(grant).familyKey);
    }
    const next = withFamily(JSON.parse(value) as Grant);
    const written = presented
      ? await withSuccessor(next, { from: presented, to: issued, now })
      : next;
    await records.put(key, JSON.stringify(written), options);
    return withTag(issued, next.familyKey);
  }

  return {
    body: form.toString(),
    refreshes: isGood ? presented : null,
    records: {
      ...records,
      get: (key) => {
        const clientId = clientDocumentId(key);
        return clientId === null ? read(key) : clientByGrant(clientId);
      },
      put: async (...write) => void held.push(write),
    },
    async finish(reply) {
      const isGrant = ([key]: Write) => key.startsWith('grant:');
      const body = held.some(isGrant)
        ? ((await reply.clone().json()) as Record<string, unknown>)
        : {};
      const { refresh_token: issued } = body;
      let given: string | undefined;
      for (const write of held)
        if (isGrant(write) && typeof issued === 'string') given = await writeGrant(write, issued);
        else await records.put(...write);
      return given === undefined
        ? reply
        : new Response(JSON.stringify({ ...body, refresh_token: given }), reply);
    },
  };
}
