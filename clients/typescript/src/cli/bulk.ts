import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  BulkJobError,
  type BulkProduct,
  type BulkRow,
  ROWS_OF_PAGE,
  type WaitOptions,
} from '../bulk.js';
import type { LookupApi } from '../client.js';
import { BULK_TYPES } from '../generated/operations.js';
import { PRODUCTS } from '../generated/products.js';
import {
  type Arguments,
  bodyOf,
  bulkOptions,
  mainField,
  namedProduct,
  type Options,
  optionName,
  rowFields,
} from './arguments.js';
import {
  csvLine,
  decode,
  distinctNames,
  flatten,
  readTable,
  repeatsHeader,
  safeText,
  type Table,
} from './csv.js';
import { CommandError, EXIT, UsageError } from './errors.js';
import { type JobState, keepState, readState, spoolFile, stateFile } from './job-state.js';
import type { Product } from './product.js';
import { ask, isInteractive, ProgressBar, readInput } from './prompt.js';
import { shownJson, shownText } from './terminal.js';

/** A list to look up, as the command line describes it. */
interface List {
  product: Product;
  table: Table;
  inputs: string[];
  /** Of the rows that name none. */
  country: string | undefined;
  /** Of its file; undefined of standard input. */
  fileName: string | undefined;
  out: string;
}

/** Beginnings of archives, as workbooks are, of workbooks of before 2007, and of PDFs. */
const BINARY = ['504b0304', 'd0cf11e0', '25504446'];

/** Largest file that is read; a list of 100,000 rows, which the service takes, is far smaller. */
const MAX_FILE_BYTES = 268_435_456;

const count = (number: number): string => number.toLocaleString('en');

const rowCount = (rows: number): string => `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`;

/** The product, by its name. @throws UsageError */
function listProduct(name: Arguments['values'][string]): Product {
  const able = PRODUCTS.filter(({ bulkType }) => bulkType !== null);
  const names = able.map((product) => product.name).join(', ');
  if (typeof name !== 'string')
    throw new UsageError(`--product is missing; lists can be looked up with ${names}`);
  const product = able.find((one) => one.name === name);
  if (!product) throw new UsageError(`${name} does not take lists; these do: ${names}`);
  return product;
}

/** Position of a column, by name or by number from 1. @throws UsageError */
function columnOf({ header }: Table, name: string | undefined): number {
  if (name === undefined && header.length === 1) return 0;
  const names = header.map((one) => JSON.stringify(one)).join(', ');
  if (name === undefined) throw new UsageError(`--column is missing; the file has ${names}`);
  const same = (one: string) => one.trim().toLowerCase() === name.trim().toLowerCase();
  const exact = header.indexOf(name);
  const found = exact >= 0 ? exact : header.findIndex(same);
  const position = found >= 0 ? found : /^\d+$/.test(name) ? Number(name) - 1 : -1;
  if (position < 0 || position >= header.length)
    throw new UsageError(`there is no column ${JSON.stringify(name)}; the file has ${names}`);
  return position;
}

/** Options of the command with these arguments. @throws UsageError without a lookup of lists */
export const listOptions = (args: readonly string[]): Options =>
  bulkOptions(listProduct(namedProduct(args)));

const isColumn = (value: Arguments['values'][string]): boolean => String(value).startsWith('@');

/** The country of every row that names none, which the job has instead of its rows. */
function countryOf(product: Product, { country }: Arguments['values']): string | undefined {
  const hasCountry = rowFields(product).some(({ path }) => path === 'country');
  return hasCountry && typeof country === 'string' && !isColumn(country) ? country : undefined;
}

/**
 * What is sent of each row: its cell of the column alone, or, where further fields were given, the
 * body of a lookup: `--city @Town` is the cell of that column, any other value every row's.
 */
