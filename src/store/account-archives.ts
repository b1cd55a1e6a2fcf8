import { MAX_LISTED, pageKeys } from './list-objects.ts';

const ROOT = 'accounts/';

const keyOf = (organizationId: string): string => `${ROOT}${organizationId}.json`;

/**
 * The state of each account as it was last archived, one object an organization: names every
 * organization there is, and is what a lost account is rebuilt from.
 */
export interface AccountArchives {
  put(organizationId: string, archive: unknown): Promise<void>;
  /** @returns null when the account was never archived */
  read<T>(organizationId: string): Promise<T | null>;
  /** Ids of organizations after one, in their order. */
  list(after: string, limit: number): Promise<string[]>;
}

export const bucketArchives = (bucket: R2Bucket): AccountArchives => ({
  async put(organizationId, archive) {
    await bucket.put(keyOf(organizationId), JSON.stringify(archive));
  },
  async read<T>(organizationId: string) {
    return (await (await bucket.get(keyOf(organizationId)))?.json<T>()) ?? null;
  },
  async list(after, limit) {
    const startAfter = after === '' ? undefined : keyOf(after);
    const page = await pageKeys(bucket, ROOT, { limit: Math.min(limit, MAX_LISTED), startAfter });
    return page.keys.map((key) => key.slice(ROOT.length, -'.json'.length));
  },
});
