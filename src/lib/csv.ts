import {
  cellsByEnds,
  cellsOfSpreadsheet,
  cellsOfWords,
  cellsWithin,
  END_MARKS,
  isSingleQuoted,
  isWrapped,
  MAX_SPACES,
  type Signs,
} from './csv-readings.ts';
import { ApiError } from './errors.ts';
import { trimEndOf } from './text.ts';

/** Longest row read, in characters: limits how much a quote that is never closed can swallow. */
export const MAX_ROW_CHARS = 65_536;

/** One record: its cells, and the physical line on which it begins, counted from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** Number of empty lines before the record; absent if there are none. */
  emptyLines?: number;
  /** Set for a remark line `# …`, kept in one cell; absent for a record. */
  isRemark?: true;
  /** Set if the record violates the grammar; its cells are then incomplete. */
  problem: string | null;
}

export type TableRow = Pick<CsvRow, 'cells' | 'isRemark'>;

/** With fewer lines after a quote that is never closed, they may all belong to its cell. */
const MIN_LINES = 3;

const QUOTE = 34;
const SINGLE_QUOTE = 39;
const BACKSLASH = 92;
const LF = 10;
const CR = 13;

type ParserState = 'field start' | 'bare' | 'quoted' | 'quote closed' | 'odd';

/** Deviations from RFC 4180. */
interface CsvOptions {
  /** Separator of cells, one UTF-16 code unit. */
  separator?: string;
  /**
   * Reads like a spreadsheet: a quote where the grammar allows none is text and no problem. Cells
   * may be in single quotes or escape quotes by a backslash. Lines `# …` before the first record
   * are remarks, and so are later ones if there were any. End-of-file marks are skipped.
   */
  lenient?: boolean;
}

const areEndMarks = (text: string): boolean => text !== '' && trimEndOf(text, END_MARKS) === '';

/** Whether a text ends with an unescaped backslash. */
function endsInEscape(text: string): boolean {
  let count = 0;
  while (text.charCodeAt(text.length - 1 - count) === BACKSLASH) count += 1;
  return count % 2 === 1;
}

