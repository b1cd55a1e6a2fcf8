import { type AddressForm, byId, type Platform, words } from './platforms.ts';

/** Addresses of the platforms that are for pictures and videos. */
export const PICTURE_FORMS = {
  instagram: {
    hosts: ['instagram.com', 'instagr.am'],
    handle: /^[\w.]{1,30}$/,
    profile: /^\/@?([\w.]{1,30})(?:\/(?:reels|tagged))?$/,
    profileUrl: (handle) => `https://www.instagram.com/${handle}/`,
    reserved: words(
      'p reel reels tv explore stories accounts direct about share legal developer web',
    ),
    posts: [
      {
        path: /^(?:\/(?<author>[\w.]{1,30}))?\/p\/(?<id>[\w-]{5,40})$/,
        url: byId((id) => `https://www.instagram.com/p/${id}/`),
      },
      {
        path: /^(?:\/(?<author>[\w.]{1,30}))?\/(?:reels?|tv)\/(?<id>[\w-]{5,40})$/,
        url: byId((id) => `https://www.instagram.com/reel/${id}/`),
      },
      {
        path: /^\/share\/(?<id>(?:p\/|reel\/)?[\w-]{5,40})$/,
        url: byId((id) => `https://www.instagram.com/share/${id}`),
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
        url: byId((id) => `https://www.tiktok.com/@/video/${id}`),
      },
      { path: /^\/t\/(?<id>\w{5,20})$/, url: byId((id) => `https://www.tiktok.com/t/${id}/`) },
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
        url: byId((id) => `https://www.youtube.com/watch?v=${id}`),
      },
    ],
  },
  twitch: {
    hosts: ['twitch.tv'],
    handle: /^\w{2,25}$/,
    profile: /^\/(\w{2,25})(?:\/(?:about|videos|schedule|clips))?$/,
    profileUrl: (handle) => `https://www.twitch.tv/${handle}`,
    reserved: words(
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
    reserved: words('pin ideas search today settings business about resource'),
    posts: [
      {
        path: /^\/pin\/(?:[^/]{1,400}--)?(?<id>\d{5,25})$/,
        url: byId((id) => `https://www.pinterest.com/pin/${id}/`),
      },
      { path: /^\/pin\/short\/(?<id>\w{3,30})$/, url: byId((id) => `https://pin.it/${id}`) },
    ],
  },
} as const satisfies Partial<{ [Name in Platform]: AddressForm }>;
