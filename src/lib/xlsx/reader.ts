import { Parser } from 'htmlparser2';
import { MAX_ROW_CHARS } from '../csv.ts';
import { ApiError } from '../errors.ts';
import { yieldToEventLoop } from '../limiter.ts';
import { entryTexts, readArchive, unreadableArchive } from './archive.ts';
import { columnOf, type NumberFormat, numberFormat, numberText, unescapeXString } from './cells.ts';

// Workbooks of Excel 2007 and later (ECMA-376 part 1, "SpreadsheetML"). The file is held as it
// came; its sheets are inflated and read piece by piece, its shared strings are held whole.

const MIB = 1_048_576;

/** Unpacked bytes of a sheet, of all shared strings, and of each part that describes the others. */
const MAX_SHEET_BYTES = 128 * MIB;
const MAX_STRINGS_BYTES = 32 * MIB;
const MAX_PART_BYTES = 4 * MIB;

/** Shared strings, and characters of a tag with its attributes or of a comment. */
const MAX_STRINGS = 1_000_000;
const MAX_MARKUP_CHARS = MIB;

/** Characters that are parsed, and given on, at once. */
const BATCH_CHARS = 65_536;

/** Sheets that are looked at for the first with rows. */
const MAX_SHEETS = 100;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

type Attributes = Record<string, string>;

/** An attribute by its name without a prefix. */
const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ??
  Object.entries(attributes).find(([prefixed]) => localName(prefixed) === name)?.[1];

/** Handlers of elements by their local names. */
interface XmlHandlers {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** A streaming parser that refuses what it would have to hold: markup without end. */
class XmlReader {
  readonly #parser: Parser;
  /** Characters read since the last event. */
  #held = 0;

  constructor({ open, text, close }: XmlHandlers) {
    const events = {
      onopentag: (name: string, attributes: Attributes) => {
        this.#held = 0;
        open(localName(name), attributes);
      },
      ontext: (content: string) => {
        this.#held = 0;
        text?.(content);
      },
      onclosetag: (name: string) => {
        this.#held = 0;
        close?.(localName(name));
      },
    };
    this.#parser = new Parser(events, { xmlMode: true, decodeEntities: true });
  }

  /** @throws ApiError INVALID_INPUT */
  write(text: string): void {
    for (let at = 0; at < text.length; at += BATCH_CHARS) {
      const slice = text.slice(at, at + BATCH_CHARS);
      this.#held += slice.length;
      this.#parser.write(slice);
      if (this.#held > MAX_MARKUP_CHARS) throw unreadableArchive();
    }
  }

  end(): void {
    this.#parser.end();
  }
}

/** A workbook's parts by their names in the archive. */
class Workbook {
  readonly #bytes: Uint8Array;
  readonly #entries: ReturnType<typeof readArchive>;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#entries = readArchive(bytes);
  }

  has(part: string): boolean {
    return this.#entries.has(part);
  }

  *texts(part: string, maxBytes: number): Generator<string> {
    const entry = this.#entries.get(part);
    if (entry) yield* entryTexts(this.#bytes, entry, maxBytes);
  }

  parse(part: string, handlers: XmlHandlers, maxBytes = MAX_PART_BYTES): void {
    const parser = new XmlReader(handlers);
    for (const text of this.texts(part, maxBytes)) parser.write(text);
    parser.end();
  }
}

/** The part a target of a relationship names, seen from the folder of its source. */
function partOf(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const steps = folder.split('/').filter(Boolean);
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}

interface Relationship {
  /** Last step of the type's address: `worksheet`, `sharedStrings`, `styles`. */
  type: string;
  part: string;
}

function relationships(workbook: Workbook, source: string): Map<string, Relationship> {
  const at = source.lastIndexOf('/') + 1;
  const [folder, name] = [source.slice(0, at), source.slice(at)];
  const found = new Map<string, Relationship>();
  workbook.parse(`${folder}_rels/${name}.rels`, {
    open(element, attributes) {
      if (element !== 'Relationship') return;
      const { Id = '', Type = '', Target = '' } = attributes;
      found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part: partOf(folder, Target) });
    },
  });
  return found;
}