function inputsOf(product: Product, table: Table, values: Arguments['values']): string[] {
  const given = Object.entries(values).filter(
    ([name, value]) =>
      value !== undefined && rowFields(product).some((field) => optionName(field) === name),
  );
  const columns = given.flatMap(([name, value]) =>
    isColumn(value) ? [{ name, at: columnOf(table, String(value).slice(1)) }] : [],
  );
  const main = mainField(product);
  const isElsewhere = columns.length > 0 && (!main.required || optionName(main) in values);
  const column = values.column as string | undefined;
  const position = column === undefined && isElsewhere ? null : columnOf(table, column);
  return table.rows.map((row) => {
    const cellAt = (at: number) => row[at]?.trim() ?? '';
    const deciding = position === null ? columns.map(({ at }) => at) : [position];
    if (repeatsHeader(row, table.header) || deciding.every((at) => cellAt(at) === '')) return '';
    const input = position === null ? null : cellAt(position);
    if (given.length === 0) return input ?? '';
    const cells = columns.map(({ name, at }) => [name, cellAt(at) || undefined]);
    return JSON.stringify(bodyOf(product, { ...values, ...Object.fromEntries(cells) }, input));
  });
}

async function readList({ values, positionals }: Arguments): Promise<List> {
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0) throw new UsageError('name one file, or - for standard input');
  const product = listProduct(values.product);
  const isTooLarge = file !== '-' && (await stat(file)).size > MAX_FILE_BYTES;
  const bytes = isTooLarge ? null : file === '-' ? await readInput() : await readFile(file);
  if (bytes === null || bytes.length > MAX_FILE_BYTES)
    throw new CommandError('The file is too large: split it into lists of at most 100,000 rows.');
  if (BINARY.includes(bytes.subarray(0, 4).toString('hex')))
    throw new CommandError('The file is not text: save a workbook as CSV.');
  const table = readTable(decode(bytes, values.encoding as string | undefined));
  if (table.header.length === 0) throw new CommandError('The file is empty.');
  const country = countryOf(product, values);
  const inputs = inputsOf(
    product,
    table,
    country === undefined ? values : { ...values, country: undefined },
  );
  if (inputs.every((input) => input === '')) throw new CommandError('The column has no values.');
  const out = values.out as string | undefined;
  if (!out && !values['dry-run']) throw new UsageError('--out is missing: the file for answers');
  if (out === '-') throw new UsageError('--out takes a file: a list that stops goes on from it');
  const fileName = file === '-' ? undefined : basename(file);
  return { product, table, inputs, country, fileName, out: out ?? '' };
}

const hashOf = ({ product, inputs, country }: List): string =>
  createHash('sha256')
    .update(JSON.stringify([product.name, inputs, ...(country === undefined ? [] : [country])]))
    .digest('hex');

interface NotedRow {
  /** 1 for the first. */
  row: number;
  input: string;
  message: string;
}

/** What a dry run answers, of which the interface has one type for all answers of this call. */
interface PricedList {
  duplicates: number;
  skipped: number;
  unusable: NotedRow[];
  unusable_count: number;
  free: NotedRow[];
  free_count: number;
  credits_required: number;
  credits_available: number;
  is_affordable: boolean;
}

