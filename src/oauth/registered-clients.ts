import type { Records } from './ports.ts';

// Dynamic registration (RFC 7591) is open to everybody, so a client that no user has let in ends
// soon. At most 1,000 are registered in an hour (the window `agent registration` for all) of 5 KB
// each: 7,000 of them, 35 MB, lie here at any time, and cron deletes more in an hour than are made.

/** Longest registration that is read. */
export const MAX_REGISTRATION_BYTES = 5_120;
/** Life of a client that no user has let in. */
export const UNUSED_SECONDS = 6 * 3_600;
/** Life of one that was; the library renews it while its tokens are used. */
export const CLIENT_SECONDS = 90 * 86_400;

/** Records in which a client that registers ends soon. */
export const withUnusedExpiry = (records: Records): Records => ({
  ...records,
  put: (key, value, options) =>
    records.put(
      key,
      value,
      key.startsWith('client:') ? { ...options, expirationTtl: UNUSED_SECONDS } : options,
    ),
});

/** Keeps a client from the moment a user lets it in. @param now milliseconds since the epoch */
export async function keepClient(clientId: string, records: Records, now: number): Promise<void> {
  const key = `client:${clientId}`;
  const client = (await records.get(key)) as object | null;
  if (!client) return;
  const registrationExpiresAt = Math.floor(now / 1_000) + CLIENT_SECONDS;
  const value = JSON.stringify({ ...client, registrationExpiresAt });
  await records.put(key, value, { expirationTtl: CLIENT_SECONDS });
}
