import { Zip, ZipDeflate } from 'fflate';
import { concatBytes } from '../lib/bytes.ts';
import { XLSX_TYPE } from '../lib/csv-dialect.ts';
import { isTruthText, sheetNumber } from '../lib/csv-readings.ts';

// Writer of workbooks with one sheet (ECMA-376 part 1, "SpreadsheetML"), row by row. Strings are
// stored inline, so that memory does not grow with the rows; no text is evaluated as a formula.

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relationships = (...parts: readonly (readonly [type: string, target: string])[]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${parts.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** Cell styles by content, indexed from 0: ids of built-in formats (18.8.30) and one custom. */
const STYLES = {
  number: 0,
  'long number': 1,
  date: 14,
  time: 21,
  'date and time': 164,
  hours: 46,
} as const;
const STYLE_NAMES = Object.keys(STYLES);

const PARTS: readonly (readonly [name: string, xml: string])[] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
  ],
  ['_rels/.rels', relationships(['officeDocument', 'xl/workbook.xml'])],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Answers" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    relationships(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
  ],
];

/** Formats of the file's own, by ids from {@link STYLES}'s custom one. */
const OWN_FORMATS = ['yyyy\\-mm\\-dd\\ hh:mm:ss'];

type NumberFormats = readonly (readonly [column: number, format: string | number])[];

/** The styles of {@link STYLES}, and behind them one for each format of a sent column. */
function stylesXml(formats: NumberFormats): string {
  const codes = [...OWN_FORMATS];
  const ids = formats.map(([, format]) =>
    typeof format === 'number' ? format : STYLES['date and time'] + codes.push(format) - 1,
  );
  const declared = codes.map((code, at) => {
    const held = escapeXString(code.toWellFormed()).replaceAll('"', '&quot;');
    return `<numFmt numFmtId="${STYLES['date and time'] + at}" formatCode="${held}"/>`;
  });
  const styles = [...Object.values(STYLES), ...ids].map(
    (id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`,
  );
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${declared.join('')}</numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

/** Excel displays a number wider than its column as `####`. */
const wideColumn = (column: number): string =>
  `<col min="${column + 1}" max="${column + 1}" width="20" customWidth="1"/>`;

/** @param fixed number of frozen rows @param wide indexes of wide columns from 0, ascending */
const sheetStart = (fixed: number, wide: readonly number[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${fixed}" topLeftCell="A${fixed + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${wide.length > 0 ? `<cols>${wide.map(wideColumn).join('')}</cols>` : ''}<sheetData>`;

/** Suppresses Excel's warning on each phone number, since they are text on purpose. */
const SHEET_END =
  '</sheetData><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>';

/** Longest text of a cell ("Excel specifications and limits"). */
const MAX_CELL_CHARS = 32_767;

/** Characters that XML 1.0 cannot contain, and text that looks like an escape (ST_Xstring). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const UNHOLDABLE = /[\u0000-\u0008\u000b\u000c\u000d-\u001f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g;

const escapeXString = (text: string): string =>
  text
    .replace(
      UNHOLDABLE,
      (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const LETTERS = 26;

/** A column as references name it: `A`, `AB`. @param column from 0 */
function columnName(column: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (column % LETTERS));
  return column < LETTERS ? last : columnName(Math.floor(column / LETTERS) - 1) + last;
}

/** @param at reference, which the standard does not need, but some readers do */
function cellXml(value: unknown, at: string): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number' && Number.isFinite(value))
    return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const held = escapeXString(text.slice(0, MAX_CELL_CHARS).toWellFormed());
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${held}</t></is></c>`;
}

/** Longer numbers are displayed with an exponent unless a format is set. */
const MAX_GENERAL = 99_999_999_999;

/**
 * A cell in a number column; text that can be read as a number or truth becomes one.
 * @param style of the column, if the file had one
 */
function numberXml(text: string, at: string, style: number | undefined): string {
  const number = sheetNumber(text);
  if (number === null) return cellXml(isTruthText(text) ? text === 'TRUE' : text, at);
  const { value, shows } = number;
  const isLong = shows === 'number' && Number.isInteger(value) && Math.abs(value) > MAX_GENERAL;
  const usual = STYLE_NAMES.indexOf(isLong ? 'long number' : shows);
  return `<c r="${at}" s="${style ?? usual}"><v>${value}</v></c>`;
}

/** Modification time of all parts, fixed so that equal rows give equal bytes. */
const CHANGED_AT = '2020-01-01T12:00:00';

/** Lowest compression level of fflate; packing is most of the work, and this halves it. */
const COMPRESSION = { level: 1 } as const;

/** Streaming workbook writer; packed bytes are taken as they become available. */
export class XlsxEncoder {
  readonly contentType = XLSX_TYPE;
  readonly #encoder = new TextEncoder();
  readonly #sheet = new ZipDeflate('xl/worksheets/sheet1.xml', COMPRESSION);
  readonly #zip: Zip;
  readonly #numberColumns: ReadonlySet<number>;
  /** Cell styles by column. */
  readonly #styles: ReadonlyMap<number, number>;
  readonly #columnNames: string[] = [];
  #rows = 0;
  #packed: Uint8Array[] = [];
  #xml: string;

  /**
   * @param fixed number of frozen rows, down to the column names
   * @param numberColumns columns of the uploaded file, from 0, ascending, whose texts are written
   * as numbers or truths if they can be read as such
   * @param numberFormats of those columns, as in the uploaded file
   */
  constructor(fixed = 1, numberColumns: readonly number[] = [], numberFormats: NumberFormats = []) {
    this.#xml = sheetStart(fixed, numberColumns);
    this.#numberColumns = new Set(numberColumns);
    this.#styles = new Map(
      numberFormats.map(([column], at) => [column, STYLE_NAMES.length + at] as const),
    );
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error;
      this.#packed.push(bytes);
    });
    for (const [name, xml] of [...PARTS, ['xl/styles.xml', stylesXml(numberFormats)] as const]) {
      const part = new ZipDeflate(name, COMPRESSION);
      part.mtime = CHANGED_AT;
      this.#zip.add(part);
      part.push(this.#encoder.encode(xml), true);
    }
    this.#sheet.mtime = CHANGED_AT;
    this.#zip.add(this.#sheet);
  }

  /** Characters not yet taken by {@link take}. */
  get pending(): number {
    return this.#xml.length;
  }

  /** @param sentCells number of leading values that are cells of the uploaded file */
  add(values: readonly unknown[], sentCells = 0): void {
    const names = this.#columnNames;
    while (names.length < values.length) names.push(columnName(names.length));
    this.#rows += 1;
    const cells = values.map((value, column) => {
      const at = `${names[column]}${this.#rows}`;
      return typeof value === 'string' && column < sentCells && this.#numberColumns.has(column)
        ? numberXml(value, at, this.#styles.get(column))
        : cellXml(value, at);
    });
    this.#xml += `<row r="${this.#rows}">${cells.join('')}</row>`;
  }

  take(): Uint8Array {
    this.#sheet.push(this.#encoder.encode(this.#xml));
    this.#xml = '';
    return this.#takePacked();
  }

  end(): Uint8Array {
    this.#sheet.push(this.#encoder.encode(this.#xml + SHEET_END), true);
    this.#zip.end();
    return this.#takePacked();
  }

  #takePacked(): Uint8Array {
    const bytes = concatBytes(this.#packed);
    this.#packed = [];
    return bytes;
  }
}
