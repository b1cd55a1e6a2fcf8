import {
  atRoot,
  below,
  INVITE,
  isHandle,
  type LinkedPlatform,
  NO_TABS,
  pageNames,
  pathNames,
} from './link-rules.ts';

function telegram([first = '', second = '']: readonly string[]): string | null {
  const root = 'https://t.me/';
  if (first === 'joinchat') return INVITE.test(second) ? `${root}joinchat/${second}` : null;
  // A number is the telephone number of an account.
  if (/^\+\d+$/.test(first)) return null;
  if (first.startsWith('+')) return INVITE.test(first.slice(1)) ? root + first : null;
  const name = (first === 's' ? second : first).toLowerCase();
  const isPost = first !== 's' && second !== '';
  return /^[a-z]\w{3,31}$/.test(name) && !isPost && !TELEGRAM_PAGES.has(name) ? root + name : null;
}
const TELEGRAM_PAGES = pathNames('share iv proxy socks addstickers setlanguage login addlist');

/** Channels, groups and short links; a number is a telephone number, not a profile. */
function whatsapp([first = '', second = '']: readonly string[], url: URL): string | null {
  if (url.hostname === 'chat.whatsapp.com')
    return INVITE.test(first) ? `https://chat.whatsapp.com/${first}` : null;
  const folder = url.hostname === 'wa.me' ? 'message' : 'channel';
  if (first !== folder || !INVITE.test(second)) return null;
  return folder === 'message'
    ? `https://wa.me/message/${second}`
    : `https://whatsapp.com/channel/${second}`;
}

function discord([first = '', second = '']: readonly string[], url: URL): string | null {
  const code = url.hostname.endsWith('discord.gg') ? first : first === 'invite' ? second : '';
  return INVITE.test(code) ? `https://discord.gg/${code}` : null;
}

function medium(segments: readonly string[], url: URL): string | null {
  const [first = '', second] = segments;
  const own = /^([a-z0-9-]{1,60})\.medium\.com$/.exec(url.hostname)?.[1];
  if (own && own !== 'www')
    return first === '' && !MEDIUM_PAGES.has(own) ? `https://${own}.medium.com` : null;
  const name = first.toLowerCase();
  const isProfile =
    second === undefined && isHandle(name.replace(/^@/, '')) && !MEDIUM_PAGES.has(name);
  return isProfile ? `https://medium.com/${name}` : null;
}
const MEDIUM_PAGES = pageNames('medium');

function vimeo([first = '', second]: readonly string[], url: URL): string | null {
  return /^\d+$/.test(first) || second !== undefined
    ? null
    : atRoot('https://vimeo.com/', VIMEO_PAGES)([first], url);
}
const VIMEO_PAGES = pageNames('vimeo');

const at = (root: string, hosts: string, reserved: ReadonlySet<string>): LinkedPlatform => ({
  hosts: hosts.split(' '),
  link: atRoot(root, reserved),
});

/** Platforms that sites link to, but whose addresses callers do not send. */
export const OTHER_PLATFORMS: Readonly<Record<string, LinkedPlatform>> = {
  github: at('https://github.com/', 'github.com', pageNames('github')),
  telegram: { hosts: ['t.me', 'telegram.me', 'telegram.dog'], link: telegram },
  whatsapp: { hosts: ['whatsapp.com', 'chat.whatsapp.com', 'wa.me'], link: whatsapp },
  discord: { hosts: ['discord.gg', 'discord.com', 'discordapp.com'], link: discord },
  medium: { hosts: ['medium.com'], link: medium },
  vimeo: { hosts: ['vimeo.com'], link: vimeo },
  xing: {
    hosts: ['xing.com'],
    link: below('https://www.xing.com/', pathNames('profile companies pages company')),
  },
  yelp: {
    hosts: ['yelp.com'],
    everyCountry: true,
    link: below('https://www.yelp.com/', pathNames('biz'), NO_TABS),
  },
  tumblr: at(
    'https://www.tumblr.com/',
    'tumblr.com',
    pathNames('share dashboard login register about tagged search privacy policy explore widgets'),
  ),
  soundcloud: at(
    'https://soundcloud.com/',
    'soundcloud.com',
    pathNames('discover stream upload search pages you charts settings player tags'),
  ),
  behance: at(
    'https://www.behance.net/',
    'behance.net',
    pathNames('gallery galleries search joblist live assets onboarding'),
  ),
  dribbble: at(
    'https://dribbble.com/',
    'dribbble.com',
    pathNames('shots search designers jobs tags pro about hiring session signup stories'),
  ),
  vk: at(
    'https://vk.com/',
    'vk.com vkontakte.ru',
    pathNames('share.php share widget js away.php login feed search video im'),
  ),
  flickr: {
    hosts: ['flickr.com'],
    link: below('https://www.flickr.com/', pathNames('people photos'), NO_TABS),
  },
};
