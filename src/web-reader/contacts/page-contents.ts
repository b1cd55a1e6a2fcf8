import { isLabel } from '../../domain/phone/phone-labels.ts';
import { collapseBlanks, decodeBase64, normalizeText } from '../html/plain-text.ts';
import type { Attributes } from '../html/tokenizer.ts';
import { isRegistrable } from './emails.ts';
import {
  metaStatedContact,
  type StatedContact,
  type StatedContactKind,
} from './stated-contacts.ts';

export interface PageLink {
  /** `href` as written. */
  href: string;
  label: string;
  /** The last text before the link, with a marker if its class, title or aria-label names a fax. */
  before: string;
  /** The link is not displayed, so its address may be a trap. */
  isHidden: boolean;
  /** `rel="me"`: a profile of the owner on another site. */
  isOwn: boolean;
}

export interface PageScript {
  text: string;
  isJson: boolean;
}

/** The parts of a page that contact finders read. */
export interface PageContents {
  /** Blocks separated by line feeds. */
  text: string;
  /** Amount of content displayed when scripts run; `noscript` is therefore left out. */
  shown: { chars: number; links: number };
  /** Attribute texts, one per line. */
  asides: string;
  links: PageLink[];
  scripts: PageScript[];
  statements: StatedContact[];
  /** Addresses that Cloudflare's email protection had replaced by a code. */
  protectedEmails: string[];
  language: string | null;
  baseHref: string | null;
}

/** Embedded posts of third parties. */
const EMBEDS =
  /(?:^|\s)(?:twitter-tweet|instagram-media|tiktok-embed|fb-post|fb-video|bluesky-embed|text-post-media|reddit-embed-bq|mastodon-embed)/;
const SIGNS = new Set(['img', 'i', 'span', 'svg']);
/** Icon names for telephones in common icon sets: `fa-phone-alt`, `bi-telephone-fill`. */
const PHONE_ICON =
  /(?:^|[\s_-])(?:tele|smart|cell|ear)?(?:phone|mobile|tel|call|telefono?|whatsapp)(?=[\s._-]|$)/i;
const FAX_ICON = /(?:^|[\s_-])fax(?=[\s._-]|$)/i;
const ICON_FONT = /(?:^|[\s_-])(?:icons?|fa|fas|fab|far|glyphicon|material)(?=[\s_-]|$)/i;
const MAX_FILE_CHARS = 100;
const AT_IMAGE =
  /(?:^|[/_-])(?:at|arroba|at-?sign|klammeraffe|affenschwanz)\.(?:gif|png|jpe?g|svg|webp)$/i;
const AT_WORDS = new Set(['@', 'at', '(at)', '[at]', 'arroba', 'arobase']);
const DOT_WORDS = new Set(['.', 'dot', '(dot)', '[dot]', 'punkt', 'point']);
const AT_ICON = /(?:^|\s)(?:fa|icon|bi|mdi|ti|ri|la)-at(?:\s|$)/;

/** Whether an element shows an embedded post of a third party. */
export const isEmbeddedPost = (name: string, attributes: Attributes): boolean =>
  name === 'blockquote' && EMBEDS.test(attributes.get('class') ?? '');

/** Whether the content of a meta element is a sentence about the page. */
const isDescription = (attributes: Attributes): boolean =>
  /description|title|author|copyright|abstract|owner/i.test(
    attributes.get('name') ?? attributes.get('property') ?? '',
  );

/** The class names and file name of a picture or icon; '' for a `span` outside an icon font. */
function wordsOfSign(name: string, attributes: Attributes): string {
  const classes = attributes.get('class') ?? '';
  if (name === 'span' && !ICON_FONT.test(classes)) return '';
  const file = (attributes.get('src') ?? '').slice(-MAX_FILE_CHARS);
  return `${classes} ${file.slice(file.lastIndexOf('/') + 1)}`;
}

/**
 * The text a picture or icon stands for: the at sign or a dot within an address, a telephone or fax
 * sign before a number; '' for none.
 */
