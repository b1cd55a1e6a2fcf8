import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Account } from '../../src/accounts/object/account.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import type { UploadedFile } from '../../src/lookup/jobs/files.ts';
import { bucketUploads } from '../../src/uploads/store.ts';
import {
  purgeUploads,
  readCells,
  receiveUpload,
  requireUpload,
  sentFileOf,
} from '../../src/uploads/uploads.ts';
import { phones } from '../bulk/support.ts';
import { parseRfc4180 } from '../files/parse-rfc4180.ts';
import { call, operate } from '../support/api.ts';
import { formOf, type Page, wordsOf } from '../support/cookie-browser.ts';
import { workbookOf } from '../support/workbook.ts';
import { type Person, signedUp } from './person.ts';

/** The address of a choice: product, columns, dialect. */
const chosen = ({ path }: Page, choice: Record<string, string>): string =>
  `${path.split('?')[0]}?${new URLSearchParams(choice)}`;

const PHONES_AT = (column: number) => ({
  ...{ product: 'phone_validation', 'fill.phone_number': `column:${column}` },
});
const PHONES = PHONES_AT(0);

/** Figures of the price, by their names. */
const priceOf = (shown: Page) =>
  Object.fromEntries(
    [...shown.text.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]*)/g)].map(([, name, value]) => [
      name,
      value?.trim(),
    ]),
  );

const start = (person: Person, shown: Page) => {
  const action = `${shown.path.split('?')[0]}/start`;
  const { form_token: _, ...fields } = formOf(shown, action).fields;
  return person.send(action, fields);
};

const ended = (person: Person, path: string) =>
  vi.waitFor(
    async () => {
      const shown = await person.visit(path);
      expect(wordsOf(shown)).toContain('Download results.csv');
      return shown;
    },
    { timeout: 20_000, interval: 100 },
  );

const balance = async (person: Person): Promise<number> =>
  (await operate('GET', `/organizations/${person.organizationId}`)).balance.available;

const jobsOf = async (person: Person): Promise<{ id: string; total: number }[]> => {
  const { results } = await env.DB.prepare(
    'SELECT id, total FROM bulk_jobs WHERE organization_id = ?',
  )
    .bind(person.organizationId)
    .all();
  return results as never;
};

const quotas = objectStubs(env.ACCOUNT, Account);

let ada: Person;
let eve: Person;
beforeAll(async () => {
  ada = await signedUp();
  eve = await signedUp();
});

