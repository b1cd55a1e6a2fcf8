/**
 * A platform on which sites have profiles; `profile` answers its canonical address, null for any
 * other page.
 */
export interface SocialLinkRule {
  name: string;
  hosts: readonly string[];
  /** The first label of the host, where the platform has a domain in many countries. */
  anyCountry?: string;
  profile(segments: readonly string[], url: URL): string | null;
}

const pathNames = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const HANDLE = /^[a-z0-9._-]{1,60}$/;
/** Company names in addresses carry letters of every script. */
const NAME = /^[\p{L}\p{N}._~&'()+,-]{1,150}$/u;
const INVITE = /^[\w-]{2,60}$/;

const isHandle = (text: string) => HANDLE.test(text) && /[a-z0-9]/.test(text);

/** Parts of a profile that lie below it and are no posts. */
const TABS = pathNames(
  'about about_details photos videos reviews featured reels tagged followers following with_replies media likes posts ' +
    'jobs people life mycompany playlists community streams shorts channels home info contact services shop store events en de fr es ?',
);
const NO_TABS: ReadonlySet<string> = new Set();

/** Profiles at `/<handle>`; the platform's own pages are reserved, and deeper paths are posts. */
const atRoot =
  (prefix: string, reserved: ReadonlySet<string>, tabs: ReadonlySet<string> = NO_TABS) =>
  ([first = '', second]: readonly string[], url: URL) => {
    const written = first === '' && url.hash.startsWith('#!/') ? url.hash.slice(3) : first;
    const handle = written.toLowerCase().replace(/^@/, '');
    if (second !== undefined && !tabs.has(second.toLowerCase())) return null;
    return isHandle(handle) && !reserved.has(handle) ? prefix + handle : null;
  };

/** Profiles at `/@<handle>`. */
const atSign =
  (prefix: string, tabs: ReadonlySet<string> = NO_TABS) =>
  ([first = '', second]: readonly string[]) => {
    const handle = decoded(first).toLowerCase();
    if (second !== undefined && !tabs.has(second.toLowerCase())) return null;
    return handle.startsWith('@') && isHandle(handle.slice(1)) ? prefix + handle : null;
  };

/** Profiles below one of the given folders, with tabs but without posts. */
const below =
  (prefix: string, folders: ReadonlySet<string>, tabs: ReadonlySet<string> = TABS) =>
  ([folder = '', name = '', third, fourth]: readonly string[]) => {
    const kind = folder.toLowerCase();
    if (!folders.has(kind) || !NAME.test(decoded(name)) || fourth !== undefined) return null;
    if (third !== undefined && !tabs.has(third.toLowerCase())) return null;
    return `${prefix}${kind}/${name.toLowerCase()}`;
  };

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const INSTAGRAM_PAGES = pathNames(
  'p reel reels explore stories accounts about developer legal tv share direct web embed.js oauth api',
);
const X_PAGES = pathNames(
  'intent share home search hashtag i login signup explore settings privacy tos about widgets compose download messages oauth account en de es fr widgets.js',
);
const TWITCH_PAGES = pathNames(
  'videos directory p downloads jobs turbo settings embed login signup search store',
);
const FACEBOOK_PAGES = pathNames(
  'sharer sharer.php share share.php dialog plugins tr login login.php events watch hashtag help policies privacy legal photo photo.php photos story.php ' +
    'permalink.php marketplace gaming ads business groups home.php l.php reel reels policy.php terms recover media posts full_data_use_policy settings ' +
    'about careers video video.php videos notes pages people pg profile.php r.php signup stories sdk terms.php ajax connect oauth v api legal.php',
);
const YOUTUBE_PAGES = pathNames(
  'watch embed playlist shorts results redirect feed share t about live hashtag gaming premium v iframe_api user c channel howyoutubeworks player_api ' +
    'attribution_link post clip kids tv ads creators account yt subscription_center s api',
);

function facebook(segments: readonly string[], url: URL): string | null {
  const root = 'https://www.facebook.com/';
  const fragment = url.hash.startsWith('#!/') ? url.hash.slice(3).split('/') : [];
  const [first = '', second = '', third = '', fourth = ''] =
    segments.length === 0 ? fragment : segments;
  const id = url.searchParams.get('id') ?? '';
  if (first === 'profile.php') return /^\d+$/.test(id) ? `${root}profile.php?id=${id}` : null;
  if (first === 'pages' && second === 'category')
    return fourth ? `${root}${fourth.toLowerCase()}` : null;
  if (first === 'pages' || first === 'people')
    return third ? `${root}${first}/${second}/${third}` : null;
  if (first === 'p') return NAME.test(decoded(second)) ? `${root}p/${second}` : null;
  const [name, tab] = first === 'pg' ? [second, third] : [first, second];
  const handle = name.toLowerCase().replace(/^@/, '');
  const isPost =
    (tab !== '' && !TABS.has(tab.toLowerCase())) ||
    /^\d+$|^[a-z]+\.\d/.test(first === 'pg' ? fourth : third);
  return isHandle(handle) && !FACEBOOK_PAGES.has(handle) && !/^v\d+\.\d/.test(handle) && !isPost
    ? root + handle
    : null;
}

function youtube([first = '', second = '', third = '']: readonly string[]): string | null {
  const root = 'https://www.youtube.com/';
  const tab = (text: string) => text === '' || TABS.has(text.toLowerCase());
  const name = decoded(first).toLowerCase();
  if (name.startsWith('@'))
    return /^@[\p{L}\p{N}._·-]{2,60}$/u.test(name) && tab(second) ? root + name : null;
  if (name === 'channel') return /^UC[\w-]{22}$/.test(second) ? `${root}channel/${second}` : null;
  if (name === 'c' || name === 'user')
    return NAME.test(decoded(second)) && tab(third) ? `${root}${name}/${second}` : null;
  return tab(second) && isHandle(name) && !YOUTUBE_PAGES.has(name) ? root + first : null;
}

function snapchat([first = '', second = '']: readonly string[]): string | null {
  const name = (
    first === 'add' ? second : first.startsWith('@') ? first.slice(1) : ''
  ).toLowerCase();
  return isHandle(name) ? `https://www.snapchat.com/add/${name}` : null;
}

function telegram([first = '', second = '']: readonly string[]): string | null {
  const root = 'https://t.me/';
  if (first === 'joinchat') return INVITE.test(second) ? `${root}joinchat/${second}` : null;
  if (first.startsWith('+')) return INVITE.test(first.slice(1)) ? root + first : null;
  const name = (first === 's' ? second : first).toLowerCase();
  const isPost = first !== 's' && second !== '';
  return /^[a-z]\w{3,31}$/.test(name) && !isPost && !TELEGRAM_PAGES.has(name) ? root + name : null;
}
const TELEGRAM_PAGES = pathNames('share iv proxy socks addstickers setlanguage login addlist');

/** Channels, groups and short links; a number is a telephone. */
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
  return second === undefined ? atRootMedium(first) : null;
}
const MEDIUM_PAGES = pathNames(
  'm p tag search about policy help me new-story topic topics creators cdn miro glyph api',
);
function atRootMedium(first: string): string | null {
  const name = first.toLowerCase();
  return isHandle(name.replace(/^@/, '')) && !MEDIUM_PAGES.has(name)
    ? `https://medium.com/${name}`
    : null;
}

