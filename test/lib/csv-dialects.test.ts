import { describe, expect, it } from 'vitest';
import { encodeText } from '../../src/files/csv-text.ts';
import { CsvParser } from '../../src/lib/csv.ts';
import {
  decoderOf,
  headRows,
  SEPARATORS,
  sniffDialect,
  sniffEncoding,
} from '../../src/lib/csv-dialect.ts';
import { multipartBoundary, parseMultipart, readPartText } from '../../src/lib/multipart.ts';
import * as fc from '../support/fast-check.ts';
import { CSV_CASES } from './csv-cases.ts';

const BREAKS = ['\n', '\r\n', '\r'];

/** A cell as a writer of this dialect writes it: quoted where it must be, or always. */
const written = (cell: string, separator: string, always: boolean): string =>
  always || cell === '' || [separator, '"', '\r', '\n'].some((char) => cell.includes(char))
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;

const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1)
    view.setUint16(2 * at, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
};

const ENCODERS = {
  'utf-8': (text: string) => new TextEncoder().encode(text),
  'utf-16le': (text: string) => utf16(text, true),
  'utf-16be': (text: string) => utf16(text, false),
};

const cell = fc.string({
  unit: fc.constantFrom('a', '7', 'é', '😀', ',', ';', '\t', '|', '"', '\r', '\n', ' '),
  maxLength: 6,
});

