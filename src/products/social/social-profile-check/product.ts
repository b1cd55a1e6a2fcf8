import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { personSubjects } from '../../../core/people/suppression.ts';
import { profileUrl } from '../../../core/social/address.ts';
import { type ProfileFact, profileInState } from '../../../core/social/facts.ts';
import { blueskyProfile } from '../../../sources/bluesky/profile.ts';
import { snapchatPage } from '../../../sources/embed-pages/snapchat.ts';
import { tiktokPage } from '../../../sources/embed-pages/tiktok.ts';
import { embeddedProfile } from '../../../sources/oembed/embeds.ts';
import {
  SCRAPED_PROFILES,
  scrapedSocialProfile,
} from '../../../sources/scrapecreators/social-profile.ts';
import { byPlatform } from '../by-platform.ts';
import { type Checked, checkedProfile, profileInput } from './input.ts';
import {
  classifyProfile,
  describeProfile,
  existsNow,
  profileClassification,
  profileInsights,
} from './sections.ts';

const PRICE = 10;

const sources = byPlatform<Checked, ProfileFact>(
  { source: blueskyProfile, of: new Set(['bluesky']) },
  { source: scrapedSocialProfile, of: SCRAPED_PROFILES },
  { source: tiktokPage, of: new Set(['tiktok']) },
  { source: snapchatPage, of: new Set(['snapchat']) },
  { source: embeddedProfile, of: new Set(['tiktok']) },
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

/** Names of a reserved domain (RFC 2606), which are handles of the example's platform. */
const sandbox: readonly SandboxCase<ProfileFact | null>[] = [
  { subject: 'ada.example', shows: 'a profile with every field', fact: known },
  { subject: 'private.example', shows: 'a private profile', fact: profileInState('private') },
  {
    subject: 'suspended.example',
    shows: 'a suspended account, not charged',
    fact: profileInState('suspended'),
  },
  { subject: 'nobody.example', shows: 'no such profile, not charged', fact: null },
  ...forcedRefusals('broke.example', 'busy.example', 'slow.example'),
];

/** Is there such an account, and what does it show? */
export const socialProfileCheck = defineProduct({
  path: '/social-profile-check',
  type: 'social_profile_check',
  summary: 'Whether an account of one of ten social platforms is live, and what it shows',
  tier: 'live',
  input: profileInput,
  subject: (given) => checkedProfile(given).handle,
  cacheKey(given) {
    const { platform, handle } = checkedProfile(given);
    return `${platform} ${handle}`;
  },
  sources: { ...sources, resolve: (given, ask) => sources.resolve(checkedProfile(given), ask) },
  people: {
    asked: (given) => personSubjects({ profile: [profileUrl(checkedProfile(given))] }),
    found: () => [],
    nobody: null,
  },
  conclude(fact, given) {
    const address = checkedProfile(given);
    return { address, url: profileUrl(address), fact };
  },
  price: { upTo: PRICE, charge: (found) => (existsNow(found) ? PRICE : 0) },
  classification: { schema: profileClassification, from: classifyProfile },
  insights: { schema: profileInsights, from: describeProfile },
  bulk: 'social_profile_check',
  factVersion: 1,
  sandbox,
  example: { handle: 'ada.example.com', platform: 'bluesky' },
});
