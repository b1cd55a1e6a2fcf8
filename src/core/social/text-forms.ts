import { type AddressForm, byId, type Platform, words } from './platforms.ts';

/** Addresses of the platforms that are for what people write. */
export const TEXT_FORMS = {
  twitter: {
    hosts: ['twitter.com', 'x.com'],
    handle: /^\w{1,15}$/,
    profile: /^\/@?(\w{1,15})(?:\/(?:with_replies|media|likes))?$/,
    profileUrl: (handle) => `https://x.com/${handle}`,
    reserved: words(
      'home explore i search hashtag intent settings messages notifications compose login logout signup tos privacy share jobs download',
    ),
    posts: [
      {
        path: /^\/i\/(?:web\/)?status\/(?<id>\d{1,20})$/,
        url: byId((id) => `https://x.com/i/status/${id}`),
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
    reserved: words(
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
        url: byId((id) => `https://www.facebook.com/reel/${id}`),
      },
      {
        path: /^\/watch\/(?<id>\d{1,25})$/,
        url: byId((id) => `https://www.facebook.com/watch/?v=${id}`),
      },
      {
        path: /^\/watch\/short\/(?<id>[\w-]{5,40})$/,
        url: byId((id) => `https://fb.watch/${id}/`),
      },
      {
        path: /^\/story\/(?<id>(?:pfbid)?\w{1,100})\/(?<author>\d{1,25})$/,
        url: (id, page) => `https://www.facebook.com/permalink.php?story_fbid=${id}&id=${page}`,
      },
      {
        path: /^\/photo\/(?<id>\d{1,25})$/,
        url: byId((id) => `https://www.facebook.com/photo/?fbid=${id}`),
      },
      {
        path: /^\/share\/(?<id>(?:[prv]\/)?\w{5,40})$/,
        url: byId((id) => `https://www.facebook.com/share/${id}/`),
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
      { path: /^\/t\/(?<id>[\w-]{5,40})$/, url: byId((id) => `https://www.threads.com/t/${id}`) },
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
        url: byId((id) => `https://www.linkedin.com/feed/update/${id}`),
      },
      {
        path: /^\/posts\/(?<id>[\p{L}\p{N}\p{M}\p{So}_%-]{5,500})$/u,
        url: byId((id) => `https://www.linkedin.com/posts/${encodeURIComponent(id)}`),
      },
      {
        path: /^\/pulse\/(?<id>[\p{L}\p{N}\p{M}_-]{5,500})$/u,
        url: byId((id) => `https://www.linkedin.com/pulse/${encodeURIComponent(id)}`),
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
        url: byId((id) => `https://www.reddit.com/comments/${id}`),
      },
      {
        path: /^\/(?:comments|gallery)\/(?<id>[a-z\d]{2,13})(?:\/[^/]{0,300})?$/,
        url: byId((id) => `https://www.reddit.com/comments/${id}`),
      },
      {
        path: /^\/r\/(?<author>[\w-]{1,30})\/s\/(?<id>\w{5,20})$/,
        url: (id, room) => `https://www.reddit.com/r/${room}/s/${id}`,
      },
      { path: /^\/video\/(?<id>[a-z\d]{5,20})$/, url: byId((id) => `https://v.redd.it/${id}`) },
    ],
  },
} as const satisfies Partial<{ [Name in Platform]: AddressForm }>;
