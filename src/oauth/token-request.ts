import { documentClient, documentIdOf } from './client-documents.ts';
import type { OAuthServices, Records } from './ports.ts';
import {
  type Grant,
  partsOf,
  standingOf,
  successorOf,
  type TokenParts,
  withFamily,
  withSuccessor,
  withTag,
} from './token-rotation.ts';

type Write = Parameters<Records['put']>;

/** Fields of the token endpoint's form that name a grant. */
const TOKEN_FIELDS = ['refresh_token', 'code', 'token'];

const keyOf = ({ userId, grantId }: TokenParts): string => `grant:${userId}:${grantId}`;

/** What of a form names a grant: a code, or a token to refresh or revoke. */
const grantsIn = (form: URLSearchParams): { field: string; parts: TokenParts }[] =>
  TOKEN_FIELDS.flatMap((field) => {
    const parts = partsOf(form.get(field) ?? '');
    return parts ? [{ field, parts }] : [];
  });

/**
 * Ends the grants a form names whose user has left, or whose organization is closed.
 * @returns whether there was one
 */
export async function endIfUnheld(
  text: string,
  services: Pick<OAuthServices, 'mayHold' | 'endGrant'>,
): Promise<boolean> {
  let isUnheld = false;
  for (const { parts } of grantsIn(new URLSearchParams(text))) {
    if (await services.mayHold(parts)) continue;
    isUnheld = true;
    await services.endGrant(parts.userId, parts.grantId);
  }
  return isUnheld;
}

/** One request to the token endpoint, between what was sent and what the library sees. */
export interface TokenRequest {
  /** The form for the library: tokens without their tags. */
  body: string;
  /** The records for the library: what it writes waits for {@link TokenRequest.finish}. */
  records: Records;
  /** The grant a good refresh token belongs to; null for any other request. */
  refreshes: TokenParts | null;
  /**
   * Writes what the library wrote, the grant first, and gives its reply with the refresh token as
   * clients know it.
   * @throws of a stale record
   */
  finish(reply: Response): Promise<Response>;
}

/**
 * Opens a request to the token endpoint. A replayed refresh token ends its grant here, so that the
 * library finds none. A client known by its document is read from the grant it was given: nothing
 * is
 * fetched for a caller who has not signed in.
 */
export async function openTokenRequest(
  text: string,
  services: Pick<OAuthServices, 'openRecords' | 'endGrant' | 'clock'>,
): Promise<TokenRequest> {
  const form = new URLSearchParams(text);
  const named = grantsIn(form);
  for (const { field, parts } of named) form.set(field, parts.bare);
  const records = services.openRecords();
  const now = services.clock.now();
  const isRefresh = form.get('grant_type') === 'refresh_token';
  const presented =
    (isRefresh && named.find(({ field }) => field === 'refresh_token')?.parts) || null;
  const grant = presented && ((await records.get(keyOf(presented))) as Grant | null);
  const standing = presented && grant ? await standingOf(presented, grant, now) : 'unknown';
  if (presented && standing === 'replayed')
    await services.endGrant(presented.userId, presented.grantId);
  const isGood = standing === 'current' || standing === 'replaced';
  const held: Write[] = [];

  /**
   * A record for the library. It gets the grant as it was judged here, read once: a rotation of the
   * same token meanwhile then fails the write.
   */
  const read = async (key: string): Promise<unknown> =>
    isGood && presented && key === keyOf(presented) ? structuredClone(grant) : records.get(key);

  async function clientByGrant(clientId: string): Promise<unknown> {
    for (const { parts } of named) {
      const found = (await read(keyOf(parts))) as Grant | null;
      if (found?.clientId === clientId && found.redirectUri)
        return documentClient(clientId, [found.redirectUri]);
    }
    return null;
  }

  /** @returns the refresh token to give out */
  async function writeGrant([key, value, options]: Write, issued: string): Promise<string> {
    if (standing === 'replaced' && presented && grant) {
      // Left as it is: the same token was exchanged a moment ago, so this gets the same successor.
      return withTag(await successorOf(presented, grant), withFamily(grant).familyKey);
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
        const clientId = documentIdOf(key);
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
