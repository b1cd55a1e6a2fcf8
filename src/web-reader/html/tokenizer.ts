import { Tokenizer } from 'htmlparser2';
import { BLOCK } from './element-kinds.ts';

/** Attributes with lower-case names and decoded entities; '' for an attribute without a value. */
export type Attributes = ReadonlyMap<string, string>;
export const NO_ATTRIBUTES: Attributes = new Map();

/** Token handler: receives tokens in document order. One text may arrive in several pieces. */
export interface TokenHandler {
  startTag(name: string, attributes: Attributes, selfClosing: boolean): void;
  endTag(name: string): void;
  text(text: string): void;
}

/** Characters of names and values kept per tag; longer values (inlined images) are dropped. */
const MAX_TAG_CHARS = 32_768;
/** Of a longer name, only the end is kept. */
const MAX_NAME_CHARS = 1_000;
/** Characters tokenized at a time; text is delivered at the end of each slice. */
const SLICE_CHARS = 16_384;
/** Input held for an unfinished token; only comments and names become longer. */
const MAX_HELD_CHARS = 2 * SLICE_CHARS;

const FOREIGN = new Set(['svg', 'math']);
const LINE_ENDS = /\r\n?/g;

/**
 * Streaming HTML tokenizer: htmlparser2's, never fails, with bounded memory. Its `Parser` is not
 * used: its stack of open elements has no limit and takes quadratic time on deep pages.
 *
 * The runtime's HTMLRewriter is not used: it calls into JavaScript once per tag and text, about 4
 * µs each, which is more than the whole conversion costs, and it rejects pages with ambiguous
 * markup (`<select><xmp>`). `bench/scraper.ts` measures both.
 */
export class HtmlTokenizer {
  readonly #handler: TokenHandler;
  readonly #tokenizer: Tokenizer;
  /** Input from position `#base` on; it is delivered up to position `#done`. */
  #input = '';
  #base = 0;
  #done = 0;
  #endsInReturn = false;
  /** Decoded text, delivered before the next tag or at the end of a slice. */
  #text = '';
  #tag = '';
  #attributes: Map<string, string> | null = null;
  /** Null: the attribute is dropped. */
  #attribute: string | null = null;
  #value = '';
  #room = MAX_TAG_CHARS;
  #foreignDepth = 0;

  constructor(handler: TokenHandler) {
    this.#handler = handler;
    const ignore = () => undefined;
    this.#tokenizer = new Tokenizer(
      {},
      {
        isInForeignContext: () => this.#foreignDepth > 0,
        ontext: (start, end) => {
          this.#text += this.#read(start, end);
        },
        ontextentity: (code, end) => {
          this.#text += String.fromCodePoint(code);
          this.#done = end;
        },
        onopentagname: (start, end) => {
          this.#tag = this.#readName(start, end);
        },
        onattribname: (start, end) => {
          const name = this.#readName(start, end);
          this.#attribute = this.#room > 0 ? name : null;
          this.#room -= name.length;
          this.#value = '';
        },
        onattribdata: (start, end) => this.#addToValue(this.#read(start, end)),
        onattribentity: (code) => this.#addToValue(String.fromCodePoint(code)),
        onattribend: (_, end) => {
          this.#done = end;
          if (this.#attribute === null || this.#attributes?.has(this.#attribute)) return;
          this.#attributes ??= new Map();
          this.#attributes.set(this.#attribute, this.#value);
        },
        onopentagend: () => this.#startTag(false),
        onselfclosingtag: () => this.#startTag(true),
        onclosetag: (start, end) => this.#endTag(this.#readName(start, end)),
        oncomment: ignore,
        oncdata: ignore,
        ondeclaration: ignore,
        onprocessinginstruction: ignore,
        onend: ignore,
      },
    );
  }

  /** Characters held for the next chunk. */
  get heldChars(): number {
    const ofTag = MAX_TAG_CHARS - Math.max(this.#room, 0);
    return this.#input.length + ofTag;
  }

  write(chunk: string): void {
    const text = this.#normalize(chunk);
    for (let at = 0; at < text.length; at += SLICE_CHARS)
      this.#writeSlice(text.slice(at, at + SLICE_CHARS));
  }

  end(): void {
    this.#tokenizer.end();
    this.#deliverText();
  }

  /** Converts line ends to line feeds (HTML standard, 13.2.3.5), also across chunks. */
  #normalize(chunk: string): string {
    const text = this.#endsInReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    if (chunk !== '') this.#endsInReturn = chunk.endsWith('\r');
    return text.includes('\r') ? text.replace(LINE_ENDS, '\n') : text;
  }

  #writeSlice(slice: string): void {
    this.#input += slice;
    this.#tokenizer.write(slice);
    this.#deliverText();
    const end = this.#base + this.#input.length;
    this.#done = end - this.#done > MAX_HELD_CHARS ? end - SLICE_CHARS : this.#done;
    this.#input = this.#input.slice(this.#done - this.#base);
    this.#base = this.#done;
  }

  #read(start: number, end: number): string {
    this.#done = end;
    return this.#input.slice(Math.max(start - this.#base, 0), end - this.#base);
  }

  #readName(start: number, end: number): string {
    return this.#read(Math.max(start, end - MAX_NAME_CHARS), end).toLowerCase();
  }

  #addToValue(text: string): void {
    if (this.#room > 0) this.#value += text.slice(0, this.#room);
    this.#room -= text.length;
  }

  #deliverText(): void {
    if (this.#text === '') return;
    this.#handler.text(this.#text);
    this.#text = '';
  }

  #startTag(isSelfClosing: boolean): void {
    const name = this.#tag;
    const attributes = this.#attributes ?? NO_ATTRIBUTES;
    this.#attributes = null;
    this.#room = MAX_TAG_CHARS;
    this.#deliverText();
    this.#leaveForeign(name);
    const isForeign = FOREIGN.has(name) || this.#foreignDepth > 0;
    if (FOREIGN.has(name) && !isSelfClosing) this.#foreignDepth++;
    this.#handler.startTag(name, attributes, isSelfClosing && isForeign);
  }

  #endTag(name: string): void {
    this.#deliverText();
    this.#leaveForeign(name);
    if (FOREIGN.has(name) && this.#foreignDepth > 0) this.#foreignDepth--;
    this.#handler.endTag(name);
  }

  /** A block element of HTML within SVG or MathML ends it (HTML standard, 13.2.6.5). */
  #leaveForeign(name: string): void {
    if (BLOCK.has(name)) this.#foreignDepth = 0;
  }
}
