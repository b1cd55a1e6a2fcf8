import { describe, expect, it } from 'vitest';
import { CsvParser } from '../../src/lib/csv.ts';
import { encodeText, XLSX_TYPE } from '../../src/lib/csv-dialect.ts';
import { xlsxRows } from '../../src/uploads/xlsx/reader.ts';
import { createOrganization } from '../support/api.ts';
import { send } from '../support/deployment.ts';
import { textWorkbook } from '../support/workbook.ts';
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

const dryRun = (token: string, query: string, body: string, type?: string) =>
  sendList(token, `type=phone_validation&dry_run=true&${query}`, body, type);

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

  it('fills further fields from columns that are called so and can be read', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const german = 'phone,country\n030 901820,DE\n';
    const words = `phone,country\n${first},Germany\n`;
    for (const body of [german, words])
      expect((await dryRun(owner, '', body)).body.data).toMatchObject({ credits_required: 1 });
  });

  it('is refused where it does not say what to look up, or where', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    const two = `from,to\n${first},${second}\n`;
    for (const [query, body, code, param] of [
      ['', two, 'MISSING_FIELD', 'type'],
      ['type=phones', two, 'INVALID_TYPE', undefined],
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

describe('the file with the answers', () => {
  const download = async (url: string) => {
    const reply = await send(new URL(url).pathname, {});
    return new Uint8Array(await reply.arrayBuffer());
  };

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

  it('keeps what windows-1252 has', () => {
    const text = 'Zoë – 5 €, \ud83d\ude00';
    const decoded = new TextDecoder('windows-1252').decode(encodeText(text, 'windows-1252'));
    expect(decoded).toBe('Zoë – 5 €, ?');
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

  it('is refused for a line that is neither', async () => {
    const { owner } = await createOrganization({ credits: 10 });
    for (const body of ['[1]\n', '7\n', '{"a":\n', `${lines(first)}nope`]) {
      const { status, body: answer } = await ask(owner, '', body);
      expect([status, answer.error.code]).toEqual([400, 'INVALID_REQUEST']);
    }
  });
});
