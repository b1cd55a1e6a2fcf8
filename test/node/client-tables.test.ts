import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { build } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BULK, COMMON, fieldOptions, parse } from '../../clients/typescript/src/cli/arguments.ts';
import { listOptions, runBulk } from '../../clients/typescript/src/cli/bulk.ts';
import {
  csvLine,
  distinctNames,
  flatten,
  readTable,
  repeatsHeader,
  safeText,
} from '../../clients/typescript/src/cli/csv.ts';
import { CommandError, sentenceOf } from '../../clients/typescript/src/cli/errors.ts';
import { runLookup } from '../../clients/typescript/src/cli/lookup.ts';
import { printOne, printRows } from '../../clients/typescript/src/cli/output.ts';
import type { LookupApi } from '../../clients/typescript/src/client.ts';
import { ApiError } from '../../clients/typescript/src/errors.ts';
import { PRODUCTS } from '../../clients/typescript/src/generated/products.ts';
import { repeatsNames } from '../../src/uploads/column-mapping.ts';

// The tables that the command line reads and writes.

describe('a list', () => {
  const HINT = 'As a number of US it cannot exist: send its country.';
  const review = { primary_action: 'REVIEW', user_message: HINT };
  const row = {
    ...{ status: 'completed', error_code: null, error_message: null, repeats_row: null },
    response_data: { recommendations: review },
  };

  /** Runs the command over a file against a service that answers each row with the same advice. */
  async function runWith(
    text: string | Uint8Array,
    options: string[],
    { stops = false, rows }: { stops?: boolean; rows?: object[] } = {},
  ) {
    const folder = await mkdtemp(join(tmpdir(), 'lookup-rows-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [file, out] = [join(folder, 'list.csv'), join(folder, 'out.csv')];
    await writeFile(file, text);
    const sent: unknown[][] = [];
    const countries: (string | undefined)[] = [];
    const priced = {
      ...{ duplicates: 0, skipped: 0, credits_required: 0, credits_available: 9 },
      ...{ unusable: [{ row: 1, input: '{"a":1}', message: 'city is missing.' }] },
      ...{ unusable_count: 1, is_affordable: true, free_count: 1200 },
      free: [{ row: 2, input: '0171', message: HINT }],
    };
    const api = {
      listProducts: async () => ({ products: [] }),
      async createBulkJob({ inputs, country }: { inputs: unknown[]; country?: string }) {
        sent.push(inputs);
        countries.push(country);
        return priced;
      },
      bulk: {
        async *run(inputs: unknown[], options: { fileName?: string; country?: string }) {
          sent.push([...inputs, options.fileName]);
          countries.push(options.country);
          if (stops) throw new Error('stopped');
          yield* rows ?? inputs.map(() => row);
        },
      },
    } as unknown as LookupApi;
    const run = async (given: string[]) => {
      const args = [file, ...given, '--out', out, '--quiet', '--yes'];
      const { signal } = new AbortController();
      await runBulk(api, parse(args, { ...listOptions(args), ...COMMON }), signal);
    };
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => told.mockRestore());
    const failed = await run(options).catch((error: unknown) => error);
    return { sent, countries, failed, told, run, out };
  }

  it.each<[string, string[], unknown[]]>([
    ['Tel,Land\n0171,DE\n', ['-p', 'phone', '-c', 'Tel'], ['0171']],
    [
      'Tel,Land\n0171, DE \n0172,\n,DE\nTel,Land\n',
      ['-p', 'phone', '-c', 'Tel', '--country', '@land'],
      [{ phone_number: '0171', country: 'DE' }, { phone_number: '0172' }, '', ''],
    ],
    ['Tel\n0171\n\n', ['-p', 'phone', '--country', 'DE'], ['0171']],
    [
      'Firma;Stadt\nAcme;Köln\n',
      ['-p', 'business-lookup', '-c', 'Firma', '--city', '@2', '--country', 'DE'],
      [{ name: 'Acme', city: 'Köln' }],
    ],
    [
      'who,where\nAda,example.com\n,\n',
      ['-p', 'b2b-contact-append', '--name', '@who', '--company-domain', '@where'],
      [{ name: 'Ada', company_domain: 'example.com' }, ''],
    ],
    [
      'site\na.example\n',
      ['-p', 'company-profile-lookup', '--include-funding'],
      [{ domain: 'a.example', include_funding: true }],
    ],
  ])('of %j with %j is sent as the rows %j', async (text, options, rows) => {
    const { sent, failed } = await runWith(text, [...options, '--dry-run']);
    expect(failed).toBeUndefined();
    const [inputs] = sent as [string[]];
    expect(inputs.map((row) => (row.startsWith('{') ? JSON.parse(row) : row))).toEqual(rows);
  });

  it.each([
    [['--country', 'DE'], 'DE'],
    [['--country', '@Land'], undefined],
    [[], undefined],
  ])('with %j has the country %s for the rows that name none', async (options, country) => {
    const args = ['-p', 'phone', '-c', 'Tel', ...options];
    const { countries } = await runWith('Tel,Land\n0171,DE\n', args);
    expect(countries).toEqual([country, country]);
  });

  it.each([
    [['-p', 'phone', '--country', '@Land'], /--column is missing/],
    [['-p', 'phone', '-c', 'Tel', '--country', '@Ort'], /no column "Ort"; the file has "Tel"/],
    [['-p', 'phone', '-c', 'Tel', '--city', 'Köln'], /Unknown option '--city'/],
    [['-p', 'phone', '-c', 'Tel', '--bypass-cache'], /Unknown option '--bypass-cache'/],
    [['-p', 'fone', '--country', 'DE'], /fone does not take lists/],
    [['--country', 'DE'], /--product is missing/],
  ])('with %j is not sent: %s', async (options, reason) => {
    const { sent, failed } = await runWith('Tel,Land\n0171,DE\n', options);
    expect(sentenceOf(failed)).toMatch(reason);
    expect(sent).toEqual([]);
  });

  it.each(['', '\n\n', '\uFEFF'])('is not sent where the file is %j', async (text) => {
    const { sent, failed } = await runWith(text, ['-p', 'phone']);
    expect(failed).toBeInstanceOf(CommandError);
    expect([sentenceOf(failed), sent]).toEqual(['The file is empty.', []]);
  });

  it('is priced with the reasons of rows that will fail, and of those that are free', async () => {
    const { told } = await runWith('Tel\n0171\n', ['-p', 'phone', '--dry-run']);
    expect(told.mock.calls.map(([text]) => text)).toEqual([
      '1 row (1 unusable, 1,200 free): at most 0 credits, with 9 available.\n',
      '  row 1, "{\\"a\\":1}": city is missing.\n',
      `  row 2, "0171": ${HINT}\n`,
    ]);
  });

  it('comes back with what is advised against a row that was answered', async () => {
    const { out } = await runWith('Tel\n0171\n', ['-p', 'phone']);
    const [, line] = (await readFile(out, 'utf8')).split('\n');
    expect(line).toBe(`0171,completed,,${HINT},REVIEW,${HINT}`);
  });

  const AS_1252 = Buffer.from('Stra\xdfe;Tel n\xb0;\x80 \x96\nK\xf6ln;0171;\n', 'latin1');
  const AS_SHIFT_JIS = Buffer.from([0x93, 0x64, 0x98, 0x62, 0x0a, ...Buffer.from('0171\n')]);

  it.each([
    ['windows-1252', AS_1252, ['--encoding', 'windows-1252']],
    ['windows-1252, called Latin-1', AS_1252, ['--encoding', 'ISO-8859-1']],
    ['UTF-16', Buffer.from('\uFEFFStraße;Tel n°;€ –\nKöln;0171;\n', 'utf16le'), []],
    ['UTF-16 without a mark', Buffer.from('Straße;Tel n°;€ –\nKöln;0171;\n', 'utf16le'), []],
    ['UTF-8', Buffer.from('\uFEFFStraße;Tel n°;€ –\nKöln;0171;\n'), []],
  ])('in %s comes back with the letters that it had', async (_, bytes, named) => {
    const { sent, failed, out } = await runWith(bytes, ['-p', 'phone', '-c', 'tel n°', ...named]);
    expect([failed, sent[1]]).toEqual([undefined, ['0171', 'list.csv']]);
    expect(await readFile(out, 'utf8')).toMatch(
      /^\uFEFFStraße;Tel n°;€ –;lookup_[\s\S]*\nKöln;0171;;/,
    );
  });

  it('in Shift_JIS comes back with the letters that it had', async () => {
    const options = ['-p', 'phone', '-c', '電話', '--encoding', 'shift_jis'];
    const { failed, out } = await runWith(AS_SHIFT_JIS, options);
    expect(failed).toBeUndefined();
    expect(await readFile(out, 'utf8')).toMatch(/^\uFEFF電話,lookup_[\s\S]*\n0171,/);
  });

  it.each<[string, Uint8Array, string[], string]>([
    [
      'that is not Unicode, without the name of its encoding',
      Buffer.concat([Buffer.from('Tel\n'), AS_1252]),
      [],
      'The file is neither UTF-8 nor UTF-16: save it as "CSV UTF-8", or name its encoding with ' +
        '--encoding, such as --encoding windows-1252, which reads line 2 as "Straße;Tel n°;€ –".',
    ],
    ['of another encoding', AS_SHIFT_JIS, ['--encoding', 'utf-8'], 'The file is not in utf-8.'],
    ['in an unknown encoding', AS_1252, ['--encoding', 'cp0'], 'there is no encoding "cp0"'],
  ])('%s is refused before a call is made', async (_, bytes, named, problem) => {
    const { failed, sent } = await runWith(bytes, ['-p', 'phone', '-c', '1', ...named]);
    expect([sentenceOf(failed), sent]).toEqual([problem, []]);
  });

  it.each(['sep=;\r\n', 'SEP=;\n'])('comes back with %j, which is no row of it', async (hint) => {
    const text = `\uFEFF${hint}Name, short;Tel\nAda;0171\n`;
    const { sent, failed, out } = await runWith(text, ['-p', 'phone', '-c', 'tel']);
    expect([failed, sent[1]]).toEqual([undefined, ['0171', 'list.csv']]);
    const back = await readFile(out, 'utf8');
    expect(back.startsWith(`\uFEFF${hint}"Name, short";Tel;lookup_`)).toBe(true);
  });

  it.each([
    [[], 'SERVICE_UNAVAILABLE', 5],
    [[{ ...row, status: 'duplicate', repeats_row: 1 }], 'SERVICE_UNAVAILABLE', 5],
    [[{ ...row, status: 'skipped' }], 'INVALID_INPUT', 1],
  ])(
    'of which none but %j was answered, for %s, ends with the code %d',
    async (rest, code, exit) => {
      const failure = { ...row, status: 'failed', response_data: null, error_code: code };
      const text = `Tel\n${'0171\n'.repeat(1 + rest.length)}`;
      const { failed } = await runWith(text, ['-p', 'phone'], { rows: [failure, ...rest] });
      expect(failed).toMatchObject({
        message: expect.stringMatching(/^No row was answered/),
        exit,
      });
    },
  );

  it('goes on under the same fields alone', async () => {
    const german = ['-p', 'phone', '-c', 'Tel', '--country', 'DE'];
    const { failed, run, sent } = await runWith('Tel\n0171\n', german, { stops: true });
    expect(sentenceOf(failed)).toBe('stopped');
    await expect(run([...german.slice(0, -1), 'AT'])).rejects.toThrow('belongs to another list');
    await expect(run(german)).rejects.toThrow('stopped');
    expect(sent).toHaveLength(3);
  });
});

it('keeps every column of a list in lines of JSON, those of equal names too', () => {
  expect(distinctNames(['Tel', 'Tel', 'Ort', 'Tel (2)', 'Tel'])).toEqual([
    ...['Tel', 'Tel (3)', 'Ort', 'Tel (2)', 'Tel (4)'],
  ]);
});

describe('files that cannot be used', () => {
  const runWith = async (file: string, out: string) => {
    const asked: string[] = [];
    const api = new Proxy({} as LookupApi, {
      get: (_, name) => async () => void asked.push(String(name)),
    });
    const args = { values: { product: 'phone', out, yes: true, quiet: true }, positionals: [file] };
    const failed = await runBulk(api, args, new AbortController().signal).catch(sentenceOf);
    return [failed, asked];
  };

  it('are reported in a sentence before a call is made', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lookup-files-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const at = (name: string) => join(folder, name);
    await writeFile(at('list.csv'), 'phone\n+14155550100\n');
    await writeFile(at('list.xlsx'), 'PK\u0003\u0004 and more');
    await writeFile(at('damaged.csv.lookup-job'), '{"hash":"5');
    const out = at('out.csv');
    expect([
      await runWith(at('list.csv'), folder),
      await runWith(at('list.csv'), '-'),
      await runWith(at('list.csv'), at('damaged.csv')),
      await runWith(at('list.csv'), at('missing/out.csv')),
      await runWith(at('nowhere.csv'), out),
      await runWith(at('list.xlsx'), out),
      await runWith(folder, out),
    ]).toEqual([
      [`${folder} is no file: use another --out.`, []],
      ['--out takes a file: a list that stops goes on from it', []],
      [expect.stringContaining('damaged.csv.lookup-job is damaged.'), []],
      [`${at('missing')}: there is no such folder; create it first.`, []],
      [`${at('nowhere.csv')}: there is no such file or folder.`, []],
      ['The file is not text: save a workbook as CSV.', []],
      ['A folder was given where a file is expected.', []],
    ]);
  });
});