function vimeo([first = '', second]: readonly string[], url: URL): string | null {
  return /^\d+$/.test(first) || second !== undefined
    ? null
    : atRoot('https://vimeo.com/', VIMEO_PAGES)([first], url);
}
const VIMEO_PAGES = pathNames(
  'watch categories channels groups upload log_in join features upgrade about terms privacy ondemand solutions blog help search video event api showcase album',
);

const ROOT_PAGES = pathNames(
  'about login signup explore search settings privacy terms help features pricing blog jobs share tag discover upload contact company',
);
const GITHUB_PAGES = pathNames(
  'features pricing about login join topics explore marketplace sponsors apps orgs settings search collections trending readme security enterprise team contact customer-stories site github',
);

const linkedinLink = below(
  'https://www.linkedin.com/',
  pathNames('company in school showcase pub'),
);

const at = (name: string, root: string, hosts: string, reserved = ROOT_PAGES): SocialLinkRule => ({
  name,
  hosts: hosts.split(' '),
  profile: atRoot(root, reserved),
});

/**
 * The ten platforms of social lookups, the pin board and the professional network, then the rest.
 */
export const SOCIAL_LINK_RULES: readonly SocialLinkRule[] = [
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
    profile: atSign('https://www.threads.com/', pathNames('replies reposts media')),
  },
  {
    name: 'twitch',
    hosts: ['twitch.tv'],
    profile: atRoot(
      'https://www.twitch.tv/',
      TWITCH_PAGES,
      pathNames('about videos schedule clips home'),
    ),
  },
  { name: 'snapchat', hosts: ['snapchat.com'], profile: snapchat },
  {
    name: 'bluesky',
    hosts: ['bsky.app'],
    profile: below('https://bsky.app/', pathNames('profile'), NO_TABS),
  },
  { name: 'truthsocial', hosts: ['truthsocial.com'], profile: atSign('https://truthsocial.com/') },
  {
    name: 'pinterest',
    hosts: ['pinterest.com'],
    anyCountry: 'pinterest',
    profile: atRoot(
      'https://www.pinterest.com/',
      pathNames('pin search ideas today explore settings business about _ categories login'),
      pathNames('_saved _created boards pins'),
    ),
  },
  {
    name: 'network',
    hosts: ['linkedin.com'],
    // Whatever lies below a page of the professional network is still its owner's.
    profile: (segments) => linkedinLink(segments.slice(0, 2)),
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
    profile: below('https://www.xing.com/', pathNames('profile companies pages company')),
  },
  {
    name: 'yelp',
    hosts: ['yelp.com'],
    anyCountry: 'yelp',
    profile: below('https://www.yelp.com/', pathNames('biz'), NO_TABS),
  },
  at(
    'tumblr',
    'https://www.tumblr.com/',
    'tumblr.com',
    pathNames('share dashboard login register about tagged search privacy policy explore widgets'),
  ),
  at(
    'soundcloud',
    'https://soundcloud.com/',
    'soundcloud.com',
    pathNames('discover stream upload search pages you charts settings player tags'),
  ),
  at(
    'behance',
    'https://www.behance.net/',
    'behance.net',
    pathNames('gallery galleries search joblist live assets onboarding'),
  ),
  at(
    'dribbble',
    'https://dribbble.com/',
    'dribbble.com',
    pathNames('shots search designers jobs tags pro about hiring session signup stories'),
  ),
  at(
    'vk',
    'https://vk.com/',
    'vk.com vkontakte.ru',
    pathNames('share.php share widget js away.php login feed search video im'),
  ),
  {
    name: 'flickr',
    hosts: ['flickr.com'],
    profile: below('https://www.flickr.com/', pathNames('people photos'), NO_TABS),
  },
];
