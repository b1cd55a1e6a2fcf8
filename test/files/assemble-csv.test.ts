import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { escapeFormula } from '../../src/files/csv-text.ts';
import {
  assembleCsv,
  fullColumns,
  resultColumns,
  schemaFields,
  valueAt,
} from '../../src/files/result-csv.ts';
import { bucketFiles } from '../../src/files/store.ts';
import { exampleResponse } from '../../src/http/openapi/examples.ts';
import { MULTIPART_PART_BYTES } from '../../src/lib/r2.ts';
import type { LookupData } from '../../src/lookup/envelope.ts';
import type { ResultRow } from '../../src/lookup/jobs/files.ts';
import { type AnyProduct, responseSchema } from '../../src/lookup/product.ts';
import { families } from '../../src/products/index.ts';
import * as fc from '../support/fast-check.ts';
import { fixtureFamilies } from '../support/fixture-family.ts';
import { parseRfc4180 } from './parse-rfc4180.ts';
import { recordingBucket } from './recording-bucket.ts';

const keys = {
  results: 'bulk/job_1/results.csv',
  full: 'bulk/job_1/full.csv',
  good: 'bulk/job_1/good',
  answers: 'bulk/job_1/answers',
};
const name = 'list.csv';
const sent = null;
const words = fixtureFamilies[0]!.products[0] as AnyProduct;
const every = [...families.flatMap((family) => family.products), words];

const answer = (product: AnyProduct): LookupData =>
  (exampleResponse(product) as { data: LookupData }).data;

async function* each<T>(rows: Iterable<T>) {
  yield* rows;
}

const rowOf = (overrides: Partial<ResultRow>): ResultRow => ({
  input: 'plain',
  status: 'completed',
  credits: 3,
  errorMessage: null,
  data: null,
  isGood: false,
  ...overrides,
});

describe('the columns', () => {
  it.each(every.map((product) => [product.type, product] as const))(
    'of %s hold every leaf of an answer once',
    (_, product) => {
      const names = fullColumns(product).map(({ name }) => name);
      expect(names.slice(0, 5)).toEqual([
        'input',
        'status',
        'credits',
        'error_message',
        'request.id',
      ]);
      expect(new Set(names).size).toBe(names.length);
      const results = resultColumns(product).map(({ name }) => name);
      expect(results.slice(0, 3)).toEqual(['input', 'status', 'credits']);
      expect(new Set(results).size).toBe(results.length);
      expect(results.length - 3).toBe(
        names.filter((name) => name.startsWith('classification.')).length,
      );
      const leaves = (value: unknown, path: string): string[] =>
        names.includes(path) || value === null || typeof value !== 'object'
          ? [path]
          : Object.entries(value).flatMap(([key, inner]) =>
              leaves(inner, path === '' ? key : `${path}.${key}`),
            );
      const data = responseSchema(product).shape.data.parse(answer(product));
      // A null where the schema has an object is an object's columns left empty.
      const known = (path: string) =>
        names.some((name) => name === path || name.startsWith(`${path}.`));
      expect(leaves(data, '').filter((path) => !known(path))).toEqual([]);
    },
  );

  it('look behind optional, nullable, default, readonly and transformed schemas, and stop at what has no fixed fields', () => {
    const schema = z.object({
      plain: z.string(),
      optional: z.object({ inner: z.int().nullable() }).optional(),
      nullable: z
        .object({ inner: z.object({ deep: z.boolean() }).default({ deep: true }) })
        .nullable(),
      frozen: z.object({ inner: z.string() }).readonly(),
      piped: z.string().transform((text) => text.length),
      list: z.array(z.object({ a: z.string() })),
      record: z.record(z.string(), z.string()),
      either: z.union([z.object({ a: z.string() }), z.string()]),
      open: z.looseObject({ a: z.string() }),
    });
    const names = schemaFields(schema).map((path) => path.join('.'));
    expect(names).toEqual([
      'plain',
      'optional.inner',
      'nullable.inner.deep',
      'frozen.inner',
      'piped',
      'list',
      'record',
      'either',
      'open',
    ]);
    expect(valueAt({ nullable: null }, ['nullable', 'inner', 'deep'])).toBeUndefined();
  });

  it('give a classification field named like a column of the row its dotted name', () => {
    const product = {
      ...words,
      classification: {
        ...words.classification,
        schema: z.object({ status: z.string(), input: z.string(), size: z.string() }),
      },
    };
    expect(resultColumns(product).map(({ name }) => name)).toEqual([
      'input',
      'status',
      'credits',
      'classification.status',
      'classification.input',
      'size',
    ]);
  });
});

