import { alike } from '../../lib/fields.ts';
import type { Platform } from './platforms.ts';
import type { SpeechSegment } from './transcript.ts';

/**
 * Visibility of a page as a source found it.
 * - `live`: public
 * - `private`: there, and shown to followers only
 * - `gated`: there, and shown to those who sign in or prove their age only
 * - `suspended`: taken down by the platform
 * - `deactivated`: closed by its owner
 */
export type SocialPageState = 'live' | 'private' | 'gated' | 'suspended' | 'deactivated';

/** Whether the page exists, visible or not. */
export const pageExists = (state: SocialPageState): boolean =>
  state === 'live' || state === 'private' || state === 'gated';

/** A profile as one source has it; null is what the source does not say. */
export interface ProfileFact {
  state: SocialPageState;
  displayName: string | null;
  followers: number | null;
  following: number | null;
  posts: number | null;
  /** The source rounds its counts. */
  rounded: boolean;
  verified: boolean | null;
  private: boolean | null;
  business: boolean | null;
  bio: string | null;
  /** Reactions to a post in the mean, by followers; 0.03 is three in a hundred. */
  engagementRate: number | null;
}

/** A post as one source has it; null is what the source does not say. */
export interface PostFact {
  state: SocialPageState;
  /** Without `@`. */
  authorHandle: string | null;
  authorName: string | null;
  caption: string | null;
  likes: number | null;
  views: number | null;
  comments: number | null;
  shares: number | null;
  /** The source rounds its counts. */
  rounded: boolean;
  /** ISO 8601. */
  postedAt: string | null;
}

/** What is said in a video. */
export interface TranscriptFact {
  /** Plain text: no numbers, times or tags, and no line twice that was only rolled up. */
  text: string;
  /** The same in stretches with their times; empty where the source gives none. */
  segments: SpeechSegment[];
  /** As the source names it. */
  language: string | null;
}

/** The file of a video on the platform's own servers; its address ends after hours. */
export interface VideoFileFact {
  url: string;
  seconds: number;
}

export interface SocialRow {
  id: string | null;
  url: string | null;
  caption: string | null;
  authorHandle: string | null;
  authorName: string | null;
  likes: number | null;
  views: number | null;
  /** ISO 8601, or the words of the platform where it says no more ("2 years ago"). */
  postedAt: string | null;
}

/** Where the followers of an account are. */
export interface FollowerCountriesFact {
  /** A row without a code is of no country: those elsewhere. */
  countries: { country: string; code: string | null; count: number; share: number | null }[];
}

/** A profile of which only the state is known. */
export const profileInState = (state: SocialPageState): ProfileFact => ({
  state,
  ...alike(null, 'displayName', 'followers', 'following', 'posts', 'verified', 'business', 'bio'),
  rounded: false,
  private: state === 'private' ? true : null,
  engagementRate: null,
});

/** A post of which only the state is known. */
export const postInState = (state: SocialPageState): PostFact => ({
  state,
  ...alike(null, 'authorHandle', 'authorName', 'caption', 'likes', 'views', 'comments', 'shares'),
  rounded: false,
  postedAt: null,
});

const RATE_PRECISION = 1_000_000;

/** Mean reactions per post and follower. Null without posts or followers. */
export function engagementRate(
  reactions: number | null,
  posts: number | null,
  followers: number | null,
): number | null {
  if (reactions === null || !posts || !followers) return null;
  return Math.round((reactions / posts / followers) * RATE_PRECISION) / RATE_PRECISION;
}

export interface SocialSearch {
  platform: Platform;
  text: string;
}

/** What a page of links says of its owner; null is what it does not say. */
export interface LinkPage {
  /** The service that hosts it, such as linktree; `website` for a page of one's own. */
  platform: string;
  username: string | null;
  displayName: string | null;
  bio: string | null;
  avatarUrl: string | null;
  /** Where it leads, in its order, each address once. */
  links: { title: string | null; url: string }[];
  /** Address of a profile by platform. */
  socials: Record<string, string>;
  /** Lower case. */
  emails: string[];
}

/** Answer of a source about a page. Null: the page is gone, so no further source is asked. */
export interface LinkPageAnswer {
  page: LinkPage | null;
}
