import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { csvLine, encodableText, encodeText } from '../../src/files/csv-text.ts';
import { CsvParser } from '../../src/lib/csv.ts';
import { XLSX_TYPE } from '../../src/lib/csv-dialect.ts';
import { createOrganization, operate } from '../support/api.ts';
import { send } from '../support/deployment.ts';
import { textWorkbook, workbookOf, xlsxRows } from '../support/workbook.ts';
import { balance, phones, results, startJob, waitFor } from './support.ts';

const [first, second] = phones(2, 70_000) as [string, string];

async function sendList(
  token: string,
  query: string,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'text/csv',
) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type };
  const reply = await send(`/v1/bulk/jobs?${query}`, { method: 'POST', headers, body });
  // biome-ignore lint/suspicious/noExplicitAny: replies of several shapes
  return { status: reply.status, body: (await reply.json()) as any };
}

const dryRun = (
  token: string,
  query: string,
  body: Parameters<typeof sendList>[2],
  type?: string,
) => sendList(token, `type=phone_validation&dry_run=true&${query}`, body, type);

describe('a job sent as CSV', () => {
  it('runs over the column that fits, whatever it is called and the file is written in', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const text = `id;who;reached at\r\n1;Ann;${first}\r\n2;"Bo;b";${second}\r\n3;Cy;${first}\r\n`;
    const bytes = new Uint8Array([
      ...[0xff, 0xfe],
      ...[...text].flatMap((char) => [char.charCodeAt(0), 0]),
    ]);
    const { status, body } = await sendList(owner, 'type=/phone', bytes, 'text/csv; charset=x');
    expect([status, body.data]).toMatchObject([201, { accepted: 3, credits_held: 2 }]);
    await waitFor(owner, body.data.job_id, 'completed');
    const { lookups } = await results(owner, body.data.job_id);
    expect(lookups.map(({ input }: { input: string }) => input)).toEqual([first, second, first]);
    expect(await balance(owner)).toBe(8);
  });

  it('takes a column by name or number, with or without a header', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const two = `from,to\n${first},${second}\n${first},\n`;
    for (const [query, body, expected] of [
      ['column=to', two, { total: 2, skipped: 1, credits_required: 1 }],
      ['column=1', two, { total: 2, duplicates: 1, credits_required: 1 }],
      ['', `${first}\n${second}\n`, { total: 2, credits_required: 2, credits_available: 10 }],
      ['', 'phone\nnothing\n', { total: 1, unusable_count: 1, credits_required: 0 }],
      ['', `note,phone\n${first},${second}\n`, { total: 1, credits_required: 1 }],
    ] as const) {
      const reply = await dryRun(owner, query, body);
      expect([reply.status, reply.body.data], query).toMatchObject([200, expected]);
    }
  });

  it('refuses what is no text, and names the columns where none can be meant', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    for (const body of [
      ...['%PDF-1.7\nphone\n', 'PK\u0003\u0004phone\n'],
      ...[
        `<html><table><tr><td>${first}</td></tr></table></html>`,
        ' <?xml version="1.0"?>\n<Workbook/>',
      ],
      ...[`[{"phone":"${first}"}]`, `{"phone_number": "${first}"}\n`, `[ "${first}" ]`],
      `BEGIN:VCARD\r\nTEL:${first}\r\nEND:VCARD\r\n`,
    ]) {
      const reply = await dryRun(owner, '', body);
      expect([reply.status, reply.body.error]).toMatchObject([
        400,
        { code: 'INVALID_REQUEST', message: expect.stringContaining('spreadsheetml.sheet') },
      ]);
    }
    const { body } = await dryRun(owner, '', `mine,theirs\n${first},${second}\n`);
    expect(body.error.message).toContain('name it: "mine" or "theirs".');
  });

  it('refuses a workbook that unpacks to more than a list may have', async () => {
    const { sandbox } = await createOrganization();
    const text = 'x'.repeat(60_000);
    const rows = Array.from({ length: 1_000 }, (_, at) => [`+1415555${1_000 + at}`, text]);
    const body = textWorkbook([['phone', 'note'], ...rows]);
    expect(body.length).toBeLessThan(100_000);
    const reply = await dryRun(sandbox, '', body, XLSX_TYPE);
    expect([reply.status, reply.body.error]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
  });

  it('refuses more columns or cells than a list may have, at the row that has them', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const wide = (count: number) => `${first}${','.repeat(count - 1)}\n`;
    const short = `${first}\n`;
    const query = 'type=phone_validation&dry_run=true&column=1';
    const fields = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${from + n}`, 1]));
    const lines = (count: number) =>
      `${JSON.stringify({ phone: first })}\n${JSON.stringify({ phone: second, ...fields(0, count) })}\n`;
    const cell = (at: string) =>
      `<row><c r="A1"><v>1</v></c><c r="${at}1"><v>2</v></c></row><row><c r="A2"><v>3</v></c></row>`;
    const book = (at: string) => workbookOf({ sheets: [{ name: 'S', data: cell(at) }] });
    for (const [body, type, row] of [
      [`phone\n${short.repeat(3)}${wide(1_001)}`, 'text/csv', 'Row 5'],
      // Behind the rows that tell how the list is written.
      [`phone\n${short.repeat(9_000)}${wide(1_001)}`, 'text/csv', 'Line 9002'],
      [`phone\n${wide(1_000)}${short.repeat(33_600)}`, 'text/csv', 'Row 33555'],
      [lines(1_000), 'application/x-ndjson', 'Row 2'],
      [book('ALM'), XLSX_TYPE, 'Row 1'],
    ] as const) {
      const reply = await sendList(
        owner,
        'type=phone_validation&dry_run=true&column=1',
        body,
        type,
      );
      expect([reply.status, reply.body.error], row).toMatchObject([
        400,
        { code: 'INPUT_LIMIT_EXCEEDED', message: expect.stringMatching(new RegExp(`^${row}:`)) },
      ]);
    }
    for (const [body, type] of [
      [`phone\n${wide(1_000)}${short.repeat(100)}`, 'text/csv'],
      [lines(999), 'application/x-ndjson'],
      [book('ALL'), XLSX_TYPE],
    ] as const) {
      const reply = await sendList(owner, query, body, type);
      expect([reply.status, reply.body.error], type).toEqual([200, undefined]);
    }
  });

  it('names the rows that cannot exist where they are read, and the countries they fit', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const { body } = await dryRun(owner, '', `phone\n0151 23450001\n${first}\n+1 212 123 4567\n`);
    expect(body.data).toMatchObject({
      ...{ billable: 3, unusable_count: 0, credits_required: 1, free_count: 2 },
      free: [
        {
          row: 1,
          input: '0151 23450001',
          message: expect.stringContaining('the numbering plan of DE'),
        },
        { row: 3, message: 'This input cannot exist as written. It is answered free of charge.' },
      ],
    });
  });

  it('fills further fields from columns that are called so and can be read', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const german = 'phone,country\n030 901820,DE\n';
    const words = ` phone ,"country  "\n${first},Germany\n`;
    for (const body of [german, words])
      expect((await dryRun(owner, '', body)).body.data).toMatchObject({
        credits_required: 1,
        columns: { phone_number: 'phone', country: 'country' },
      });
    const { body } = await dryRun(owner, '', `1,${first}\n2,${second}\n`);
    expect(body.data.columns).toEqual({ phone_number: '2' });
    const inputs = JSON.stringify({ type: 'phone', inputs: [first], dry_run: true });
    const listed = await sendList(owner, '', inputs, 'application/json');
    expect(listed.body.data).not.toHaveProperty('columns');
  });

  it('has no rows where its only row names the columns, and long ones are read by their names', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    for (const only of ['Name,Phone\n', 'Name;Phone', 'Phone\n'])
      expect((await dryRun(owner, '', only)).body.error).toMatchObject({
        ...{ code: 'MISSING_FIELD', message: 'The file has a header and no rows.' },
      });
    const long = (chars: number) => `Note,Phone\n"${'y'.repeat(chars)}",${first}\nz,${second}\n`;
    expect((await dryRun(owner, '', long(20_000))).body.data).toMatchObject({ total: 2 });
    expect((await dryRun(owner, '', long(1_000_000))).body.error).toMatchObject({
      ...{
        code: 'INVALID_INPUT',
        message: expect.stringMatching(/^line 2: the row is longer/),
      },
    });
  });

  it('is refused by a name that several of its columns have', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const twice = `Name,Phone,phone\nAnn,,${first}\n`;
    expect((await dryRun(owner, 'column=Phone', twice)).body.error).toMatchObject({
      ...{ code: 'INVALID_INPUT', param: 'column' },
      message:
        'column: columns 2 and 3 are both named "Phone"; give the number of the column instead.',
    });
    const chosen = await dryRun(owner, 'column=3', twice);
    expect(chosen.body.data).toMatchObject({ total: 1, credits_required: 1 });
  });

  it('needs no column of the main input where other fields can be looked up', async () => {
    const { owner } = await createOrganization({ credits: 200 });
    const append = (body: string) => sendList(owner, 'type=b2b_contact_append&dry_run=true', body);
    const people = 'Full Name,Company Domain\nAnn Lee,acme.com\nBo Ray,bolt.io\n';
    expect((await append(people)).body.data).toMatchObject({ total: 2, unusable_count: 0 });
    const nameless = 'Company,Company Domain\nAcme,acme.com\n';
    expect((await append(nameless)).body.error).toMatchObject({
      code: 'MISSING_FIELD',
      param: 'column',
    });
  });

  it('is refused where it does not say what to look up, or where', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const two = `from,to\n${first},${second}\n`;
    for (const [query, body, code, param] of [
      ['', two, 'MISSING_FIELD', 'type'],
      ['type=phones', two, 'INVALID_TYPE', 'type'],
      ['type=phone', two, 'MISSING_FIELD', 'column'],
      ['type=phone&column=at', two, 'INVALID_INPUT', 'column'],
      ['type=phone&column=3', two, 'INVALID_INPUT', 'column'],
      ['type=phone', '', 'MISSING_FIELD', undefined],
    ] as const) {
      const reply = await sendList(owner, query, body);
      expect([reply.status, reply.body.error], query).toMatchObject([
        400,
        { code, ...(param && { param }) },
      ]);
    }
  });
});

const download = async (url: string) => {
  const reply = await send(new URL(url).pathname, {});
  return new Uint8Array(await reply.arrayBuffer());
};

const rowsOf = (text: string, separator = ',') => {
  const parser = new CsvParser({ separator });
  return [...parser.push(text), ...parser.end()].map(({ cells }) => cells);
};

/** Sends a list and reads the file that comes back, as text. */
async function sentBack(
  token: string,
  query: string,
  body: string | Uint8Array<ArrayBuffer>,
  contentType?: string,
) {
  const made = await sendList(token, `type=phone&${query}`, body, contentType);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await waitFor(token, made.body.data.job_id, 'completed', 'failed');
  const { answers_url: url } = await results(token, made.body.data.job_id);
  const type = (await send(new URL(url).pathname, {})).headers.get('content-type') ?? '';
  const [, charset = ''] = type.split('charset=');
  const text = new TextDecoder(charset, { ignoreBOM: true, fatal: true }).decode(
    await download(url),
  );
  return { charset, text };
}

describe('a list as people keep it', () => {
  const [one, two] = [first, second];
  const cases: [
    string,
    string,
    { above?: string[][]; header: string[]; own: string[][]; statuses: string[] },
  ][] = [
    [
      'numbers and dashes that a spreadsheet could count with',
      'Name;Telefon;Saldo;Note\nA;+49 30 901820;-12,50;-\nB;+49 (30) 1234-567;--;-5 %\n',
      {
        header: ['Name', 'Telefon', 'Saldo', 'Note'],
        own: [
          ['A', '+49 30 901820', '-12,50', '-'],
          ['B', '+49 (30) 1234-567', '--', '-5 %'],
        ],
        statuses: ['completed', 'completed'],
      },
    ],
    [
      'a column without a name, and two of one name',
      `,Name,Phone,Name\n0,Ada,${one},x\n1,Ben,${two},y\n`,
      {
        header: ['Column 1', 'Name', 'Phone', 'Name'],
        own: [
          ['0', 'Ada', one, 'x'],
          ['1', 'Ben', two, 'y'],
        ],
        statuses: ['completed', 'completed'],
      },
    ],
    [
      'a title, and blank rows before the names',
      `Customers 2026,,\n,,\nName,Phone,City\nAda,${one},X\n`,
      {
        above: [
          ['Customers 2026', '', ''],
          ['', '', ''],
        ],
        header: ['Name', 'Phone', 'City'],
        own: [['Ada', one, 'X']],
        statuses: ['completed'],
      },
    ],
    [
      'names with figures, ids and amounts beside numbers that nothing names',
      `Customer 1,Reached at,Revenue 2023\n1001,${one},5000\n1002,${two},120\n`,
      {
        header: ['Customer 1', 'Reached at', 'Revenue 2023'],
        own: [
          ['1001', one, '5000'],
          ['1002', two, '120'],
        ],
        statuses: ['completed', 'completed'],
      },
    ],
    [
      'numbers that a spreadsheet keeps as text',
      `Name,Phone\nAda,'${one}\nBen,'${two.slice(1)}\nCem,"=""${one}"""\nDea,1.2125551234E+10\n`,
      {
        header: ['Name', 'Phone'],
        own: [
          ['Ada', `'${one}`],
          ['Ben', `'${two.slice(1)}`],
          // A formula that is one text calls nothing.
          ['Cem', `="${one}"`],
          ['Dea', '1.2125551234E+10'],
        ],
        statuses: ['completed', 'completed', 'duplicate', 'completed'],
      },
    ],
    [
      'countries by their names, and rows without a number',
      'Phone,Country\n030 901820,Germany\n020 7946 0958,UK\n01 42 76 40 40,Frankreich\n,Spain\n2125551234,U.S.A.\n',
      {
        header: ['Phone', 'Country'],
        own: [
          ['030 901820', 'Germany'],
          ['020 7946 0958', 'UK'],
          ['01 42 76 40 40', 'Frankreich'],
          ['', 'Spain'],
          ['2125551234', 'U.S.A.'],
        ],
        statuses: ['completed', 'completed', 'completed', 'skipped', 'completed'],
      },
    ],
    [
      'marks of the end of a file, which is padded to a block',
      `Name,Phone\r\nAda,${one}\r\nBen,${two}\r\n\u001a${'\u0000'.repeat(90)}`,
      {
        header: ['Name', 'Phone'],
        own: [
          ['Ada', one],
          ['Ben', two],
        ],
        statuses: ['completed', 'completed'],
      },
    ],
    [
      'names twice, empty lines at the end, and carriage returns alone',
      `Name,Phone\rAda,${one}\rName,Phone\rBen,${two}\r,\r\r\r`,
      {
        header: ['Name', 'Phone'],
        own: [
          ['Ada', one],
          ['Name', 'Phone'],
          ['Ben', two],
          ['', ''],
        ],
        statuses: ['completed', 'skipped', 'completed', 'skipped'],
      },
    ],
  ];

  it.each(cases)('comes back with %s', async (_, body, expected) => {
    const { owner } = await createOrganization({ credits: 10 });
    const { text } = await sentBack(owner, '', body);
    const all = rowsOf(text, body.startsWith('Name;') ? ';' : ',');
    const { above = [] } = expected;
    expect(all.slice(0, above.length)).toEqual(above);
    const [names = [], ...rows] = all.slice(above.length);
    const width = expected.header.length;
    expect(names.slice(0, width + 1)).toEqual([...expected.header, 'lookup_status']);
    expect(rows.map((row) => row.slice(0, width))).toEqual(expected.own);
    expect(rows.map((row) => row[width])).toEqual(expected.statuses);
    // None of them was read in a country that it is not of.
    const places = rows.filter((row) => row[width] === 'completed');
    for (const row of places) expect(row.slice(width), row.join()).not.toContain('INVALID');
  });

  it('says of a rounded number that it is one', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    for (const rounded of ['4.91512E+11', '1,21256E+10', '1E+10']) {
      const { body } = await dryRun(owner, '', `Name,Phone\nAda,"${rounded}"\n`);
      expect(body.data.unusable, rounded).toMatchObject([
        { row: 1, input: rounded, message: expect.stringContaining('rounded') },
      ]);
    }
  });

  it('is windows-1252 where its first other character comes late, and UTF-8 where that one is', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const early = Array.from({ length: 900 }, (_, at) => `Person number ${at};${first}\r\n`);
    const text = `Name;Phone\r\n${early.join('')}Jürgen – Groß;${second}\r\n`;
    for (const encoding of ['windows-1252', 'utf-8'] as const) {
      const bytes = encodeText(text, encoding) as Uint8Array<ArrayBuffer>;
      const back = await sentBack(owner, '', bytes);
      expect(back.charset).toBe(encoding);
      expect(rowsOf(back.text, ';').at(-1)?.slice(0, 3)).toEqual([
        ...['Jürgen – Groß', second, 'completed'],
      ]);
    }
  });

  it('is read in the default country of its organization', async () => {
    const { owner, id } = await createOrganization({ credits: 10 });
    await operate('PATCH', `/organizations/${id}`, { default_country: 'DE' });
    const { text } = await sentBack(owner, '', 'Kunde,Erreichbar\n1001,030 901820\n');
    expect(rowsOf(text)[1]).toContain('VALID');
  });

  it('is read in the country that the query gives its rows, unless a row names its own', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const list = 'phone,country\n030 901820,\n01 42 92 81 00,FR\n';
    for (const country of ['DE', 'de', 'Germany', 'Deutschland']) {
      const { body } = await dryRun(owner, `country=${country}`, list);
      expect(body.data, country).toMatchObject({ credits_required: 2, free_count: 0 });
    }
    const { body } = await sendList(owner, 'type=phone&country=DE', 'Tel\n030 901820\n');
    await waitFor(owner, body.data.job_id, 'completed');
    const [row] = (await results(owner, body.data.job_id)).lookups;
    expect([row.input, row.response_data.request.input]).toEqual(['030 901820', '+4930901820']);
    expect(row.response_data.insights).not.toHaveProperty('country_assumed');
    const lines = await dryRun(owner, 'country=DE', '"030 901820"\n', 'application/x-ndjson');
    expect(lines.body.data).toMatchObject({ credits_required: 1, free_count: 0 });
  });

  it('is refused by name for a parameter that has no effect here', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    for (const [query, param, code = 'INVALID_REQUEST'] of [
      ['contry=DE', 'contry'],
      ['country=Nowhere', 'country', 'INVALID_INPUT'],
      ['phone_number=1', 'phone_number'],
      ['bypass_cache=true', 'bypass_cache'],
    ] as const) {
      const reply = await dryRun(owner, query, `phone\n${first}\n`);
      expect([reply.status, reply.body.error], query).toMatchObject([400, { code, param }]);
    }
    const query = 'type=ip_lookup&dry_run=true&country=DE';
    const { body } = await sendList(owner, query, 'ip\n8.8.8.8\n');
    expect(body.error).toMatchObject({ code: 'INVALID_REQUEST', param: 'country' });
    expect(body.error.message).toContain('"ip" has no such field');
  });

  it('is refused in an encoding that is not read, if its type names one', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const list = `Phone\n${first}\n`;
    for (const charset of ['iso-2022-jp', '"ISO-8859-15"', 'iso-8859-6']) {
      const reply = await dryRun(owner, '', list, `text/csv; charset=${charset}`);
      expect([reply.status, reply.body.error.code], charset).toEqual([400, 'INVALID_REQUEST']);
      expect(reply.body.error.message).toContain('send the list in UTF-8, UTF-16 or windows-1252');
    }
    const read = ['utf-8', 'UTF8', 'iso-8859-1', 'us-ascii', 'utf-16', 'none', 'shift_jis', 'gbk'];
    for (const charset of read)
      expect((await dryRun(owner, '', list, `text/csv; charset=${charset}`)).status).toBe(200);
  });

  it('comes back in the encoding that its letters show, or that its type names', async () => {
    const { owner } = await createOrganization({ credits: 20 });
    for (const [encoding, name, type] of [
      ['shift_jis', '佐藤 花子', 'text/csv'],
      ['windows-1251', 'Анна Орлова', 'text/csv'],
      ['gb18030', '王小明', 'text/csv'],
      // Three letters do not tell it from others.
      ['windows-1257', 'Ėė', 'text/csv; charset=windows-1257'],
    ] as const) {
      const bytes = encodeText(`Name;Phone\r\n${name};${first}\r\n`, encoding);
      const back = await sentBack(owner, '', bytes as Uint8Array<ArrayBuffer>, type);
      expect(back.charset).toBe(encoding);
      expect(rowsOf(back.text, ';')[1]?.slice(0, 3)).toEqual([name, first, 'completed']);
    }
  });

  it('is read by any of the names of its type, and by no other', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    for (const [type, body, status] of [
      ['text/tab-separated-values', `who\treached\nAda\t${first}\n`, 200],
      ['application/jsonl', `"${first}"\n`, 200],
      ['Text/CSV; header=present', `${first}\n`, 200],
      ['text/plain', `${first}\n`, 400],
    ] as const) {
      const reply = await dryRun(owner, '', body, type);
      expect([reply.status, reply.body.data?.credits_required], type).toEqual([
        status,
        status === 200 ? 1 : undefined,
      ]);
    }
  });

  it('tells the endpoint that it names', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const unknown = 'webhook_endpoint_id=we_9f1c2e5a-7d43-4b0e-8a61-0c5d3e7f2b94';
    const reply = await sendList(owner, `type=phone&${unknown}`, `${first}\n`);
    expect([reply.status, reply.body.error]).toMatchObject([400, { param: 'webhook_endpoint_id' }]);
  });
});

