import type { Attributes } from '../html/tokenizer.ts';

const LANGUAGE_CLASS = /(?:^|\s)(?:lang(?:uage)?-|highlight-(?:source|text)-|brush:\s*)([\w+#.-]+)/;
const LANGUAGE = /^[\w+#.-]{1,30}$/;

/** Programming language set on `pre` or `code` by a highlighter; '' when unknown. */
export function codeLanguage(attributes: Attributes): string {
  if (attributes.size === 0) return '';
  const noted =
    attributes.get('data-lang') ??
    attributes.get('data-language') ??
    LANGUAGE_CLASS.exec(attributes.get('class') ?? '')?.[1] ??
    '';
  return LANGUAGE.test(noted) ? noted.toLowerCase() : '';
}

/** Classes of line numbers beside code: Hexo, Rouge, Pygments, Chroma, highlight.js. */
const LINE_NUMBERS =
  /(?:^|\s)(?:gutter|linenos?|lineno|rouge-gutter|lnt|ln|blob-num|hljs-ln-numbers)(?:\s|$)/;
const CODE_CELL = /(?:^|\s)(?:code|rouge-code|lntd|hljs-ln-code)(?:\s|$)/;

/** @param isCode whether it is in preformatted text */
export const isLineNumbers = (name: string, attributes: Attributes, isCode: boolean): boolean =>
  (name === 'td' || (name === 'span' && isCode)) &&
  LINE_NUMBERS.test(attributes.get('class') ?? '');

/** Whether a cell holds the code in a table that exists for the line numbers. */
export const isCodeCell = (attributes: Attributes): boolean =>
  CODE_CELL.test(attributes.get('class') ?? '');

/** Preformatted text being read, white space kept. */
export class CodeBlock {
  language: string;
  chars = 0;
  /** Number of preformatted elements open within it. */
  nested = 0;
  /** Line numbers were left out. */
  numbers = false;
  /** A `code` element is in it. */
  #named = false;
  readonly #pieces: string[] = [];
  #last = '';
  #begun = false;

  constructor(language: string) {
    this.language = language;
  }

  text(text: string): void {
    if (text === '') return;
    const kept = this.#begun || !text.startsWith('\n') ? text : text.slice(1);
    this.#begun = true;
    if (kept === '') return;
    this.chars += kept.length;
    this.#last = kept.at(-1) as string;
    this.#pieces.push(kept);
  }

  /** Records a `code` element in it; the first language found is kept. */
  name(language: string): void {
    this.#named = true;
    this.language ||= language;
  }

  /**
   * A line feed directly after the start tag is not content (HTML standard, 13.2.6.4.7); after
   * another tag it is.
   */
  begin(): void {
    this.#begun = true;
  }

  /** Separates the cells of a table in it by tabs. */
  startCell(): void {
    if (this.chars > 0 && this.#last !== '\n') this.text('\t');
  }

  /** Starts a new line at a block; many highlighters use one block per line of code. */
  startLine(): void {
    if (this.chars > 0 && this.#last !== '\n') this.text('\n');
  }

  /**
   * Fenced code block (CommonMark 0.31, section 4.5); the fence is longer than any run of backticks
   * in it. Empty for white space without a `code` element.
   */
  lines(): string[] {
    const code = this.toString();
    if (code === '') return this.#named && !this.numbers ? [`\`\`\`${this.language}`, '```'] : [];
    let longest = 2;
    for (const run of code.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
    const fence = '`'.repeat(longest + 1);
    return [`${fence}${this.language}`, ...code.split('\n'), fence];
  }

  /** Trailing white space is removed. */
  toString(): string {
    return this.#pieces.join('').trimEnd();
  }
}
