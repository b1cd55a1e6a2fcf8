import type { Attributes } from '../html/tokenizer.ts';

const LANGUAGE_CLASS = /(?:^|\s)(?:lang(?:uage)?-|highlight-(?:source|text)-|brush:\s*)([\w+#.-]+)/;
const LANGUAGE = /^[\w+#.-]{1,30}$/;

/** The programming language a highlighter noted on `pre` or `code`; '' when none did. */
export function codeLanguage(attributes: Attributes): string {
  if (attributes.size === 0) return '';
  const noted =
    attributes.get('data-lang') ??
    attributes.get('data-language') ??
    LANGUAGE_CLASS.exec(attributes.get('class') ?? '')?.[1] ??
    '';
  return LANGUAGE.test(noted) ? noted.toLowerCase() : '';
}

/** Numbers beside lines of code: Hexo, Rouge, Pygments, Chroma, highlight.js. */
const LINE_NUMBERS =
  /(?:^|\s)(?:gutter|linenos?|lineno|rouge-gutter|lnt|ln|blob-num|hljs-ln-numbers)(?:\s|$)/;
const CODE_CELL = /(?:^|\s)(?:code|rouge-code|lntd|hljs-ln-code)(?:\s|$)/;

/** @param isCode whether it stands in preformatted text */
export const isLineNumbers = (name: string, attributes: Attributes, isCode: boolean): boolean =>
  (name === 'td' || (name === 'span' && isCode)) &&
  LINE_NUMBERS.test(attributes.get('class') ?? '');

/** Whether a cell is the code of a table that is there for the numbers beside it. */
export const isCodeCell = (attributes: Attributes): boolean =>
  CODE_CELL.test(attributes.get('class') ?? '');

/** Preformatted text being read, white space kept. */
export class CodeBlock {
  language: string;
  chars = 0;
  /** Preformatted elements open within this one. */
  nested = 0;
  /** Numbers of lines were left out of it. */
  numbers = false;
  /** A `code` element stands in it. */
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

  /** Records a `code` element within; the first language stated counts. */
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

  /** Cells of a table inside are parted. */
  startCell(): void {
    if (this.chars > 0 && this.#last !== '\n') this.text('\t');
  }

  /** Blocks inside, one per line of code in many highlighters, begin a line. */
  startLine(): void {
    if (this.chars > 0 && this.#last !== '\n') this.text('\n');
  }

  /**
   * Fenced (CommonMark 0.31, section 4.5), the fence longer than any run of backticks within;
   * nothing for white space that is not called code.
   */
  lines(): string[] {
    const code = this.toString();
    if (code === '') return this.#named && !this.numbers ? [`\`\`\`${this.language}`, '```'] : [];
    let longest = 2;
    for (const run of code.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
    const fence = '`'.repeat(longest + 1);
    return [`${fence}${this.language}`, ...code.split('\n'), fence];
  }

  /** Blank lines at the end are not content. */
  toString(): string {
    return this.#pieces.join('').trimEnd();
  }
}
