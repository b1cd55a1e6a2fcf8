import { decodePercent } from '../../lib/text.ts';
import {
  type AddressForm,
  atRoot,
  atSign,
  BELOW,
  below,
  isHandle,
  NAME,
  NO_TABS,
  pageNames,
  pathNames,
  TABS,
} from './link-rules.ts';

const X_PAGES = pageNames('x');
/** Home pages in other languages; from a caller, these are handles. */
const LANGUAGES = ['en', 'de', 'es', 'fr'];
const FACEBOOK_PAGES = pageNames('facebook');
function facebook(segments: readonly string[], url: URL): string | null {
  const root = 'https://www.facebook.com/';
  const fragment = url.hash.startsWith('#!/') ? url.hash.slice(3).split('/') : [];
  const [first = '', second = '', third = '', fourth = ''] =
    segments.length === 0 ? fragment : segments;
  const id = url.searchParams.get('id') ?? '';
  if (first === 'profile.php') return /^\d+$/.test(id) ? `${root}profile.php?id=${id}` : null;
  if (first === 'pages' && second === 'category')
    return fourth ? `${root}${fourth.toLowerCase()}` : null;
  // The name is only for readers; the number identifies the profile.
  if (first === 'people' && /^\d+$/.test(third)) return `${root}profile.php?id=${third}`;
  if (first === 'pages' || first === 'people')
    return third ? `${root}${first}/${second}/${third}` : null;
  if (first === 'p') return NAME.test(decodePercent(second)) ? `${root}p/${second}` : null;
  const [name, tab] = first === 'pg' ? [second, third] : [first, second];
  const handle = name.toLowerCase().replace(/^@/, '');
  const isPost =
    (tab !== '' && !TABS.has(tab.toLowerCase())) ||
    /^\d+$|^[a-z]+\.\d/.test(first === 'pg' ? fourth : third);
  return isHandle(handle) && !FACEBOOK_PAGES.has(handle) && !/^v\d+\.\d/.test(handle) && !isPost
    ? root + handle
    : null;
}

/** Any sub-page of a LinkedIn page belongs to the page's owner. */
const linkedinLink = below(
  'https://www.linkedin.com/',
  pathNames('company in school showcase pub'),
);

const REDDIT_FOLDERS = new Map([
  ['r', 'r'],
  ['u', 'user'],
  ['user', 'user'],
]);

const LINKEDIN_PROFILE = new RegExp(
  '^/(?:(?:mwlite|m|comm)/)?(?:in|company|school|showcase|pub)/' +
    '(?!(?:setup|dir)(?:/|$))([^/]{1,200})',
  'i',
);

