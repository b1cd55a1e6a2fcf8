import { decodeHTML } from 'entities';
import { Attributes, NO_ATTRIBUTES } from './attributes.ts';

/** An element whose content is not read as tags. */
interface RawText {
  name: string;
  /** Entities count in it. */
  entities: boolean;
  /** Only its own closing tag ends it, followed by a space, a slash or `>`. */
  end: RegExp;
}

const rawText = (entities: boolean, name: string): [string, RawText] => [
  name,
  { name, entities, end: new RegExp(`</${name}(?=[\\s/>])`, 'gi') },
];

/** Elements whose content is text, whatever it looks like (HTML standard, 13.2.6.2). */
const RAW_TEXT: ReadonlyMap<string, RawText> = new Map([
  ...['title', 'textarea'].map((name) => rawText(true, name)),
  ...'script style xmp iframe noembed noframes noscript'
    .split(' ')
    .map((name) => rawText(false, name)),
]);

/** Longest tag kept; the rest of a longer one (inlined images) is read over and dropped. */
export const MAX_TAG_CHARS = 32_768;

const TAB = 9;
const LINE_FEED = 10;
const FORM_FEED = 12;
const RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const EQUALS = 61;
const GREATER = 62;

const isSpace = (code: number): boolean =>
  code === SPACE || code === LINE_FEED || code === TAB || code === RETURN || code === FORM_FEED;

/** Scanner state within a tag; a quote opens a value only directly after `=`. */
type ScanState = 'outside' | 'after_equals' | 'bare' | 'double' | 'single';

/**
 * Tag scanner: finds the `>` that ends a tag across chunks, each character visited once (HTML
 * standard, 13.2.5.8 and 13.2.5.32–40, without building the attributes).
 */
class TagScanner {
  #place: ScanState = 'outside';
  #kept = '';

  /** Forgets the tag read last. */
  reset(): void {
    this.#place = 'outside';
    this.#kept = '';
  }

  /** The text of the tag so far, without `<` and `>`, cut at {@link MAX_TAG_CHARS}. */
  get text(): string {
    return this.#kept;
  }

  /** Whether the tag ended inside an unquoted value, where a slash is part of the value. */
  get endsBare(): boolean {
    return this.#place === 'bare';
  }

  /**
   * @returns the index after the tag's `>`, or -1 when `chunk` ended first: call again with the
   * next one.
   */
  scan(chunk: string, from: number): number {
    const end = this.#find(chunk, from);
    const room = MAX_TAG_CHARS - this.#kept.length;
    if (room > 0)
      this.#kept += chunk.slice(from, Math.min(end < 0 ? chunk.length : end, from + room));
    return end < 0 ? -1 : end + 1;
  }

  #find(chunk: string, from: number): number {
    let place = this.#place;
    let at = from;
    for (; at < chunk.length; at++) {
      if (place === 'double' || place === 'single') {
        const close = chunk.indexOf(place === 'double' ? '"' : "'", at);
        if (close < 0) break;
        at = close;
        place = 'outside';
        continue;
      }
      const code = chunk.charCodeAt(at);
      if (code === GREATER) {
        this.#place = place;
        return at;
      }
      if (place === 'after_equals') {
        if (code === DOUBLE_QUOTE) place = 'double';
        else if (code === SINGLE_QUOTE) place = 'single';
        else if (!isSpace(code)) place = 'bare';
      } else if (place === 'bare') {
        if (isSpace(code)) place = 'outside';
      } else if (code === EQUALS) place = 'after_equals';
    }
    this.#place = place;
    return -1;
  }
}

/**
 * Token handler: receives tokens in document order. Names are lower case, entities decoded. One
 * text may come in several pieces.
 */
export interface TokenHandler {
  startTag(name: string, attributes: Attributes, selfClosing: boolean): void;
  endTag(name: string): void;
  text(text: string): void;
}

