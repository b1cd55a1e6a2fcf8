import { Inflate } from 'fflate';
import { Parser } from 'htmlparser2';
import { ApiError } from '../../lib/errors.ts';

// Workbooks of Excel 2007 and later (ECMA-376 part 1, "SpreadsheetML") that are in memory: ZIP
// archives (PKWARE APPNOTE 6.3.10) of XML parts, which are inflated and parsed piece by piece.

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const WIDE_END_SIGNATURE = 0x06064b50;
const WIDE_LOCATOR_SIGNATURE = 0x07064b50;
const WIDE_LOCATOR_BYTES = 20;
const WIDE_FIELD = 1;
/** In place of a number that is in a Zip64 field. */
const WIDE_MARK = 0xffff_ffff;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;
const [STORED, DEFLATED] = [0, 8];

/** Entries of an archive: a workbook has a few for each sheet. */
const MAX_ENTRIES = 4_096;

/** Compressed bytes inflated at once: deflate gives at most 1,032 for each (8 MiB). */
const SLICE_BYTES = 8_192;

export const unreadableArchive = (cause?: unknown) =>
  new ApiError(
    'INVALID_INPUT',
    'The file is not a complete Excel workbook. Save it again, or as CSV.',
    { param: 'file', cause },
  );

interface ArchiveEntry {
  isDeflated: boolean;
  start: number;
  length: number;
}

/** A number of eight bytes; reading at a place beyond the file throws a RangeError. */
const wideNumber = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

function directoryOf(bytes: Uint8Array, view: DataView): { at: number; entries: number } {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES);
  let end = bytes.length - END_BYTES;
  while (end >= first && view.getUint32(end, true) !== END_SIGNATURE) end -= 1;
  if (end < first) throw unreadableArchive();
  const at = view.getUint32(end + 16, true);
  const locator = end - WIDE_LOCATOR_BYTES;
  if (at !== WIDE_MARK || view.getUint32(locator, true) !== WIDE_LOCATOR_SIGNATURE)
    return { at, entries: view.getUint16(end + 10, true) };
  const wideEnd = wideNumber(view, locator + 8);
  if (view.getUint32(wideEnd, true) !== WIDE_END_SIGNATURE) throw unreadableArchive();
  return { at: wideNumber(view, wideEnd + 48), entries: wideNumber(view, wideEnd + 32) };
}

/** Length and place of an entry; numbers of a Zip64 field are there in this order (4.5.3). */
function extentOf(view: DataView, entry: number): { length: number; local: number } {
  const [unpacked, length, local] = [24, 20, 42].map((at) => view.getUint32(entry + at, true));
  let field = entry + ENTRY_BYTES + view.getUint16(entry + 28, true);
  const end = field + view.getUint16(entry + 30, true);
  while (field < end && view.getUint16(field, true) !== WIDE_FIELD)
    field += 4 + view.getUint16(field + 2, true);
  let wide = field + 4;
  const read = (number = 0): number => {
    if (number !== WIDE_MARK || field >= end) return number;
    wide += 8;
    return wideNumber(view, wide - 8);
  };
  read(unpacked);
  return { length: read(length), local: read(local) };
}

/**
 * Entries of an archive by their names.
 * @throws ApiError INVALID_INPUT for what is no archive, is cut off, encrypted or packed otherwise
 * than by deflate
 */
function readArchive(bytes: Uint8Array): ReadonlyMap<string, ArchiveEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, ArchiveEntry>();
  const decoder = new TextDecoder();
  try {
    const directory = directoryOf(bytes, view);
    if (directory.entries > MAX_ENTRIES) throw unreadableArchive();
    let { at } = directory;
    for (let count = 0; count < directory.entries; count += 1) {
      const method = view.getUint16(at + 10, true);
      const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
      const { length, local } = extentOf(view, at);
      const nameLength = view.getUint16(at + 28, true);
      const rest = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
      const isEntry = view.getUint32(at, true) === ENTRY_SIGNATURE;
      const isKnown = method === STORED || method === DEFLATED;
      if (!isEntry || isEncrypted || !isKnown || view.getUint32(local, true) !== LOCAL_SIGNATURE)
        throw unreadableArchive();
      const start =
        local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      if (start + length > bytes.length) throw unreadableArchive();
      const name = decoder.decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
      found.set(name, { isDeflated: method === DEFLATED, start, length });
      at += ENTRY_BYTES + nameLength + rest;
    }
  } catch (error) {
    // The directory points outside the file.
    throw error instanceof RangeError ? unreadableArchive(error) : error;
  }
  return found;
}

/** Unpacked bytes of one part, or of several: those that came, and the most. */
interface UnpackedBytes {
  count: number;
  readonly most: number;
}

/**
 * An entry's text, in pieces of at most {@link BATCH_CHARS}. What its header says of its size is
 * not trusted: inflated bytes are counted.
 * @throws ApiError INPUT_LIMIT_EXCEEDED at the first piece beyond the most, INVALID_INPUT
 */
