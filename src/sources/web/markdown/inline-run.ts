import { NO_STYLES, type Style } from './open-styles.ts';

/** A stretch of one block in one style. */
export interface Part {
  /** `text` is escaped when written, `markup` is not, `break` is a line end. */
  kind: 'text' | 'markup' | 'break';
  text: string;
  /** Outermost first. */
  styles: readonly Style[];
}

const SPACES = /[ \t\n\f\r]+/g;
/** Soft hyphen, zero-width space, byte order mark, null: invisible, and noise in Markdown. */
const INVISIBLE = /[\0\u00ad\u200b\ufeff]/g;
/** Most text is single words and spaces, and needs none of the rewriting. */
const UNTIDY = /[\0\u00ad\u200b\ufeff\t\n\f\r]| {2}/;

/**
 * The inline content of the block being read, white space collapsed as CSS Text 3, section 4.1.1
 * says.
 */
export class InlineRun {
  parts: Part[] = [];
  /** Of the text and of the addresses it links to. */
  chars = 0;
  /** At the start of a line, or after a space: further spaces vanish. */
  #afterSpace = true;

  get empty(): boolean {
    return this.parts.length === 0;
  }

  get endsInBreak(): boolean {
    return this.parts.at(-1)?.kind === 'break';
  }

  text(raw: string, styles: readonly Style[]): void {
    if (styles.at(-1)?.kind === 'code') {
      this.#code(raw, styles);
      return;
    }
    let text = UNTIDY.test(raw) ? raw.replace(INVISIBLE, '').replace(SPACES, ' ') : raw;
    if (this.#afterSpace && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    this.#afterSpace = text.endsWith(' ');
    if (text !== ' ') this.#fill(styles);
    this.#add(text, styles);
  }

  /**
   * White space within code is judged when all of it is known; only long runs are shortened here.
   */
  #code(raw: string, styles: readonly Style[]): void {
    const text = UNTIDY.test(raw)
      ? raw.replace(INVISIBLE, '').replace(SPACES, (run) => (run.includes('\n') ? '\n' : ' '))
      : raw;
    if (text === '') return;
    this.#afterSpace = false;
    if (text.trim() !== '') this.#fill(styles);
    this.#add(text, styles);
  }

  #add(text: string, styles: readonly Style[]): void {
    this.chars += text.length;
    const last = this.parts.at(-1);
    if (last?.kind === 'text' && last.styles === styles) last.text += text;
    else this.parts.push({ kind: 'text', text, styles });
  }

  markup(text: string, styles: readonly Style[]): void {
    this.#afterSpace = text.endsWith(' ');
    this.chars += text.length;
    this.#fill(styles);
    this.parts.push({ kind: 'markup', text, styles });
  }

  /** A line end; none at the start, and never two. */
  break(): void {
    if (this.empty || this.endsInBreak) return;
    this.#afterSpace = true;
    this.chars += 1;
    this.parts.push({ kind: 'break', text: '\n', styles: NO_STYLES });
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

  #fill(styles: readonly Style[]): void {
    for (const { link } of styles) {
      if (!link || link.filled) continue;
      link.filled = true;
      this.chars += link.url.length + (link.title?.length ?? 0);
    }
  }
}
