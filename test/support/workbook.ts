import { strToU8, zipSync } from 'fflate';
import { xlsxRowBatches } from '../../src/uploads/xlsx/reader.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A sheet as its `sheetData`, and whether it is hidden. */
export interface SheetXml {
  name: string;
  data: string;
  state?: 'hidden';
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * A workbook as Excel writes one: shared strings behind the sheets, styles by index.
 * @param formats number formats of the cell styles, each an id or a code
 */
export function workbookOf({
  sheets,
  strings = [],
  formats = [],
  is1904 = false,
  extra = {},
}: {
  sheets: readonly SheetXml[];
  /** As the inside of `si`. */
  strings?: readonly string[];
  formats?: readonly (number | string)[];
  is1904?: boolean;
  /** Further entries of the archive. */
  extra?: Record<string, Uint8Array>;
}): Uint8Array<ArrayBuffer> {
  const codes = formats.filter((format) => typeof format === 'string');
  const idOf = (format: number | string) =>
    typeof format === 'number' ? format : 164 + codes.indexOf(format);
  const relations = [
    ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
    ['sharedStrings', 'sharedStrings.xml'] as const,
    ['styles', 'styles.xml'] as const,
  ];
  const relationship = (type: string, target: string, id: number) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const list = (all: string) =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': list(relationship('officeDocument', 'xl/workbook.xml', 1)),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheets.map(({ name, state }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" ${state ? `state="${state}" ` : ''}r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': list(
      relations.map(([type, target], at) => relationship(type, target, at + 1)).join(''),
    ),
    ...Object.fromEntries(
      sheets.map(({ data }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${XML}<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>${data}</sheetData><pageMargins left="0.7"/></worksheet>`,
      ]),
    ),
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${codes.map((code) => `<numFmt numFmtId="${idOf(code)}" formatCode="${escapeXml(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats.map((format) => `<xf numFmtId="${idOf(format)}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}">${strings.map((inside) => `<si>${inside}</si>`).join('')}</sst>`,
  };
  const entries = Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)] as const);
  return zipSync(
    { ...Object.fromEntries(entries), ...extra },
    { level: 6 },
  ) as Uint8Array<ArrayBuffer>;
}

/** Columns by letters, `A` first. */
const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

/** A workbook of texts, as a list exported from elsewhere is. */
export function textWorkbook(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const strings = [...new Set(rows.flat())];
  const index = new Map(strings.map((text, at) => [text, at]));
  const data = rows
    .map((cells, row) => {
      const xml = cells.map((text, at) =>
        text === '' ? '' : `<c r="${letters(at)}${row + 1}" t="s"><v>${index.get(text)}</v></c>`,
      );
      return `<row r="${row + 1}">${xml.join('')}</row>`;
    })
    .join('');
  const shared = strings.map((text) => `<t xml:space="preserve">${escapeXml(text)}</t>`);
  return workbookOf({ sheets: [{ name: 'List', data }], strings: shared });
}

/** The rows of a workbook, one by one. */
export function* xlsxRows(...asked: Parameters<typeof xlsxRowBatches>): Generator<string[]> {
  for (const rows of xlsxRowBatches(...asked)) yield* rows;
}

/** Little-endian numbers. @param widths bytes of each, as digits */
function packed(widths: string, ...numbers: number[]): Uint8Array {
  const bytes = [...widths].flatMap((width, at) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(numbers[at] ?? 0), true);
    return [...new Uint8Array(view.buffer, 0, Number(width))];
  });
  return Uint8Array.from(bytes);
}

const joined = (...pieces: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(pieces.flatMap((piece) => [...piece]));

const TOO_LARGE = 0xffff_ffff;

/**
 * A ZIP archive with sizes and places in Zip64 fields (APPNOTE 4.3.14, 4.3.15, 4.5.3), as programs
 * write it that do not know beforehand how large it becomes.
 * @param isWide whether the end of the directory is one of Zip64 too
 */
export function zip64Of(parts: Record<string, Uint8Array>, isWide: boolean): Uint8Array {
  let files = new Uint8Array(0);
  let directory = new Uint8Array(0);
  for (const [name, content] of Object.entries(parts)) {
    const [named, size, place] = [strToU8(name), content.length, files.length];
    const head = packed('22244', 45);
    const sizes = packed('442', TOO_LARGE, TOO_LARGE, named.length);
    const local = joined(packed('4', 0x04034b50), head, sizes, packed('2', 20));
    files = joined(files, local, named, packed('2288', 1, 16, size, size), content) as typeof files;
    // Another field comes first.
    const extra = packed('22422888', 0x5455, 4, 0, 1, 24, size, size, place);
    const rest = packed('222244', extra.length, 0, 0, 0, 0, TOO_LARGE);
    const entry = joined(packed('42', 0x02014b50, 45), head, sizes, rest);
    directory = joined(directory, entry, named, extra) as typeof directory;
  }
  const [count, length, place] = [Object.keys(parts).length, directory.length, files.length];
  if (!isWide) {
    const end = packed('4422442', 0x06054b50, 0, count, count, length, place);
    return joined(files, directory, end);
  }
  const numbers = packed('8888', count, count, length, place);
  const wideEnd = joined(packed('482244', 0x06064b50, 44, 45, 45, 0, 0), numbers);
  const locator = packed('4484', 0x07064b50, 0, place + length, 1);
  const end = packed('444442', 0x06054b50, 0, TOO_LARGE, TOO_LARGE, TOO_LARGE, 0);
  return joined(files, directory, wideEnd, locator, end);
}