/**
 * Streaming parser of CSV (RFC 4180): quoted cells, doubled quotes, line breaks inside quotes, and
 * CRLF, LF or CR between records. Empty lines are counted and skipped. Chunks may be cut anywhere.
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
  #afterTwoCr = false;
  #emptyLines = 0;
  /** Spaces after a closing quote: part of the cell only if text follows them. */
  #gap = '';
  /** The code unit of a quote; null until the first line has been read. */
  #quote: number | null = null;
  /** Whether the file escapes quotes by backslashes. */
  #escapes = false;
  /** Whether an unquoted cell had a quote before a word. */
  #quotesWords = false;
  /** Text of the record so far: its part in earlier chunks, and where it begins in this one. */
  #before = '';
  #chunk = '';
  #begin = 0;
  /** Whether lines `# …` are remarks: before the first record, or if there were some. */
  #mayRemark = true;
  #hasRemarks = false;
  /** Number of cells of the previous record. */
  #width = 0;
  /** Whether each record is quoted as a whole: `"name,phone"`. */
  #isWrapped = false;

  constructor({ separator = ',', lenient = false }: CsvOptions = {}) {
    this.#separator = separator.charCodeAt(0);
    this.#lenient = lenient;
  }

  /** @throws ApiError INVALID_INPUT for a record longer than {@link MAX_ROW_CHARS} */
  push(text: string): CsvRow[] {
    const rows: CsvRow[] = [];
    const texts = [text];
    for (let next = texts.pop(); next !== undefined; next = texts.pop())
      texts.push(...this.#readInto(rows, next));
    return rows;
  }

  /** Reads a text up to a row that is too long. @returns the texts still to read, reversed */
  #readInto(rows: CsvRow[], text: string): readonly string[] {
    this.#chunk = text;
    this.#begin = 0;
    if (this.#quote === null && text !== '') this.#sniffQuotes(text);
    const quote = this.#quote;
    const separator = this.#separator;
    const { length } = text;
    let from = 0;
    for (let at = 0; at < length; at++) {
      let code = text.charCodeAt(at);
      if (this.#state !== 'quote closed') {
        // Fast path: most characters are plain cell content.
        const start = at;
        const end = this.#state === 'quoted' ? quote : separator;
        while (code !== end && code !== quote && code !== LF && code !== CR) {
          if (++at === length) break;
          code = text.charCodeAt(at);
        }
        if (at > start) {
          if (this.#state === 'field start') this.#state = 'bare';
          this.#afterCr = false;
        }
        if (at === length) break;
      }
      this.#take(text.slice(from, at));
      if (this.#chars > MAX_ROW_CHARS) return this.#readUnclosed(rows, at);
      from = at + 1;
      const found = this.#read(code, text[at] as string, at);
      if (found) rows.push(...found);
    }
    this.#take(text.slice(from));
    if (this.#chars > MAX_ROW_CHARS) return this.#readUnclosed(rows, text.length);
    this.#before += text.slice(this.#begin);
    this.#begin = 0;
    this.#chunk = '';
    return [];
  }

  /** Ends the text. @returns the last record, unless the text ended with a line break */
  end(): CsvRow[] {
    const lines = this.#lenient && this.#state === 'quoted' ? this.#linesOf(this.#before) : null;
    if (lines && lines.length >= MIN_LINES)
      return lines.map((cells, at) => ({ line: this.#startLine + at, cells, problem: null }));
    if (this.#state === 'quoted') this.#problem ??= 'a quote is never closed';
    return this.#finishRow(0);
  }

  #sniffQuotes(text: string): void {
    const isSingle = this.#lenient && isSingleQuoted(text, String.fromCharCode(this.#separator));
    this.#quote = isSingle ? SINGLE_QUOTE : QUOTE;
    this.#isWrapped = this.#lenient && isWrapped(text, this.#signs());
  }

  #take(text: string): void {
    this.#cell += text;
    this.#chars += text.length;
  }

  /**
   * Splits the lines that an unclosed quote has joined into a row that is too long.
   * @param at position in the chunk at which the row is too long
   * @returns the texts left to read, in reverse order
   */
  #readUnclosed(rows: CsvRow[], at: number): readonly string[] {
    const text = this.#before + this.#chunk.slice(this.#begin, at);
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    const isOpen = this.#lenient && this.#state === 'quoted' && end > 0;
    const lines = isOpen ? this.#linesOf(text.slice(0, end)) : null;
    const line = this.#startLine;
    if (!lines)
      throw new ApiError(
        'INVALID_INPUT',
        `line ${this.#startLine}: the row is longer than ${MAX_ROW_CHARS} characters; a quote may be missing.`,
      );
    this.#cells = [];
    this.#cell = '';
    this.#chars = 0;
    this.#before = '';
    this.#state = 'field start';
    this.#line = line + lines.length;
    this.#startLine = this.#line;
    for (const [row, cells] of lines.entries())
      rows.push({ line: line + row, cells, problem: null });
    return [this.#chunk.slice(at), text.slice(end)];
  }

  /** Transition of the state machine on one separator, quote or line break. */
  #read(code: number, char: string, at: number): readonly CsvRow[] | null {
    this.#chars += 1;
    const isBreak = code === LF || code === CR;
    const secondOfPair = code === LF && this.#afterCr;
    // `\r\r\n`, from line breaks that were converted twice, ends one line.
    if (secondOfPair && this.#afterTwoCr) this.#emptyLines -= 1;
    this.#afterTwoCr = code === CR && this.#afterCr;
    this.#afterCr = code === CR;
    if (isBreak && !secondOfPair) this.#line += 1;
    if (this.#state === 'quoted') {
      if (code !== this.#quote) this.#take(char);
      else if (this.#escapes && endsInEscape(this.#cell)) this.#unescape(char);
      else this.#state = 'quote closed';
      return null;
    }
    if (isBreak) {
      const rows = secondOfPair ? null : this.#finishRow(at);
      this.#before = '';
      this.#begin = at + 1;
      this.#startLine = this.#line;
      return rows;
    }
    if (this.#state === 'odd') {
      this.#take(char);
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
      this.#quotesWords ||= this.#chunk[at - 1] === ' ';
      this.#take(char);
    } else if (this.#lenient) {
      this.#reopen(char);
    } else {
      this.#problem ??=
        this.#state === 'bare' ? 'a quote inside an unquoted cell' : 'text after a closing quote';
    }
    return null;
  }

  /** Whether there are only spaces between the separator and this quote. */
  #isBlank(): boolean {
    return this.#state === 'bare' && this.#cell.length < MAX_SPACES && this.#cell.trim() === '';
  }

  /**
   * Handles text after a quote that seemed to close the cell: the quote was escaped by a backslash,
   * or it violates the grammar, and the record is parsed again at its end.
   */
  #reopen(char: string): void {
    if (endsInEscape(this.#cell)) {
      this.#escapes = true;
      this.#unescape(String.fromCharCode(this.#quote as number));
      this.#state = 'quoted';
    } else {
      this.#state = 'odd';
    }
    this.#take(this.#gap + char);
    this.#gap = '';
  }

  #signs(): Signs {
    const quote = String.fromCharCode(this.#quote ?? QUOTE);
    return { separator: String.fromCharCode(this.#separator), quote };
  }

  /** The first reading with as many cells as the previous record. */
  #fitting(readings: readonly (string[] | null)[]): string[] | null {
    const fits = (cells: string[] | null) => cells?.length === this.#width && this.#width > 1;
    return readings.find(fits) ?? null;
  }

  /** The records of lines that a stray quote has joined; null if the quote was not stray. */
  #linesOf(text: string): string[][] | null {
    const signs = this.#signs();
    const lines = text.trimEnd().split(/\r\n|\r|\n/);
    const records = lines.map((line) =>
      this.#fitting([
        cellsByEnds(line, signs, false),
        cellsByEnds(line, signs, true),
        cellsOfWords(line, signs),
      ]),
    );
    const found = records.filter((cells) => cells !== null);
    return lines.length > 1 && found.length === lines.length ? found : null;
  }

  /** The records of a text whose quotes violate the grammar. */
  #recordsOf(text: string): string[][] {
    const signs = this.#signs();
    const bare = this.#quotesWords ? cellsOfWords : cellsOfSpreadsheet;
    const readings = [
      cellsByEnds(text, signs, false),
      cellsByEnds(text, signs, true),
      bare(text, signs),
    ];
    const [first = []] = readings.filter((cells) => cells !== null);
    return this.#linesOf(text) ?? [this.#fitting(readings) ?? first];
  }

  /**
   * The cells of a record that is quoted as a whole, as all are or only those that have quotes of
   * their own; null if it is one cell.
   */
  #cellsWithin(record: string): string[] | null {
    const signs = this.#signs();
    if (!this.#isWrapped && !record.includes(signs.quote)) return null;
    const cells = cellsWithin(record, signs);
    return this.#isWrapped ? cells : this.#fitting([cells]);
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
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'field start';
  }

  #isBlankRow(): boolean {
    return this.#state === 'field start' && this.#cells.length === 0;
  }

  /**
   * Whether a line is a remark. Its commas are followed by blanks, unlike those of the header
   * `# of employees,phone`.
   */
  #isRemark(): boolean {
    if (!this.#lenient || this.#problem !== null) return false;
    const isOnly = this.#cells.length === 0;
    const first = this.#cells[0] ?? this.#cell;
    const mayRemark = this.#mayRemark || (this.#width > 1 && isOnly);
    if (!mayRemark || !/^#(?:[ !]|$)/.test(first)) return false;
    const isRemark =
      isOnly || [...this.#cells, this.#cell].slice(1).every((cell) => cell.startsWith(' '));
    this.#hasRemarks ||= isRemark;
    return isRemark;
  }

  /** @param at position in the chunk at which the record's text ends */
  #finishRow(at: number): CsvRow[] {
    const isOdd = this.#state === 'odd';
    const isWhole = this.#lenient && this.#state === 'quote closed' && this.#cells.length === 0;
    const isEmptyLine = this.#problem === null && this.#isBlankRow();
    const isOnly = this.#lenient && this.#cells.length === 0 && this.#state === 'bare';
    const isNoRecord = isEmptyLine || (isOnly && areEndMarks(this.#cell));
    const isRemark = this.#isRemark();
    const line = this.#startLine;
    const problem = this.#problem;
    this.#finishCell();
    const cells = this.#cells;
    this.#cells = [];
    this.#chars = 0;
    this.#problem = null;
    this.#startLine = this.#line;
    this.#emptyLines += Number(isEmptyLine);
    if (isNoRecord) return [];
    const gap = this.#emptyLines > 0 && { emptyLines: this.#emptyLines };
    this.#emptyLines = 0;
    if (isRemark) {
      const text = cells.join(this.#signs().separator);
      return [{ line, cells: [text], isRemark, problem, ...gap }];
    }
    const records = isOdd
      ? this.#recordsOf(this.#before + this.#chunk.slice(this.#begin, at))
      : [(isWhole && this.#cellsWithin(cells[0] ?? '')) || cells];
    this.#mayRemark = this.#hasRemarks;
    this.#width = records[0]?.length ?? 0;
    return records.map((cells, at) => ({
      line: line + at,
      cells,
      problem,
      ...(at === 0 && gap),
    }));
  }
}
