import {
  BLOCK,
  CLOSES_PARAGRAPH,
  FORMATTING,
  HEADINGS,
  IMPLIED_ENDS,
  SCOPE_ENDS,
  TABLE_PARTS,
  VOID,
} from './element-kinds.ts';
import { type Attributes, HtmlTokenizer, NO_ATTRIBUTES, type TokenHandler } from './tokenizer.ts';

/**
 * Element handler, called as in a tree walk: each `open` that returned true is followed by its
 * `close`; only formatting elements may close out of order.
 */
export interface ElementHandler {
  /**
   * @param ordinal index of the start tag in the page, so that two passes over a page can refer to
   * the same element
   * @returns false to leave the element out with everything in it
   */
  open(name: string, attributes: Attributes, ordinal: number): boolean;
  close(name: string, ordinal: number): void;
  text(text: string): void;
}

/** Nesting limit of browsers; deeper tags are flattened into their content. */
const MAX_DEPTH = 512;
/** Names kept without an open element, because deleting and re-adding them costs more. */
const MAX_NAMES = 200;
const NONE = -1;

/** An open element with links to outer ones, so that an end tag need not search the stack. */
interface OpenElement {
  name: string;
  ordinal: number;
  /** Position of the next outer element with the same name. */
  sameAt: number;
  /** Position of the innermost scope limit for ordinary end tags, this element included. */
  scopeAt: number;
  /** Position of the innermost block, this element included. */
  blockAt: number;
}

/**
 * Tree construction (HTML standard, 13.2.6) on a stack of open elements: implied and missing end
 * tags, stray tags, misnesting.
 */
class OpenElements implements TokenHandler {
  readonly #handler: ElementHandler;
  readonly #open: OpenElement[] = [];
  /** Position of the innermost open element of each name. */
  readonly #lastAt = new Map<string, number>();
  /** Position of the outermost element left out; -1 outside of one. */
  #leftOutAt = NONE;
  #startTags = 0;

  constructor(handler: ElementHandler) {
    this.#handler = handler;
  }

  startTag(name: string, attributes: Attributes, selfClosing: boolean): void {
    const ordinal = this.#startTags++;
    this.#closeImplied(name);
    if (VOID.has(name) || selfClosing) {
      if (this.#leftOutAt < 0 && this.#handler.open(name, attributes, ordinal))
        this.#handler.close(name, ordinal);
      return;
    }
    if (this.#open.length >= MAX_DEPTH) return;
    if (this.#leftOutAt < 0 && !this.#handler.open(name, attributes, ordinal))
      this.#leftOutAt = this.#open.length;
    this.#push(name, ordinal);
  }

  endTag(name: string): void {
    if (name === 'br') this.#strayBreak();
    else if (HEADINGS.has(name)) this.#closeAt(this.#innermost(HEADINGS), this.#scopeAt);
    else if (FORMATTING.has(name)) this.#closeFormatting(name);
    else if (TABLE_PARTS.has(name) || name === 'table')
      this.#closeAt(this.#at(name), this.#at('table'));
    else if (name === 'noscript') this.#closeAt(this.#at(name), NONE);
    else this.#closeAt(this.#at(name), this.#reachOf(name));
  }

  text(text: string): void {
    if (this.#leftOutAt < 0) this.#handler.text(text);
  }

  /** Closes the elements that are still open. */
  end(): void {
    this.#closeFrom(0);
  }

  get #scopeAt(): number {
    return this.#open.at(-1)?.scopeAt ?? NONE;
  }

  /** Where the search of an end tag ends; for an inline element, at its block. */
  #reachOf(name: string): number {
    const { scopeAt, blockAt } = this.#open.at(-1) ?? { scopeAt: NONE, blockAt: NONE };
    return BLOCK.has(name) ? scopeAt : Math.max(scopeAt, blockAt);
  }

  #at(name: string): number {
    return this.#lastAt.get(name) ?? NONE;
  }

  #innermost(names: Iterable<string>): number {
    let innermost = NONE;
    for (const name of names) innermost = Math.max(innermost, this.#at(name));
    return innermost;
  }

  /** The outermost element with one of these names inside position `within`. */
  #outermost(names: Iterable<string>, within: number): number {
    let outermost = NONE;
    for (const name of names) {
      for (let at = this.#at(name); at > within; at = this.#sameOutwards(at))
        outermost = outermost < 0 ? at : Math.min(outermost, at);
    }
    return outermost;
  }

  #sameOutwards(at: number): number {
    return this.#open[at]?.sameAt ?? NONE;
  }

