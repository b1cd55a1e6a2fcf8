/** A platform on which sites have profiles; `profile` answers the profile's canonical address, null for any other page. */
interface Platform {
  name: string;
  hosts: readonly string[];
  profile(segments: readonly string[], url: URL): string | null;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const HANDLE = /^[a-z0-9._-]{1,60}$/;

/** Profiles at `/<handle>`; the platform's own pages are reserved, and deeper paths are posts. */
const atRoot =
  (prefix: string, reserved: ReadonlySet<string>, deepest = 1) =>
  (segments: readonly string[]) => {
    const handle = (segments[0] ?? '').toLowerCase().replace(/^@/, '');
    return segments.length <= deepest && HANDLE.test(handle) && !reserved.has(handle)
      ? prefix + handle
      : null;
  };

/** Profiles at `/@<handle>`, whatever follows. */
const atSign = (prefix: string) => (segments: readonly string[]) => {
  const handle = (segments[0] ?? '').toLowerCase();
  return handle.startsWith('@') && HANDLE.test(handle.slice(1)) ? prefix + handle : null;
};

/** Profiles below one of the given folders. */
const below = (prefix: string, folders: ReadonlySet<string>) => (segments: readonly string[]) => {
  const [folder = '', name = ''] = segments.map((segment) => segment.toLowerCase());
  return folders.has(folder) && name !== '' ? `${prefix}${folder}/${name}` : null;
};

const INSTAGRAM_PAGES = words(
  'p reel reels explore stories accounts about developer legal tv share direct web',
);
const X_PAGES = words(
  'intent share home search hashtag i login signup explore settings privacy tos about widgets compose download messages',
);
const TWITCH_PAGES = words(
  'videos directory p downloads jobs turbo settings embed login signup search store',
);
const YOUTUBE_FOLDERS = words('c user');
const YOUTUBE_PAGES = words(
  'watch embed playlist shorts results redirect feed share t about live hashtag gaming premium v iframe_api',
);
const FACEBOOK_PAGES = words(
  'sharer sharer.php share share.php dialog plugins tr login login.php events watch hashtag help policies privacy legal photo photo.php photos story.php ' +
    'permalink.php marketplace gaming ads business groups home.php l.php reel reels policy.php terms recover media posts',
);

function facebook(segments: readonly string[], url: URL): string | null {
  const [first = '', second = '', third = ''] = segments;
  const root = 'https://www.facebook.com/';
  if (first === 'profile.php')
    return /^\d+$/.test(url.searchParams.get('id') ?? '')
      ? `${root}profile.php?id=${url.searchParams.get('id')}`
      : null;
  if (first === 'pages' || first === 'people')
    return third ? `${root}${first}/${second}/${third}` : null;
  const handle = first.toLowerCase();
  return HANDLE.test(handle) &&
    !FACEBOOK_PAGES.has(handle) &&
    !/^v\d/.test(handle) &&
    !segments.includes('posts')
    ? root + handle
    : null;
}

function youtube(segments: readonly string[]): string | null {
  const [first = '', second = ''] = segments;
  const root = 'https://www.youtube.com/';
  if (first.startsWith('@')) return root + first.toLowerCase();
  if (first === 'channel') return /^UC[\w-]{22}$/.test(second) ? `${root}channel/${second}` : null;
  if (YOUTUBE_FOLDERS.has(first)) return second ? `${root}${first}/${second}` : null;
  return segments.length === 1 &&
    HANDLE.test(first.toLowerCase()) &&
    !YOUTUBE_PAGES.has(first.toLowerCase())
    ? root + first
    : null;
}

/** The ten platforms of social lookups, then the pin board and the professional network. */
const PLATFORMS: readonly Platform[] = [
  {
    name: 'instagram',
    hosts: ['instagram.com', 'instagr.am'],
    profile: atRoot('https://www.instagram.com/', INSTAGRAM_PAGES),
  },
  { name: 'tiktok', hosts: ['tiktok.com'], profile: atSign('https://www.tiktok.com/') },
  { name: 'youtube', hosts: ['youtube.com'], profile: youtube },
  { name: 'twitter', hosts: ['x.com', 'twitter.com'], profile: atRoot('https://x.com/', X_PAGES) },
  { name: 'facebook', hosts: ['facebook.com', 'fb.com'], profile: facebook },
  {
    name: 'threads',
    hosts: ['threads.net', 'threads.com'],
    profile: atSign('https://www.threads.com/'),
  },
  {
    name: 'twitch',
    hosts: ['twitch.tv'],
    profile: atRoot('https://www.twitch.tv/', TWITCH_PAGES, 2),
  },
  {
    name: 'snapchat',
    hosts: ['snapchat.com'],
    profile: (segments) => {
      const name =
        segments[0] === 'add'
          ? segments[1]
          : segments[0]?.startsWith('@')
            ? segments[0].slice(1)
            : undefined;
      return name && HANDLE.test(name.toLowerCase())
        ? `https://www.snapchat.com/add/${name.toLowerCase()}`
        : null;
    },
  },
  { name: 'bluesky', hosts: ['bsky.app'], profile: below('https://bsky.app/', words('profile')) },
  { name: 'truthsocial', hosts: ['truthsocial.com'], profile: atSign('https://truthsocial.com/') },
  {
    name: 'pinterest',
    hosts: ['pinterest.com'],
    profile: atRoot(
      'https://www.pinterest.com/',
      words('pin search ideas today explore settings business about'),
    ),
  },
  {
    name: 'network',
    hosts: ['linkedin.com'],
    profile: below('https://www.linkedin.com/', words('company in school showcase')),
  },
];

/** Mobile and country spellings of the same host; other subdomains are other services (player., business., l.). */
const SUBDOMAIN = /^(?:www|m|mobile|web|[a-z]{2}|[a-z]{2}-[a-z]{2})\./;

export interface SocialProfile {
  platform: string;
  url: string;
}

/** The profile an absolute address leads to; null for share buttons, posts, home pages and other sites. */
export function socialProfile(address: string): SocialProfile | null {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const host = url.hostname.replace(SUBDOMAIN, '');
  const platform = PLATFORMS.find(({ hosts }) => hosts.includes(host));
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const profile = platform?.profile(segments, url) ?? null;
  return platform && profile ? { platform: platform.name, url: profile } : null;
}