describe('the file with the answers', () => {
  it('has the rows as they were sent, in their encoding, each with its answer', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const mark = '\ufeff';
    const text = [
      `Name;Mobile;line_type`,
      `Zoë;${first};=1+1`,
      `"A;b";${first};x;more`,
      ';;',
      `Bo;nothing`,
      '',
    ].join('\r\n');
    const utf16 = (content: string) =>
      new Uint8Array(
        [...content].flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]),
      );
    const made = await sendList(owner, 'type=phone&column=mobile', utf16(mark + text));
    await waitFor(owner, made.body.data.job_id, 'completed');
    const { answers_url: url } = await results(owner, made.body.data.job_id);
    const answers = new TextDecoder('utf-16le', { fatal: true, ignoreBOM: true }).decode(
      await download(url),
    );
    expect(answers.startsWith(mark)).toBe(true);
    const [header = [], ...rows] = new CsvParser({ separator: ';' })
      .push(answers.slice(1))
      .map(({ cells }) => cells);
    expect(header.slice(0, 7)).toEqual([
      ...['Name', 'Mobile', 'line_type', 'Column 4'],
      ...['lookup_status', 'lookup_reason', 'lookup_credits'],
    ]);
    expect(rows.map((cells) => cells.slice(0, 7))).toEqual([
      ['Zoë', first, "'=1+1", '', 'completed', '', '1'],
      ['A;b', first, 'x', 'more', 'duplicate', 'The row repeats row 1.', '0'],
      ['', '', '', '', 'skipped', 'The row is empty.', '0'],
      ['Bo', 'nothing', '', '', 'failed', 'phone_number: is not a phone number', '0'],
    ]);
    expect(rows[1]?.slice(7)).toEqual(rows[0]?.slice(7));
    expect(rows[0]?.slice(7).some((cell) => cell !== '')).toBe(true);
  });

  it('begins with the rows above the names, and skips a row that names the columns again', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const table = [
      ['Report of 2026', ''],
      ['=1+1', ''],
      ['Name', 'Mobile', 'City'],
      ['Ann', first, 'Bonn'],
      ['Name', 'Mobile', 'City'],
      ['Bo', '', 'Ulm'],
      ['Cy', second, 'Kiel'],
    ];
    const asCsv = table.map((cells) => `${cells.join(';')}\r\n`).join('');
    const readCsv = (bytes: Uint8Array) =>
      new CsvParser({ separator: ';' })
        .push(new TextDecoder().decode(bytes))
        .map(({ cells }) => cells);
    for (const [body, type, read] of [
      [asCsv, 'text/csv', readCsv],
      [textWorkbook(table), XLSX_TYPE, (bytes: Uint8Array) => [...xlsxRows(bytes)]],
    ] as const) {
      const made = await sendList(owner, 'type=phone', body, type);
      expect(made.body.data.accepted).toBe(4);
      await waitFor(owner, made.body.data.job_id, 'completed');
      const { answers_url: url } = await results(owner, made.body.data.job_id);
      const rows = read(await download(url)).map((cells) => cells.slice(0, 5));
      expect(rows.slice(0, 2).map(([cell]) => cell)).toEqual([
        'Report of 2026',
        type === XLSX_TYPE ? '=1+1' : "'=1+1",
      ]);
      expect(rows.slice(2)).toEqual([
        ['Name', 'Mobile', 'City', 'lookup_status', 'lookup_reason'],
        ['Ann', first, 'Bonn', 'completed', ''],
        ['Name', 'Mobile', 'City', 'skipped', 'The row has no value to look up.'],
        ['Bo', '', 'Ulm', 'skipped', 'The row has no value to look up.'],
        ['Cy', second, 'Kiel', 'completed', ''],
      ]);
    }
  });

  it('has the remarks of the list where they stood, as skipped rows', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const above = ['# of the list, made', '# today'];
    for (const [names, one, two] of [
      [['phone'], [first], [second]],
      [
        ['phone', 'who'],
        [first, 'Ann'],
        [second, 'Bo'],
      ],
    ] as const) {
      const lines = [names.join(), one.join(), '# note', two.join(), '# end'];
      const made = await sendList(owner, 'type=phone', [...above, ...lines, ''].join('\n'));
      expect(made.body.data).toMatchObject({ accepted: 4, unusable_count: 0 });
      await waitFor(owner, made.body.data.job_id, 'completed');
      const { answers_url: url } = await results(owner, made.body.data.job_id);
      const text = new TextDecoder().decode(await download(url));
      const rows = new CsvParser().push(text).map(({ cells }) => cells);
      expect(rows.map(([cell]) => cell)).toEqual([
        ...above,
        ...['phone', first, '# note', second, '# end'],
      ]);
      expect(rows[4]?.[names.length]).toBe('skipped');
    }
    const bare = await sendList(owner, 'type=phone', '# a\nphone\n# b\n');
    expect(bare.body.error.message).toContain('The file has a header and no rows.');
  });

  it('looks a single name up that stands below itself', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const reply = await dryRun(owner, '', `phone\n${first}\nphone\n`);
    expect(reply.body.data).toMatchObject({ total: 2, skipped: 0, unusable_count: 1 });
  });

  it('has one column of inputs where the rows were no file', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const id = await startJob(owner, { type: 'phone_validation', inputs: [first, first] });
    const { answers_url: url } = await waitFor(owner, id, 'completed');
    const [header = [], ...rows] = new CsvParser()
      .push(new TextDecoder().decode(await download(url)))
      .map(({ cells }) => cells);
    expect(header.slice(0, 2)).toEqual(['input', 'lookup_status']);
    expect(rows.map((cells) => cells.slice(0, 2))).toEqual([
      [first, 'completed'],
      [first, 'duplicate'],
    ]);
    expect(rows[1]?.slice(4)).toEqual(rows[0]?.slice(4));
  });

  it('is a workbook where a workbook was sent, named after it, with one of the good rows alone', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const workbook = textWorkbook([
      ['Name', 'Mobile', 'Since'],
      ['Zoë', first, '=1+1'],
      ['Bo', '+1000', ''],
      ['A;b', first, 'x'],
      ['Cy', 'nothing', ''],
    ]);
    const query = `type=phone&file_name=${encodeURIComponent('../Kunden "März".xlsx')}`;
    const made = await sendList(owner, query, workbook, XLSX_TYPE);
    expect([made.status, made.body.data]).toMatchObject([201, { accepted: 4, unusable_count: 1 }]);
    const { file_name: name } = await waitFor(owner, made.body.data.job_id, 'completed');
    expect(name).toBe('Kunden März.xlsx');
    const files = await results(owner, made.body.data.job_id);
    const reply = await send(new URL(files.answers_url).pathname, {});
    expect([reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual([
      XLSX_TYPE,
      `attachment; filename="Kunden M_rz-answers.xlsx"; filename*=UTF-8''Kunden%20M%C3%A4rz-answers.xlsx`,
    ]);
    const [header = [], ...rows] = xlsxRows(new Uint8Array(await reply.arrayBuffer()));
    expect(header.slice(0, 5)).toEqual([
      ...['Name', 'Mobile', 'Since', 'lookup_status', 'lookup_reason'],
    ]);
    expect(rows.map((cells) => cells.slice(0, 4))).toEqual([
      ['Zoë', first, '=1+1', 'completed'],
      ['Bo', '+1000', '', 'completed'],
      ['A;b', first, 'x', 'duplicate'],
      ['Cy', 'nothing', '', 'failed'],
    ]);
    const good = [...xlsxRows(await download(files.good_answers_url))];
    expect(good.map(([who]) => who)).toEqual(['Name', 'Zoë', 'A;b']);
    expect(good.slice(1)).toEqual([rows[0], rows[2]]);
  });

  it('has numbers where the workbook had them, phone numbers with all of their digits', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const digits = first.slice(1);
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const row = (phone: string) =>
      `<row><c><v>${phone}</v></c><c><v>12.5</v></c>${text('12')}<c s="1"><v>44197</v></c></row>`;
    const names = ['phone', 'amount', 'code', 'since'].map(text).join('');
    const data = `<row>${names}</row>${row(digits)}${row(second.slice(1))}`;
    const workbook = workbookOf({ sheets: [{ name: 'S', data }], formats: ['General', 14] });
    const made = await sendList(owner, 'type=phone', workbook, XLSX_TYPE);
    await waitFor(owner, made.body.data.job_id, 'completed');
    const { answers_url: url } = await results(owner, made.body.data.job_id);
    const bytes = await download(url);
    const parts = unzipSync(bytes);
    const xml = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
    const styles = new TextDecoder().decode(parts['xl/styles.xml']);
    const formats = [...styles.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, format]) => format);
    const [, sent = ''] = xml.split('<row r="2">');
    const cells = [...sent.matchAll(/<c(?: [^>]*)?>.*?<\/c>/g)].map(([cell]) => cell);
    expect(cells.slice(0, 2)).toEqual([
      `<c r="A2" s="0"><v>${digits}</v></c>`,
      '<c r="B2" s="0"><v>12.5</v></c>',
    ]);
    expect([cells[2], cells[3]]).toEqual([
      '<c r="C2" t="inlineStr"><is><t xml:space="preserve">12</t></is></c>',
      `<c r="D2" s="${formats.indexOf('14', 6)}"><v>44197</v></c>`,
    ]);
    expect([...xlsxRows(bytes)][1]?.slice(0, 4)).toEqual([digits, '12.5', '12', '2021-01-01']);
  });

  it.each([
    ['mnp_lookup', ['+14155550100', '+14155550102', '+14151230102'], 1],
    ['nt_lookup', ['+14155550100', '+14155550102', '+14151230102'], 1],
    ['phone_validation', ['+14155550100', '+14155550102'], 1],
    ['keyword_metrics', ['running shoes', 'sandbox nothing'], 1],
    ['phone_scrub', ['+14155550120', '+14155550121'], 1],
  ])('has no good row of %s where nothing was found', async (type, inputs, good) => {
    const { sandbox } = await createOrganization({ credits: 1 });
    const { body } = await sendList(sandbox, `type=${type}&column=1`, `x\n${inputs.join('\n')}\n`);
    await waitFor(sandbox, body.data.job_id, 'completed');
    const { good_answers_url: url } = await results(sandbox, body.data.job_id);
    const [, ...rows] = new CsvParser().push(new TextDecoder().decode(await download(url)));
    expect(rows.map(({ cells }) => cells[0])).toEqual(inputs.slice(0, good));
  });

  it('keeps what windows-1252 has, and refers to what it lacks by number', () => {
    const every = new TextDecoder('windows-1252').decode(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
    );
    expect(encodableText(every, 'windows-1252')).toBe(every);
    expect([...encodeText(every, 'windows-1252')]).toEqual([...every].map((_, byte) => byte));
    const text = 'Zoë – 5 €, Ł \ud83d\ude00 \ud800';
    const read = 'Zoë – 5 €, &#321; &#128512; &#65533;';
    expect(encodableText(text, 'windows-1252')).toBe(read);
    expect(encodableText(text, 'utf-8')).toBe(text);
    expect(csvLine(['10:30', 'New York'], ':')).toBe('"10:30":New York\r\n');
    expect(csvLine(['10:30', 'New York'], ' ')).toBe('10:30 "New York"\r\n');
    // The reference has a semicolon in it, which separates cells.
    const line = csvLine(['Zoë', 'Łódź'], ';', 1, 'windows-1252');
    expect(line).toBe('Zoë;"&#321;ód&#378;"\r\n');
  });

  it('comes back with the line that names its separator, and its cells byte for byte', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const cells = `Zoë \x81;${first};"=""007"""`;
    const list = encodeText(`sep=;\r\nname;tel;code\r\n${cells}\r\n`, 'windows-1252');
    const query = 'type=phone&column=tel';
    const made = await sendList(owner, query, list as Uint8Array<ArrayBuffer>);
    await waitFor(owner, made.body.data.job_id, 'completed');
    for (const name of ['answers_url', 'good_answers_url']) {
      const bytes = await download((await results(owner, made.body.data.job_id))[name]);
      const [hint, header, row] = new TextDecoder('windows-1252').decode(bytes).split('\r\n');
      expect(hint).toBe('sep=;');
      expect(header).toMatch(/^name;tel;code;lookup_status;/);
      expect(row?.startsWith(`${cells};completed;`)).toBe(true);
    }
  });
});

