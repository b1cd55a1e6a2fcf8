import * as z from 'zod';
import { personSubjects } from '../../domain/person/person.ts';
import {
  looksLikeAddress,
  profileUrl,
  readHandle,
  readProfileAddress,
  type SocialProfileAddress,
} from '../../domain/social/address.ts';
import { type ProfileFact, pageExists, profileInState } from '../../domain/social/facts.ts';
import { PROFILE_PLATFORMS, platformParser } from '../../domain/social/platforms.ts';
import { optionalLookupField, refuseInput, UnusableInput } from '../../lib/inputs.ts';
import type { InputCode } from '../../lib/issues.ts';
import { field, fieldsOf } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import { mapInput } from '../../lookup/source-adapters.ts';
import { blueskyProfile } from '../../vendors/bluesky/bluesky.ts';
import { snapchatPage } from '../../vendors/embed-pages/snapchat.ts';
import { tiktokPage } from '../../vendors/embed-pages/tiktok.ts';
import { embeddedProfile } from '../../vendors/oembed/embeds.ts';
import {
  SCRAPED_PROFILES,
  scrapedSocialProfile,
} from '../../vendors/scrapecreators/social-profile.ts';
import { hasChannelName, officialChannel } from '../../vendors/youtube/youtube.ts';
import { describePageState, pageStateField, roundedCountsField } from './fields.ts';
import { byPlatform, requirePlatform } from './platform-sources.ts';

type ProfilePlatform = (typeof PROFILE_PLATFORMS)[number];

type SupportedProfile = SocialProfileAddress & { platform: ProfilePlatform };

const readAddress = (text: string): SupportedProfile =>
  requirePlatform(readProfileAddress(text), PROFILE_PLATFORMS);

/** A handle, or a profile address, which also determines the platform. */
const readHandleOrAddress = (text: string): string | SupportedProfile =>
  looksLikeAddress(text) && !/^(?:c|user)\/|^did:/.test(text) ? readAddress(text) : text;

type ReportIssue = (name: string, code: InputCode, message: string) => void;

/** Resolves the profile of a body; reports an issue and returns null if it cannot. */
function resolveProfile(
  { platform, handle, url }: Pick<Body, 'platform' | 'handle' | 'url'>,
  refuse: ReportIssue,
): SupportedProfile | null {
  if (url) return url;
  const missing = (name: string) =>
    refuse(name, 'MISSING_FIELD', 'is required, or the address of the profile as url');
  if (handle === null) return missing('handle') ?? null;
  if (typeof handle !== 'string') {
    if (platform === null || handle.platform === platform) return handle;
    return refuse('handle', 'INVALID_INPUT', `is not of ${platform}`) ?? null;
  }
  if (platform === null) return missing('platform') ?? null;
  try {
    return { platform, handle: readHandle(platform, handle) };
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    return refuse('handle', 'INVALID_INPUT', error.message) ?? null;
  }
}

const body = z.object({
  handle: optionalLookupField(readHandleOrAddress, {
    description:
      'Name of the account on the platform, with or without @. The URL of the profile is also accepted.',
    examples: ['ada.example.com', '@ada'],
  }),
  platform: optionalLookupField(platformParser(PROFILE_PLATFORMS), {
    description: `The platform; required with \`handle\`. One of: ${PROFILE_PLATFORMS.join(', ')}. \`x\` is the same as \`twitter\`.`,
    examples: ['bluesky'],
  }),
  url: optionalLookupField(readAddress, {
    description: 'URL of the profile. Replaces `platform` and `handle`.',
    examples: ['https://bsky.app/profile/ada.example.com'],
  }),
});

type Body = z.output<typeof body>;

const ignoreIssue: ReportIssue = () => undefined;

/** Body of a profile check: a platform with a handle, or an address. */
const profileInput = body.superRefine((given, context) => {
  resolveProfile(given, (name, code, message) => refuseInput(context, code, message, name));
});

function profileOfBody(given: Body): SupportedProfile {
  const address = resolveProfile(given, ignoreIssue);
  if (address === null) throw new TypeError('a body that names nobody was let through');
  return address;
}

const headline = {
  display_name: field.textOrNull('Display name.'),
  followers: field.countOrNull('Number of followers or subscribers.'),
  verified: field.booleanOrNull('Whether the platform has verified the account.'),
  private: field.booleanOrNull('Whether only followers can see the posts.'),
};