export const TEXT_PLATFORMS = {
  twitter: {
    hosts: ['twitter.com', 'x.com'],
    mirrors: ['fxtwitter.com', 'vxtwitter.com', 'fixupx.com', 'fixvx.com', 'xcancel.com'],
    readers: ['nitter'],
    link: atRoot('https://x.com/', new Set([...X_PAGES, ...LANGUAGES]), TABS),
    inQuery: [
      [/^\/embed\/Tweet\.html$/, ['id'], '/i/status'],
      [/^\/intent\/(?:like|favorite|retweet)$/, ['tweet_id'], '/i/status'],
      [/^\/intent\/(?:tweet|post)$/, ['in_reply_to'], '/i/status'],
      [/^\/(?:user|intent\/(?:user|follow))$/, ['screen_name'], ''],
      [/^\/status$/, ['id'], '/i/status'],
    ],
    handle: /^\w{1,15}$/,
    profile: new RegExp(`^/@?(\\w{1,15})${BELOW}$`),
    profileUrl: (handle) => `https://x.com/${handle}`,
    reserved: X_PAGES,
    posts: [
      [
        new RegExp(
          `^/(?:(?:i/(?:web/)?)?status(?:es)?|i/(?:videos(?:/tweet)?|cards/tfw/v\\d))/(?<id>\\d{1,20})${BELOW}$`,
        ),
        'https://x.com/i/status/$<id>',
      ],
      [
        new RegExp(`^/(?<author>\\w{1,15})/(?:status(?:es)?|article)/(?<id>\\d{1,20})${BELOW}$`),
        'https://x.com/$<author>/status/$<id>',
      ],
    ],
  },
  facebook: {
    hosts: ['facebook.com', 'fb.com', 'fb.me', 'm.me'],
    mirrors: ['messenger.com', 'business.facebook.com'],
    shortHosts: [['fb.watch', '/watch/short']],
    inQuery: [
      [/^\/watch\/short\/$/, ['v'], '/watch'],
      [/^\/profile\.php$/, ['id'], ''],
      [/^\/(?:permalink|story)\.php$/, ['story_fbid', 'id'], '/story'],
      [/^\/watch(?:\/live)?$/, ['v'], '/watch'],
      [/^\/(?:photo|photo\.php|video\.php)$/, ['fbid'], '/photo'],
      [/^\/(?:video\/)?video\.php$/, ['v'], '/watch'],
      [/^\/video\/embed$/, ['video_id'], '/watch'],
      [/^\/groups\/[^/]{1,100}$/, ['multi_permalinks'], '$&/posts'],
      [/^\/groups\/[^/]{1,100}$/, ['id'], '$&/posts'],
    ],
    link: facebook,
    handle: /^(?!v\d{1,2}\.\d)[\p{L}\p{N}.-]{1,100}$/u,
    profile: new RegExp(
      `^/(?:(?:people|pages)/[^/]{1,200}/(\\d{1,25})|(?:p|pages/category/[^/]{1,100})/[^/]{1,200}-(\\d{5,25})|[^/]{1,200}-(\\d{8,25})|(?:pg/|t/)?@?(?!(?:people|pages|p|pg|t)/)([\\p{L}\\p{N}.-]{1,100}))${BELOW}$`,
      'u',
    ),
    profileUrl: (handle) => `https://www.facebook.com/${encodeURIComponent(handle)}`,
    reserved: FACEBOOK_PAGES,
    posts: [
      [
        /^\/groups\/(?<author>[\w.-]{1,100})\/(?:posts|permalink)\/(?<id>\d{1,25})$/,
        'https://www.facebook.com/groups/$<author>/posts/$<id>',
      ],
      [
        /^\/(?<author>[\w.-]{1,100})\/posts\/(?:[^/]{1,300}\/)?(?<id>(?:pfbid)?\w{1,100})$/,
        'https://www.facebook.com/$<author>/posts/$<id>',
      ],
      [
        /^\/(?<author>[\w.-]{1,100})\/videos\/(?:[^/]{1,300}\/)?(?<id>\d{1,25})$/,
        'https://www.facebook.com/$<author>/videos/$<id>',
      ],
      [
        /^\/(?<author>[\w.-]{1,100})\/photos\/(?:[a-z]{1,3}\.[\d.]{1,60}\/)?(?<id>\d{1,25})$/,
        'https://www.facebook.com/photo/?fbid=$<id>',
      ],
      [/^\/watchparty\/(?<id>\d{1,25})$/, 'https://www.facebook.com/watchparty/$<id>'],
      [
        /^\/(?:(?<author>[\w.-]{1,100})\/)?reels?\/(?<id>\d{1,25})$/,
        'https://www.facebook.com/reel/$<id>',
      ],
      [/^\/watch\/(?<id>\d{1,25})$/, 'https://www.facebook.com/watch/?v=$<id>'],
      [/^\/watch\/short\/(?<id>[\w-]{5,40})$/, 'https://fb.watch/$<id>/'],
      [
        /^\/story\/(?<id>(?:pfbid)?\w{1,100})\/(?<author>\d{1,25})$/,
        'https://www.facebook.com/permalink.php?story_fbid=$<id>&id=$<author>',
      ],
      [/^\/photo\/(?<id>\d{1,25})$/, 'https://www.facebook.com/photo/?fbid=$<id>'],
      [/^\/share\/(?<id>(?:[prv]\/)?\w{5,40})$/, 'https://www.facebook.com/share/$<id>/'],
    ],
  },
  threads: {
    hosts: ['threads.net', 'threads.com'],
    link: atSign('https://www.threads.com/', pathNames('replies reposts media')),
    handle: /^[\w.]{1,30}$/,
    profile: new RegExp(`^/@([\\w.]{1,30})${BELOW}$`),
    profileUrl: (handle) => `https://www.threads.com/@${handle}`,
    posts: [
      [
        new RegExp(`^/@(?<author>[\\w.]{1,30})/post/(?<id>[\\w-]{5,40})${BELOW}$`),
        'https://www.threads.com/@$<author>/post/$<id>',
      ],
      [new RegExp(`^/t/(?<id>[\\w-]{5,40})${BELOW}$`), 'https://www.threads.com/t/$<id>'],
    ],
  },
  bluesky: {
    hosts: ['bsky.app'],
    mirrors: ['fxbsky.app', 'bskx.app', 'bskye.app', 'bskyx.app', 'vxbsky.app', 'bsky.dev'],
    link: below('https://bsky.app/', pathNames('profile'), NO_TABS),
    handle:
      /^(?:did:(?:plc:[a-z2-7]{24}|web:[\w.:%-]{1,200})|(?:[a-z\d-]{1,63}\.){1,10}[a-z\d-]{2,63})$/,
    profile: new RegExp(`^/profile/@?([^/]{1,253})${BELOW}$`),
    profileUrl: (handle) => `https://bsky.app/profile/${handle}`,
    posts: [
      [
        new RegExp(
          `^/(?:profile|embed)/(?<author>[^/]{1,253})/(?:post|app\\.bsky\\.feed\\.post)/(?<id>[\\w.~:-]{1,512})${BELOW}$`,
        ),
        ({ author, id }) => `https://bsky.app/profile/${author.toLowerCase()}/post/${id}`,
      ],
    ],
  },
  truthsocial: {
    hosts: ['truthsocial.com'],
    link: atSign('https://truthsocial.com/'),
    handle: /^\w{1,30}$/,
    profile: new RegExp(`^/(?:@|users/)(\\w{1,30})${BELOW}$`),
    profileUrl: (handle) => `https://truthsocial.com/@${handle}`,
    posts: [
      [
        new RegExp(
          `^/(?:@|users/)(?<author>\\w{1,30})/(?:posts/|statuses/)?(?<id>\\d{5,25})${BELOW}$`,
        ),
        'https://truthsocial.com/@$<author>/$<id>',
      ],
    ],
  },
  network: {
    hosts: ['linkedin.com'],
    link: (segments) => linkedinLink(segments.slice(0, 2)),
    inQuery: ['highlightedUpdateUrn', 'updateEntityUrn'].map((parameter) => [
      /^\/feed$/,
      [parameter],
      '/feed/update',
    ]),
    handle: /^[\p{L}\p{M}\p{N}_.-]{1,100}$/u,
    profile: LINKEDIN_PROFILE,
    profileUrl: (handle) => `https://www.linkedin.com/in/${encodeURIComponent(handle)}`,
    posts: [
      [
        /^\/(?:mwlite\/)?(?:(?:embed\/)?feed\/update|video\/(?:live|event))\/(?:urn:li:fs_\w{1,30}:\(V2,)?(?<id>urn:li:(?:activity|share|ugcPost):\d{5,25})\)?$/,
        'https://www.linkedin.com/feed/update/$<id>',
      ],
      [
        /^\/posts\/(?<id>[\p{L}\p{N}\p{M}\p{So}_%-]{5,500})$/u,
        ({ id }) => `https://www.linkedin.com/posts/${encodeURIComponent(id)}`,
      ],
      [
        /^\/pulse\/(?<id>[\p{L}\p{N}\p{M}_-]{5,500})$/u,
        ({ id }) => `https://www.linkedin.com/pulse/${encodeURIComponent(id)}`,
      ],
    ],
  },
  reddit: {
    hosts: ['reddit.com', 'redditmedia.com'],
    mirrors: ['rxddit.com', 'vxreddit.com'],
    readers: ['libreddit', 'redlib', 'teddit'],
    shortHosts: [
      ['redd.it', '/comments'],
      ['v.redd.it', '/video'],
    ],
    link: ([folder = '', name = '', third]) => {
      const kind = REDDIT_FOLDERS.get(folder.toLowerCase());
      return kind && third === undefined && isHandle(name.toLowerCase())
        ? `https://www.reddit.com/${kind}/${name.toLowerCase()}`
        : null;
    },
    handle: /^[\w-]{1,30}$/,
    profile: new RegExp(`^/(?:u/|user/|r/u_)([\\w-]{1,30})${BELOW}$`),
    profileUrl: (handle) => `https://www.reddit.com/user/${handle}`,
    posts: [
      [
        new RegExp(
          `^/(?:r|u|user)/(?<author>[\\w-]{1,30})/(?:comments|duplicates)/(?<id>[a-z\\d]{2,13})${BELOW}$`,
        ),
        'https://www.reddit.com/comments/$<id>',
      ],
      [
        new RegExp(`^/(?:comments|gallery|tb)/(?<id>[a-z\\d]{2,13})${BELOW}$`),
        'https://www.reddit.com/comments/$<id>',
      ],
      [
        /^\/r\/(?<author>[\w-]{1,30})\/s\/(?<id>\w{5,20})$/,
        'https://www.reddit.com/r/$<author>/s/$<id>',
      ],
      [/^\/video\/(?<id>[a-z\d]{5,20})$/, 'https://v.redd.it/$<id>'],
    ],
  },
} satisfies Record<string, AddressForm>;
