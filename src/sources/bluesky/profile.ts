import * as z from 'zod';
import type { ProfileAddress } from '../../core/social/address.ts';
import { type ProfileFact, profileInState } from '../../core/social/facts.ts';
import { count, part, parts, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { BLUESKY, hiddenAccount } from './client.ts';

const profile = z.object({
  handle: z.string(),
  displayName: text,
  description: text,
  followersCount: count,
  followsCount: count,
  postsCount: count,
  verification: part({ verifiedStatus: text }),
  labels: parts({ val: text }),
});

/** Set by people who want to be shown to those who are signed in only. */
const SIGNED_IN_ONLY = '!no-unauthenticated';

/** A profile of the network, whole. */
export const blueskyProfile = fromUpstream<ProfileAddress, ProfileFact>(BLUESKY, {
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