describe('a table in any dialect', () => {
  it('is read back, wherever its bytes are cut', () => {
    const dialect = fc.record({
      rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 5,
      }),
      separator: fc.constantFrom(...SEPARATORS.map(({ char }) => char)),
      lineBreak: fc.constantFrom(...BREAKS),
      encoding: fc.constantFrom(...(Object.keys(ENCODERS) as (keyof typeof ENCODERS)[])),
      always: fc.boolean(),
      endsInBreak: fc.boolean(),
    });
    fc.assert(
      fc.property(dialect, ({ rows, separator, lineBreak, encoding, always, endsInBreak }) => {
        const lines = rows.map((row) =>
          row.map((each) => written(each, separator, always)).join(separator),
        );
        const text = `\uFEFF${lines.join(lineBreak)}${endsInBreak ? lineBreak : ''}`;
        const bytes = ENCODERS[encoding](text);
        expect(sniffEncoding(bytes)).toBe(encoding);
        const read = (chunks: Uint8Array[]) => {
          const decoder = decoderOf(encoding);
          const parser = new CsvParser({ separator, lenient: true });
          const found = chunks.flatMap((chunk) =>
            parser.push(decoder.decode(chunk, { stream: true })),
          );
          return [...found, ...parser.push(decoder.decode()), ...parser.end()];
        };
        for (let at = 0; at <= bytes.length; at += 1) {
          const cut = read([bytes.subarray(0, at), bytes.subarray(at)]);
          expect(cut.map(({ cells }) => cells)).toEqual(rows);
        }
        const single = read([...bytes].map((byte) => Uint8Array.of(byte)));
        expect(single.map(({ cells, problem }) => [problem, ...cells])).toEqual(
          rows.map((row) => [null, ...row]),
        );
      }),
      { numRuns: 60 },
    );
  });

  it.each(CSV_CASES)('is read with %s', (_, text, rows) =>
    expect(headRows(text, sniffDialect(text, true).separator, true)).toEqual(rows),
  );

  it('keeps a quote that stands where the grammar has none', () => {
    const parser = new CsvParser({ lenient: true });
    const rows = [
      ...parser.push('12" pipe,"a"b"c,"x" ,\n"a"  b,"c" \t\nok, "1, 2"\n'),
      ...parser.end(),
    ];
    expect(rows.map(({ cells, problem }) => [problem, ...cells])).toEqual([
      [null, '12" pipe', 'ab"c', 'x', ''],
      [null, 'a  b', 'c'],
      [null, 'ok', '1, 2'],
    ]);
  });

  it('detects its separator and its header', () => {
    const cases: [string, string, boolean][] = [
      ['name,phone\nAda,+12025550101\nBob,+12025550102\n', 'comma', true],
      ['name;phone;note\nAda;+12025550101;"a, b"\nBob;+12025550102;"c, d"', 'semicolon', true],
      ['Ada\t12025550101\r\nBob\t12025550102', 'tab', false],
      ['a|b\nada@example.com|1\nbob@example.com|2', 'pipe', true],
      ['ada@example.com\nbob@example.com', 'comma', false],
      ['email\nada@example.com', 'comma', true],
      ['sep=;\nphone;city\n1,2;Paris', 'semicolon', true],
      ['+12025550101', 'comma', false],
      ['domain\n', 'comma', false],
      ['', 'comma', false],
      ['8.8.8.8\n1.1.1.1', 'comma', false],
      ['example.com\nexample.org', 'comma', false],
      ['phone,phone\n1,2', 'comma', false],
      ['"name":"phone"\n"Ada":"12025550101"', 'colon', true],
      ["'Ada''s':'x'\n'Bob''s':'y'", 'colon', true],
      ['name:phone\nAda:12025550101\nBob:12025550102', 'colon', true],
      ['name\u001fphone\nAda\u001f12025550101', 'unit', true],
      ['id srcaddr dstaddr port\n2 81.1.93.67 10.0.0.17 443\n2 9.3.1.5 10.0.1.4 80', 'space', true],
      ['81.1.93.67 - - [10/Oct/2000:13:55:36 -0700] "GET /a" 200\n'.repeat(2), 'space', false],
      // Signs of other separators stand in the quoted cells of every line.
      ...['81.1.93.67', '2001:db8::93:67'].map((address): [string, string, boolean] => [
        `${address} - - [10/Oct/2000:13:55:36 -0700] "GET /a;b" 200 7 "-" "M/5 (X11; a), b; c"\n`.repeat(
          3,
        ),
        'space',
        false,
      ]),
      ['2001:db8::1 gateway\n2001:db8::2 printer\n', 'space', false],
      ['81.1.93.67 gateway 200\n81.1.93.68 printer 404\n', 'space', false],
      ['gateway, hall, 81.1.93.67\nprinter, office, 81.1.93.68\n', 'comma', false],
      ['81.1.93.67 | hall | a\n81.1.93.68 | office | b\n', 'pipe', false],
      ['Write to ann@x.test now\nWrite to bob@y.test now\n', 'comma', false],
      ['18 Char ID,Name,Due\n0015f00,Ann,2026-01-12\n0015f01,Bob,2026-01-13', 'comma', true],
      ['12 Main St,Tulsa\n9 Elm Rd,Macon', 'comma', false],
      // Of two that cut as well, the one that is rarer in text.
      ['Rom\t41.9,12.5\nBonn\t50.7,7.1', 'tab', false],
      ['Rom;41,9\nBonn;50,7', 'semicolon', false],
    ];
    for (const [text, separator, hasHeader] of cases)
      expect(sniffDialect(text, true), text).toEqual({ separator, hasHeader });
  });

  it('leaves out remarks before the first record', () => {
    const text = '# Made by a tool\n#\n# Rows, all of them\nname,phone\nAda,12025550101\n';
    expect(headRows(text, 'comma', true)).toEqual([
      ['name', 'phone'],
      ['Ada', '12025550101'],
    ]);
  });

  it('leaves text of one column uncut', () => {
    const lists = [
      'address\n12 Main St, Salem, OR 97301\n9 Elm Ave, Dover, DE 19901\n',
      'feedback\nGood, would buy again\nBad\nOk, but slow, very\n',
      'comment\nGood; would buy again\nBad\n',
      '+1 212-555-0123 (home)\n+1 212-555-0199 (work, ask for Bob)\n+44 20 7946 0018\n',
      'time\n10:30:00\n11:45:00\n',
      '2001:db8::1\n2001:db8::2\n',
      'fe80::a\nfe80::b\n',
      'did:plc:zyxwvutsrqpo\ndid:plc:abcdefghijkl\n',
      'urn:li:activity:7212345678901234567\nurn:li:activity:7212345678901234568\n',
      'https://a.example/x\nhttps://b.example/x\n',
    ];
    for (const text of lists) {
      const rows = headRows(text, sniffDialect(text, true).separator, true);
      expect(rows.map((cells) => cells.join('‖')).join('\n'), text).toBe(text.trimEnd());
    }
    // A list of values is one, and so is a table whose cells have blanks before them.
    for (const text of [
      'email\na@a.com, b@b.com\nc@c.com, d@d.com',
      'List\nname, phone\nAda, 12025550101',
      '+14155552671, Ada\nhello',
    ])
      expect(sniffDialect(text, true).separator, text).toBe('comma');
  });

  it('tells the names of columns that are blank, alike or have figures from a first row of data', () => {
    const cases: [string, boolean, number?][] = [
      [',name,phone\n0,Ada,+12025550101\n', true],
      ['Phone,Phone\n+12025550101,+12025550102\n', true],
      ['Phone 1,Revenue 2023\n+12025550101,100\n', true],
      ['Customers 2026,,\n,,\nName,Phone,City\nAda,+12025550101,X\n', true, 2],
      ['Report\nName,Email\nAda,ada@example.com\n', true, 1],
      ['Customers,\nAs of:,2026-11-28\n\nNo,Name,Phone,City\n1,Ada,+12025550101,X\n', true, 2],
      ['As of:,2026-11-28,,\nNo,Name,Phone,City\n1,Ada,+12025550101,X\n', true, 1],
      ['Ada,+12025550101,,\nBen,unlisted,note,X\nCem,+12025550102,,\n', false],
      [
        'Name,Phone,ZIP,1099 Tracking,Balance\nAda,(503) 555-0119,97210,No,120.18\nBo,(503) 555-0120,97211,Yes,80.00\n',
        true,
      ],
      ['12 Main St,Ada,+12025550101\n14 Main St,Bo,+12025550102\n', false],
      // A first row of data that has no value of its own.
      ['Ada,n/a\nBen,+12025550101\n', false],
      ['Ada,\nBen,+12025550101\n', false],
      ['Acme,\nBeta,Berlin\nGamma,Paris\n', false],
      [',\nAda,+12025550101\nBen,+12025550102\n', false],
      ['+12025550100,\nName,Phone\nAda,+12025550101\n', true, 1],
      // Captions of groups of columns.
      ['Person,,Contact,\nFirst,Last,Mobile,Office\nAda,King,+12025550101,\n', true, 1],
      ['List,,,\n,,,\nPerson,,Contact\nFirst,Last,Mobile,Mail\nA,K,+12025550101,\n', true, 3],
      ['Person,,Contact,\nAda,King,none,Berlin\nBo,Li,+12025550101,\nC,D,+12025550102,\n', true, 0],
      [
        'Person,Since,Contact,\nAda,yes,unlisted,Berlin\nBo,no,+12025550101,\nC,no,+12025550102,\n',
        true,
        0,
      ],
    ];
    for (const [text, hasHeader, titleRows] of cases)
      expect({ titleRows: 0, ...sniffDialect(text, true) }, text).toMatchObject({
        hasHeader,
        ...(titleRows !== undefined && { titleRows }),
      });
  });

  it('tells UTF-16 without a mark by its zeros, and nothing of text that has none', () => {
    expect(sniffEncoding(utf16('name,phone\n', true))).toBe('utf-16le');
    expect(sniffEncoding(utf16('name,phone\n', false))).toBe('utf-16be');
    for (const text of ['姓名,电话\n李娜,138\n', 'Имя;Город\nАнна;Москва\n'])
      for (const isLittle of [true, false])
        expect(sniffEncoding(utf16(text, isLittle))).toBe(isLittle ? 'utf-16le' : 'utf-16be');
    expect(sniffEncoding(new TextEncoder().encode('name,phone'))).toBeNull();
    expect(sniffEncoding(new Uint8Array(0))).toBeNull();
  });
});