const firstOfType = (found: ReadonlyMap<string, Relationship>, type: string): string | undefined =>
  [...found.values()].find((relationship) => relationship.type === type)?.part;

/** The parts of the sheets, visible ones first, and how the workbook counts days. */
function sheetsOf(workbook: Workbook, part: string, related: ReadonlyMap<string, Relationship>) {
  const visible: string[] = [];
  const hidden: string[] = [];
  let is1904 = false;
  workbook.parse(part, {
    open(element, attributes) {
      if (element === 'workbookPr')
        is1904 = ['1', 'true'].includes(attributeOf(attributes, 'date1904') ?? '');
      if (element !== 'sheet') return;
      const sheet = related.get(attributeOf(attributes, 'id') ?? '');
      if (sheet?.type !== 'worksheet') return;
      const state = attributeOf(attributes, 'state') ?? 'visible';
      (state === 'visible' ? visible : hidden).push(sheet.part);
    },
  });
  return { sheets: [...visible, ...hidden].slice(0, MAX_SHEETS), is1904 };
}

const tooManyStrings = () =>
  new ApiError('INPUT_LIMIT_EXCEEDED', `The Excel file has more than ${MAX_STRINGS} texts.`, {
    param: 'file',
  });

/** Texts of shared strings: runs are joined, the reading aids of East Asian text left out. */
function sharedStrings(workbook: Workbook, part: string): string[] {
  const strings: string[] = [];
  let current = '';
  let [isText, isPhonetic] = [false, false];
  const handlers: XmlHandlers = {
    open(element) {
      if (element === 'si') current = '';
      if (element === 'rPh') isPhonetic = true;
      isText = element === 't' && !isPhonetic;
    },
    text(text) {
      if (isText) current += text;
    },
    close(element) {
      if (element === 'si' && strings.push(unescapeXString(current)) > MAX_STRINGS)
        throw tooManyStrings();
      if (element === 'rPh') isPhonetic = false;
      if (element === 't') isText = false;
    },
  };
  workbook.parse(part, handlers, MAX_STRINGS_BYTES);
  return strings;
}

/** How numbers of each cell style are shown, by the style's index. */
function cellFormats(workbook: Workbook, part: string): NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isCellStyles = false;
  workbook.parse(part, {
    open(element, attributes) {
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (element === 'numFmt') codes.set(id, attributeOf(attributes, 'formatCode') ?? '');
      if (element === 'cellXfs') isCellStyles = true;
      if (element === 'xf' && isCellStyles) formats.push(numberFormat(id, codes.get(id)));
    },
    close(element) {
      if (element === 'cellXfs') isCellStyles = false;
    },
  });
  return formats;
}

/** What the cells of a sheet refer to. */
interface SheetContext {
  strings: readonly string[];
  formats: readonly NumberFormat[];
  is1904: boolean;
}

