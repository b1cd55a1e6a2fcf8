import type { Attributes } from '../html/attributes.ts';
import { decodeBase64 } from './plain-text.ts';

/** Posts of others shown within a page. */
const EMBEDS =
  /(?:^|\s)(?:twitter-tweet|instagram-media|tiktok-embed|fb-post|fb-video|bluesky-embed|text-post-media|reddit-embed-bq|mastodon-embed)/;
const SIGNS = new Set(['img', 'i', 'span']);
const AT_IMAGE =
  /(?:^|[/_-])(?:at|arroba|at-?sign|klammeraffe|affenschwanz)\.(?:gif|png|jpe?g|svg|webp)$/i;
const AT_WORDS = new Set(['@', 'at', '(at)', '[at]', 'arroba', 'arobase']);
const DOT_WORDS = new Set(['.', 'dot', '(dot)', '[dot]', 'punkt', 'point']);
const AT_ICON = /(?:^|\s)(?:fa|icon|bi|mdi|ti|ri|la)-at(?:\s|$)/;

/** Whether an element shows a post of somebody else. */
export const isEmbeddedPost = (name: string, attributes: Attributes): boolean =>
  name === 'blockquote' &&
  attributes.mention('class') &&
  EMBEDS.test(attributes.get('class') ?? '');

/** Whether a meta element's content is a sentence about the page. */
export const isDescription = (attributes: Attributes): boolean =>
  /description|title|author|copyright|abstract|owner/i.test(
    attributes.get('name') ?? attributes.get('property') ?? '',
  );

/** What a picture or an icon stands for within an address: the at sign, a dot, or ''. */
export function signOf(name: string, attributes: Attributes): '@' | '.' | '' {
  if (!SIGNS.has(name)) return '';
  const alt = (attributes.get('alt') ?? '').trim().toLowerCase();
  if (AT_WORDS.has(alt)) return '@';
  if (DOT_WORDS.has(alt)) return '.';
  if (alt === '' && AT_IMAGE.test(attributes.get('src') ?? '')) return '@';
  return attributes.mention('-at') && AT_ICON.test(attributes.get('class') ?? '') ? '@' : '';
}

/** `data-user="info" data-domain="example.com"`, put together by a script of the page. */
export function emailInParts(attributes: Attributes): string | null {
  const pick = (...names: string[]) =>
    names.map((name) => attributes.get(`data-${name}`)).find((value) => value);
  const local = pick('user', 'name', 'local', 'username', 'mail-user', 'email-user', 'part1');
  const host = pick('domain', 'host', 'website', 'mail-domain', 'email-domain', 'part2');
  if (!local || !host || /[@\s]/.test(local + host)) return null;
  const suffix = pick('tld', 'suffix', 'ext', 'part3');
  return `${local}@${host}${suffix ? `.${suffix.replace(/^\./, '')}` : ''}`;
}

/** Joomla 4's own element: both halves of the address in base64. */
export function joomlaEmail(name: string, attributes: Attributes): string | null {
  if (name !== 'joomla-hidden-mail') return null;
  return ['first', 'last'].map((half) => decodeBase64(attributes.get(half) ?? '')).join('@');
}
