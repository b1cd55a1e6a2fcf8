import * as z from 'zod';
import { personSubjects } from '../../domain/person/person.ts';
import {
  type PostAddress,
  profileUrl,
  type SocialProfileAddress,
} from '../../domain/social/address.ts';
import {
  type PostFact,
  type ProfileFact,
  postInState,
  profileInState,
  type SocialPageState,
  type SocialRow,
  type SocialSearch,
} from '../../domain/social/facts.ts';
import { alike } from '../../lib/fields.ts';
import { count, fieldsAt, isoTimestamp, listOf, parts, text } from '../../lib/loose-fields.ts';
import type { Upstream, UpstreamVerdict } from '../upstream/upstream.ts';
import { fromUpstream, searchUpstream, type VendorCall } from '../upstream/vendor-source.ts';

/** Page state by the network's error for accounts that are not shown. */
const PAGE_STATE_BY_ERROR: ReadonlyMap<string, SocialPageState> = new Map([
  ['AccountTakedown', 'suspended'],
  ['AccountSuspended', 'suspended'],
  ['AccountDeactivated', 'deactivated'],
]);

/** Matches `Profile not found`, `Unable to resolve handle`, `Could not find user`. */
const IS_NOT_FOUND = /\bnot found\b|\bunable to resolve\b|\bcould not find\b/i;

/** Bluesky's public API, without a key: 3,000 calls in five minutes from one address. */
const BLUESKY: Upstream = {
  name: 'BLUESKY',
  hosts: ['public.api.bsky.app'],
  pace: { limit: 10, perMs: 1_000 },
  envelope(body, status): UpstreamVerdict | undefined {
    if (status !== 400 || typeof body !== 'object' || body === null) return undefined;
    const { error, message } = body as { error?: unknown; message?: unknown };
    if (typeof error === 'string' && PAGE_STATE_BY_ERROR.has(error)) return 'answer';
    return error === 'InvalidRequest' && typeof message === 'string' && IS_NOT_FOUND.test(message)
      ? 'none'
      : undefined;
  },
};

/** Error for an account that exists but is not shown. */
const hiddenAccount = z
  .object({ error: z.enum([...PAGE_STATE_BY_ERROR.keys()]) })
  .transform(({ error }): { hidden: SocialPageState } => ({
    hidden: PAGE_STATE_BY_ERROR.get(error) ?? 'suspended',
  }));

const labels = parts({ val: text });

/** Whether the account asks to be shown only to those who are signed in. */
const isGated = (account: { labels: z.output<typeof labels> }): boolean =>
  account.labels.some(({ val }) => val === '!no-unauthenticated');

/** Statuses of an account's verification; others, of later versions, are unknown. */
const VERIFIED: ReadonlyMap<string, boolean> = new Map([
  ['valid', true],
  ['invalid', false],
  ['none', false],
]);

const profile = fieldsAt({
  did: ['did', text],
  handle: ['handle', z.string()],
  displayName: ['displayName', text],
  bio: ['description', text],
  followers: ['followersCount', count],
  following: ['followsCount', count],
  posts: ['postsCount', count],
  verified: [
    'verification.verifiedStatus',
    text.transform((status) => VERIFIED.get(status ?? '') ?? null),
  ],
  labels: ['labels', labels],
});

export const blueskyProfile = fromUpstream<SocialProfileAddress, ProfileFact>(BLUESKY, {
  label: 'social_platform',
  async ask({ handle: actor, platform }, call) {
    const found = await call({
      path: '/xrpc/app.bsky.actor.getProfile',
      query: { actor },
      schema: z.union([profile, hiddenAccount]),
    });
    if (!found) return null;
    if ('hidden' in found) return profileInState(found.hidden);
    if (isGated(found)) return profileInState('gated');
    const { did, handle, labels: _, ...shown } = found;
    const names = did === null ? [handle] : [handle, did];
    const knownBy = personSubjects({
      profile: names.map((name) => profileUrl({ platform, handle: name })),
    });
    return { ...profileInState('live'), ...shown, knownBy };
  },
});

const identity = z.object({ did: z.string().startsWith('did:') });

const post = fieldsAt({
  authorHandle: ['author.handle', z.string()],
  authorName: ['author.displayName', text],
  caption: ['record.text', text],
  likes: ['likeCount', count],
  comments: ['replyCount', count],
  shares: ['repostCount', count],
  postedAt: ['record.createdAt', isoTimestamp],
  labels: ['author.labels', labels],
});

async function resolveDid(author: string, call: VendorCall) {
  if (author.startsWith('did:')) return { did: author };
  return call({
    path: '/xrpc/com.atproto.identity.resolveHandle',
    query: { handle: author },
    schema: z.union([identity, hiddenAccount]),
  });
}

/** Whole post of the network, which does not count views. */
export const blueskyPost = fromUpstream<PostAddress, PostFact>(BLUESKY, {
  label: 'social_platform',
  async ask({ id, author }, call) {
    const account = await resolveDid((author ?? '').toLowerCase(), call);
    if (!account) return null;
    if ('hidden' in account) return postInState(account.hidden);
    const reply = await call({
      path: '/xrpc/app.bsky.feed.getPosts',
      query: { uris: `at://${account.did}/app.bsky.feed.post/${id}` },
      schema: z.union([
        z.object({ posts: listOf(post).refine(({ length }) => length <= 1) }),
        hiddenAccount,
      ]),
    });
    if (!reply) return null;
    if ('hidden' in reply) return postInState(reply.hidden);
    const [found] = reply.posts;
    if (!found) return null;
    if (isGated(found)) return postInState('gated');
    const { labels: _, ...shown } = found;
    return { ...postInState('live'), ...shown };
  },
});

const ROWS = 25;

const actor = fieldsAt({
  id: ['did', z.string()],
  url: ['handle', z.string().transform((handle) => `https://bsky.app/profile/${handle}`)],
  caption: ['description', text],
  authorHandle: ['handle', z.string()],
  authorName: ['displayName', text],
  labels: ['labels', labels],
});

/** Searches people by name and self-description; posts cannot be searched without an account. */
export const blueskyPeople = searchUpstream<SocialSearch, SocialRow>(BLUESKY, {
  label: 'social_platform',
  async ask({ filters }, call, cursor) {
    const reply = await call({
      path: '/xrpc/app.bsky.actor.searchActors',
      query: { q: filters.text, limit: ROWS, cursor },
      schema: z.object({ actors: listOf(actor), cursor: text }),
    });
    if (!reply || reply.actors.length === 0) return null;
    const rows = reply.actors
      .filter((one) => !isGated(one))
      .map(({ labels: _, ...row }) => ({ ...row, ...alike(null, 'likes', 'views', 'postedAt') }));
    return { rows, next: reply.cursor, total: null };
  },
});