  /** `</br>` is handled as `<br>` (HTML standard, 13.2.6.4.7). */
  #strayBreak(): void {
    this.startTag('br', NO_ATTRIBUTES, false);
  }

  #closeImplied(name: string): void {
    if (CLOSES_PARAGRAPH.has(name)) this.#closeAt(this.#at('p'), this.#scopeAt);
    if (HEADINGS.has(name) && HEADINGS.has(this.#open.at(-1)?.name ?? ''))
      this.#closeFrom(this.#open.length - 1);
    if (name === 'a') this.#closeFormatting('a');
    const rule = IMPLIED_ENDS.get(name);
    const within = rule ? Math.max(this.#innermost(rule.within), this.#at('noscript')) : NONE;
    const outermost = rule ? this.#outermost(rule.ends, within) : NONE;
    if (outermost >= 0) this.#closeFrom(outermost);
  }

  /**
   * Closes an element unless the one at `reach` or a `noscript` is inside it. End tags do not cross
   * `noscript`, because browsers read its content as text.
   */
  #closeAt(at: number, reach: number): void {
    if (at >= 0 && at >= Math.max(reach, this.#at('noscript'))) this.#closeFrom(at);
  }

  /**
   * Adoption agency algorithm (HTML standard), simplified: closes one formatting element and keeps
   * open what was opened inside it.
   */
  #closeFormatting(name: string): void {
    const at = this.#at(name);
    if (at < 0 || at < Math.max(this.#scopeAt, this.#at('noscript'))) return;
    if (at === this.#leftOutAt) {
      this.#closeFrom(at);
      return;
    }
    const { ordinal } = this.#takeOut(at);
    if (this.#leftOutAt > at) this.#leftOutAt--;
    else if (this.#leftOutAt >= 0) return;
    this.#handler.close(name, ordinal);
  }

  #push(name: string, ordinal: number): void {
    const at = this.#open.length;
    const outer = this.#open[at - 1];
    this.#open.push({
      name,
      ordinal,
      sameAt: this.#at(name),
      scopeAt: SCOPE_ENDS.has(name) ? at : (outer?.scopeAt ?? NONE),
      blockAt: BLOCK.has(name) ? at : (outer?.blockAt ?? NONE),
    });
    this.#lastAt.set(name, at);
  }

  #pop(): OpenElement {
    const element = this.#open.pop() as OpenElement;
    const { name, sameAt } = element;
    if (sameAt < 0 && this.#lastAt.size > MAX_NAMES) this.#lastAt.delete(name);
    else this.#lastAt.set(name, sameAt);
    return element;
  }

  /** Removes one element and keeps those opened inside it. */
  #takeOut(at: number): OpenElement {
    const inside: OpenElement[] = [];
    while (this.#open.length > at + 1) inside.push(this.#pop());
    const taken = this.#pop();
    for (const { name, ordinal } of inside.toReversed()) this.#push(name, ordinal);
    return taken;
  }

  #closeFrom(at: number): void {
    while (this.#open.length > at) {
      const { name, ordinal } = this.#pop();
      const position = this.#open.length;
      if (position === this.#leftOutAt) this.#leftOutAt = NONE;
      else if (this.#leftOutAt < 0) this.#handler.close(name, ordinal);
    }
  }
}

/** Streaming parser of HTML into a handler; chunk boundaries may be anywhere. */
export class ElementParser {
  readonly #elements: OpenElements;
  readonly #tokenizer: HtmlTokenizer;

  constructor(handler: ElementHandler) {
    this.#elements = new OpenElements(handler);
    this.#tokenizer = new HtmlTokenizer(this.#elements);
  }

  /** Characters held for the next chunk. */
  get heldChars(): number {
    return this.#tokenizer.heldChars;
  }

  write(chunk: string): void {
    this.#tokenizer.write(chunk);
  }

  end(): void {
    this.#tokenizer.end();
    this.#elements.end();
  }
}

/** Parses a whole text into a handler. */
export function parseElements(handler: ElementHandler, html: string): void {
  const parser = new ElementParser(handler);
  parser.write(html);
  parser.end();
}

/**
 * Parses a page into a handler chunk by chunk, with bounded memory.
 * @param maxChars limit; nothing is read after the chunk that exceeds it
 * @param isLate polled between chunks: true stops reading, and the result is what was read so far
 */
export async function readElements(
  handler: ElementHandler,
  chunks: AsyncIterable<string> | Iterable<string>,
  { maxChars, isLate = () => false }: { maxChars: number; isLate?: (() => boolean) | undefined },
): Promise<void> {
  const parser = new ElementParser(handler);
  let chars = 0;
  for await (const chunk of chunks) {
    parser.write(chunk);
    chars += chunk.length;
    if (chars > maxChars || isLate()) break;
  }
  parser.end();
}
