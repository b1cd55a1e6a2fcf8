import { alike } from '../../lib/fields.ts';
import type { Person } from '../person/person.ts';
import type { Platform } from './platforms.ts';
import type { SpeechSegment } from './transcript.ts';

/**
 * Visibility of a page as a source found it.
 * - `live`: public
 * - `private`: exists, visible to followers only
 * - `gated`: exists, visible only after sign-in or proof of age
 * - `suspended`: taken down by the platform
 * - `deactivated`: closed by its owner
 */
export type SocialPageState = 'live' | 'private' | 'gated' | 'suspended' | 'deactivated';

/** Whether the page exists, visible or not. */
export const pageExists = (state: SocialPageState): boolean =>
  state === 'live' || state === 'private' || state === 'gated';

/** A profile according to one source; null when it does not state a field. */
export interface ProfileFact extends Pick<Person, 'knownBy'> {
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
  /** Mean reactions per post, divided by followers; 0.03 is three in a hundred. */
  engagementRate: number | null;
}

/** A post according to one source; null when it does not state a field. */
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

export interface TranscriptFact {
  /** Plain text: no numbers, times or tags, and no line repeated only by rolling captions. */
  text: string;
  /** Timed segments; empty when the source has no times. */
  segments: SpeechSegment[];
  /** In the notation of the source. */
  language: string | null;
}

/** Video file on the platform's own servers; the address expires after hours. */
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
  /** ISO 8601, or the platform's relative time if it gives no other ("2 years ago"). */
  postedAt: string | null;
}

export interface FollowerCountriesFact {
  /** A row without a code stands for the remaining countries. */
  countries: { country: string; code: string | null; count: number; share: number | null }[];
}

export const profileInState = (state: SocialPageState): ProfileFact => ({
  state,
  ...alike(null, 'displayName', 'followers', 'following', 'posts', 'verified', 'business', 'bio'),
  rounded: false,
  private: state === 'private' ? true : null,
  engagementRate: null,
  knownBy: [],
});

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

/** Contents of a link page; null when the page does not state a field. */
export interface LinkPage {
  /** Hosting service, such as linktree; `website` for the owner's own page. */
  platform: string;
  username: string | null;
  displayName: string | null;
  bio: string | null;
  avatarUrl: string | null;
  /** Links in document order, without duplicates. */
  links: { title: string | null; url: string }[];
  /** Profile address by platform. */
  socials: Record<string, string>;
  /** Lower case. */
  emails: string[];
}

/** Answer of a source about a page. Null: the page is gone, so no further source is asked. */
export interface LinkPageAnswer {
  page: LinkPage | null;
}