it.each<[string[], string[], boolean]>([
  [['phone', 'name'], ['phone', 'name'], true],
  [[' phone ', 'name '], ['phone', 'name'], true],
  [['phone', 'name', ''], ['phone', 'name'], true],
  [['phone', 'Jane'], ['phone', 'name'], false],
  [['Phone', 'Name'], ['phone', 'name'], false],
  [['phone'], ['phone', 'name'], false],
  [['phone'], ['phone'], false],
  [['phone', ''], ['phone', ''], false],
])(
  'the row %j under the header %j names the columns once more, as an upload reads it: %j',
  (row, header, is) => {
    expect(repeatsHeader(row, header)).toBe(is);
    expect(repeatsNames(row, header)).toBe(is);
  },
);

describe('a table', () => {
  it('comes back as it was written, whatever is in its cells', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', 'é'),
    });
    const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(',', ';', '\t', '|'), rows, (separator, written) => {
        const header = ['first', 'second', 'third'];
        const text = [header, ...written].map((row) => csvLine(row, separator)).join('');
        const read = readTable(text);
        expect(read).toEqual({ header, rows: written, separator, start: '' });
      }),
    );
  });

  it.each([
    [
      '\uFEFFa;b\r\n1;"x\r\ny"\r\n\r\n2;z',
      {
        header: ['a', 'b'],
        rows: [['1', 'x\r\ny'], [''], ['2', 'z']],
        separator: ';',
        start: '\uFEFF',
      },
    ],
    ['"a,b"\n1\n', { header: ['a,b'], rows: [['1']], separator: ',', start: '' }],
    ['a,b\r1,2\r', { header: ['a', 'b'], rows: [['1', '2']], separator: ',', start: '' }],
    ['\n\na\n1\n\n2\n\n', { header: ['a'], rows: [['1'], [''], ['2']], separator: ',', start: '' }],
    ['', { header: [], rows: [], separator: ',', start: '' }],
  ])('%j is read', (text, table) => {
    expect(readTable(text)).toEqual(table);
  });

  it('is refused when a quoted cell never ends', () => {
    expect(() => readTable('a\n"b')).toThrow('never ends');
  });
});

