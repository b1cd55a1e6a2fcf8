import * as z from 'zod';
import type { PostAddress } from '../../core/social/address.ts';
import { type PostFact, postInState } from '../../core/social/facts.ts';
import { count, moment, part, parts, text } from '../upstream/fields.ts';
import { fromUpstream, type VendorCall } from '../upstream/from-upstream.ts';
import { BLUESKY, hiddenAccount } from './client.ts';

const identity = z.object({ did: z.string().startsWith('did:') });

const post = z.object({
  author: z.object({ handle: z.string(), displayName: text, labels: parts({ val: text }) }),
  record: part({ text, createdAt: moment }),
  likeCount: count,
  replyCount: count,
  repostCount: count,
});

async function didOf(author: string, call: VendorCall) {
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
    const account = await didOf((author ?? '').toLowerCase(), call);
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
