/** A link being written. It goes to the first block of text inside it; a card of several blocks is linked once. */
export interface Link {
  url: string;
  /** Text that has been collected for it. */
  filled: boolean;
}

/** Bits of {@link Part.marks}. */
export const STRONG = 1;
export const EMPHASIS = 2;
export const STRIKE = 4;
export const CODE = 8;

/** A stretch of one block in one style. */
export interface Part {
  /** `text` is escaped when written, `markup` is not, `break` is a line end. */
  kind: 'text' | 'markup' | 'break';
  text: string;
  marks: number;
  link: Link | null;
}

const SPACES = /[ \t\n\f\r]+/g;
/** Soft hyphen, zero-width space, byte order mark, null: invisible, and noise in Markdown. */
const INVISIBLE = /[\0\u00ad\u200b\ufeff]/g;
/** Most text is single words and spaces, and needs none of the rewriting. */
const UNTIDY = /[\0\u00ad\u200b\ufeff\t\n\f\r]| {2}/;

/** The inline content of the block being read, white space collapsed as CSS Text 3, section 4.1.1 says. */
export class InlineRun {
  parts: Part[] = [];
  chars = 0;
  /** At the start of a line, or after a space: further spaces vanish. */
  #afterSpace = true;

  get empty(): boolean {
    return this.parts.length === 0;
  }

  get endsInBreak(): boolean {
    return this.parts.at(-1)?.kind === 'break';
  }

  text(raw: string, marks: number, link: Link | null): void {
    let text = UNTIDY.test(raw) ? raw.replace(INVISIBLE, '').replace(SPACES, ' ') : raw;
    if (this.#afterSpace && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    this.#afterSpace = text.endsWith(' ');
    this.chars += text.length;
    if (link && text !== ' ') link.filled = true;
    const last = this.parts.at(-1);
    if (last?.kind === 'text' && last.marks === marks && last.link === link) last.text += text;
    else this.parts.push({ kind: 'text', text, marks, link });
  }

  markup(text: string, marks: number, link: Link | null): void {
    this.#afterSpace = text.endsWith(' ');
    this.chars += text.length;
    if (link) link.filled = true;
    this.parts.push({ kind: 'markup', text, marks, link });
  }

  /** A line end; none at the start, and never two. */
  break(): void {
    if (this.empty || this.endsInBreak) return;
    this.#afterSpace = true;
    this.chars += 1;
    this.parts.push({ kind: 'break', text: '\n', marks: 0, link: null });
  }

  dropBreak(): void {
    if (this.endsInBreak) this.parts.pop();
  }

  take(): Part[] {
    const { parts } = this;
    this.parts = [];
    this.chars = 0;
    this.#afterSpace = true;
    return parts;
  }
}