/** Cells of the row that is being read, and rows that are complete. */
class SheetRows {
  readonly complete: string[][] = [];
  readonly #context: SheetContext;
  #row: string[] = [];
  #chars = 0;
  #column = -1;
  #type = '';
  #style = 0;
  #text = '';
  #isValue = false;
  #isPhonetic = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(element: string, attributes: Attributes): void {
    if (element === 'row') {
      this.#row = [];
      this.#chars = 0;
      this.#column = -1;
    } else if (element === 'c') {
      this.#column = columnOf(attributes.r ?? '') ?? this.#column + 1;
      this.#type = attributes.t ?? 'n';
      this.#style = Number(attributes.s ?? 0);
      this.#text = '';
    } else if (element === 'rPh') this.#isPhonetic = true;
    else if (element === 'v' || element === 't') this.#isValue = !this.#isPhonetic;
  }

  text(text: string): void {
    if (!this.#isValue) return;
    this.#text += text;
    if (this.#text.length > MAX_ROW_CHARS) throw rowTooLong();
  }

  close(element: string): void {
    if (element === 'v' || element === 't') this.#isValue = false;
    else if (element === 'rPh') this.#isPhonetic = false;
    else if (element === 'c') this.#endCell();
    else if (element === 'row' && this.#row.length > 0) this.complete.push(this.#row);
  }

  #endCell(): void {
    const text = this.#cellText();
    if (text === '') return;
    this.#chars += text.length;
    if (this.#chars > MAX_ROW_CHARS) throw rowTooLong();
    while (this.#row.length < this.#column) this.#row.push('');
    this.#row[this.#column] = text;
  }

  #cellText(): string {
    const { strings, formats, is1904 } = this.#context;
    switch (this.#type) {
      case 's':
        return strings[Number(this.#text)] ?? '';
      case 'b':
        return this.#text === '1' ? 'TRUE' : 'FALSE';
      case 'n':
        return numberText(this.#text, formats[this.#style] ?? 'plain', is1904);
      default:
        return unescapeXString(this.#text);
    }
  }
}

const rowTooLong = () =>
  new ApiError('INVALID_INPUT', `A row is longer than ${MAX_ROW_CHARS} characters.`, {
    param: 'file',
  });

function* sheetRows(workbook: Workbook, part: string, context: SheetContext): Generator<string[]> {
  const rows = new SheetRows(context);
  const parser = new XmlReader({
    open: (element, attributes) => rows.open(element, attributes),
    text: (text) => rows.text(text),
    close: (element) => rows.close(element),
  });
  for (const text of workbook.texts(part, MAX_SHEET_BYTES)) {
    parser.write(text);
    yield* rows.complete.splice(0);
  }
  parser.end();
  yield* rows.complete;
}

/**
 * The rows of the first sheet that has any, visible sheets before hidden ones: cells as text,
 * formulas as what they last came to. Empty rows are left out, and empty cells at a row's end.
 * @param bytes all of the file
 * @throws ApiError INVALID_INPUT for what is no workbook, INPUT_LIMIT_EXCEEDED for a part that is
 * too large unpacked
 */
export function* xlsxRows(bytes: Uint8Array): Generator<string[]> {
  const workbook = new Workbook(bytes);
  const main = firstOfType(relationships(workbook, ''), 'officeDocument') ?? '';
  if (!workbook.has(main)) throw unreadableArchive();
  const related = relationships(workbook, main);
  const { sheets, is1904 } = sheetsOf(workbook, main, related);
  const strings = sharedStrings(workbook, firstOfType(related, 'sharedStrings') ?? '');
  const formats = cellFormats(workbook, firstOfType(related, 'styles') ?? '');
  for (const part of sheets) {
    let isEmpty = true;
    for (const row of sheetRows(workbook, part, { strings, formats, is1904 })) {
      isEmpty = false;
      yield row;
    }
    if (!isEmpty) return;
  }
}

/** Plain text needs no quotes; with them no cell is taken for a separator hint. */
const csvCell = (text: string): string =>
  /^[\p{L}\p{N}.@_+ -]*$/u.test(text) ? text : `"${text.replaceAll('"', '""')}"`;

/**
 * A workbook's first table as CSV in UTF-8, with commas: how it is stored and read from then on.
 * Gives way to the event loop between pieces.
 * @throws ApiError as {@link xlsxRows}
 */
export async function* xlsxAsCsv(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for (const row of xlsxRows(bytes)) {
    text += `${row.map(csvCell).join(',')}\n`;
    if (text.length < BATCH_CHARS) continue;
    yield encoder.encode(text);
    text = '';
    await yieldToEventLoop();
  }
  yield encoder.encode(text);
}
