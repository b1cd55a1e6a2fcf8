import * as z from 'zod';
import type { PostAddress, SocialProfileAddress } from '../../domain/social/address.ts';
import {
  type PostFact,
  type ProfileFact,
  postInState,
  profileInState,
  type SocialPageState,
  type SocialRow,
  type SocialSearch,
} from '../../domain/social/facts.ts';
import { alike } from '../../lib/alike.ts';
import { count, isoTimestamp, part, parts, text } from '../../lib/loose-fields.ts';
import { type Search, type SearchPage, searchPage, searchPosition } from '../../lookup/search.ts';
import type { Upstream, UpstreamVerdict } from '../upstream/upstream.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';

/** What the network says of accounts that are not shown. */
const PAGE_STATE_BY_ERROR: ReadonlyMap<string, SocialPageState> = new Map([
  ['AccountTakedown', 'suspended'],
  ['AccountSuspended', 'suspended'],
  ['AccountDeactivated', 'deactivated'],
]);

/** `Profile not found`, `Unable to resolve handle`, `Could not find user`. */
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

/** An account that was there and is not shown. */
const hiddenAccount = z
  .object({ error: z.enum([...PAGE_STATE_BY_ERROR.keys()]) })
  .transform(({ error }): { hidden: SocialPageState } => ({
    hidden: PAGE_STATE_BY_ERROR.get(error) ?? 'suspended',
  }));

const profile = z.object({
  handle: z.string(),
  displayName: text,
  description: text,
  ...alike(count, 'followersCount', 'followsCount', 'postsCount'),
  verification: part({ verifiedStatus: text }),
  labels: parts({ val: text }),
});

/** Set by people who want to be shown to those who are signed in only. */
const SIGNED_IN_ONLY = '!no-unauthenticated';

/** A profile of the network, whole. */
export const blueskyProfile = fromUpstream<SocialProfileAddress, ProfileFact>(BLUESKY, {
  name: 'bluesky',
  label: 'social_platform',
  idempotent: true,
  async ask({ handle }, call) {
    const found = await call({
      path: '/xrpc/app.bsky.actor.getProfile',
      query: { actor: handle },
      schema: z.union([profile, hiddenAccount]),
    });
    if (!found) return null;
    if ('hidden' in found) return profileInState(found.hidden);
    if (found.labels.some(({ val }) => val === SIGNED_IN_ONLY)) return profileInState('gated');
    const verified = found.verification?.verifiedStatus;
    return {
      ...profileInState('live'),
      displayName: found.displayName,
      followers: found.followersCount,
      following: found.followsCount,
      posts: found.postsCount,
      verified: verified ? verified === 'valid' : null,
      bio: found.description,
    };
  },
});

const identity = z.object({ did: z.string().startsWith('did:') });

const post = z.object({
  author: z.object({ handle: z.string(), displayName: text, labels: parts({ val: text }) }),
  record: part({ text, createdAt: isoTimestamp }),
  ...alike(count, 'likeCount', 'replyCount', 'repostCount'),
});

async function resolveDid(author: string, call: VendorCall) {
  if (author.startsWith('did:')) return { did: author };
  return call({
    path: '/xrpc/com.atproto.identity.resolveHandle',
    query: { handle: author },
    schema: z.union([identity, hiddenAccount]),
  });
}

/** A post of the network, whole; it counts no views. */
export const blueskyPost = fromUpstream<PostAddress, PostFact>(BLUESKY, {
  name: 'bluesky',
  label: 'social_platform',
  idempotent: true,
  async ask({ id, author }, call) {
    const account = await resolveDid((author ?? '').toLowerCase(), call);
    if (!account) return null;
    if ('hidden' in account) return postInState(account.hidden);
    const reply = await call({
      path: '/xrpc/app.bsky.feed.getPosts',
      query: { uris: `at://${account.did}/app.bsky.feed.post/${id}` },
      schema: z.union([z.object({ posts: z.array(post).max(1) }), hiddenAccount]),
    });
    if (!reply) return null;
    if ('hidden' in reply) return postInState(reply.hidden);
    const [found] = reply.posts;
    if (!found) return null;
    if (found.author.labels.some(({ val }) => val === '!no-unauthenticated'))
      return postInState('gated');
    return {
      ...postInState('live'),
      authorHandle: found.author.handle,
      authorName: found.author.displayName,
      caption: found.record?.text ?? null,
      likes: found.likeCount,
      comments: found.replyCount,
      shares: found.repostCount,
      postedAt: found.record?.createdAt ?? null,
    };
  },
});

const NAME = 'bluesky';
const ROWS = 25;

const actor = z.object({
  did: z.string(),
  handle: z.string(),
  displayName: text,
  description: text,
  createdAt: isoTimestamp,
  labels: parts({ val: text }),
});

const socialRowOfActor = (one: z.output<typeof actor>): SocialRow => ({
  id: one.did,
  url: `https://bsky.app/profile/${one.handle}`,
  caption: one.description,
  authorHandle: one.handle,
  authorName: one.displayName,
  likes: null,
  views: null,
  postedAt: null,
});

/**
 * People of the network by their names and what they say of themselves; its posts cannot be
 * searched without an account.
 */
export const blueskyPeople = fromUpstream<Search<SocialSearch>, SearchPage<SocialRow>>(BLUESKY, {
  name: NAME,
  label: 'social_platform',
  idempotent: true,
  async ask(search, call, world) {
    const cursor = await searchPosition(search, world);
    const reply = await call({
      path: '/xrpc/app.bsky.actor.searchActors',
      query: { q: search.filters.text, limit: ROWS, cursor },
      schema: z.object({ actors: z.array(actor), cursor: text }),
    });
    if (!reply || reply.actors.length === 0) return null;
    const shown = reply.actors.filter(
      ({ labels }) => !labels.some(({ val }) => val === '!no-unauthenticated'),
    );
    const rows = shown.map(socialRowOfActor);
    return searchPage(search, world, { source: NAME, rows, next: reply.cursor, total: null });
  },
});
