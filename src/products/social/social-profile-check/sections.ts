import * as z from 'zod';
import { isThere, type ProfileFact } from '../../../core/social/facts.ts';
import { PROFILE_PLATFORMS } from '../../../core/social/platforms.ts';
import { answer, figure, pageState, roundedCounts, stateOf, words } from '../sentences.ts';
import type { Checked } from './input.ts';

/** A profile as it was found, null where it was not, and whom was asked about. */
export interface CheckedProfile {
  address: Checked;
  url: string;
  fact: ProfileFact | null;
}

export const profileClassification = z.object({
  matched: z.boolean().describe('There is a live profile.'),
  exists: z.boolean().describe('The same: the profile is there, for everybody or for followers.'),
  platform: z.enum(PROFILE_PLATFORMS).describe('The platform.'),
  handle: z.string().describe('Name of the account, without @.'),
  display_name: words('Name that is shown.'),
  followers: figure('Followers or subscribers.'),
  verified: answer('The platform has verified the account.'),
  private: answer('Only followers see what is posted.'),
});

export const profileInsights = z.object({
  social_profile_check_result: z
    .object({
      url: z.string().describe('Address of the profile.'),
      account_state: pageState,
      following: figure('Accounts it follows.'),
      posts_or_videos: figure('Posts, or videos.'),
      engagement_rate: z
        .number()
        .min(0)
        .nullable()
        .describe(
          'Reactions to a post in the mean, by followers; 0.03 is three in a hundred. Null where the platform does not show what it takes.',
        ),
      business_account: answer('The account is that of a business.'),
      bio: words('What the account says of itself.'),
      rounded_counts: roundedCounts,
    })
    .describe('The profile in detail.'),
});

export const existsNow = ({ fact }: Pick<CheckedProfile, 'fact'>): boolean =>
  fact !== null && isThere(fact.state);

/** The classification section. */
export function classifyProfile(found: CheckedProfile): z.input<typeof profileClassification> {
  const { address, fact } = found;
  return {
    matched: existsNow(found),
    exists: existsNow(found),
    platform: address.platform,
    handle: address.handle,
    display_name: fact?.displayName ?? null,
    followers: fact?.followers ?? null,
    verified: fact?.verified ?? null,
    private: fact?.private ?? null,
  };
}

/** The insights section. */
export const describeProfile = ({
  url,
  fact,
}: CheckedProfile): z.input<typeof profileInsights> => ({
  social_profile_check_result: {
    url,
    account_state: stateOf(fact),
    following: fact?.following ?? null,
    posts_or_videos: fact?.posts ?? null,
    engagement_rate: fact?.engagementRate ?? null,
    business_account: fact?.business ?? null,
    bio: fact?.bio ?? null,
    rounded_counts: fact?.rounded ?? false,
  },
});