/** Says what it may cost, as the service prices it. @throws CommandError where it cannot be done */
async function priceList(api: LookupApi, { product, inputs, country }: List): Promise<void> {
  const type = BULK_TYPES[product.id as BulkProduct];
  const [{ products }, answer] = await Promise.all([
    api.listProducts(),
    api.createBulkJob({ type, inputs, ...(country && { country }), dry_run: true }),
  ]);
  const price = answer as unknown as PricedList;
  const { credits_required: most, credits_available: available } = price;
  const listed = products.find(({ path }) => path.endsWith(`/${product.name}`));
  // A list that costs nothing asks no source: it is a test key's, or has nothing to look up.
  if (most > 0 && !listed?.available)
    throw new CommandError(`${product.name} cannot be looked up now.`, EXIT.later);
  const notes = [
    ...(price.skipped > 0 ? [`${count(price.skipped)} empty`] : []),
    ...(price.duplicates > 0 ? [`${count(price.duplicates)} repeated`] : []),
    ...(price.unusable_count > 0 ? [`${count(price.unusable_count)} unusable`] : []),
    ...(price.free_count > 0 ? [`${count(price.free_count)} free`] : []),
  ];
  const rows = `${rowCount(inputs.length)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
  const credits = `${count(most)} ${most === 1 ? 'credit' : 'credits'}`;
  process.stderr.write(`${rows}: at most ${credits}, with ${count(available)} available.\n`);
  for (const { row, input, message } of [...price.unusable, ...price.free])
    process.stderr.write(`  row ${count(row)}, ${shownJson(input)}: ${shownText(message)}\n`);
  if (price.is_affordable) return;
  const short = most > available ? 'balance' : 'daily limit of the key';
  throw new CommandError(`The ${short} does not cover the list.`, EXIT.credits);
}

async function confirm({ values }: Arguments, signal: AbortSignal): Promise<void> {
  if (values.yes) return;
  if (values['no-input'] || !isInteractive())
    throw new UsageError('cannot ask for confirmation of the price: add --yes');
  if (!/^y(?:es)?$/i.test(await ask('Continue? [y/N] ', { signal })))
    throw new CommandError('Nothing was charged.');
}

/** The rows of the job that was begun, or of a new one; of one that failed, each with its reason. */
async function* rowsOf(api: LookupApi, list: List, state: JobState, options: WaitOptions) {
  const product = list.product.id as BulkProduct;
  const { idempotencyKey, jobId } = state;
  try {
    yield* jobId === null
      ? api.bulk.run(list.inputs, {
          ...{ ...options, product, idempotencyKey },
          ...(list.fileName && { fileName: list.fileName }),
          ...(list.country && { country: list.country }),
        })
      : api.bulk.results(jobId, options);
  } catch (error) {
    if (!(error instanceof BulkJobError) || error.job.status !== 'failed') throw error;
    const call = options.signal ? { signal: options.signal } : {};
    let hasRows = false;
    for await (const row of api.getBulkResults(error.job.job_id, { limit: ROWS_OF_PAGE }, call)) {
      hasRows = true;
      yield row;
    }
    if (!hasRows) throw error;
  }
}

/** What is known of a job's rows once all of them are kept. */
interface Spooled {
  /** That answers have. */
  columns: string[];
  /** Rows, counted from 1, that others repeat. */
  repeated: Set<number>;
  answered: number;
  /** Codes of the rows that failed. */
  failures: Set<string | null>;
}

/** Keeps each row as it comes. */
async function spool(rows: AsyncIterable<BulkRow>, { out, inputs }: List): Promise<Spooled> {
  const columns = new Set<string>();
  const repeated = new Set<number>();
  let received = 0;
  let answered = 0;
  const failures = new Set<string | null>();
  async function* lines() {
    for await (const row of rows) {
      received += 1;
      if (row.status === 'completed') answered += 1;
      if (row.status === 'failed') failures.add(row.error_code);
      if (row.repeats_row !== null) repeated.add(row.repeats_row);
      for (const name of answerOf(row.response_data).keys()) columns.add(name);
      yield `${JSON.stringify(row)}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(spoolFile(out)));
  if (received !== inputs.length)
    throw new CommandError(`${rowCount(received)} came back of ${count(inputs.length)}.`);
  return { columns: [...columns], repeated, answered, failures };
}

/** What a row adds to its line: the answer, without what is said of the call. */
function answerOf(data: BulkRow['response_data']): Map<string, unknown> {
  const { request: _request, metadata: _metadata, ...answer } = data ?? {};
  return flatten(answer);
}

interface Advice {
  primary_action?: string;
  user_message?: string;
}

/** Why a row has no answer, or none to go on with. */
function messageOf({ error_message, response_data }: BulkRow): string | null {
  const advice = (response_data?.recommendations ?? {}) as Advice;
  const isGood = advice.primary_action !== 'REVIEW' && advice.primary_action !== 'BLOCK';
  return error_message ?? (isGood ? null : (advice.user_message ?? null));
}