const FOREIGN = new Set(['svg', 'math']);
/** `&` and what may still become an entity: the longest name has 32 characters. */
const OPEN_ENTITY = /&(?:[a-z][a-z0-9]{0,31}|#\d{0,8}|#x[0-9a-f]{0,8})?$/i;
const LONGEST_ENTITY_CHARS = 34;
const NAME_END = /[\s/]/;
const NEXT_IS_TAG = /[a-z]/i;
const LINE_ENDS = /\r\n?/g;

/** The tag's name: everything up to a space or slash. */
function nameOf(body: string, from: number): string {
  const name = from === 0 ? body : body.slice(from);
  const end = name.search(NAME_END);
  return end < 0 ? name : name.slice(0, end);
}

type State = 'data' | 'tag' | 'comment' | 'bogus' | 'raw';

/**
 * Streaming HTML tokenizer: never fails, and buffers at most one tag.
 *
 * Not HTMLRewriter of the runtime: it crosses into JavaScript once per tag and text, about 4 µs
 * each, which is more than the whole conversion costs, and it rejects pages with ambiguous markup
 * (`<select><xmp>`). `bench/scraper.ts` measures both.
 */
export class HtmlTokenizer {
  readonly #handler: TokenHandler;
  readonly #tag = new TagScanner();
  #state: State = 'data';
  /**
   * Buffered input that needs the next chunk: at most an entity, the first characters of a tag, or
   * a closing tag.
   */
  #rest = '';
  /** The element whose content is being read as text. */
  #raw: RawText | null = null;
  #foreignDepth = 0;

  constructor(handler: TokenHandler) {
    this.#handler = handler;
  }

  /** Characters waiting for the next chunk. */
  get heldChars(): number {
    return this.#rest.length + this.#tag.text.length;
  }

  write(chunk: string): void {
    this.#read(this.#rest + chunk, false);
  }

  end(): void {
    const rest = this.#rest;
    this.#rest = '';
    this.#read(rest, true);
  }

  #read(input: string, last: boolean): void {
    let at = 0;
    this.#rest = '';
    // Line ends are normalised first (HTML standard, 13.2.3.5), so a return at the very end must
    // wait for its feed.
    let text = input;
    if (!last && text.endsWith('\r')) {
      this.#rest = '\r';
      text = text.slice(0, -1);
    }
    if (text.includes('\r')) text = text.replace(LINE_ENDS, '\n');
    while (at >= 0 && at < text.length) at = this.#step(text, at, last);
  }

  /**
   * @returns the index to go on from; -1 when the rest waits in `#rest` or inside the tag scanner
   */
  #step(text: string, at: number, last: boolean): number {
    switch (this.#state) {
      case 'tag':
        return this.#readTag(text, at);
      case 'comment':
        return this.#readComment(text, at, last);
      case 'bogus':
        return this.#readBogus(text, at);
      case 'raw':
        return this.#readRaw(text, at, last);
      default:
        return this.#readData(text, at, last);
    }
  }

  #hold(text: string): -1 {
    this.#rest = text + this.#rest;
    return -1;
  }

  #readData(text: string, at: number, last: boolean): number {
    const open = text.indexOf('<', at);
    if (open < 0) return this.#emitTail(text.slice(at), last);
    if (open > at) this.#emit(text.slice(at, open));
    return this.#openMarkup(text, open, last);
  }

  #openMarkup(text: string, open: number, last: boolean): number {
    const next = text[open + 1];
    const isIncomplete = text.length - open < 4 && !last;
    if (next === undefined) return last ? this.#literal(text, open) : this.#hold('<');
    if (next === '!') {
      if (isIncomplete) return this.#hold(text.slice(open));
      return this.#declaration(text, open);
    }
    if (next === '?') return this.#enter('bogus', open + 1);
    if (next === '/') {
      const name = text[open + 2];
      if (name === undefined) return last ? this.#literal(text, open) : this.#hold('</');
      if (!NEXT_IS_TAG.test(name)) return this.#enter('bogus', open + 1);
    } else if (!NEXT_IS_TAG.test(next)) return this.#literal(text, open);
    this.#tag.reset();
    return this.#enter('tag', open + 1);
  }

  #declaration(text: string, open: number): number {
    if (!text.startsWith('<!--', open)) return this.#enter('bogus', open + 1);
    // `<!-->` is a whole comment, so the search begins on the opening dashes.
    return this.#enter('comment', open + 2);
  }

  #enter(state: State, at: number): number {
    this.#state = state;
    return at;
  }

  #literal(text: string, open: number): number {
    this.#handler.text(text.slice(open, open + 1));
    return open + 1;
  }

  /**
   * Scans `--` pairs once: searching for each terminator (`-->`, `--!>`) separately would be
   * quadratic.
   */
  #readComment(text: string, at: number, last: boolean): number {
    for (let dash = text.indexOf('--', at); dash >= 0; dash = text.indexOf('--', dash + 1)) {
      if (text[dash + 2] === '>') return this.#enter('data', dash + 3);
      if (text.startsWith('!>', dash + 2)) return this.#enter('data', dash + 4);
    }
    return last ? -1 : this.#hold(text.slice(Math.max(at, text.length - 3)));
  }

  #readBogus(text: string, at: number): number {
    const close = text.indexOf('>', at);
    return close < 0 ? -1 : this.#enter('data', close + 1);
  }

  #readTag(text: string, at: number): number {
    const end = this.#tag.scan(text, at);
    if (end < 0) return -1;
    this.#state = 'data';
    const body = this.#tag.text;
    if (body[0] === '/') this.#closeTag(nameOf(body, 1).toLowerCase());
    else this.#openTag(body);
    return end;
  }

  #closeTag(name: string): void {
    if (FOREIGN.has(name) && this.#foreignDepth > 0) this.#foreignDepth--;
    this.#handler.endTag(name);
  }

  #openTag(body: string): void {
    const rawName = nameOf(body, 0);
    const name = rawName.toLowerCase();
    const selfClosing = body.endsWith('/') && !this.#tag.endsBare;
    const rest = selfClosing ? body.slice(rawName.length, -1) : body.slice(rawName.length);
    if (FOREIGN.has(name) && !selfClosing) this.#foreignDepth++;
    this.#handler.startTag(
      name,
      rest === '' ? NO_ATTRIBUTES : new Attributes(rest),
      selfClosing && this.#foreignDepth > 0,
    );
    const raw = RAW_TEXT.get(name);
    if (raw && !(selfClosing && this.#foreignDepth > 0)) {
      this.#state = 'raw';
      this.#raw = raw;
    }
  }

  #readRaw(text: string, at: number, last: boolean): number {
    const { end } = this.#raw as RawText;
    end.lastIndex = at;
    const close = end.exec(text)?.index ?? -1;
    if (close < 0) {
      const rest = text.slice(at);
      const keep = last ? 0 : this.#openRawTail(rest);
      this.#emitRaw(rest.slice(0, rest.length - keep));
      return last ? -1 : this.#hold(rest.slice(rest.length - keep));
    }
    this.#emitRaw(text.slice(at, close));
    this.#tag.reset();
    return this.#enter('tag', close + 1);
  }

  /** How many characters at the end may belong to the closing tag, or to an entity. */
  #openRawTail(text: string): number {
    const { name, entities } = this.#raw as RawText;
    const open = text.indexOf('<', Math.max(0, text.length - name.length - 2));
    const tail = open < 0 ? 0 : text.length - open;
    if (!entities) return tail;
    const before = text.slice(
      Math.max(0, text.length - tail - LONGEST_ENTITY_CHARS),
      text.length - tail,
    );
    return tail + (OPEN_ENTITY.exec(before)?.[0].length ?? 0);
  }

  #emitRaw(text: string): void {
    if (this.#raw?.entities) this.#emit(text);
    else if (text !== '') this.#handler.text(text);
  }

  #emitTail(text: string, last: boolean): number {
    const open = last
      ? null
      : OPEN_ENTITY.exec(
          text.length > LONGEST_ENTITY_CHARS ? text.slice(-LONGEST_ENTITY_CHARS) : text,
        );
    const keep = open?.[0].length ?? 0;
    this.#emit(keep === 0 ? text : text.slice(0, -keep));
    return keep === 0 ? -1 : this.#hold(text.slice(-keep));
  }

  #emit(text: string): void {
    if (text !== '') this.#handler.text(text.includes('&') ? decodeHTML(text) : text);
  }
}
