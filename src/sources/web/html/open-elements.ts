import { type Attributes, NO_ATTRIBUTES } from './attributes.ts';
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
import type { TokenHandler } from './tokenizer.ts';

/** A page as a tree walk: every `open` that returned true has its `close`; only formatting elements may close out of order. */
export interface ElementHandler {
  /** @returns false to leave the element out with everything in it */
  open(name: string, attributes: Attributes): boolean;
  close(name: string): void;
  text(text: string): void;
}

/** As deep as browsers go; tags nested deeper are read as their content. */
const MAX_DEPTH = 512;

type Scope = 'table' | 'block' | 'inline';

/** How far outwards an end tag looks for its element. */
function scopeOf(name: string): Scope {
  if (TABLE_PARTS.has(name) || name === 'table') return 'table';
  return BLOCK.has(name) ? 'block' : 'inline';
}

/** Turns tags as they are written into elements as browsers see them: implied and missing end tags, strays, misnesting. */
export class OpenElements implements TokenHandler {
  readonly #handler: ElementHandler;
  readonly #names: string[] = [];
  /** Position of the outermost element left out; -1 when the reader is in none. */
  #leftOutAt = -1;
  #openParagraphs = 0;

  constructor(handler: ElementHandler) {
    this.#handler = handler;
  }

  startTag(name: string, attributes: Attributes, selfClosing: boolean): void {
    this.#closeImplied(name);
    if (VOID.has(name) || selfClosing) {
      if (this.#leftOutAt < 0 && this.#handler.open(name, attributes)) this.#handler.close(name);
      return;
    }
    if (this.#names.length >= MAX_DEPTH) return;
    if (this.#leftOutAt < 0 && !this.#handler.open(name, attributes))
      this.#leftOutAt = this.#names.length;
    this.#names.push(name);
    if (name === 'p') this.#openParagraphs++;
  }

  endTag(name: string): void {
    if (name === 'br') this.#strayBreak();
    else if (HEADINGS.has(name)) this.#closeWhere((open) => HEADINGS.has(open));
    else if (FORMATTING.has(name)) this.#closeFormatting(name);
    else this.#closeWhere((open) => open === name, scopeOf(name));
  }

  text(text: string): void {
    if (this.#leftOutAt < 0) this.#handler.text(text);
  }

  /** Closes what the page left open. */
  end(): void {
    this.#closeFrom(0);
  }

  /** `</br>` is read as `<br>` (HTML standard, 13.2.6.4.7). */
  #strayBreak(): void {
    if (this.#leftOutAt < 0 && this.#handler.open('br', NO_ATTRIBUTES)) this.#handler.close('br');
  }

  #closeImplied(name: string): void {
    if (this.#openParagraphs > 0 && CLOSES_PARAGRAPH.has(name))
      this.#closeWhere((open) => open === 'p');
    if (HEADINGS.has(name) && HEADINGS.has(this.#names.at(-1) ?? ''))
      this.#closeFrom(this.#names.length - 1);
    const rule = IMPLIED_ENDS[name];
    if (!rule) return;
    let outermost = -1;
    for (let at = this.#names.length - 1; at >= 0; at--) {
      const open = this.#names[at] as string;
      if (rule.within.includes(open)) break;
      if (rule.ends.includes(open)) outermost = at;
    }
    if (outermost < 0) return;
    if (name === 'a') this.#closeFormatting('a');
    else this.#closeFrom(outermost);
  }

  #closeWhere(matches: (name: string) => boolean, scope: Scope = 'block'): void {
    for (let at = this.#names.length - 1; at >= 0; at--) {
      const open = this.#names[at] as string;
      if (matches(open)) {
        this.#closeFrom(at);
        return;
      }
      if (
        scope === 'table'
          ? open === 'table'
          : SCOPE_ENDS.has(open) || (scope === 'inline' && BLOCK.has(open))
      )
        return;
    }
  }

  /** Ends one formatting element and leaves open what was opened inside it, as the "adoption agency" does. */
  #closeFormatting(name: string): void {
    for (let at = this.#names.length - 1; at >= 0; at--) {
      const open = this.#names[at] as string;
      if (open === name) {
        this.#remove(at);
        return;
      }
      if (SCOPE_ENDS.has(open)) return;
    }
  }

  #remove(at: number): void {
    if (at === this.#leftOutAt) {
      this.#closeFrom(at);
      return;
    }
    const [name] = this.#names.splice(at, 1) as [string];
    if (this.#leftOutAt > at) this.#leftOutAt--;
    else if (this.#leftOutAt >= 0) return;
    this.#handler.close(name);
  }

  #closeFrom(at: number): void {
    while (this.#names.length > at) {
      const name = this.#names.pop() as string;
      if (name === 'p') this.#openParagraphs--;
      const position = this.#names.length;
      if (position === this.#leftOutAt) this.#leftOutAt = -1;
      else if (this.#leftOutAt < 0) this.#handler.close(name);
    }
  }
}
