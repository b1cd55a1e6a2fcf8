import { decodePercent } from '../../lib/text.ts';
import {
  type AddressForm,
  atRoot,
  atSign,
  BELOW,
  isHandle,
  NAME,
  pageNames,
  pathNames,
  TABS,
} from './link-rules.ts';

const INSTAGRAM_PAGES = pageNames('instagram');
const TWITCH_PAGES = pageNames('twitch');
const PINTEREST_PAGES = pageNames('pinterest');
const YOUTUBE_PAGES = pageNames('youtube');

function youtube([first = '', second = '', third = '']: readonly string[]): string | null {
  const root = 'https://www.youtube.com/';
  const tab = (text: string) => text === '' || TABS.has(text.toLowerCase());
  const name = decodePercent(first).toLowerCase();
  if (name.startsWith('@'))
    return /^@[\p{L}\p{N}._·-]{2,60}$/u.test(name) && tab(second) ? root + name : null;
  if (name === 'channel') return /^UC[\w-]{22}$/.test(second) ? `${root}channel/${second}` : null;
  if (name === 'c' || name === 'user')
    return NAME.test(decodePercent(second)) && tab(third) ? `${root}${name}/${second}` : null;
  return tab(second) && isHandle(name) && !YOUTUBE_PAGES.has(name) ? root + first : null;
}

function snapchat([first = '', second = '']: readonly string[]): string | null {
  const name = (
    first === 'add' ? second : first.startsWith('@') ? first.slice(1) : ''
  ).toLowerCase();
  return isHandle(name) ? `https://www.snapchat.com/add/${name}` : null;
}