describe('several inputs', () => {
  const phone = PRODUCTS.find(({ name }) => name === 'phone') as (typeof PRODUCTS)[number];
  const refusal = {
    ...({ status: 402, code: 'INSUFFICIENT_CREDITS', message: 'No.', param: null } as const),
    ...{ requestId: null, docUrl: null, retryAfter: null, body: null },
  };

  /** Runs the command as CSV; the call of an input ends as the function says. */
  async function runWith(answer: (input: string, stop: () => void) => Promise<unknown>) {
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => printed.mockRestore());
    const abort = new AbortController();
    const asked: string[] = [];
    const api = {
      [phone.id]: async ({ phone_number: input }: { phone_number: string }) => {
        asked.push(input);
        await answer(input, () => abort.abort());
        return { input };
      },
    } as unknown as LookupApi;
    const positionals = Array.from({ length: 10 }, (_, at) => `+${at + 1}`);
    const args = { values: { csv: true }, positionals };
    const thrown = await runLookup(api, phone, args, abort.signal).catch((error) => error);
    return { thrown, asked, printed: printed.mock.calls.map(([text]) => text) };
  }

  it('have what was answered printed once the credits are spent, and no further calls', async () => {
    const { thrown, asked, printed } = await runWith(async (input) => {
      if (input === '+3') throw new ApiError(refusal);
    });
    expect(thrown).toMatchObject(refusal);
    expect(printed).toEqual([
      'input\n',
      ...asked.filter((one) => one !== '+3').map((one) => `${one}\n`),
    ]);
    expect(asked.length).toBeLessThan(10);
  });

  it('have what was answered printed where the command is interrupted', async () => {
    const { thrown, printed } = await runWith(async (input, stop) => {
      if (input !== '+3') return;
      stop();
      throw new Error('aborted');
    });
    expect(thrown).toEqual(new Error('aborted'));
    expect(printed.slice(0, 3)).toEqual(['input\n', '+1\n', '+2\n']);
  });
});

