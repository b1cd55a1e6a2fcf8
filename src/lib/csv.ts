import { ApiError } from './errors.ts';

/**
 * Longest row read, in characters: bounds the memory that a quote that is never closed can take.
 */
export const MAX_ROW_CHARS = 65_536;

/** One record: its cells, and the number of the physical line it begins on, counted from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** Set when the record breaks the grammar; its cells are then incomplete. */
  problem: string | null;
}

/** Spaces that may stand before or behind the quotes of a cell in a lenient reading. */
const MAX_SPACES = 8;

const QUOTE = 34;
const SINGLE_QUOTE = 39;
const BACKSLASH = 92;
const LF = 10;
const CR = 13;

type ParserState = 'field start' | 'bare' | 'quoted' | 'quote closed';

/** How a file differs from RFC 4180. */
interface CsvOptions {
  /** One UTF-16 code unit between cells. */
  separator?: string;
  /**
   * A quote where the grammar has none is text, as spreadsheets read it, and no problem. Quotes may
   * be single, or stand behind backslashes within a cell; lines `# …` before the first record,
   * others behind them, and marks of a file's end are no records.
   */
  lenient?: boolean;
}

/** Marks of a file's end: DOS's, and what fills a block. */
const isEndMark = (text: string): boolean =>
  text !== '' && text.replaceAll('\u0000', '').replaceAll('\u001a', '') === '';

/** Whether the cells of a first line are in single quotes, all of them. */
function isSingleQuoted(text: string, separator: string): boolean {
  const [line = ''] = text.split(/\r\n|\n|\r/, 1);
  const cells = line.split(separator);
  return cells.every((cell) => cell.length > 1 && cell.startsWith("'") && cell.endsWith("'"));
}

/** Whether a text ends with a backslash that no other one escapes. */
function endsInEscape(text: string): boolean {
  let count = 0;
  while (text.charCodeAt(text.length - 1 - count) === BACKSLASH) count += 1;
  return count % 2 === 1;
}

/**
 * A streaming reader of RFC 4180: quoted cells, doubled quotes, line breaks inside quotes, CRLF, LF
 * or CR between records. Empty lines are no records. Chunks may be cut anywhere.
 */
export class CsvParser {
  readonly #separator: number;
  readonly #lenient: boolean;
  #state: ParserState = 'field start';
  #cells: string[] = [];
  #cell = '';
  #chars = 0;
  #line = 1;
  #startLine = 1;
  #problem: string | null = null;
  #afterCr = false;
  /** Spaces behind a closing quote: no part of the cell unless text follows them. */
  #gap = '';
  /** The code unit of a quote; null until the first line is there. */
  #quote: number | null = null;
  /** Whether quotes stood behind backslashes. */
  #escapes = false;
  /** Whether a quote stood before a word of a bare cell. */
  #quotesWords = false;
  /** Where in its cell a quote stands that closed nothing, so far. */
  #stray: number | null = null;
  /** Whether lines `# …` are remarks: before the first record, and where some were. */
  #mayRemark = true;
  #hasRemarks = false;
  /** Whether the record before has several cells: a lone `# …` is a remark then too. */
  #isTable = false;

  constructor({ separator = ',', lenient = false }: CsvOptions = {}) {
    this.#separator = separator.charCodeAt(0);
    this.#lenient = lenient;
  }