export const PICTURE_PLATFORMS = {
  instagram: {
    hosts: ['instagram.com', 'instagr.am'],
    mirrors: ['ddinstagram.com', 'kkinstagram.com'],
    shortHosts: [['ig.me', '/ig-me']],
    inQuery: [[/^\/user$/, ['username'], '']],
    link: (segments, url) =>
      atRoot(
        'https://www.instagram.com/',
        INSTAGRAM_PAGES,
        TABS,
      )(segments[0] === '_u' ? segments.slice(1) : segments, url),
    handle: /^[\w.]{1,30}$/,
    profile: new RegExp(`^/(?:_u/|ig-me/m/)?@?([\\w.]{1,30})${BELOW}$`),
    profileUrl: (handle) => `https://www.instagram.com/${handle}/`,
    reserved: INSTAGRAM_PAGES,
    posts: [
      [
        new RegExp(`^(?:/(?<author>[\\w.]{1,30}))?/p/(?<id>[\\w-]{5,40})${BELOW}$`),
        'https://www.instagram.com/p/$<id>/',
      ],
      [
        new RegExp(
          `^(?:/(?<author>[\\w.]{1,30}))?/(?:reels?|tv)/(?!audio/)(?<id>[\\w-]{5,40})${BELOW}$`,
        ),
        'https://www.instagram.com/reel/$<id>/',
      ],
      [/^\/share\/(?<id>(?:p\/|reel\/)?[\w-]{5,40})$/, 'https://www.instagram.com/share/$<id>'],
    ],
  },
  tiktok: {
    hosts: ['tiktok.com', 'tiktokv.com'],
    mirrors: ['vxtiktok.com', 'tnktok.com'],
    shortHosts: [
      ['vm.tiktok.com', '/t'],
      ['vt.tiktok.com', '/t'],
    ],
    link: atSign('https://www.tiktok.com/'),
    handle: /^[\w.]{1,24}$/,
    inQuery: [
      [/^\/(?:foryou|[a-z]{2})?$/, ['item_id'], '/v'],
      [/^\/trending$/, ['shareId'], '/v'],
    ],
    profile: new RegExp(`^(?:/[a-z]{2}(?:-[a-z]{2,4})?|/embed)?/@([\\w.]{1,24})${BELOW}$`, 'i'),
    profileUrl: (handle) => `https://www.tiktok.com/@${handle}`,
    posts: [
      [
        /^(?:\/[a-z-]{2,7})?\/@(?<author>[\w.]{0,24})\/(?:video|photo)\/(?<id>\d{5,25})$/i,
        'https://www.tiktok.com/@$<author>/video/$<id>',
      ],
      [
        /^\/(?:v|video|embed|embed\/v\d|player\/v1|(?:i18n\/)?share\/video)\/(?<id>\d{5,25})(?:\.html)?$/,
        'https://www.tiktok.com/@/video/$<id>',
      ],
      [/^\/t\/(?<id>\w{5,20})$/, 'https://www.tiktok.com/t/$<id>/'],
    ],
  },
  youtube: {
    hosts: [
      'youtube.com',
      'youtube-nocookie.com',
      'youtubeeducation.com',
      'youtubekids.com',
      'youtube.googleapis.com',
    ],
    mirrors: ['ytimg.com', 'yewtu.be'],
    readers: ['invidious', 'piped', 'inv'],
    shortHosts: [
      ['youtu.be', '/v'],
      ['y2u.be', '/v'],
    ],
    inQuery: ['v', 'vi', 'ci'].map((parameter) => [
      /^\/(?:(?:embed\/)?watch|watch_popup|live_chat|details|ytscreeningroom|shared)?$/,
      [parameter],
      '/v',
    ]),
    link: youtube,
    handle: /^(?:UC[\w-]{22}|(?:c|user)\/[\p{L}\p{N}._-]{1,100}|[\p{L}\p{N}\p{M}._·-]{1,60})$/u,
    profile: new RegExp(
      `^/(?:@([^/]{1,100})|channel/(UC[\\w-]{22})|((?:c|user)/[^/]{1,100})|(?!(?:c|user|channel)(?:/|$))([^/@]{1,100})(?!/[^/]{1,500}/[^/]))${BELOW}$`,
    ),
    reserved: YOUTUBE_PAGES,
    profileUrl(handle) {
      if (/^UC[\w-]{22}$/.test(handle)) return `https://www.youtube.com/channel/${handle}`;
      const step = /^(?:c|user)\//.test(handle) ? handle : `@${handle}`;
      return `https://www.youtube.com/${encodeURI(step)}`;
    },
    posts: [
      [
        /^\/(?:(?:v\/)?(?:shorts|live)|v|vi|vi_webp|e|video|embed|watch|an_webp|feeds\/api\/videos)\/(?!videoseries|live_stream)(?<id>[\w-]{11})(?:[/&?].{0,500})?$/,
        'https://www.youtube.com/watch?v=$<id>',
      ],
    ],
  },
  twitch: {
    hosts: ['twitch.tv'],
    shortHosts: [['clips.twitch.tv', '/clip']],
    link: atRoot(
      'https://www.twitch.tv/',
      TWITCH_PAGES,
      pathNames('about videos schedule clips home'),
    ),
    handle: /^\w{2,25}$/,
    inQuery: [
      [/^\/(?:embed|widgets\/live_embed_player\.swf)?$/, ['channel'], ''],
      [/^\/$/, ['video'], '/videos'],
      [/^\/$/, ['clip'], '/clip'],
      [/^\/clip\/embed$/, ['clip'], '/clip'],
    ],
    profile: new RegExp(`^/(?:(?:embed|moderator|popout|subs|u)/)?(\\w{2,25})${BELOW}$`),
    profileUrl: (handle) => `https://www.twitch.tv/${handle}`,
    reserved: TWITCH_PAGES,
    posts: [
      [
        new RegExp(`^/(?:\\w{2,25}/)?(?:videos|video|v)/v?(?<id>\\d{5,15})${BELOW}$`),
        'https://www.twitch.tv/videos/$<id>',
      ],
      [
        new RegExp(`^/(?:(?<author>\\w{2,25})/)?clip/(?<id>[\\w-]{5,100})${BELOW}$`),
        'https://clips.twitch.tv/$<id>',
      ],
    ],
  },
  snapchat: {
    hosts: ['snapchat.com'],
    link: snapchat,
    handle: /^[a-z][\w.-]{1,29}$/,
    profile: new RegExp(`^/(?:@|add/|u/)([\\w.-]{2,30})${BELOW}$`),
    profileUrl: (handle) => `https://www.snapchat.com/@${handle}`,
    posts: [
      [
        /^\/(?:@(?<author>[\w.-]{2,30})\/)?spotlight\/(?<id>[\w-]{5,100})$/,
        'https://www.snapchat.com/spotlight/$<id>',
      ],
    ],
  },
  pinterest: {
    hosts: ['pinterest.com'],
    everyCountry: true,
    shortHosts: [['pin.it', '/pin/short']],
    link: atRoot(
      'https://www.pinterest.com/',
      PINTEREST_PAGES,
      pathNames('_saved _created boards pins'),
    ),
    inQuery: [[/^\/ext\/embed\.html$/, ['id'], '/pin']],
    handle: /^[\w.-]{1,100}$/,
    profile: new RegExp(`^/([\\w.-]{2,100})${BELOW}$`),
    profileUrl: (handle) => `https://www.pinterest.com/${handle}/`,
    reserved: PINTEREST_PAGES,
    posts: [
      [
        new RegExp(`^/(?:amp/)?pin/(?:[^/]{1,400}--)?(?<id>\\d{5,25})${BELOW}$`),
        'https://www.pinterest.com/pin/$<id>/',
      ],
      [
        new RegExp(`^/(?:amp/)?pin/(?<id>A[\\w-]{15,60})${BELOW}$`),
        'https://www.pinterest.com/pin/$<id>/',
      ],
      [/^\/pin\/short\/(?<id>\w{3,30})$/, 'https://pin.it/$<id>'],
    ],
  },
} satisfies Record<string, AddressForm>;
