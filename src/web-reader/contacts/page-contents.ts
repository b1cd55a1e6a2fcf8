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
  /** As written. */
  href: string;
  label: string;
  /** The last text before it, with whatever names it aloud. */
  before: string;
  /** Not shown: its address may be a trap. */
  isHidden: boolean;
  /** `rel="me"`: the owner's own page elsewhere. */
  isOwn: boolean;
}

export interface PageScript {
  text: string;
  isJson: boolean;
}

/** What contact finders read of a page. */
export interface PageContents {
  /** Blocks parted by line feeds. */
  text: string;
  /** How much is shown where scripts run, so that `noscript` is left out. */
  shown: { chars: number; links: number };
  /** Texts of attributes, one a line. */
  asides: string;
  links: PageLink[];
  scripts: PageScript[];
  statements: StatedContact[];
  /** Addresses that Cloudflare replaced by a code. */
  protectedEmails: string[];
  language: string | null;
  baseHref: string | null;
}

/** Posts of others shown within a page. */
const EMBEDS =
  /(?:^|\s)(?:twitter-tweet|instagram-media|tiktok-embed|fb-post|fb-video|bluesky-embed|text-post-media|reddit-embed-bq|mastodon-embed)/;
const SIGNS = new Set(['img', 'i', 'span', 'svg']);
/** Names that sets of icons give their telephones: `fa-phone-alt`, `bi-telephone-fill`. */
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

/** Whether a meta element's content is a sentence about the page. */
const isDescription = (attributes: Attributes): boolean =>
  /description|title|author|copyright|abstract|owner/i.test(
    attributes.get('name') ?? attributes.get('property') ?? '',
  );

/** A picture's own words, and what it is called by its file or by its style. */
function wordsOfSign(name: string, attributes: Attributes): string {
  const classes = attributes.get('class') ?? '';
  if (name === 'span' && !ICON_FONT.test(classes)) return '';
  const file = (attributes.get('src') ?? '').slice(-MAX_FILE_CHARS);
  return `${classes} ${file.slice(file.lastIndexOf('/') + 1)}`;
}

/**
 * What a picture or an icon stands for: the at sign or a dot within an address, a telephone or a
 * fax before a number; ''.
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

/** `data-user="info" data-domain="example.com"`, put together by a script of the page. */
function emailInParts(attributes: Attributes): string | null {
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

/** How far back a seam is looked at; longer words are no labels. */
const REACH_CHARS = 80;

const WORD_END = /[\p{L}\d]$/u;
const WORD_START = /^[\p{L}\d+(]/u;
/** Behind a sign that addresses have inside, such a word is a part of one. */
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
 * Word boundary between two texts with a tag between them. Tags within an address or a number are
 * no boundary; a label and the value in the next element are, though no space stands between them.
 */
function areTwoWords(before: string, after: string): boolean {
  if (!WORD_END.test(before) || !WORD_START.test(after)) return false;
  const domain = LAST_DOMAIN.exec(before)?.[1];
  if (domain) {
    const joined = domain + (NEXT_LETTERS.exec(after)?.[0] ?? '');
    return isRegistrable(domain) && !isRegistrable(joined);
  }
  if (LABEL_END.test(before)) return true;
  // Digit by digit it is one number; two groups of digits may be two.
  if (/\d$/.test(before) && /^\d/.test(after) && (PIECE.test(after) || PIECE_END.test(before)))
    return false;
  if (/\d$/.test(before) || /^[\d+(]/.test(after))
    return /\d{4}$/.test(before) || !ADDRESS_START.test(after);
  const word = before.split(WORD_PARTS).at(-1) ?? '';
  return /^\p{Lu}/u.test(word) && /^\p{Ll}/u.test(after) && WHOLE_ADDRESS_START.test(after);
}

/** Text put together as a page is read: white space collapsed, blocks parted by line feeds. */
class TextRun {
  #pieces: string[] = [];
  #tail = '';
  #atSeam = false;
  readonly #maxChars: number;
  length = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** The last few characters. */
  get tail(): string {
    return this.#tail;
  }

  /** A block begins or ends. */
  break(): void {
    this.#atSeam = false;
    if (this.#tail !== '' && !this.#tail.endsWith('\n')) this.#push('\n');
  }

  /** An element within a line begins or ends. */
  seam(): void {
    this.#atSeam = true;
  }

  /** @param keepLines within preformatted text */
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

/** Limits per page; contacts stand at the top, at the bottom or on their own page. */
const MAX_TEXT_CHARS = 400_000;
const MAX_LINKS = 4_000;
const MAX_ADDRESS_CHARS = 4_000;
export const MAX_SCRIPT_CHARS = 1_500_000;
const MAX_SCRIPTS = 300;
const MAX_STATEMENTS = 2_000;
const MAX_ASIDE_CHARS = 60_000;
export const MAX_VALUE_CHARS = 500;

/** Attributes that carry an address for a script to use. */
const CARRIES =
  /mail|phone|tel|contact|clipboard|copy|href|url|link|user|domain|name|prop|setting|page|state|config|option|json/;
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
  /** How many of the open elements are hidden, and how many show posts of others. */
  hidden = 0;
  embeds = 0;
  /** Characters of scripts so far, attributes that hold scripts included. */
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
      href: href.trim(),
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