describe('the encoding of a list before Unicode', () => {
  it.each([
    ['windows-1252', 'Name;Straße\nZoë Müller;Köln'],
    ['windows-1252', 'name;note\nAnn;“fine” – €5\nBob;it’s 7 °C'],
    ['windows-1252', 'Müller;José\nSøren;François\nÅsa;São Paulo'],
    ['windows-1252', 'Nafn;Staður\nSigurður;Reykjavík'],
    ['windows-1250', 'Imię;Miasto\nŁukasz;Łódź'],
    ['windows-1250', 'Jméno;Město\nJiří Novák;Plzeň'],
    ['windows-1251', 'Имя;Город\nАнна;Москва'],
    ['windows-1253', 'Όνομα;Πόλη\nΝίκος;Αθήνα'],
    ['windows-1254', 'Ad;Şehir\nAyşe;İzmir'],
    ['windows-1255', 'שם;עיר\nדוד;חיפה'],
    ['windows-1256', 'الاسم;المدينة\nأحمد;القاهرة'],
    ['windows-1257', 'Vardas;Miestas\nŽydrūnas;Šiauliai'],
    ['windows-874', 'ชื่อ;เบอร์โทร\nสมชาย;0812345678'],
    ['koi8-r', 'имя;город\nиванов;москва'],
    ['ibm866', 'Имя;Город\nИванов;Москва'],
    ['macintosh', 'Name;Straße\nMüller;Köln'],
    ['shift_jis', '氏名,電話\n山田太郎,03-1234-5678'],
    ['euc-jp', 'お名前,ご住所\n山田 花子,大阪府'],
    ['gb18030', '姓名,电话\n李娜,13800138000'],
    ['big5', '公司,地址\n台灣積體電路,新竹市力行六路'],
    ['euc-kr', '이름,전화번호\n홍길동,010-1234-5678'],
  ] as const)('is %s by the letters of %j', (encoding, text) => {
    const bytes = encodeText(text, encoding);
    expect(sniffEncoding(bytes)).toBe(encoding);
    expect(decoderOf(encoding, true).decode(bytes)).toBe(text);
  });

  it('is Windows-1252 where nothing tells', () => {
    for (const bytes of [[0xe9], [0xa3, 0x35], [0x43, 0x61, 0x66, 0xe9, 0x0a]])
      expect(sniffEncoding(Uint8Array.from([...bytes, 0x0a]))).toBe('windows-1252');
  });
});

