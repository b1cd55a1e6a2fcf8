import { isSupportedCountry } from 'libphonenumber-js/max';
import type { InsufficientCredits } from '../../bulk/holds.ts';
import { createJob } from '../../bulk/job-creation.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { planLimitedRows, priceOfRows, requireConfiguredSource } from '../../bulk/products.ts';
import type { PlannedJob, RowPlan } from '../../bulk/rows.ts';
import { sha256Hex } from '../../lib/bytes.ts';
import { type Dialect, SEPARATORS } from '../../lib/csv-dialect.ts';
import { ApiError } from '../../lib/errors.ts';
import { pause } from '../../lib/time.ts';
import type { Caller, KeyMode } from '../../lookup/account/caller.ts';
import { type InputField, inputFields } from '../../lookup/body.ts';
import type { ChoicePrice, RowsPrice, UploadedFile } from '../../lookup/jobs/files.ts';
import type { AnyProduct } from '../../lookup/product.ts';
import { fitColumns } from '../../uploads/column-fit.ts';
import { type ColumnMapping, jobRows } from '../../uploads/column-mapping.ts';
import { dialectFor } from '../../uploads/list-columns.ts';
import {
  headerCells,
  markUploadUsed,
  readCells,
  sentFileOf,
  type UploadPorts,
  uploadColumns,
} from '../../uploads/uploads.ts';

export interface JobSettings {
  /** Null until one is chosen. */
  product: AnyProduct | null;
  mode: KeyMode;
  dialect: Dialect;
  filling: ColumnMapping;
  /** Country of the rows that name none; upper case, and a problem if it is no country's code. */
  rowCountry: string | undefined;
  /** Errors by form field. */
  problems: ReadonlyMap<string, string>;
  /** Whether the person chose the columns, so that they are not guessed. */
  isChosen: boolean;
}

const COLUMN_VALUE = /^column:(\d{1,3})$/;
const CONSTANT_VALUE = /^always:(.{1,100})$/;

/** Name of the form field for a field of the product. */
export const columnFieldName = (field: string): string => `fill.${field}`;

/** Field that may have a value for rows whose column has none, and the name of its form field. */
export const COUNTRY_FIELD = 'country';
export const ROW_COUNTRY_NAME = 'always.country';

function chosenDialect(sent: URLSearchParams, { dialect }: UploadedFile): Dialect {
  const separator =
    SEPARATORS.find(({ id }) => id === sent.get('separator'))?.id ?? dialect.separator;
  const hasHeader = sent.has('header') ? sent.get('header') === 'names' : dialect.hasHeader;
  // Title rows were detected with the detected separator, so another one drops them.
  const isSame = hasHeader && separator === dialect.separator;
  return isSame ? { ...dialect, hasHeader } : { separator, hasHeader };
}

function chosenFilling(
  sent: URLSearchParams,
  fields: readonly InputField[],
  width: number,
): ColumnMapping {
  const columns = new Map<string, number>();
  const constants = new Map<string, string>();
  for (const { name, values, kind } of fields) {
    const answer = sent.get(columnFieldName(name)) ?? '';
    const column = Number(COLUMN_VALUE.exec(answer)?.[1] ?? -1);
    if (column >= 0 && column < width) columns.set(name, column);
    const always = CONSTANT_VALUE.exec(answer)?.[1] ?? '';
    const allowed = kind === 'boolean' ? ['true', 'false'] : values;
    if (allowed.includes(always)) constants.set(name, always);
  }
  return { columns, constants };
}

function chosenCountry(sent: URLSearchParams, fields: readonly InputField[]): string | undefined {
  const country = sent.get(ROW_COUNTRY_NAME)?.trim().toUpperCase() ?? '';
  return country !== '' && fields.some(({ name }) => name === COUNTRY_FIELD) ? country : undefined;
}

