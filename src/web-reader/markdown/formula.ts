import type { Attributes } from '../html/tokenizer.ts';

/** Operators before the second and third child of MathML elements (MathML Core, 3.3 and 3.4). */
const BETWEEN: ReadonlyMap<string, readonly string[]> = new Map([
  ['mfrac', ['', '/']],
  ['msup', ['', '^']],
  ['msub', ['', '_']],
  ['msubsup', ['', '_', '^']],
  ['munder', ['', '_']],
  ['mover', ['', '^']],
  ['munderover', ['', '_', '^']],
]);
/** A longer formula is cut. */
const MAX_CHARS = 20_000;
const TEX = /^(?:application\/x-tex|TeX|LaTeX|text\/(?:tex|latex))$/i;

interface OpenPart {
  name: string;
  children: number;
  isGroup: boolean;
}

/** A MathML formula: the TeX of its annotation, or else its characters on one line. */
export class Formula {
  readonly #open: OpenPart[] = [];
  #signs = '';
  #tex = '';
  /** Kind of the open annotation; null outside one. */
  #annotation: 'tex' | 'other' | null;

  /** @param annotation `tex` for the contents of a TeX script */
  constructor(annotation: 'tex' | null = null) {
    this.#annotation = annotation;
  }

  open(name: string, attributes: Attributes): void {
    const outer = this.#open.at(-1);
    const before = BETWEEN.get(outer?.name ?? '');
    const isGroup = before !== undefined && name === 'mrow';
    if (outer && before) this.#add(before[outer.children] ?? '');
    if (outer) outer.children++;
    if (name === 'msqrt') this.#add('√');
    if (isGroup || name === 'msqrt') this.#add('(');
    if (name === 'annotation' || name === 'annotation-xml')
      this.#annotation = TEX.test(attributes.get('encoding') ?? '') ? 'tex' : 'other';
    this.#open.push({ name, children: 0, isGroup: isGroup || name === 'msqrt' });
  }

  close(name: string): void {
    if (name === 'annotation' || name === 'annotation-xml') this.#annotation = null;
    if (this.#open.at(-1)?.name === name && this.#open.pop()?.isGroup) this.#add(')');
  }

  text(text: string): void {
    if (this.#annotation === 'tex') this.#tex = (this.#tex + text).slice(0, MAX_CHARS);
    else if (this.#annotation === null)
      this.#add(this.#open.at(-1)?.name === 'mtext' ? text : text.trim());
  }

  toString(): string {
    return this.#tex.trim() ? `$${this.#tex.trim()}$` : this.#signs;
  }

  #add(signs: string): void {
    if (this.#signs.length < MAX_CHARS) this.#signs += signs;
  }
}