/** The file as it was, each line with its answer behind it; or JSON lines, by the file's name. */
async function writeAnswers({ table, out }: List, { columns, repeated }: Spooled): Promise<void> {
  const { header, separator, start, rows } = table;
  const names = distinctNames(header);
  const isJson = /\.(?:ndjson|jsonl)$/i.test(out);
  async function* lines() {
    const own = ['lookup_status', 'lookup_error', 'lookup_message'];
    if (!isJson) yield start + csvLine([...header, ...own, ...columns], separator);
    const shared = new Map<number, BulkRow['response_data']>();
    let position = 0;
    for await (const line of createInterface({ input: createReadStream(spoolFile(out)) })) {
      const row: BulkRow = JSON.parse(line);
      const cells = rows[position] as string[];
      position += 1;
      if (repeated.has(position)) shared.set(position, row.response_data);
      row.response_data ??= shared.get(row.repeats_row ?? 0) ?? null;
      if (isJson) {
        const given = Object.fromEntries(names.map((name, at) => [name, cells[at]]));
        yield `${JSON.stringify({ row: given, ...row })}\n`;
        continue;
      }
      const given = header.map((_, at) => cells[at] ?? '');
      const answer = answerOf(row.response_data);
      const ended = [row.status, row.error_code, safeText(messageOf(row))];
      const found = columns.map((name) => safeText(answer.get(name)));
      yield csvLine([...given, ...ended, ...found], separator);
    }
  }
  const whole = `${out}.tmp`;
  await pipeline(Readable.from(lines()), createWriteStream(whole));
  await rename(whole, out);
}

/** `lookup bulk`: prices a list, asks, looks it up, and writes the file with its answers. */
export async function runBulk(api: LookupApi, args: Arguments, signal: AbortSignal): Promise<void> {
  const { values } = args;
  const list = await readList(args);
  const hash = hashOf(list);
  const begun = values['dry-run'] ? null : await readState(list.out, hash, Boolean(values.force));
  if (!begun) {
    await priceList(api, list);
    if (values['dry-run']) return;
    await confirm(args, signal);
  } else if (!values.quiet) process.stderr.write('Continuing the job that was started.\n');
  const state = begun ?? { hash, idempotencyKey: randomUUID(), jobId: null };
  const keep = () => keepState(list.out, state);
  // Kept before anything is bought: whatever happens then, the same command finds the same job.
  await keep();
  let kept = Promise.resolve();
  const bar = new ProgressBar({ quiet: Boolean(values.quiet) });
  const rows = rowsOf(api, list, state, {
    signal,
    onProgress({ job_id, status, processed, total, failed }) {
      if (state.jobId === null) {
        state.jobId = job_id;
        kept = keep();
      }
      const waits = status === 'paused_insufficient_credits' ? 'waits for credits' : '';
      bar.show(processed, total, waits || (failed > 0 ? `${count(failed)} failed` : ''));
    },
  });
  const forget = () =>
    Promise.all([stateFile, spoolFile].map((file) => rm(file(list.out), { force: true })));
  const spooled = await spool(rows, list)
    .catch(async (error: unknown) => {
      await kept;
      // Nothing will come of this job: the same command begins another.
      if (error instanceof BulkJobError) await forget();
      throw error;
    })
    .finally(() => bar.end());
  await kept;
  await writeAnswers(list, spooled);
  await forget();
  const { answered, failures } = spooled;
  if (answered === 0 && failures.size > 0) {
    const isLater = [...failures].every((code) => code === 'SERVICE_UNAVAILABLE');
    const exit = isLater ? EXIT.later : EXIT.failed;
    throw new CommandError(`No row was answered; ${list.out} says why.`, exit);
  }
  if (!values.quiet) process.stderr.write(`${rowCount(list.inputs.length)} in ${list.out}\n`);
}
