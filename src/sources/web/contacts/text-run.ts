import { parse } from 'tldts';
import { collapseBlanks, plainText } from './plain-text.ts';

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

const isDomain = (name: string): boolean => {
  const { domain, isIcann } = parse(name);
  return domain !== null && isIcann === true;
};

/**
 * Whether two pieces of text that an element's tag parts are two words. Tags within an address or a
 * number part nothing; a label and the value in the next element do, though no space stands between
 * them.
 */
function areTwoWords(before: string, after: string): boolean {
  if (!WORD_END.test(before) || !WORD_START.test(after)) return false;
  const domain = LAST_DOMAIN.exec(before)?.[1];
  if (domain) {
    const joined = domain + (NEXT_LETTERS.exec(after)?.[0] ?? '');
    return isDomain(domain) && !isDomain(joined);
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
export class TextRun {
  #pieces: string[] = [];
  #tail = '';
  #atSeam = false;
  readonly #maxChars: number;
  /** Characters so far. */
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
    const plain = plainText(text);
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