export function signOf(name: string, attributes: Attributes): string {
  if (!SIGNS.has(name) || attributes.size === 0) return '';
  const alt = (attributes.get('alt') ?? '').trim().toLowerCase();
  if (AT_WORDS.has(alt)) return '@';
  if (DOT_WORDS.has(alt)) return '.';
  if (alt === '' && AT_IMAGE.test(attributes.get('src') ?? '')) return '@';
  if (AT_ICON.test(attributes.get('class') ?? '')) return '@';
  if (alt.length > 3 && alt.length < 30 && isLabel(alt)) return ` ${alt}: `;
  const words = wordsOfSign(name, attributes);
  if (FAX_ICON.test(words)) return ' 📠 ';
  return PHONE_ICON.test(words) ? ' ☎ ' : '';
}

/** Joins an address split over attributes: `data-user="info" data-domain="example.com"`. */
function emailInParts(attributes: Attributes): string | null {
  const pick = (...names: string[]) =>
    names.map((name) => attributes.get(`data-${name}`)).find((value) => value);
  const local = pick('user', 'name', 'local', 'username', 'mail-user', 'email-user', 'part1');
  const host = pick('domain', 'host', 'website', 'mail-domain', 'email-domain', 'part2');
  if (!local || !host || /[@\s]/.test(local + host)) return null;
  const suffix = pick('tld', 'suffix', 'ext', 'part3');
  return `${local}@${host}${suffix ? `.${suffix.replace(/^\./, '')}` : ''}`;
}

/** Decodes Joomla 4's `joomla-hidden-mail` element: both halves of the address in base64. */
export function joomlaEmail(name: string, attributes: Attributes): string | null {
  if (name !== 'joomla-hidden-mail') return null;
  return ['first', 'last'].map((half) => decodeBase64(attributes.get(half) ?? '')).join('@');
}

/** Characters before an element boundary that are examined; longer words are not labels. */
const REACH_CHARS = 80;