function settingsProblems(
  fields: readonly InputField[],
  { columns }: ColumnMapping,
  rowCountry: string | undefined,
) {
  const problems = new Map<string, string>();
  for (const { name, required } of fields)
    if (required && !columns.has(name)) problems.set(columnFieldName(name), 'choose a column');
  const [first] = fields;
  if (first && columns.size === 0) problems.set(columnFieldName(first.name), 'choose a column');
  if (rowCountry !== undefined && !isSupportedCountry(rowCountry))
    problems.set(ROW_COUNTRY_NAME, 'choose a country of the list');
  return problems;
}

/**
 * Reads the settings of a query or form; missing ones are guessed.
 * @param country default country of the organization, for numbers
 */
export function readJobSettings(
  sent: URLSearchParams,
  upload: UploadedFile,
  products: ReadonlyMap<string, AnyProduct>,
  country: string | undefined,
): JobSettings {
  const product = products.get(sent.get('product') ?? '') ?? null;
  const asked = product ? [product] : [...products.values()];
  const dialect = dialectFor(upload, chosenDialect(sent, upload), asked);
  const mode = sent.get('mode') === 'test' ? 'test' : 'live';
  const base = { product, mode, dialect } as const;
  const names = uploadColumns(upload, dialect).map(({ name }) => name);
  const nothing = { columns: new Map(), constants: new Map() };
  const unset = { rowCountry: undefined, problems: new Map(), isChosen: false };
  if (!product) return { ...base, ...unset, filling: nothing };
  const fields = inputFields(product);
  const isChosen = fields.some(({ name }) => sent.has(columnFieldName(name)));
  if (isChosen) {
    const filling = chosenFilling(sent, fields, names.length);
    const rowCountry = chosenCountry(sent, fields);
    const problems = settingsProblems(fields, filling, rowCountry);
    return { ...base, filling, rowCountry, problems, isChosen };
  }
  const columns = fitColumns(uploadColumns(upload, dialect), product, country);
  return { ...base, ...unset, filling: { ...nothing, columns } };
}

export function settingsFields({
  product,
  mode,
  dialect,
  filling,
  rowCountry,
}: JobSettings): [string, string][] {
  const fills = product ? inputFields(product) : [];
  return [
    ['product', product?.bulk ?? ''],
    ['mode', mode],
    ['separator', dialect.separator],
    ['header', dialect.hasHeader ? 'names' : 'data'],
    ...fills.flatMap(({ name }): [string, string][] => {
      const column = filling.columns.get(name);
      const always = filling.constants.get(name);
      if (column !== undefined) return [[columnFieldName(name), `column:${column}`]];
      return [[columnFieldName(name), always === undefined ? '' : `always:${always}`]];
    }),
    [ROW_COUNTRY_NAME, rowCountry ?? ''],
  ];
}

interface JobSettingsPorts {
  bulk: BulkPorts;
  uploads: UploadPorts;
}

export type CompleteJobSettings = JobSettings & { product: AnyProduct };

const uploadRows = (
  upload: UploadedFile,
  { product, dialect, filling }: CompleteJobSettings,
  { uploads }: JobSettingsPorts,
) => {
  const rows = readCells(upload, dialect, uploads);
  return jobRows(rows, product, filling, headerCells(upload, dialect));
};

const settingsHash = (upload: UploadedFile, choice: JobSettings): Promise<string> =>
  sha256Hex(JSON.stringify([upload.id, settingsFields(choice)]));

/** Hash of the settings and of everything else that the price depends on. */
const priceHash = async (
  upload: UploadedFile,
  choice: CompleteJobSettings,
  country: string | undefined,
): Promise<string> =>
  `${await settingsHash(upload, choice)}:${choice.product.price.upTo}:${country ?? ''}:free`;

const findPrice = (upload: UploadedFile, { uploads }: JobSettingsPorts) =>
  uploads.files.findPrice(upload) as Promise<ChoicePrice<RowPlan> | null>;