describe('the files', () => {
  it('read back as the rows', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=1+1', '+14155550123', 'a,b', 'a"b', 'a\r\nb', ' -x', '-12.5'),
    );
    const row = fc.record({
      input: text,
      status: fc.constantFrom('completed', 'failed', 'skipped', 'duplicate'),
      credits: fc.nat(100),
      errorMessage: fc.option(text),
      data: fc.option(
        fc.record({
          request: fc.record({ input: text }),
          classification: fc.record({ length: fc.integer(), size: text }),
          insights: fc.record({
            origin: fc.option(
              fc.record({ language: fc.option(text), variants: fc.array(fc.record({ text })) }),
            ),
            port: fc.oneof(fc.integer(), text),
          }),
        }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
        const bucket = recordingBucket();
        await assembleCsv(
          { product: words, rows: each(rows as unknown as ResultRow[]), keys, name, sent },
          bucket.store,
        );
        const [header, ...results] = parseRfc4180(bucket.text(keys.results));
        expect(header).toEqual(['input', 'status', 'credits', 'length', 'size']);
        expect(results).toEqual(
          rows.map(({ input, status, credits, data }) => [
            escapeFormula(input),
            status,
            String(credits),
            data ? String(data.classification.length) : '',
            data ? escapeFormula(data.classification.size) : '',
          ]),
        );
        const [names = [], ...full] = parseRfc4180(bucket.text(keys.full));
        const column = (name: string) => full.map((cells) => cells[names.indexOf(name)]);
        expect(full.every((cells) => cells.length === names.length)).toBe(true);
        expect(column('error_message')).toEqual(
          rows.map((one) => escapeFormula(one.errorMessage ?? '')),
        );
        expect(column('request.input')).toEqual(
          rows.map((one) => escapeFormula(one.data?.request.input ?? '')),
        );
        expect(column('insights.origin.language')).toEqual(
          rows.map((one) => escapeFormula(one.data?.insights.origin?.language ?? '')),
        );
        expect(column('insights.origin.variants')).toEqual(
          rows.map((one) =>
            one.data?.insights.origin ? JSON.stringify(one.data.insights.origin.variants) : '',
          ),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('of 100,000 rows go out in equal parts, one of each in memory, and the same bytes the second time', async () => {
    const phone = every.find((product) => product.type === 'phone') as AnyProduct;
    const data = answer(phone);
    let given = 0;
    let most = 0;
    const rows = async function* () {
      for (let count = 0; count < 100_000; count++) {
        given++;
        yield rowOf({ input: `+1415555${String(count).padStart(7, '0')}`, data });
      }
    };
    const bucket = recordingBucket();
    await assembleCsv(
      { product: phone, rows: rows(), keys, name, sent },
      {
        ...bucket.store,
        async upload(key, headers) {
          const upload = await bucket.store.upload(key, headers);
          return {
            ...upload,
            async writePart(part, bytes) {
              most = Math.max(most, bytes.length, bytes.buffer.byteLength);
              await upload.writePart(part, bytes);
            },
          };
        },
      },
    );
    expect(given).toBe(100_000);
    for (const key of [keys.results, keys.full]) {
      const sizes = bucket.partSizes[key] as number[];
      expect(sizes.length).toBeGreaterThan(1);
      expect(sizes.slice(0, -1).every((size) => size === MULTIPART_PART_BYTES)).toBe(true);
      expect(sizes.at(-1)).toBeGreaterThan(0);
      expect(sizes.at(-1)).toBeLessThanOrEqual(MULTIPART_PART_BYTES);
    }
    expect(MULTIPART_PART_BYTES).toBeGreaterThanOrEqual(5 * 1_024 * 1_024);
    expect(most).toBe(MULTIPART_PART_BYTES);
    const lines = bucket.text(keys.results).split('\r\n');
    expect(lines).toHaveLength(100_002);
    expect(lines[77_778]).toContain('+14155550077777,completed,3,');
    expect(bucket.uploadsOpen()).toBe(0);
    const again = recordingBucket();
    await assembleCsv({ product: phone, rows: rows(), keys, name, sent }, again.store);
    const digest = async (bytes: Uint8Array | undefined) =>
      new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
    for (const key of [keys.results, keys.full])
      expect(await digest(again.files.get(key))).toEqual(await digest(bucket.files.get(key)));
  }, 180_000);

  it('of an empty job have a header', async () => {
    const bucket = recordingBucket();
    await assembleCsv({ product: words, rows: each([]), keys, name, sent }, bucket.store);
    expect(bucket.text(keys.results)).toBe('input,status,credits,length,size\r\n');
    expect(bucket.calls).toEqual(
      [keys.full, keys.good, keys.answers, keys.results].map((key) => `write ${key}`),
    );
  });

  it('with characters across the end of a part are whole', async () => {
    const bucket = recordingBucket();
    const input = '😀'.repeat(100_000);
    await assembleCsv(
      {
        product: words,
        rows: each(Array.from({ length: 30 }, () => rowOf({ input }))),
        ...{ keys, name, sent },
      },
      bucket.store,
    );
    expect(bucket.partSizes[keys.results]).toEqual([
      MULTIPART_PART_BYTES,
      MULTIPART_PART_BYTES,
      expect.any(Number),
    ]);
    expect(
      parseRfc4180(bucket.text(keys.results))
        .slice(1)
        .every(([cell]) => cell === input),
    ).toBe(true);
  });

  it.each([
    ['the rows', () => false],
    ['a part', (call: string) => call.startsWith('part 2')],
    ['completing the first file', (call: string) => call === `complete ${keys.full}`],
  ])('leave nothing open when %s fail', async (what, failOn) => {
    const bucket = recordingBucket({ failOn });
    const rows = async function* () {
      for (let count = 0; count < 30; count++) yield rowOf({ input: 'x'.repeat(500_000) });
      if (what === 'the rows') throw new Error('rows');
    };
    await expect(
      assembleCsv({ product: words, rows: rows(), keys, name, sent }, bucket.store),
    ).rejects.toThrow(what === 'the rows' ? 'rows' : 'bucket');
    expect(bucket.calls.filter((call) => call.startsWith('abort'))).toHaveLength(3);
    expect(bucket.files.size).toBe(0);
  });

  it('are put into a real bucket, small ones at once and large ones in parts', async () => {
    const files = bucketFiles(env.RESULTS);
    await assembleCsv(
      { product: words, rows: each([rowOf({ input: 'é' })]), keys, name, sent },
      files,
    );
    expect(await (await env.RESULTS.get(keys.results))!.text()).toBe(
      'input,status,credits,length,size\r\né,completed,3,,\r\n',
    );
    const long = Array.from({ length: 25 }, (_, index) =>
      rowOf({ input: `${index}`.repeat(500_000) }),
    );
    await assembleCsv({ product: words, rows: each(long), keys, name, sent }, files);
    const stored = await env.RESULTS.get(keys.results);
    expect(stored!.httpMetadata?.contentType).toBe('text/csv; charset=utf-8');
    expect(
      parseRfc4180(await stored!.text())
        .slice(1)
        .map(([cell]) => cell),
    ).toEqual(long.map(({ input }) => input));
  });

  it('say why a row has no answer, or none to go on with', async () => {
    const found = answer(words);
    const advised = {
      ...found,
      recommendations: { ...found.recommendations, user_message: 'Send its country.' },
    } as LookupData;
    const rows = [
      rowOf({ status: 'failed', errorMessage: 'It is no number.' }),
      rowOf({ data: advised }),
      rowOf({ data: advised, isGood: true }),
    ];
    await assembleCsv(
      { product: words, rows: each(rows), keys, name, sent },
      bucketFiles(env.RESULTS),
    );
    const text = await (await env.RESULTS.get(keys.answers))!.text();
    const [, ...lines] = parseRfc4180(text);
    expect(lines.map((cells) => cells[2])).toEqual(['It is no number.', 'Send its country.', '']);
  });

  it('are called and typed as the file that was sent, whose columns keep their names', async () => {
    const columns = ['lookup_status', 'length', 'classification.length', 'Telephone'];
    const file = { columns, separator: 'tab', encoding: 'utf-8', hasMark: false } as const;
    const rows = each([rowOf({ cells: ['failed', '3', '', '1'], data: answer(words) })]);
    const request = { product: words, rows, keys, name: 'people.TSV', sent: file };
    await assembleCsv(request, bucketFiles(env.RESULTS));
    const stored = (await env.RESULTS.get(keys.answers))!;
    expect(stored.httpMetadata).toMatchObject({
      contentType: 'text/tab-separated-values; charset=utf-8',
      contentDisposition: expect.stringContaining('people-answers.TSV'),
    });
    expect((await stored.text()).split('\r\n', 1)[0]?.split('\t')).toEqual([
      ...columns,
      ...['lookup_status_2', 'lookup_reason', 'lookup_credits', 'classification.length_2', 'size'],
    ]);
  });
});