const WORD_END = /[\p{L}\d]$/u;
const WORD_START = /^[\p{L}\d+(]/u;
/** Label words; after a character that occurs within addresses, the word is part of one. */
const LABEL_END =
  /(?:^|[^\p{L}\p{N}_.+-])(?:e-?mails?|mail|e-?post|correo|courriel|posta|tel|telefono?|téléphone|teléfono|telefone|phone|call|fax|mobile?|contact|kontakt|write|us)$/iu;
const ADDRESS_START = /^[\w.+-]{0,64}@/;
const WHOLE_ADDRESS_START = /^[\w.+-]{1,64}@[a-z0-9-]{1,63}\.[a-z]/i;
const LAST_DOMAIN = /@([a-z0-9.-]{1,70})$/i;
const PIECE = /^\d{1,2}$/;
const PIECE_END = /(?<!\d)\d{1,2}$/;
const WORD_PARTS = /[\s@]/;
const NEXT_LETTERS = /^[a-z]*/i;

/**
 * Whether a tag between two texts is a word boundary. Within an address or a number it is not;
 * between a label and the value in the next element it is, even without a space.
 */
function areTwoWords(before: string, after: string): boolean {
  if (!WORD_END.test(before) || !WORD_START.test(after)) return false;
  const domain = LAST_DOMAIN.exec(before)?.[1];
  if (domain) {
    const joined = domain + (NEXT_LETTERS.exec(after)?.[0] ?? '');
    return isRegistrable(domain) && !isRegistrable(joined);
  }
  if (LABEL_END.test(before)) return true;
  // A number may be split into single digits; two longer groups may be two numbers.
  if (/\d$/.test(before) && /^\d/.test(after) && (PIECE.test(after) || PIECE_END.test(before)))
    return false;
  if (/\d$/.test(before) || /^[\d+(]/.test(after))
    return /\d{4}$/.test(before) || !ADDRESS_START.test(after);
  const word = before.split(WORD_PARTS).at(-1) ?? '';
  return /^\p{Lu}/u.test(word) && /^\p{Ll}/u.test(after) && WHOLE_ADDRESS_START.test(after);
}

/** Text buffer filled as a page is read: white space collapsed, blocks separated by line feeds. */
class TextRun {
  #pieces: string[] = [];
  #tail = '';
  #atSeam = false;
  readonly #maxChars: number;
  length = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** The last {@link REACH_CHARS} characters. */
  get tail(): string {
    return this.#tail;
  }

  /** Marks the start or end of a block. */
  break(): void {
    this.#atSeam = false;
    if (this.#tail !== '' && !this.#tail.endsWith('\n')) this.#push('\n');
  }

  /** Marks the start or end of an inline element. */
  seam(): void {
    this.#atSeam = true;
  }

  /** @param keepLines the text is preformatted */
  add(text: string, keepLines = false): void {
    const plain = normalizeText(text);
    let piece = keepLines ? plain : collapseBlanks(plain);
    if (piece === '') return;
    if (piece.startsWith(' ') && /(?:^|\s)$/.test(this.#tail)) piece = piece.slice(1);
    if (this.#atSeam && areTwoWords(this.#tail, piece.slice(0, REACH_CHARS))) piece = ` ${piece}`;
    this.#atSeam = false;
    this.#push(piece);
  }

  #push(piece: string): void {
    if (this.length >= this.#maxChars) return;
    this.length += piece.length;
    this.#pieces.push(piece);
    this.#tail = (this.#tail + piece).slice(-REACH_CHARS);
  }

  toString(): string {
    return this.#pieces.join('').slice(0, this.#maxChars);
  }
}

/** Limits per page; contacts are usually near the top or bottom, or on a page of their own. */
const MAX_TEXT_CHARS = 400_000;
const MAX_LINKS = 4_000;
const MAX_ADDRESS_CHARS = 4_000;
export const MAX_SCRIPT_CHARS = 1_500_000;
const MAX_SCRIPTS = 300;
const MAX_STATEMENTS = 2_000;
const MAX_ASIDE_CHARS = 60_000;
export const MAX_VALUE_CHARS = 500;

/** Names of attributes that hold an address or data for a script. */
const CARRIES =
  /mail|phone|tel|contact|clipboard|copy|href|url|link|user|domain|name|prop|setting|page|state|config|option|json/;
/** A link pasted as Markdown: `[example.com](https://example.com/name)`. */
const AS_MARKDOWN = /^\[[^\]]{0,200}\]\((https?:[^\s()]{1,2000})\)$/i;
const LINK_SCHEME = /^\s*(?:mailto|tel|sms|callto|whatsapp|https?|javascript):/i;

/** Collects the contents of one page, within limits. */
export class PageCollector {
  readonly contents: Omit<PageContents, 'text' | 'asides'> = {
    shown: { chars: 0, links: 0 },
    links: [],
    scripts: [],
    statements: [],
    protectedEmails: [],
    language: null,
    baseHref: null,
  };
  readonly text = new TextRun(MAX_TEXT_CHARS);
  readonly asides = new TextRun(MAX_ASIDE_CHARS);
  /** Number of open elements that are hidden, and that show third-party posts. */
  hidden = 0;
  embeds = 0;
  /** Script characters so far, including script attributes. */
  rawChars = 0;

  finish(): PageContents {
    return { ...this.contents, text: this.text.toString(), asides: this.asides.toString() };
  }

  state(kind: StatedContactKind, text: string): void {
    const value = collapseBlanks(text).trim();
    if (value !== '' && this.hidden === 0 && this.contents.statements.length < MAX_STATEMENTS)
      this.contents.statements.push({ kind, value: value.slice(0, MAX_VALUE_CHARS) });
  }

  readMeta(attributes: Attributes): void {
    const statement = metaStatedContact(attributes);
    if (statement) this.state(statement.kind, statement.value);
    else if (
      /@|\d{3}|(?:\d\d[ .-]){3}\d\d/.test(attributes.get('content') ?? '') &&
      isDescription(attributes)
    )
      this.aside(attributes.get('content') ?? '');
  }

  readCarried(element: string, attributes: Attributes): void {
    for (const [name, value] of attributes) {
      if (value === '' || value.length > 100_000 || name === 'data-cfemail') continue;
      this.rawChars += value.length;
      if (/^on[a-z]{3,}$/.test(name)) this.addScript(value, 'code');
      else if (LINK_SCHEME.test(value) && name !== 'href' && name !== 'src')
        this.addLink(value, attributes);
      else if (/^\s*[[{]/.test(value)) this.addScript(value, 'json');
      else if ((name.startsWith('data-') || element.includes('-')) && CARRIES.test(name))
        this.#carry(name, value);
      else if (name === 'value' && element !== 'option' && attributes.has('readonly'))
        this.aside(value);
    }
    const joined = emailInParts(attributes);
    if (joined) this.state('email', joined);
  }

  #carry(name: string, value: string): void {
    if (/fax/.test(name)) return;
    if (/phone|tel(?:$|-)|telefon|mobile|whatsapp/.test(name)) this.state('phone', value);
    else if (/mail/.test(name)) this.state('email', value);
    else this.aside(value);
  }

  aside(text: string): void {
    if (text.length < 4 || text.length > 10_000) return;
    this.asides.break();
    this.asides.add(text);
  }

  addLink(href: string, attributes: Attributes, stated?: 'own'): PageLink | null {
    if (href.length > MAX_ADDRESS_CHARS || this.contents.links.length >= MAX_LINKS) return null;
    if (this.embeds > 0) return null;
    const aloud = `${attributes.get('class') ?? ''} ${attributes.get('title') ?? ''} ${attributes.get('aria-label') ?? ''}`;
    if (/fax/i.test(aloud)) this.text.add(' Fax: ');
    const link = {
      href: href.trim().replace(AS_MARKDOWN, '$1'),
      label: '',
      before: this.text.tail,
      isHidden: this.hidden > 0,
      isOwn: stated === 'own' || /(?:^|\s)me(?:\s|$)/i.test(attributes.get('rel') ?? ''),
    };
    this.contents.links.push(link);
    return link;
  }

  addScript(text: string, kind: 'code' | 'json'): void {
    if (this.contents.scripts.length < MAX_SCRIPTS && this.rawChars <= MAX_SCRIPT_CHARS)
      this.contents.scripts.push({ text, isJson: kind === 'json' });
  }
}

/** Words of the site's owner behind the maker of the site: "Site by Acme | Call us on …". */
const OWNERS = new RegExp(
  '[|·•–—] ?(?:©|\\(c\\)|copyright|(?:call|contact|reach|ring|text) us|' +
    'booking|reservation|rufen sie|appelez|llámenos|llamanos|chiamaci)',
  'i',
);
/** Words before the maker of the site itself. */
const SITE_MAKER = new RegExp(
  `(?:${[
    '(?:[Ww]eb ?-?[Dd]esign|(?:[Ww]eb)?(?<![Oo]n[ -])[Ss]ite) ' +
      '(?:(?:developed|[Dd]esigned|[Bb]uilt|created|made) )?by(?= ?(?:\\p{Lu}|$))',
    '[Ww]eb ?-?[Dd]esign ?(?:von|[:：])|[Ww]ebsite (?:gemaakt )?door|[Dd]esenvolvido por',
    '[Ss]ite (?:web |internet )?(?:réalisé|créé|conçu) par|[Rr]éalisation (?:du )?site',
    '(?:[Ss]itio|[Pp]ágina) (?:web )?(?:diseñad|cread|desarrollad)[oa] por',
    '[Dd]iseño web ?(?:por|:)|[Ss]ite (?:criado|feito) por',
    '[Ww]eb(?:site|seite) (?:erstellt|gestaltet|umgesetzt) (?:von|durch)',
    '[Ss]ito (?:web )?(?:realizzato|sviluppato|creato|curato) da|[Rr]ealizacja (?:strony|www)',
    '[Tt]vorba (?:webu|www)|(?:[Сс]оздание|[Рр]азработка) сайт|サイト制作|[Ii]zrada web',
  ].join('|')})`,
  'gu',
);
const MAX_MAKER_CHARS = 80;

/** Start and end of the maker's words in a text: contacts in them are the maker's. */
function makersWords(text: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  for (const { 0: words, index } of text.matchAll(SITE_MAKER)) {
    if (index < (found.at(-1)?.[1] ?? 0)) continue;
    const behind = index + words.length;
    const [line = ''] = text.slice(behind, behind + MAX_MAKER_CHARS).split('\n', 1);
    const owners = line.search(OWNERS);
    found.push([index, behind + (owners < 0 ? line.length : owners)]);
  }
  return found;
}

export function withoutMaker(text: string): string {
  const words = makersWords(text);
  const starts = [0, ...words.map(([, end]) => end)];
  return starts.map((start, at) => text.slice(start, words[at]?.[0])).join('');
}

/** Whether a line ends with words of the maker of the site. */
export const isMakers = (line: string): boolean =>
  makersWords(line).some(([, end]) => end === line.length);