/**
 * Prices a job. The price of the latest choice is cached beside the file with the planned rows, so
 * that showing the page again, and creating the job, read no rows.
 * @param country default country of the organization
 * @throws ApiError for an unreadable file, SERVICE_UNAVAILABLE if no configured source can answer
 */
export async function priceJob(
  upload: UploadedFile,
  choice: CompleteJobSettings,
  country: string | undefined,
  ports: JobSettingsPorts,
): Promise<RowsPrice> {
  const { bulk, uploads } = ports;
  const { product, rowCountry } = choice;
  await requireConfiguredSource(product, bulk);
  const hash = await priceHash(upload, choice, country);
  const kept = await findPrice(upload, ports);
  if (kept?.choice === hash) return kept.price;
  const written = uploads.files.writePlan(upload);
  try {
    const rows = uploadRows(upload, choice, ports);
    const plan = await planLimitedRows({ product, rows, country, rowCountry }, written);
    const price = priceOfRows(plan);
    await written
      .end()
      .then((rowsTag) => uploads.files.keepPrice(upload, { choice: hash, price, plan, rowsTag }))
      .catch((cause) => bulk.warn('a price could not be kept', cause));
    return price;
  } catch (error) {
    await written.abort();
    throw error;
  }
}

/** The rows planned when the job was priced; null if they belong to another choice. */
async function plannedRows(
  upload: UploadedFile,
  choice: CompleteJobSettings,
  country: string | undefined,
  ports: JobSettingsPorts,
): Promise<Pick<PlannedJob, 'plan' | 'rows'> | null> {
  const kept = await findPrice(upload, ports);
  if (kept?.choice !== (await priceHash(upload, choice, country))) return null;
  const rows = await ports.uploads.files.openPlan(upload, kept.rowsTag);
  return rows && { plan: kept.plan, rows };
}

/** Retry delays while an earlier submission creates the same job. */
const RETRY_DELAYS_MS = [300, 700, 1_000, 2_000, 4_000, 8_000];

type StartResult =
  | { kind: 'started'; jobId: string }
  | { kind: 'insufficient_credits'; shortage: InsufficientCredits };

/**
 * Creates the chosen job, like POST /v1/bulk/jobs; a second submission waits for the first one and
 * returns its job.
 * @throws ApiError as {@link createJob}
 */
export async function startJobFromUpload(
  {
    upload,
    choice,
    caller,
    origin,
  }: { upload: UploadedFile; choice: CompleteJobSettings; caller: Caller; origin: string },
  ports: JobSettingsPorts,
): Promise<StartResult> {
  // Repeated submissions of the same choice create one job.
  const requestHash = await settingsHash(upload, choice);
  const idempotencyKey = `upload:${requestHash}`;
  const terms = {
    type: choice.product.bulk ?? '',
    webhookUrl: null,
    requestHash,
    ...(choice.rowCountry !== undefined && { country: choice.rowCountry }),
    fileName: upload.name,
    sent: sentFileOf(upload, choice.dialect),
  };
  for (let tries = 0; ; tries += 1) {
    const planned = await plannedRows(upload, choice, caller.defaultCountry, ports);
    const job = planned
      ? { ...planned, terms }
      : { rows: uploadRows(upload, choice, ports), terms: () => terms };
    try {
      const made = await createJob({ caller, job, idempotencyKey, origin }, ports.bulk);
      if (made.kind === 'refused') return { kind: 'insufficient_credits', shortage: made.shortage };
      await markUploadUsed(upload, ports.uploads);
      return { kind: 'started', jobId: made.jobId };
    } catch (error) {
      const delayMs = RETRY_DELAYS_MS[tries];
      const isMade = error instanceof ApiError && error.code === 'IDEMPOTENCY_CONFLICT';
      if (!isMade || delayMs === undefined) throw error;
      await pause(delayMs);
    } finally {
      if (planned && !planned.rows.locked) await planned.rows.cancel();
    }
  }
}