it('shows foreign text in a terminal without what a terminal would run', () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => printed.mockRestore());
  const name = '\u001B]0;owned\u0007\u009B31mAda\u202E\n';
  const table = '\\u{1b}]0;owned\\u{7}\\u{9b}31mAda\\u{202e}\\u{a}';
  const shown = () =>
    printed.mock.calls
      .splice(0)
      .map(([text]) => String(text))
      .join('');
  printOne({ insights: { name } }, 'table');
  expect(shown()).toBe(`insights.name  ${table}\n`);
  printRows([{ name, [name]: 1 }], 'table');
  expect(shown()).toContain(`\n${table}  1\n`);
  printOne({ name }, 'json');
  const json = shown();
  expect(json).not.toMatch(/(?!\n)\p{Cc}|\u202E/u);
  expect(JSON.parse(json)).toEqual({ name });
  const refused = { status: 400, code: 'INVALID_INPUT', message: name, param: null } as const;
  const error = { requestId: null, docUrl: null, retryAfter: null, body: null, ...refused };
  expect(sentenceOf(new ApiError(error))).toBe(`${table} (INVALID_INPUT)`);
});

it('gives a spreadsheet nothing to run, and leaves numbers as they are', () => {
  const cells = ['=1+1', ' @x', '-a', '\tx', '\u200B=x', '+14155550100', -1.5, 'a=b', null];
  const safe = ["'=1+1", "' @x", "'-a", "'\tx", "'\u200B=x", '+14155550100', '-1.5', 'a=b', ''];
  expect(cells.map(safeText)).toEqual(safe);
});