function* entryTexts(
  bytes: Uint8Array,
  { isDeflated, start, length }: ArchiveEntry,
  unpacked: UnpackedBytes,
): Generator<string> {
  const decoder = new TextDecoder();
  const pieces: Uint8Array[] = [];
  const inflate = new Inflate((piece) => pieces.push(piece));
  for (let from = start; from < start + length; from += SLICE_BYTES) {
    const end = Math.min(start + length, from + SLICE_BYTES);
    const slice = bytes.subarray(from, end);
    if (isDeflated) inflateSlice(inflate, slice, end === start + length);
    else pieces.push(slice);
    for (const piece of pieces.splice(0)) {
      unpacked.count += piece.length;
      if (unpacked.count > unpacked.most)
        throw new ApiError(
          'INPUT_LIMIT_EXCEEDED',
          `The Excel file is too large: a part of it has more than ${unpacked.most / MIB} MiB unpacked.`,
          { param: 'file' },
        );
      for (let at = 0; at < piece.length; at += BATCH_CHARS)
        yield decoder.decode(piece.subarray(at, at + BATCH_CHARS), { stream: true });
    }
  }
  yield decoder.decode();
}

function inflateSlice(inflate: Inflate, slice: Uint8Array, isLast: boolean): void {
  try {
    inflate.push(slice, isLast);
  } catch (error) {
    throw unreadableArchive(error);
  }
}

const MIB = 1_048_576;

/** Unpacked bytes of all sheets read, of all shared strings, and of each part about the others. */
export const MAX_SHEET_BYTES = 128 * MIB;
const MAX_STRINGS_BYTES = 32 * MIB;
const MAX_PART_BYTES = 4 * MIB;

/** Shared strings, and characters of a tag with its attributes or of a comment. */
const MAX_STRINGS = 1_000_000;
const MAX_MARKUP_CHARS = MIB;

/** Characters that are parsed, and given on, at once. */
export const BATCH_CHARS = 65_536;

/** Sheets that are looked at for the first with rows. */
const MAX_SHEETS = 100;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export type XmlAttributes = Record<string, string>;

/** An attribute by its name without a prefix. */
export const attributeOf = (attributes: XmlAttributes, name: string): string | undefined =>
  attributes[name] ??
  Object.entries(attributes).find(([prefixed]) => localName(prefixed) === name)?.[1];

/** Handlers of elements by their local names. */
interface XmlHandlers {
  open(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** A streaming parser that refuses what it would have to hold: markup without end. */
export class XmlReader {
  readonly #parser: Parser;
  /** Characters read since the last event. */
  #held = 0;

  constructor({ open, text, close }: XmlHandlers) {
    const events = {
      onopentag: (name: string, attributes: XmlAttributes) => {
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
    this.#held += text.length;
    this.#parser.write(text);
    if (this.#held > MAX_MARKUP_CHARS) throw unreadableArchive();
  }

  end(): void {
    this.#parser.end();
  }
}

/** A workbook's parts by their names in the archive. */
export class Workbook {
  readonly #bytes: Uint8Array;
  readonly #entries: ReturnType<typeof readArchive>;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#entries = readArchive(bytes);
  }

  has(part: string): boolean {
    return this.#entries.has(part);
  }

  *texts(part: string, unpacked: UnpackedBytes): Generator<string> {
    const entry = this.#entries.get(part);
    if (entry) yield* entryTexts(this.#bytes, entry, unpacked);
  }

  parse(part: string, handlers: XmlHandlers, most = MAX_PART_BYTES): void {
    const parser = new XmlReader(handlers);
    for (const text of this.texts(part, { count: 0, most })) parser.write(text);
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

export function relationships(workbook: Workbook, source: string): Map<string, Relationship> {
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

export const firstOfType = (
  found: ReadonlyMap<string, Relationship>,
  type: string,
): string | undefined =>
  [...found.values()].find((relationship) => relationship.type === type)?.part;

/** A sheet, by the name of its tab, and the part that has its rows. */
interface Sheet {
  name: string;
  part: string;
}

/** The sheets, visible ones first, and how the workbook counts days. */
export function sheetsOf(
  workbook: Workbook,
  part: string,
  related: ReadonlyMap<string, Relationship>,
) {
  const visible: Sheet[] = [];
  const hidden: Sheet[] = [];
  let is1904 = false;
  workbook.parse(part, {
    open(element, attributes) {
      if (element === 'workbookPr')
        is1904 = ['1', 'true'].includes(attributeOf(attributes, 'date1904') ?? '');
      if (element !== 'sheet') return;
      const sheet = related.get(attributeOf(attributes, 'id') ?? '');
      if (sheet?.type !== 'worksheet') return;
      const state = attributeOf(attributes, 'state') ?? 'visible';
      const name = attributeOf(attributes, 'name') ?? '';
      (state === 'visible' ? visible : hidden).push({ name, part: sheet.part });
    },
  });
  return { sheets: [...visible, ...hidden].slice(0, MAX_SHEETS), is1904 };
}

const tooManyStrings = () =>
  new ApiError('INPUT_LIMIT_EXCEEDED', `The Excel file has more than ${MAX_STRINGS} texts.`, {
    param: 'file',
  });

/** `_x000D_`: a character that XML cannot hold (ECMA-376 part 1, 22.9.2.19 "ST_Xstring"). */
export const unescapeXString = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** Texts of shared strings: runs are joined, the reading aids of East Asian text left out. */
export function sharedStrings(workbook: Workbook, part: string): string[] {
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