  /** @throws ApiError INVALID_INPUT when a record is longer than {@link MAX_ROW_CHARS} */
  push(text: string): CsvRow[] {
    const rows: CsvRow[] = [];
    const separator = String.fromCharCode(this.#separator);
    if (text !== '')
      this.#quote ??= this.#lenient && isSingleQuoted(text, separator) ? SINGLE_QUOTE : QUOTE;
    const quote = this.#quote;
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      // Fast path: most characters are plain content of a cell.
      const plain =
        this.#state === 'quoted'
          ? code !== quote && code !== LF && code !== CR
          : code !== this.#separator && code !== quote && code !== LF && code !== CR;
      if (plain && this.#state !== 'quote closed') {
        if (this.#state === 'field start') this.#state = 'bare';
        this.#afterCr = false;
        continue;
      }
      this.#take(text.slice(from, at));
      from = at + 1;
      const row = this.#read(code, text[at] as string);
      if (row) rows.push(row);
    }
    this.#take(text.slice(from));
    return rows;
  }

  /** The last record, when the text does not end with a line break. */
  end(): CsvRow[] {
    if (this.#stray !== null) this.#closeAtStray();
    if (this.#state === 'quoted') this.#problem ??= 'a quote is never closed';
    const row = this.#finishRow();
    return row ? [row] : [];
  }

  #take(text: string): void {
    this.#cell += text;
    this.#chars += text.length;
    if (this.#chars > MAX_ROW_CHARS) {
      throw new ApiError(
        'INVALID_INPUT',
        `line ${this.#startLine}: the row is longer than ${MAX_ROW_CHARS} characters; a quote may be missing.`,
      );
    }
  }

  /** Transition of the state machine on one separator, quote or line break. */
  #read(code: number, char: string): CsvRow | null {
    this.#chars += 1;
    const isBreak = code === LF || code === CR;
    const secondOfPair = code === LF && this.#afterCr;
    this.#afterCr = code === CR;
    if (isBreak && !secondOfPair) this.#line += 1;
    if (this.#state === 'quoted' && this.#stray !== null && (isBreak || this.#isCellBegun()))
      this.#closeAtStray();
    if (this.#state === 'quoted') {
      if (code !== this.#quote) this.#take(char);
      else if (this.#escapes && endsInEscape(this.#cell)) this.#unescape(char);
      else this.#state = 'quote closed';
      return null;
    }
    if (isBreak) {
      if (!secondOfPair) return this.#finishRow();
      this.#startLine = this.#line;
    } else if (code === this.#separator) {
      this.#finishCell();
    } else if (this.#lenient && this.#isGap(char)) {
      this.#gap += char;
    } else if (this.#state === 'quote closed' && code === this.#quote && this.#gap === '') {
      this.#take(char);
      this.#state = 'quoted';
    } else if (this.#state === 'field start') {
      this.#state = 'quoted';
    } else if (this.#lenient && this.#isBlank()) {
      this.#cell = '';
      this.#state = 'quoted';
    } else if (this.#lenient && this.#state === 'bare') {
      this.#quotesWords ||= this.#cell.endsWith(' ');
      this.#take(char);
    } else if (this.#lenient) {
      this.#reopen(char);
    } else {
      this.#problem ??=
        this.#state === 'bare' ? 'a quote inside an unquoted cell' : 'text after a closing quote';
    }
    return null;
  }

  /** Whether there are only spaces between the separator and a quote, as people write it. */
  #isBlank(): boolean {
    return this.#state === 'bare' && this.#cell.length < MAX_SPACES && this.#cell.trim() === '';
  }

  /**
   * Text behind a closing quote tells that it closed nothing: it stood behind a backslash, or is
   * text where another one closes the cell in its line.
   */
  #reopen(char: string): void {
    const quote = String.fromCharCode(this.#quote as number);
    if (endsInEscape(this.#cell)) {
      this.#escapes = true;
      this.#unescape(quote);
    } else {
      this.#stray ??= this.#cell.length;
      this.#cell += quote;
    }
    this.#take(this.#gap + char);
    this.#gap = '';
    this.#state = 'quoted';
  }

  /** Whether the text behind such a quote ends with a separator: another cell begins. */
  #isCellBegun(): boolean {
    let end = this.#cell.length;
    while (this.#cell[end - 1] === ' ') end -= 1;
    return end > (this.#stray ?? end) && this.#cell.charCodeAt(end - 1) === this.#separator;
  }

  /**
   * The cell ended at its quote that stands before text, as spreadsheets read it; where bare cells
   * quote words, so does this one: `"Aster" Ltd`.
   */
  #closeAtStray(): void {
    const stray = this.#stray ?? 0;
    const isWord = this.#quotesWords && this.#cell[stray + 1] === ' ';
    const quotes = isWord ? String.fromCharCode(this.#quote as number) : '';
    const [rest = '', ...cells] = this.#cell
      .slice(stray + 1)
      .split(String.fromCharCode(this.#separator));
    this.#cell = `${quotes}${this.#cell.slice(0, stray)}${quotes}${rest}`;
    for (const cell of cells) {
      this.#finishCell();
      this.#cell = cell;
    }
    this.#stray = null;
    this.#state = this.#cell === '' ? 'field start' : 'bare';
  }

  #unescape(quote: string): void {
    this.#cell = this.#cell.slice(0, -1) + quote;
  }

  #isGap(char: string): boolean {
    const isSpace = char === ' ' || char === '\t';
    return this.#state === 'quote closed' && isSpace && this.#gap.length < MAX_SPACES;
  }

  #finishCell(): void {
    this.#gap = '';
    this.#stray = null;
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'field start';
  }

  #isBlankRow(): boolean {
    return this.#state === 'field start' && this.#cells.length === 0;
  }

  /**
   * Whether a line is a remark, or a mark of the file's end. A remark's commas have blanks behind
   * them; those of `# of employees,phone` have not: it names columns.
   */
  #isNoRecord(): boolean {
    if (!this.#lenient) return false;
    const [first = '', ...others] = [...this.#cells, this.#cell];
    if (others.length === 0 && this.#state === 'bare' && isEndMark(first)) return true;
    const mayRemark = this.#mayRemark || (this.#isTable && others.length === 0);
    if (!mayRemark || !/^#(?:[ !]|$)/.test(first)) return false;
    const isRemark = others.every((cell) => cell.startsWith(' '));
    this.#hasRemarks ||= isRemark;
    return isRemark;
  }

  #finishRow(): CsvRow | null {
    const empty = this.#problem === null && (this.#isBlankRow() || this.#isNoRecord());
    const line = this.#startLine;
    const problem = this.#problem;
    this.#finishCell();
    const cells = this.#cells;
    this.#cells = [];
    this.#chars = 0;
    this.#problem = null;
    this.#startLine = this.#line;
    if (!empty) this.#mayRemark = this.#hasRemarks;
    if (!empty) this.#isTable = cells.length > 1;
    return empty ? null : { line, cells, problem };
  }
}
