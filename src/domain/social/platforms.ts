import { UnusableInput } from '../../lib/inputs.ts';

/** Platforms whose profiles are checked, by the names callers use. */
export const PROFILE_PLATFORMS = [
  'instagram',
  'tiktok',
  'youtube',
  'twitter',
  'facebook',
  'threads',
  'twitch',
  'snapchat',
  'bluesky',
  'truthsocial',
] as const;

/** All whose addresses are known. */
export const PLATFORMS = [...PROFILE_PLATFORMS, 'pinterest', 'linkedin', 'reddit'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** An address of a post, and its usual form. */
export interface PostForm {
  /** Of the path; its group `id` is the post, `author` who wrote it. */
  path: RegExp;
  url(id: string, author: string): string;
}

/** How the addresses of one platform are written. */
export interface AddressForm {
  /** Registrable domains; any subdomain of them is the platform too. */
  hosts: readonly string[];
  /** Hosts of short addresses, and the path their own stands for. */
  shortHosts?: readonly (readonly [host: string, path: string])[];
  /** Paths that name the thing in parameters, and what the path that means the same begins with. */
  inQuery?: readonly (readonly [path: RegExp, parameters: readonly string[], as: string])[];
  handle: RegExp;
  /** Of the path; its first group is the handle. */
  profile: RegExp;
  profileUrl(handle: string): string;
  /** First segments of paths that are pages of the platform itself, not handles. */
  reserved?: ReadonlySet<string>;
  posts: readonly PostForm[];
}

/** A set of first segments. */
const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** An address that does not name the author. */
const urlOfId =
  (url: (id: string) => string): PostForm['url'] =>
  (id) =>
    url(id);

const PLATFORM_ALIASES: ReadonlyMap<string, Platform> = new Map([['x', 'twitter']]);

/**
 * Reads the name of one of these platforms, capitals or not.
 * @throws UnusableInput for any other
 */
export const platformParser =
  <Name extends Platform>(platforms: readonly Name[]) =>
  (text: string): Name => {
    const name = text.toLowerCase();
    const known = platforms.find((each) => each === (PLATFORM_ALIASES.get(name) ?? name));
    if (known === undefined) throw new UnusableInput(`is none of: ${platforms.join(', ')}`);
    return known;
  };

/** Addresses of the platforms that are for pictures and videos. */
export const PICTURE_FORMS = {
  instagram: {
    hosts: ['instagram.com', 'instagr.am'],
    handle: /^[\w.]{1,30}$/,
    profile: /^\/@?([\w.]{1,30})(?:\/(?:reels|tagged))?$/,
    profileUrl: (handle) => `https://www.instagram.com/${handle}/`,
    reserved: wordSet(
      'p reel reels tv explore stories accounts direct about share legal developer web',
    ),
    posts: [
      {
        path: /^(?:\/(?<author>[\w.]{1,30}))?\/p\/(?<id>[\w-]{5,40})$/,
        url: urlOfId((id) => `https://www.instagram.com/p/${id}/`),
      },
      {
        path: /^(?:\/(?<author>[\w.]{1,30}))?\/(?:reels?|tv)\/(?<id>[\w-]{5,40})$/,
        url: urlOfId((id) => `https://www.instagram.com/reel/${id}/`),
      },
      {
        path: /^\/share\/(?<id>(?:p\/|reel\/)?[\w-]{5,40})$/,
        url: urlOfId((id) => `https://www.instagram.com/share/${id}`),
      },
    ],
  },
  tiktok: {
    hosts: ['tiktok.com'],
    shortHosts: [
      ['vm.tiktok.com', '/t'],
      ['vt.tiktok.com', '/t'],
    ],
    handle: /^[\w.]{1,24}$/,
    profile: /^\/@([\w.]{1,24})$/,
    profileUrl: (handle) => `https://www.tiktok.com/@${handle}`,
    posts: [
      {
        path: /^\/@(?<author>[\w.]{0,24})\/(?:video|photo)\/(?<id>\d{5,25})$/,
        url: (id, author) => `https://www.tiktok.com/@${author}/video/${id}`,
      },
      {
        path: /^\/(?:v|embed|embed\/v2|player\/v1)\/(?<id>\d{5,25})(?:\.html)?$/,
        url: urlOfId((id) => `https://www.tiktok.com/@/video/${id}`),
      },
      { path: /^\/t\/(?<id>\w{5,20})$/, url: urlOfId((id) => `https://www.tiktok.com/t/${id}/`) },
    ],
  },
  youtube: {
    hosts: ['youtube.com', 'youtube-nocookie.com'],
    shortHosts: [['youtu.be', '/v']],
    inQuery: [[/^\/(?:watch|watch_popup)?$/, ['v'], '/v']],
    handle: /^(?:UC[\w-]{22}|(?:c|user)\/[\p{L}\p{N}._-]{1,100}|[\p{L}\p{N}\p{M}._·-]{1,60})$/u,
    profile:
      /^\/(?:@([^/]{1,100})|channel\/(UC[\w-]{22})|((?:c|user)\/[^/]{1,100}))(?:\/(?:featured|videos|shorts|streams|playlists|community|about))?$/,
    profileUrl(handle) {
      if (/^UC[\w-]{22}$/.test(handle)) return `https://www.youtube.com/channel/${handle}`;
      const step = /^(?:c|user)\//.test(handle) ? handle : `@${handle}`;
      return `https://www.youtube.com/${encodeURI(step)}`;
    },
    posts: [
      {
        path: /^\/(?:v|shorts|live|embed|e)\/(?<id>[\w-]{11})$/,
        url: urlOfId((id) => `https://www.youtube.com/watch?v=${id}`),
      },
    ],
  },
  twitch: {
    hosts: ['twitch.tv'],
    handle: /^\w{2,25}$/,
    profile: /^\/(\w{2,25})(?:\/(?:about|videos|schedule|clips))?$/,
    profileUrl: (handle) => `https://www.twitch.tv/${handle}`,
    reserved: wordSet(
      'directory videos settings subscriptions downloads jobs p search wallet drops inventory',
    ),
    posts: [],
  },
  snapchat: {
    hosts: ['snapchat.com'],
    handle: /^[a-z][\w.-]{1,29}$/,
    profile: /^\/(?:@|add\/)([\w.-]{2,30})$/,
    profileUrl: (handle) => `https://www.snapchat.com/@${handle}`,
    posts: [],
  },
  pinterest: {
    hosts: ['pinterest.com', 'pinterest.co.uk', 'pinterest.com.au', 'pinterest.com.mx'].concat(
      'ca de fr it es at ch ie nz pt se dk jp co.kr cl ph'
        .split(' ')
        .map((at) => `pinterest.${at}`),
    ),
    shortHosts: [['pin.it', '/pin/short']],
    handle: /^[\w.-]{1,100}$/,
    profile: /^\/([\w.-]{2,100})$/,
    profileUrl: (handle) => `https://www.pinterest.com/${handle}/`,
    reserved: wordSet('pin ideas search today settings business about resource'),
    posts: [
      {
        path: /^\/pin\/(?:[^/]{1,400}--)?(?<id>\d{5,25})$/,
        url: urlOfId((id) => `https://www.pinterest.com/pin/${id}/`),
      },
      { path: /^\/pin\/short\/(?<id>\w{3,30})$/, url: urlOfId((id) => `https://pin.it/${id}`) },
    ],
  },
} as const satisfies Partial<{ [Name in Platform]: AddressForm }>;

/** Addresses of the platforms that are for what people write. */
export const TEXT_FORMS = {
  twitter: {
    hosts: ['twitter.com', 'x.com'],
    handle: /^\w{1,15}$/,
    profile: /^\/@?(\w{1,15})(?:\/(?:with_replies|media|likes))?$/,
    profileUrl: (handle) => `https://x.com/${handle}`,
    reserved: wordSet(
      'home explore i search hashtag intent settings messages notifications compose login logout signup tos privacy share jobs download',
    ),
    posts: [
      {
        path: /^\/i\/(?:web\/)?status\/(?<id>\d{1,20})$/,
        url: urlOfId((id) => `https://x.com/i/status/${id}`),
      },
      {
        path: /^\/(?<author>\w{1,15})\/status(?:es)?\/(?<id>\d{1,20})(?:\/(?:photo|video)\/\d)?$/,
        url: (id, author) => `https://x.com/${author}/status/${id}`,
      },
    ],
  },
  facebook: {
    hosts: ['facebook.com', 'fb.com', 'fb.me'],
    shortHosts: [['fb.watch', '/watch/short']],
    inQuery: [
      [/^\/profile\.php$/, ['id'], ''],
      [/^\/(?:permalink|story)\.php$/, ['story_fbid', 'id'], '/story'],
      [/^\/watch(?:\/live)?$/, ['v'], '/watch'],
      [/^\/(?:photo|photo\.php|video\.php)$/, ['fbid'], '/photo'],
      [/^\/video\.php$/, ['v'], '/watch'],
    ],
    handle: /^[\p{L}\p{N}.-]{1,100}$/u,
    profile: /^\/(?:(?:people|pages|p)\/[^/]{1,200}\/(\d{1,25})|([\p{L}\p{N}.-]{1,100}))$/u,
    profileUrl: (handle) => `https://www.facebook.com/${encodeURIComponent(handle)}`,
    reserved: wordSet(
      'watch groups events marketplace gaming help login share story photo reel reels hashtag policies privacy settings ads business permalink.php story.php photo.php video.php profile.php',
    ),
    posts: [
      {
        path: /^\/groups\/(?<author>[\w.-]{1,100})\/(?:posts|permalink)\/(?<id>\d{1,25})$/,
        url: (id, group) => `https://www.facebook.com/groups/${group}/posts/${id}`,
      },
      {
        path: /^\/(?<author>[\w.-]{1,100})\/posts\/(?:[^/]{1,300}\/)?(?<id>(?:pfbid)?\w{1,100})$/,
        url: (id, author) => `https://www.facebook.com/${author}/posts/${id}`,
      },
      {
        path: /^\/(?<author>[\w.-]{1,100})\/videos\/(?:[^/]{1,300}\/)?(?<id>\d{1,25})$/,
        url: (id, author) => `https://www.facebook.com/${author}/videos/${id}`,
      },
      {
        path: /^\/reel\/(?<id>\d{1,25})$/,
        url: urlOfId((id) => `https://www.facebook.com/reel/${id}`),
      },
      {
        path: /^\/watch\/(?<id>\d{1,25})$/,
        url: urlOfId((id) => `https://www.facebook.com/watch/?v=${id}`),
      },
      {
        path: /^\/watch\/short\/(?<id>[\w-]{5,40})$/,
        url: urlOfId((id) => `https://fb.watch/${id}/`),
      },
      {
        path: /^\/story\/(?<id>(?:pfbid)?\w{1,100})\/(?<author>\d{1,25})$/,
        url: (id, page) => `https://www.facebook.com/permalink.php?story_fbid=${id}&id=${page}`,
      },
      {
        path: /^\/photo\/(?<id>\d{1,25})$/,
        url: urlOfId((id) => `https://www.facebook.com/photo/?fbid=${id}`),
      },
      {
        path: /^\/share\/(?<id>(?:[prv]\/)?\w{5,40})$/,
        url: urlOfId((id) => `https://www.facebook.com/share/${id}/`),
      },
    ],
  },
  threads: {
    hosts: ['threads.net', 'threads.com'],
    handle: /^[\w.]{1,30}$/,
    profile: /^\/@([\w.]{1,30})(?:\/(?:replies|media|reposts))?$/,
    profileUrl: (handle) => `https://www.threads.com/@${handle}`,
    posts: [
      {
        path: /^\/@(?<author>[\w.]{1,30})\/post\/(?<id>[\w-]{5,40})$/,
        url: (id, author) => `https://www.threads.com/@${author}/post/${id}`,
      },
      {
        path: /^\/t\/(?<id>[\w-]{5,40})$/,
        url: urlOfId((id) => `https://www.threads.com/t/${id}`),
      },
    ],
  },
  bluesky: {
    hosts: ['bsky.app'],
    handle:
      /^(?:did:(?:plc:[a-z2-7]{24}|web:[\w.:%-]{1,200})|(?:[a-z\d-]{1,63}\.){1,10}[a-z\d-]{2,63})$/,
    profile: /^\/profile\/([^/]{1,253})(?:\/(?:follows|followers))?$/,
    profileUrl: (handle) => `https://bsky.app/profile/${handle}`,
    posts: [
      {
        path: /^\/profile\/(?<author>[^/]{1,253})\/post\/(?<id>[\w.~:-]{1,512})$/,
        url: (id, author) => `https://bsky.app/profile/${author.toLowerCase()}/post/${id}`,
      },
    ],
  },
  truthsocial: {
    hosts: ['truthsocial.com'],
    handle: /^\w{1,30}$/,
    profile: /^\/@(\w{1,30})$/,
    profileUrl: (handle) => `https://truthsocial.com/@${handle}`,
    posts: [
      {
        path: /^\/@(?<author>\w{1,30})\/(?:posts\/)?(?<id>\d{5,25})$/,
        url: (id, author) => `https://truthsocial.com/@${author}/${id}`,
      },
    ],
  },
  linkedin: {
    hosts: ['linkedin.com'],
    handle: /^[\w.-]{1,100}$/,
    profile: /^\/(?:mwlite\/)?(?:in|company|school|showcase|pub)\/([^/]{1,200})/,
    profileUrl: (handle) => `https://www.linkedin.com/in/${handle}`,
    posts: [
      {
        path: /^\/(?:feed\/update|embed\/feed\/update)\/(?<id>urn:li:(?:activity|share|ugcPost):\d{5,25})$/,
        url: urlOfId((id) => `https://www.linkedin.com/feed/update/${id}`),
      },
      {
        path: /^\/posts\/(?<id>[\p{L}\p{N}\p{M}\p{So}_%-]{5,500})$/u,
        url: urlOfId((id) => `https://www.linkedin.com/posts/${encodeURIComponent(id)}`),
      },
      {
        path: /^\/pulse\/(?<id>[\p{L}\p{N}\p{M}_-]{5,500})$/u,
        url: urlOfId((id) => `https://www.linkedin.com/pulse/${encodeURIComponent(id)}`),
      },
    ],
  },
  reddit: {
    hosts: ['reddit.com'],
    shortHosts: [
      ['redd.it', '/comments'],
      ['v.redd.it', '/video'],
    ],
    handle: /^[\w-]{1,30}$/,
    profile: /^\/(?:u|user)\/([\w-]{1,30})$/,
    profileUrl: (handle) => `https://www.reddit.com/user/${handle}`,
    posts: [
      {
        path: /^\/(?:r|u|user)\/(?<author>[\w-]{1,30})\/comments\/(?<id>[a-z\d]{2,13})(?:\/[^/]{0,300})?$/,
        url: urlOfId((id) => `https://www.reddit.com/comments/${id}`),
      },
      {
        path: /^\/(?:comments|gallery)\/(?<id>[a-z\d]{2,13})(?:\/[^/]{0,300})?$/,
        url: urlOfId((id) => `https://www.reddit.com/comments/${id}`),
      },
      {
        path: /^\/r\/(?<author>[\w-]{1,30})\/s\/(?<id>\w{5,20})$/,
        url: (id, room) => `https://www.reddit.com/r/${room}/s/${id}`,
      },
      { path: /^\/video\/(?<id>[a-z\d]{5,20})$/, url: urlOfId((id) => `https://v.redd.it/${id}`) },
    ],
  },
} as const satisfies Partial<{ [Name in Platform]: AddressForm }>;