it('names the leaves of an answer by their way', () => {
  const answer = { a: { b: null, c: ['x', 'y'] }, d: [{ e: 1 }], f: {} };
  expect([...flatten(answer)]).toEqual([
    ['a.b', null],
    ['a.c', 'x; y'],
    ['d', [{ e: 1 }]],
  ]);
});

it('has an option for every field of every lookup, none of them taken', () => {
  for (const product of PRODUCTS) {
    const names = Object.keys(fieldOptions(product));
    expect(names.length, product.name).toBe(product.fields.length);
    expect(
      names.filter((name) => name in { ...COMMON, ...BULK }),
      product.name,
    ).toEqual([]);
  }
});

describe('the command', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lookup-command-'));
    file = join(folder, 'dist/cli/main.mjs');
    const entry = 'clients/typescript/src/cli/main.ts';
    await build({
      ...{ entryPoints: [entry], outfile: file, bundle: true, format: 'esm', platform: 'node' },
      logLevel: 'silent',
    });
    await writeFile(join(folder, 'package.json'), '{"version":"1.2.3"}');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: '/nowhere' };

  it.each([
    [['help', 'nope'], 2, /no command "nope"/],
    [['help', 'fone'], 2, /did you mean phone\?/],
    [['nope', '--help'], 2, /no command "nope"/],
    [['logout', 'now'], 2, /nothing to do with "now"/],
    [['products', 'phone'], 2, /nothing to do with "phone"/],
    [['completion', 'bash', 'zsh'], 2, /name a shell/],
    [['phone', '--nope', '1'], 2, /Unknown option '--nope'/],
    [['help'], 0, /^$/],
    [['help', 'help'], 0, /^$/],
    [['help', 'phone'], 0, /^$/],
    [['phone', '--version'], 0, /^$/],
  ])('%j ends with %i: %s', (args, exit, said) => {
    const { status, stdout, stderr } = spawnSync('node', [file, ...args], {
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([exit, expect.stringMatching(said)]);
    if (args.includes('--version')) expect(stdout).toBe('1.2.3\n');
  });

  it('takes - for standard input alone', () => {
    const given = { ...env, LOOKUP_API_KEY: 'sk_test_x', LOOKUP_BASE_URL: 'http://127.0.0.1:9' };
    const args = [file, 'phone', '+14155550100', '-'];
    const { status, stderr } = spawnSync('node', args, { env: given, encoding: 'utf8', input: '' });
    expect([status, stderr]).toEqual([2, expect.stringContaining('nothing beside them')]);
  });

  it('ends as it would although nobody reads what it says', async () => {
    const child = spawn('node', [file, 'help', 'nope'], { env });
    child.stderr.destroy();
    const ended = once(child, 'exit');
    expect(await textOf(child.stdout)).toBe('');
    expect((await ended)[0]).toBe(2);
  });
});
