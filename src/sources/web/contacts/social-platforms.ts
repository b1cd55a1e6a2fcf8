import {
  atRoot,
  atSign,
  below,
  discord,
  facebook,
  GITHUB_PAGES,
  INSTAGRAM_PAGES,
  isHandle,
  medium,
  NO_TABS,
  networkProfile,
  type Platform,
  ROOT_PAGES,
  snapchat,
  TABS,
  TWITCH_PAGES,
  telegram,
  vimeo,
  whatsapp,
  words,
  X_PAGES,
  youtube,
} from './social-rules.ts';

const at = (name: string, root: string, hosts: string, reserved = ROOT_PAGES): Platform => ({
  name,
  hosts: hosts.split(' '),
  profile: atRoot(root, reserved),
});

/**
 * The ten platforms of social lookups, the pin board and the professional network, then the rest.
 */
export const PLATFORMS: readonly Platform[] = [
  {
    name: 'instagram',
    hosts: ['instagram.com', 'instagr.am'],
    profile: (segments, url) =>
      atRoot(
        'https://www.instagram.com/',
        INSTAGRAM_PAGES,
        TABS,
      )(segments[0] === '_u' ? segments.slice(1) : segments, url),
  },
  { name: 'tiktok', hosts: ['tiktok.com'], profile: atSign('https://www.tiktok.com/') },
  { name: 'youtube', hosts: ['youtube.com'], profile: youtube },
  {
    name: 'twitter',
    hosts: ['x.com', 'twitter.com'],
    profile: atRoot('https://x.com/', X_PAGES, TABS),
  },
  { name: 'facebook', hosts: ['facebook.com', 'fb.com', 'fb.me', 'm.me'], profile: facebook },
  {
    name: 'threads',
    hosts: ['threads.net', 'threads.com'],
    profile: atSign('https://www.threads.com/', words('replies reposts media')),
  },
  {
    name: 'twitch',
    hosts: ['twitch.tv'],
    profile: atRoot(
      'https://www.twitch.tv/',
      TWITCH_PAGES,
      words('about videos schedule clips home'),
    ),
  },
  { name: 'snapchat', hosts: ['snapchat.com'], profile: snapchat },
  {
    name: 'bluesky',
    hosts: ['bsky.app'],
    profile: below('https://bsky.app/', words('profile'), NO_TABS),
  },
  { name: 'truthsocial', hosts: ['truthsocial.com'], profile: atSign('https://truthsocial.com/') },
  {
    name: 'pinterest',
    hosts: ['pinterest.com'],
    anyCountry: 'pinterest',
    profile: atRoot(
      'https://www.pinterest.com/',
      words('pin search ideas today explore settings business about _ categories login'),
      words('_saved _created boards pins'),
    ),
  },
  {
    name: 'network',
    hosts: ['linkedin.com'],
    // Whatever lies below a page of the professional network is still its owner's.
    profile: (segments) => networkProfile(segments.slice(0, 2)),
  },
  at('github', 'https://github.com/', 'github.com', GITHUB_PAGES),
  { name: 'telegram', hosts: ['t.me', 'telegram.me', 'telegram.dog'], profile: telegram },
  { name: 'whatsapp', hosts: ['whatsapp.com', 'chat.whatsapp.com', 'wa.me'], profile: whatsapp },
  {
    name: 'reddit',
    hosts: ['reddit.com', 'old.reddit.com'],
    profile: ([folder = '', name = '', third]) => {
      const kind = new Map([
        ['r', 'r'],
        ['u', 'user'],
        ['user', 'user'],
      ]).get(folder.toLowerCase());
      return kind && third === undefined && isHandle(name.toLowerCase())
        ? `https://www.reddit.com/${kind}/${name.toLowerCase()}`
        : null;
    },
  },
  { name: 'discord', hosts: ['discord.gg', 'discord.com', 'discordapp.com'], profile: discord },
  { name: 'medium', hosts: ['medium.com'], profile: medium },
  { name: 'vimeo', hosts: ['vimeo.com'], profile: vimeo },
  {
    name: 'xing',
    hosts: ['xing.com'],
    profile: below('https://www.xing.com/', words('profile companies pages company')),
  },
  {
    name: 'yelp',
    hosts: ['yelp.com'],
    anyCountry: 'yelp',
    profile: below('https://www.yelp.com/', words('biz'), NO_TABS),
  },
  at(
    'tumblr',
    'https://www.tumblr.com/',
    'tumblr.com',
    words('share dashboard login register about tagged search privacy policy explore widgets'),
  ),
  at(
    'soundcloud',
    'https://soundcloud.com/',
    'soundcloud.com',
    words('discover stream upload search pages you charts settings player tags'),
  ),
  at(
    'behance',
    'https://www.behance.net/',
    'behance.net',
    words('gallery galleries search joblist live assets onboarding'),
  ),
  at(
    'dribbble',
    'https://dribbble.com/',
    'dribbble.com',
    words('shots search designers jobs tags pro about hiring session signup stories'),
  ),
  at(
    'vk',
    'https://vk.com/',
    'vk.com vkontakte.ru',
    words('share.php share widget js away.php login feed search video im'),
  ),
  {
    name: 'flickr',
    hosts: ['flickr.com'],
    profile: below('https://www.flickr.com/', words('people photos'), NO_TABS),
  },
];