const socialProfileClassification = z.object({
  matched: field.boolean('Whether the profile exists: live, private or gated.'),
  exists: field.boolean('Same as `matched`.'),
  platform: field.enum(PROFILE_PLATFORMS, 'The platform.'),
  handle: field.text('Name of the account, without @.'),
  ...headline,
});

const socialProfileInsights = z.object({
  social_profile_check_result: field.object('Details of the profile.', {
    url: field.text('URL of the profile.'),
    account_state: pageStateField,
    following: field.countOrNull('Number of accounts that it follows.'),
    posts_or_videos: field.countOrNull('Number of posts or videos.'),
    engagement_rate: z
      .number()
      .min(0)
      .nullable()
      .describe(
        'Average number of reactions to a post, divided by the number of followers: 0.03 is three in a hundred. Null if the platform does not show the figures required.',
      ),
    business_account: field.booleanOrNull('Whether it is a business account.'),
    bio: field.textOrNull('What the account says about itself.'),
    rounded_counts: roundedCountsField,
  }),
});

const profileExists = (fact: ProfileFact | null): boolean =>
  fact !== null && pageExists(fact.state);

const sources = byPlatform<SupportedProfile, ProfileFact>(
  { source: blueskyProfile, platforms: new Set(['bluesky']) },
  { source: officialChannel, platforms: new Set(['youtube']), accepts: hasChannelName },
  { source: scrapedSocialProfile, platforms: SCRAPED_PROFILES },
  { source: tiktokPage, platforms: new Set(['tiktok']) },
  { source: snapchatPage, platforms: new Set(['snapchat']) },
  { source: embeddedProfile, platforms: new Set(['tiktok']) },
);

const known: ProfileFact = {
  ...profileInState('live'),
  displayName: 'Ada Example',
  followers: 1_234,
  following: 56,
  posts: 789,
  verified: true,
  private: false,
  business: false,
  bio: 'Baker in Berkeley.',
  engagementRate: 0.031,
};

/** Names in a reserved domain (RFC 2606), which are handles of the example's platform. */
const sandbox: readonly SandboxCase<ProfileFact | null>[] = [
  inSandbox.answer('ada.example', 'a profile with every field', known),
  inSandbox.answer('private.example', 'a private profile, not charged', profileInState('private')),
  inSandbox.answer(
    'suspended.example',
    'a suspended account, not charged',
    profileInState('suspended'),
  ),
  inSandbox.answer('nobody.example', 'no such profile, not charged', null),
  ...inSandbox.refusals('broke.example', 'busy.example', 'slow.example'),
];

export const socialProfileCheck = defineProduct({
  path: '/social-profile-check',
  summary: 'Whether an account of one of ten social platforms is live, and what it shows',
  tier: 'live',
  input: profileInput,
  subject: (given) => profileOfBody(given).handle,
  cacheKey(given) {
    const { platform, handle } = profileOfBody(given);
    return `${platform} ${handle}`;
  },
  sources: mapInput(profileOfBody, sources),
  people: {
    inputSubjects: (given) => personSubjects({ profile: [profileUrl(profileOfBody(given))] }),
    factSubjects: (fact) => fact?.knownBy ?? [],
    emptyFact: null,
  },
  price: {
    upTo: 10,
    // A gated profile shows none of these.
    paidFor: ['display_name', 'followers', 'following', 'posts_or_videos', 'bio'],
    isPaid: profileExists,
  },
  classification: {
    schema: socialProfileClassification,
    from: (fact, given) => ({
      matched: profileExists(fact),
      exists: profileExists(fact),
      ...profileOfBody(given),
      ...fieldsOf(headline, fact),
    }),
  },
  insights: {
    schema: socialProfileInsights,
    from: (fact, given) => ({
      social_profile_check_result: {
        url: profileUrl(profileOfBody(given)),
        account_state: describePageState(fact),
        following: fact?.following ?? null,
        posts_or_videos: fact?.posts ?? null,
        engagement_rate: fact?.engagementRate ?? null,
        business_account: fact?.business ?? null,
        bio: fact?.bio ?? null,
        rounded_counts: fact?.rounded ?? false,
      },
    }),
  },
  bulk: 'social_profile_check',
  factVersion: 4,
  sandbox,
  example: { handle: 'ada.example.com', platform: 'bluesky' },
});