describe('an uploaded list', () => {
  it('shows its columns whatever it is written in', async () => {
    const rows = [
      ['Name', 'Phone'],
      ['Zoë; "Z"', '+12125550100'],
    ];
    const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const written = (separator: string, lineBreak: string) =>
      rows.map((row) => row.map(quote).join(separator)).join(lineBreak);
    const utf16 = new Uint8Array(
      new Uint16Array([...`\uFEFF${written('\t', '\r\n')}`].map((c) => c.charCodeAt(0))).buffer,
    );
    const latin = Uint8Array.from(written(';', '\n'), (c) => c.charCodeAt(0));
    for (const file of [written(',', '\r\n'), `\uFEFF${written('|', '\n')}`, utf16, latin]) {
      const shown = await ada.uploaded(file);
      expect([...shown.text.matchAll(/<th scope="col">([^<]*)/g)].map(([, name]) => name)).toEqual(
        rows[0],
      );
      expect(wordsOf(shown)).toContain('Zoë; "Z" +12125550100');
      expect(wordsOf(shown).includes('read as Windows-1252')).toBe(file === latin);
      await ada.send(`${shown.path}/discard`);
    }
  });

  it('shows rows that are longer than what tells how most files are written', async () => {
    const text = `id,kontakt\n${'a'.repeat(40_000)},+12125550123\n`;
    const file = await ada.uploaded(text);
    const shown = wordsOf(await ada.visit(file.path));
    expect(shown).not.toContain('no rows');
    expect(shown).toContain('+12125550123');
    expect(shown).not.toContain('Column 1');
    await ada.send(`${file.path}/discard`);
  });

  it('that is a header alone has no rows, here as in the API', async () => {
    const says = 'The file has a header and no rows';
    for (const text of ['phone\n', 'Name,Phone']) {
      const file = await ada.uploaded(text);
      expect(wordsOf(file)).toContain(says);
      const at = PHONES_AT(text.split(',').length - 1);
      const priced = await ada.visit(chosen(file, { ...at, header: 'data' }));
      expect(wordsOf(priced)).toContain(`${says}.`);
      expect(priced.text).not.toContain('Start job');
      const forced = await ada.send(`${file.path}/start`, { ...at, header: 'data' });
      expect([forced.status, wordsOf(forced)]).toEqual([422, expect.stringContaining(`${says}.`)]);
      await ada.send(`${file.path}/discard`);
    }
  });

  it('is priced as the API charges it, and told what is wrong with it', async () => {
    const [first, second] = phones(2);
    const national = `(${first?.slice(2, 5)}) ${first?.slice(5, 8)}-${first?.slice(8)}`;
    const file = await ada.uploaded(`phone\n${first}\n${second}\n${national}\n"  "\nhello\n`);
    const priced = await ada.visit(chosen(file, PHONES));
    expect(priceOf(priced)).toMatchObject({
      'Rows in the file': '5',
      'To be looked up': '2',
      Duplicates: '1',
      Empty: '1',
      Unusable: '1',
      Price: '2 credits at most',
      Balance: '1,000 credits',
    });
    const before = await balance(ada);
    const job = await start(ada, priced);
    expect(job.path).toMatch(/^\/app\/jobs\/job_/);
    const done = await ended(ada, job.path);
    expect(await balance(ada)).toBe(before - 2);
    expect(priceOf(await ada.visit('/app/jobs/new'))).toEqual({});
    const links = [...done.text.matchAll(/href="([^"]*\/files\/[^"]+)"/g)].map(([, url]) => url);
    expect(links).toHaveLength(4);
    const path = new URL(links[3] as string).pathname;
    const { SELF } = await import('cloudflare:test');
    const results = parseRfc4180(await (await SELF.fetch(`https://x${path}`)).text());
    expect(results.map(([input, status]) => [input, status])).toEqual([
      ['input', 'status'],
      [first, 'completed'],
      [second, 'completed'],
      [national, 'duplicate'],
      ['', 'skipped'],
      ['hello', 'failed'],
    ]);
  });

  it('makes one job, however often and fast its button is pressed', async () => {
    const file = await ada.uploaded(phones(30, 100).join('\n'));
    const priced = await ada.visit(chosen(file, { ...PHONES, header: 'data' }));
    const before = (await jobsOf(ada)).length;
    const [one, two] = await Promise.all([start(ada, priced), start(ada, priced)]);
    const three = await start(ada, priced);
    expect(one.path).toMatch(/^\/app\/jobs\/job_/);
    expect([two.path, three.path]).toEqual([one.path, one.path]);
    expect((await jobsOf(ada)).length).toBe(before + 1);
  });

  it('fills products of several fields, from columns and from one text for all', async () => {
    const file = await ada.uploaded('Company,Town,Web\n"Example ""Books""",Springfield,\n,,\n');
    const mapped = { product: 'business_verify', mode: 'test', 'fill.name': 'column:0' };
    const refused = await ada.visit(chosen(file, mapped));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('choose a column');
    const guess = wordsOf(await ada.visit(chosen(file, { product: 'business_verify' })));
    expect(guess).toContain('Check price');
    const full = { ...mapped, 'fill.city': 'column:1', 'fill.website': 'column:2' };
    const priced = await ada.visit(chosen(file, { ...full, 'always.country': 'de' }));
    expect(priceOf(priced)).toMatchObject({ 'To be looked up': '1', Empty: '1', Price: 'Free' });
    const job = await start(ada, priced);
    const shown = wordsOf(await ended(ada, job.path));
    expect(shown).toContain('{"name":"Example \\"Books\\"","city":"Springfield"}');
    expect(shown).toContain('Test');
  });

  it('shows unusable rows and why before anything is bought, and starts nothing of none', async () => {
    const file = await ada.uploaded(
      ['+12125550123', ...['x1', 'x2', 'x3', 'x4', 'x5', 'x6']].join('\n'),
    );
    const choice = { ...PHONES, header: 'data' };
    const priced = wordsOf(await ada.visit(chosen(file, choice)));
    expect(priced).toContain('6 rows cannot be looked up.');
    expect(priced).toContain('First unusable rows');
    for (const input of ['x1', 'x5']) expect(priced).toContain(input);
    expect(priced).toContain('phone_number: is not a phone number');
    expect(priced).toContain('Start job');
    const none = await ada.visit(chosen(await ada.uploaded('x1\nx2\n'), choice));
    expect(wordsOf(none)).toContain('There are no rows to look up');
    expect(none.text).not.toContain('Start job');
    const few = await ada.visit(
      chosen(await ada.uploaded(`${phones(9).join('\n')}\nx1\n`), choice),
    );
    expect(wordsOf(few)).not.toContain('cannot be looked up.');
  });

  it('warns of numbers that cannot exist in the country they are read in', async () => {
    const file = await ada.uploaded('0151 23450001\n0151 23450002\n+12125550123\n');
    const priced = wordsOf(await ada.visit(chosen(file, { ...PHONES, header: 'data' })));
    expect(priced).toContain('2 rows have values that cannot exist.');
    const one = await ada.uploaded('0151 23450001\n+12125550123\n');
    expect(wordsOf(await ada.visit(chosen(one, { ...PHONES, header: 'data' })))).toContain(
      '1 row has a value that cannot exist.',
    );
    await ada.send(`${one.path}/discard`);
    expect(priced).toContain('it fits the numbering plan of DE');
    const german = { ...PHONES, header: 'data', 'always.country': 'DE' };
    expect(wordsOf(await ada.visit(chosen(file, german)))).not.toMatch(
      /(?:has a|have) values? that cannot exist/,
    );
  });

  it('keeps its inputs as they were sent where a country is chosen for all rows', async () => {
    const file = await ada.uploaded('Telefon;Land\n030 901820;\n020 7946 0000;GB\n');
    const choice = { ...PHONES, 'fill.country': 'column:1', header: 'names' };
    const priced = await ada.visit(chosen(file, { ...choice, 'always.country': 'DE' }));
    expect(wordsOf(priced)).not.toMatch(/(?:has a|have) values? that cannot exist/);
    const shown = wordsOf(await ended(ada, (await start(ada, priced)).path));
    expect(shown).toContain('030 901820 Completed 1 LANDLINE');
    expect(shown).toContain('{"phone_number":"020 7946 0000","country":"GB"} Completed');
    expect(shown).not.toContain('cannot exist');
    await ada.send(`${file.path}/discard`);
  });

  it('offers countries by name, and refuses what is none', async () => {
    const file = await ada.uploaded('030 123456\n');
    const choice = { ...PHONES, header: 'data' };
    const page = await ada.visit(chosen(file, choice));
    expect(page.text).toContain('<option value="DE">Germany</option>');
    const wrong = await ada.visit(chosen(file, { ...choice, 'always.country': 'Germany' }));
    expect(wrong.status).toBe(422);
    expect(wordsOf(wrong)).toContain('choose a country of the list');
  });

  it('is read in the default country of the organization, which is named, where none is chosen', async () => {
    const file = await eve.uploaded(
      'Kunde;Erreichbar;Seit\n1001;030 901820;2020\n1002;keine;2021\n',
    );
    const choice = { product: 'phone_validation' };
    const before = await eve.visit(chosen(file, choice));
    expect(wordsOf(before)).toContain('United States (the organization has no default)');
    await operate('PATCH', `/organizations/${eve.organizationId}`, { default_country: 'DE' });
    const page = await eve.visit(chosen(file, choice));
    expect(page.text).toContain('<option value="column:1" selected="">Erreichbar: 030 901820');
    expect(wordsOf(page)).toContain('Germany (the default of the organization)');
    const price = await eve.visit(chosen(file, PHONES_AT(1)));
    expect(priceOf(price)).toMatchObject({ 'To be looked up': '1', Price: '1 credit at most' });
    await operate('PATCH', `/organizations/${eve.organizationId}`, { default_country: null });
    await eve.send(`${file.path}/discard`);
  });

  it('is left open where several columns can be it, and shows unusable rows as they stand', async () => {
    const [first, second] = phones(2, 300);
    const file = await ada.uploaded(`who,a,b\nAda,${first},${second}\nBen,keine,nichts\n`);
    const open = await ada.visit(chosen(file, { product: 'phone_validation' }));
    expect(open.text).not.toContain('selected="">a:');
    expect(open.text).not.toContain('selected="">b:');
    const priced = await ada.visit(
      chosen(file, { ...PHONES_AT(1), 'always.country': 'DE', header: 'names' }),
    );
    expect(wordsOf(priced)).toContain('2 keine phone_number: is not a phone number');
    await ada.send(`${file.path}/discard`);
  });

  it('says what is missing when the balance does not cover it, and keeps everything', async () => {
    const poor = await signedUp(3);
    const file = await poor.uploaded(phones(5).join('\n'));
    const address = chosen(file, { ...PHONES, header: 'data' });
    const short = await poor.visit(address);
    expect(wordsOf(short)).toContain(
      '2 credits missing. This job costs at most 5; 3 are available. Rows paid',
    );
    expect(short.text).not.toContain('Start job');
    const forced = await poor.send(`${file.path}/start`, { ...PHONES, header: 'data' });
    expect(forced.status).toBe(402);
    expect(wordsOf(forced)).toContain('2 credits missing');
    expect(await balance(poor)).toBe(3);
    await operate('POST', `/organizations/${poor.organizationId}/credits`, {
      ...{ amount: 10, note: 'more', id: 'more' },
    });
    expect((await start(poor, await poor.visit(address))).path).toMatch(/job_/);
  });

  it('needs a paid plan, and what is refused costs nothing', async () => {
    const unpaid = await signedUp(null);
    const file = await unpaid.uploaded('+12125550100');
    const shown = await unpaid.visit(chosen(file, { ...PHONES, header: 'data' }));
    expect(wordsOf(shown)).toContain('UPGRADE_REQUIRED');
    const forced = await unpaid.send(`${file.path}/start`, { ...PHONES, header: 'data' });
    expect(forced.status).toBe(422);
    expect(await jobsOf(unpaid)).toEqual([]);
  });

  it('is refused when it is no text, empty, too long, or one too many', async () => {
    const refused = async (file: Blob) => {
      const shown = await eve.upload('/app/jobs/new', file, 'list.csv');
      expect(shown.status).toBe(422);
      return /<p class="error"[^>]*>([^<]*)/.exec(shown.text)?.[1];
    };
    expect(await refused(new Blob([Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)]))).toContain('as CSV');
    expect(await refused(new Blob([Uint8Array.of(0x61, 0, 0, 0, 0x62)]))).toContain('not text');
    const page = `<html>\n<table><tr><td>phone</td></tr><tr><td>+12125550142</td></tr></table>`;
    expect(await refused(new Blob([page]))).toContain('is a web page or XML: save it as CSV');
    for (const blank of ['', '\uFEFF', '\r\n \r\n'])
      expect(await refused(new Blob([blank]))).toContain('not empty');
    expect(await refused(new Blob([`phone\n1${','.repeat(1_000)}\n`]))).toContain('Row 2');
    expect(await bucketUploads(env.RESULTS).list(eve.organizationId)).toEqual([]);
    for (let count = 0; count < 10; count += 1) await eve.uploaded(`x${count}`);
    expect(await refused(new Blob(['one more']))).toContain('at most 10 waiting files');
    const clock = { now: () => Date.now() + 86_400_001 };
    await purgeUploads({ files: bucketUploads(env.RESULTS), quotas, clock, newUuid: () => '' });
    expect((await env.RESULTS.list({ prefix: 'uploads/' })).objects).toEqual([]);
  });

  it('is not priced with more columns or cells than a list may have', async () => {
    const rows = (count: number, wide: number) =>
      `phone\n${'2125550123\n'.repeat(count)}1${','.repeat(wide - 1)}\n`;
    for (const [count, wide, named] of [
      [2_000, 1_001, 'Line 2002'],
      [33_600, 1_000, 'Row 33601'],
    ] as const) {
      const shown = await ada.visit(chosen(await ada.uploaded(rows(count, wide)), PHONES));
      expect(wordsOf(shown)).toContain(`${named}: `);
      await ada.send(`${shown.path.split('?')[0]}/discard`);
    }
  });

  it('is read once for a price, however often its page is shown', async () => {
    const numbers = phones(300);
    const file = await ada.uploaded(['phone', ...numbers].join('\n'));
    const reads = vi.spyOn(env.RESULTS, 'get');
    const rowsRead = () => reads.mock.calls.filter(([key]) => key.endsWith('.csv')).length;
    const first = priceOf(await ada.visit(chosen(file, PHONES)));
    expect(first).toMatchObject({ 'To be looked up': '300' });
    expect(rowsRead()).toBe(1);
    for (let times = 0; times < 3; times += 1)
      expect(priceOf(await ada.visit(chosen(file, PHONES)))).toEqual(first);
    expect(rowsRead()).toBe(1);
    // Another choice has a price of its own.
    const other = await ada.visit(chosen(file, { ...PHONES, header: 'data' }));
    expect(priceOf(other)).toMatchObject({ 'Rows in the file': '301' });
    expect(rowsRead()).toBe(2);
    reads.mockRestore();
    await ada.send(`${file.path}/discard`);
    const left = await env.RESULTS.list({ prefix: `uploads/${ada.organizationId}/` });
    expect(left.objects.map(({ key }) => key).filter((key) => key.endsWith('.price'))).toEqual([]);
  });

  it('gives way to a new one once a job was made of it, and its place is free when discarded', async () => {
    const person = await signedUp();
    const files: Page[] = [];
    for (let count = 0; count < 10; count += 1)
      files.push(await person.uploaded(`+1415555010${count}`));
    const full = await person.upload('/app/jobs/new', new Blob(['one more']), 'list.csv');
    expect(full.status).toBe(422);
    await person.send(`${files[3]?.path}/discard`);
    expect((await person.uploaded('in its place')).status).toBe(200);
    const used = files[0] as Page;
    await start(
      person,
      await person.visit(chosen(used, { ...PHONES, header: 'data', mode: 'test' })),
    );
    expect((await person.uploaded('in place of the used one')).status).toBe(200);
    expect((await person.visit(used.path)).status).toBe(404);
    const many = await Promise.all(
      Array.from({ length: 5 }, () =>
        person.upload('/app/jobs/new', new Blob(['at once']), 'list.csv'),
      ),
    );
    expect(many.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(await bucketUploads(env.RESULTS).list(person.organizationId)).toHaveLength(10);
  });

  it('is found for a day, whether or not it was purged', async () => {
    const zoe = await signedUp();
    const { path } = await zoe.uploaded('x');
    const uploadId = /upl_[\w-]+/.exec(path)?.[0] ?? '';
    const files = bucketUploads(env.RESULTS);
    const named = { organizationId: zoe.organizationId, uploadId };
    const { createdAt } = await requireUpload(named, { files, clock: { now: Date.now } });
    const at = (now: number) => requireUpload(named, { files, clock: { now: () => now } });
    await at(createdAt + 86_399_999);
    await expect(at(createdAt + 86_400_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has at most 32 MiB, and leaves nothing where it has more', async () => {
    async function* megabytes() {
      for (let count = 0; count < 33; count += 1) yield new Uint8Array(1_048_576).fill(0x31);
    }
    const ended: string[] = [];
    const file = {
      ...{ bytes: 0, write: () => undefined },
      end: async () => String(ended.push('end')),
      abort: async () => void ended.push('abort'),
    };
    const files = { ...bucketUploads(env.RESULTS), write: () => file };
    const ports = { files, quotas, clock: { now: Date.now }, newUuid: () => crypto.randomUUID() };
    const sent = { organizationId: 'org_x', name: 'x', bytes: megabytes() };
    await expect(receiveUpload(sent, ports)).rejects.toMatchObject({
      code: 'INPUT_LIMIT_EXCEEDED',
    });
    expect(ended).toEqual(['abort']);
  });

  it('leaves neither bytes nor a taken place when its description cannot be written', async () => {
    const organizationId = `org_${crypto.randomUUID()}`;
    const places = new Set<string>();
    const quotas = {
      claimQuota: async (_: string, { id }: { id: string }) => {
        places.add(id);
        return null;
      },
      releaseQuota: async (_: string, { id }: { id: string }) => void places.delete(id),
    };
    const stored = bucketUploads(env.RESULTS);
    const out = async (): Promise<never> => {
      throw new Error('out');
    };
    const ports = {
      files: { ...stored, describe: out },
      ...{ quotas, clock: { now: Date.now }, newUuid: () => crypto.randomUUID() },
    };
    async function* bytes() {
      yield new TextEncoder().encode('phone\n+12125550100\n');
    }
    const sent = { organizationId, name: 'x.csv', bytes: bytes() };
    await expect(receiveUpload(sent, ports)).rejects.toThrow('out');
    expect(places).toEqual(new Set());
    const left = await env.RESULTS.list({ prefix: `uploads/${organizationId}/` });
    expect(left.objects).toEqual([]);
  });

  it('of a workbook keeps which columns have numbers, for the file with its answers', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const data = `<row>${text('code')}${text('phone')}</row><row>${text('1')}<c><v>12125550100</v></c></row>`;
    const file = await ada.uploaded(workbookOf({ sheets: [{ name: 'S', data }] }), 'x.xlsx');
    const id = /upl_[0-9a-f-]{36}/.exec(file.path)?.[0] as string;
    const { organizationId } = ada;
    const upload = await bucketUploads(env.RESULTS).find({ organizationId, id });
    const { dialect } = upload as UploadedFile;
    expect(sentFileOf(upload as UploadedFile, dialect)).toMatchObject({
      ...{ format: 'xlsx', columns: ['code', 'phone'], numberColumns: [1] },
    });
    await ada.send(`${file.path}/discard`);
  });

  it('has at most 100,000 rows', async () => {
    const file = await ada.uploaded(',\n'.repeat(100_001));
    const shown = await ada.send(`${file.path}/start`, { ...PHONES, header: 'data' });
    expect(wordsOf(shown)).toContain('INPUT_LIMIT_EXCEEDED');
  });

  it('cannot be written or read by another organization', async () => {
    const file = await ada.uploaded('secret\n+12125550177');
    const job = await start(ada, await ada.visit(chosen(file, PHONES)));
    expect(job.path).toMatch(/job_/);
    const paths = [file.path, chosen(file, PHONES), job.path, `${job.path}/state`];
    for (const path of paths) {
      const shown = await eve.visit(path);
      expect(shown.status, path).toBe(404);
      // The id that was asked for and the form's token are random, and may have any digits.
      const asked = job.path.split('/').at(-1) ?? '';
      const told = shown.text
        .replaceAll(asked, '')
        .replace(/ name="form_token" value="[^"]*"/g, '');
      expect(told).not.toContain('555');
      expect(told).not.toContain('secret');
    }
    for (const path of [`${file.path}/start`, `${file.path}/discard`, `${job.path}/cancel`])
      expect((await eve.send(path, PHONES)).status, path).toBe(404);
    const other = `/app/jobs/new/..%2F${ada.organizationId}%2F${file.path.split('/').at(-1)}`;
    expect((await eve.visit(other)).status).toBe(404);
    expect((await ada.visit(file.path)).status).toBe(200);
  });

  it('puts nothing on a page that runs', async () => {
    const attack = '<img src=x onerror=alert(1)>"\'><script>alert(1)</script>';
    const shown = await ada.uploaded(
      `"${attack.replaceAll('"', '""')}"\n=cmd()|' /C calc'!A0\n+14155550100\n`,
      attack,
    );
    const priced = await ada.visit(chosen(shown, { ...PHONES, header: 'data', mode: 'test' }));
    const job = await start(ada, priced);
    const done = await ended(ada, job.path);
    for (const page of [shown, priced, done, await ada.visit('/app/jobs/new')]) {
      expect(page.text).not.toContain('<img src=x');
      expect(page.text).not.toContain('<script>alert');
      expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    }
    const link = /href="[^"]*(\/files\/[^"]+)"/.exec(done.text)?.[1] as string;
    const { SELF } = await import('cloudflare:test');
    const csv = await (await SELF.fetch(`https://x${link}`)).text();
    expect(csv).toContain("'=cmd()");
  });
});

describe('the rows of a stored list', () => {
  it('are the same wherever its bytes are cut, its separator hint left out', async () => {
    const texts = ['sep=;\r\nName;Phone\r\nAda;"1;2"\r\n\r\nZoë;3', 'a\n', 'sep=|\n', 'sep=x\n1'];
    const rows = [[['Ada', '1;2'], [''], ['Zoë', '3']], [], [], [['1']]];
    for (const [index, text] of texts.entries()) {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at <= bytes.length; at += 1) {
        const open = async () =>
          new ReadableStream<Uint8Array>({
            start(controller) {
              controller.enqueue(bytes.subarray(0, at));
              controller.enqueue(bytes.subarray(at));
              controller.close();
            },
          });
        const files = { ...bucketUploads(env.RESULTS), open };
        const upload = { encoding: 'utf-8' } as UploadedFile;
        const dialect = { separator: 'semicolon', hasHeader: true } as const;
        const found = [];
        for await (const { cells } of readCells(upload, dialect, { files })) found.push(cells);
        expect(found, `${text} at ${at}`).toEqual(rows[index]);
      }
    }
  });
});

describe('a job', () => {
  it('of a key is watched, cancelled and read in the dashboard', async () => {
    const key = await operate('POST', `/organizations/${ada.organizationId}/api-keys`, {
      ...{ user_email: ada.email, name: 'k', mode: 'live' },
    });
    const body = { type: 'phone_validation', inputs: phones(3) };
    const made = await call('POST', '/v1/bulk/jobs', { token: key.key, body });
    const path = `/app/jobs/${made.body.data.job_id}`;
    expect(wordsOf(await ada.visit('/app/jobs'))).toContain('Phone validation');
    await ended(ada, path);
    const state = JSON.parse((await ada.visit(`${path}/state`)).text);
    expect(state).toMatchObject({ status: 'completed', hasEnded: true, value: 3, total: 3 });
    expect((await ada.send(`${path}/cancel`)).path).toBe(path);
  });

  it('says of a row that was answered why it is none to go on with', async () => {
    const job = await ada.uploaded('0151 23450001\n');
    const started = await ada.send(`${job.path}/start`, { ...PHONES, header: 'data' });
    await ended(ada, started.path);
    const hint = 'Completed: This number cannot exist in US, but it fits the numbering plan of DE';
    expect(wordsOf(await ada.visit(started.path))).toContain(hint);
  });
});