describe('a job sent as JSON lines', () => {
  const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const ask = (token: string, query: string, body: string) =>
    dryRun(token, query, body, 'application/x-ndjson');

  it('takes strings, bodies of the product, and any field', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const rows = [first, second, first, second, first, second];
    const objects = rows.map((number, at) => ({ at, reached: { no: at }, tel: number }));
    for (const [query, body] of [
      ['', lines(...rows)],
      ['', lines(...rows.map((phone_number) => ({ phone_number, note: 1 })))],
      ['', lines(...objects)],
      ['column=tel', lines(...objects.slice(0, 3))],
    ] as const) {
      const { body: answer } = await ask(owner, query, body);
      expect(answer.data).toMatchObject({ credits_required: 2, unusable_count: 0 });
    }
  });

  it('comes back with every field of its lines', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const rows = [
      { id: 'A1', mob: first },
      { id: 'A2', mob: second, tags: ['x'] },
      { mob: first, note: '=1' },
      ...[4, 5].map((id) => ({ id, mob: first })),
      { id: 'A6', late: true },
      second,
    ];
    const query = 'type=phone&column=mob';
    const made = await sendList(owner, query, lines(...rows), 'application/x-ndjson');
    expect(made.body.data).toMatchObject({ columns: { phone_number: 'mob' }, credits_held: 2 });
    await waitFor(owner, made.body.data.job_id, 'completed');
    const { answers_url: url } = await results(owner, made.body.data.job_id);
    const table = rowsOf(new TextDecoder().decode(await download(url)));
    expect(table.map((cells) => cells.slice(0, 6))).toEqual([
      ['id', 'mob', 'tags', 'note', 'late', 'lookup_status'],
      ['A1', first, '', '', '', 'completed'],
      ['A2', second, '["x"]', '', '', 'completed'],
      ['', first, '', "'=1", '', 'duplicate'],
      ...['4', '5'].map((id) => [id, first, '', '', '', 'duplicate']),
      ['A6', '', '', '', 'true', 'skipped'],
      ['', second, '', '', '', 'duplicate'],
    ]);
  });

  it('is refused at a line without end, as a row of CSV is', async () => {
    const { sandbox } = await createOrganization();
    let sent = 0;
    const piece = new Uint8Array(65_536).fill(0x78);
    const body = new ReadableStream({
      pull(controller) {
        if (sent === 0) controller.enqueue(new Uint8Array([0x22]));
        controller.enqueue(piece);
        sent += piece.length;
        if (sent > 8 * 1_048_576) controller.close();
      },
    });
    const headers = { Authorization: `Bearer ${sandbox}`, 'Content-Type': 'application/x-ndjson' };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const reply = await send('/v1/bulk/jobs?type=phone&dry_run=true', init as RequestInit);
    expect(reply.status).toBe(400);
    expect(sent).toBeLessThan(1_048_576);
  });

  it('has names of fields that fit the row of its object, or is refused', async () => {
    const { sandbox } = await createOrganization();
    const lines = Array.from({ length: 45 }, (_, line) => {
      const names = Array.from({ length: 20 }, (_, at) => `${line}.${at}${'x'.repeat(2_500)}`);
      return JSON.stringify({
        phone: first,
        ...Object.fromEntries(names.map((name) => [name, 1])),
      });
    });
    const query = 'type=phone&column=phone';
    const reply = await sendList(sandbox, query, lines.join('\n'), 'application/x-ndjson');
    if (reply.status !== 201) return expect(reply.status).toBe(400);
    const job = env.BULK_JOB.getByName(reply.body.data.job_id);
    const { bytes } = await runInDurableObject(job, (_, { storage }) =>
      storage.sql.exec<{ bytes: number }>('SELECT length(ordered) AS bytes FROM job').one(),
    );
    // Durable Objects, "SQL storage limits": a row has two megabytes.
    expect(bytes).toBeLessThan(2_000_000);
  });

  it('may not have ever more fields', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const many = (fields: number) =>
      lines(
        Object.fromEntries([
          ['mob', first],
          ...Array.from({ length: fields }, (_, at) => [`f${at}`, 1]),
        ]),
      );
    expect((await ask(owner, 'column=mob', many(999))).status).toBe(200);
    const { status, body } = await ask(owner, 'column=mob', many(1_000));
    expect([status, body.error.code]).toEqual([400, 'INPUT_LIMIT_EXCEEDED']);
  });

  it('is refused for a line that is neither', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    for (const [body, line] of [
      ['[1]\n', 1],
      ['\n\n7\n', 3],
      ['{"a":\n', 1],
      [`"+14155552671"\r\n\r\nnope`, 3],
    ] as const) {
      const { status, body: answer } = await ask(owner, '', body);
      expect([status, answer.error.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(answer.error.message).toContain(`Line ${line} is not valid JSON`);
    }
  });
});