describe('a form', () => {
  const BOUNDARY = 'x-boundary';
  const formOf = (parts: { name: string; fileName?: string; text: string }[]) =>
    `${parts
      .map(
        ({ name, fileName, text }) =>
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${
            fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: text/csv`
          }\r\n\r\n${text}\r\n`,
      )
      .join('')}--${BOUNDARY}--\r\n`;

  async function readBack(chunks: Uint8Array[], boundary = BOUNDARY) {
    async function* source() {
      yield* chunks;
    }
    const found = [];
    for await (const { name, fileName, bytes } of parseMultipart(source(), boundary))
      found.push({ name, fileName, text: await readPartText(bytes, 1_000) });
    return found;
  }

  it('is read whatever is in it, wherever its bytes are cut', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '\r', '\n', '-', '--x-bound', '\r\n--', 'é', ';'),
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(text, text, async (first, second) => {
        const parts = [
          { name: 'csrf', text: first },
          { name: 'file', fileName: 'a;b.csv', text: second },
        ];
        const bytes = new TextEncoder().encode(formOf(parts));
        const wanted = parts.map(({ fileName = null, ...part }) => ({ ...part, fileName }));
        for (let at = 0; at < bytes.length; at += 7)
          expect(await readBack([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(wanted);
        expect(await readBack([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(wanted);
      }),
      { numRuns: 40 },
    );
  });

  it('that breaks off or is none is refused', async () => {
    const whole = new TextEncoder().encode(formOf([{ name: 'file', fileName: 'a', text: 'x' }]));
    for (let at = 0; at < whole.length - 4; at += 1)
      await expect(readBack([whole.subarray(0, at)]), String(at)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      });
    expect(multipartBoundary(`multipart/form-data; boundary="a b"`)).toBe('a b');
    expect(() => multipartBoundary('text/plain')).toThrow();
  });
});
