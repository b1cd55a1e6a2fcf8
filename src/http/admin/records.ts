import type { Context } from 'hono';
import * as z from 'zod';
import { decodedBody } from '../../lib/bounded-stream.ts';
import { toIsoOrNull } from '../../lib/time.ts';
import { field } from '../../lookup/answer-fields.ts';
import { listDatasets } from '../../records/dataset-list.ts';
import { importRecords, MAX_LISTED_REJECTIONS } from '../../records/import.ts';
import { purgeRecords, rebuildSuppressions } from '../../records/maintenance.ts';
import { closeOptOut, listOptOuts, MAX_LISTED_OPT_OUTS } from '../../records/opt-outs.ts';
import { MAX_IGNORED_COLUMNS, type RecordFormat } from '../../records/rows.ts';
import { EXAMPLE_ID } from '../openapi/examples.ts';
import { timestamp, timestampOrNull } from '../openapi/json-schemas.ts';
import type { AppEnv } from '../request/context.ts';
import { contentType, nameField, optionalField, timestampField } from '../request/validation.ts';
import { operatorRoute, successAnswer } from './shared.ts';

const MAX_COVERAGE_CHARS = 8_000;

const DIGITS = /^\d{1,15}$/;

const numberOrNull = (digits: string | null): number | null =>
  digits === null ? null : Number(digits);

const FORMATS: ReadonlyMap<string, RecordFormat> = new Map([
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
]);

/** Null for any other type: many tools send their own, and the file shows its format. */
const requestFormat = (c: Context<AppEnv>): RecordFormat | null =>
  FORMATS.get(contentType(c) ?? '') ?? null;

const datasetSchema = () =>
  z.object({
    name: z.string(),
    description: z.string(),
    columns: z.array(z.string()),
    key_columns: z.array(z.array(z.string())).describe('Columns by which a row is found.'),
    required_columns: z.array(z.string()),
    column_notes: z.record(z.string(), z.string()).describe('Content of each column.'),
    rows: z.int(),
    as_of: field.textOrNull('Date of the file; null if nothing was imported.'),
    source: field.textOrNull('Publisher of the file.'),
    imported_at: timestampOrNull,
    coverage: z
      .array(z.string())
      .nullable()
      .describe('What the files are complete for, besides their own keys.'),
  });

const listRoute = operatorRoute({
  endpoint: 'GET /admin/records',
  operationId: 'listDatasets',
  summary: 'Every data set, imported or not',
  description: 'With the columns of its files.',
  answer: successAnswer(() => ({ datasets: z.array(datasetSchema()) })),
  handle: async (_, { records }) => ({ datasets: await listDatasets(records) }),
});

const lines = { schema: { type: 'string' } };

/** The body is a stream of any size; a file above the platform's limit comes in parts. */
const importRoute = operatorRoute({
  endpoint: 'PUT /admin/records/:dataset',
  operationId: 'importRecords',
  summary: 'Import a file',
  description:
    'Lookups do not see the file until all of it, including its last part, is stored. `next_line` says from which line the same part must be sent again.',
  params: { dataset: { description: 'Name of the data set.', example: 'do_not_call' } },
  query: z.object({
    mode: optionalField(z.enum(['append', 'replace'])).describe(
      'Mode of the import; by default append.',
    ),
    source: optionalField(nameField).describe('Publisher of the file.'),
    as_of: optionalField(timestampField).describe(
      'Date of the file, ISO 8601; at most a day ahead.',
    ),
    coverage: optionalField(z.string().max(MAX_COVERAGE_CHARS)).describe(
      'What the file is complete for: `all`, or for phone numbers, area codes, countries and states separated by commas. By default, its own keys only.',
    ),
    import: optionalField(z.string().regex(DIGITS)).describe('`import_id` of the previous part.'),
    from_line: optionalField(z.string().regex(DIGITS)).describe('`next_line` of the last answer.'),
    more: optionalField(z.enum(['true', '1', 'false', '0'])).describe(
      'Whether another part follows.',
    ),
  }),
  requestBody: () => ({
    required: true,
    content: { 'text/csv': lines, 'application/x-ndjson': lines },
  }),
  answer: successAnswer(() => ({
    dataset: z.string(),
    mode: z.enum(['append', 'replace']),
    import_id: z.int(),
    inserted: z.int().describe('Keys that were not visible before.'),
    updated: z.int().describe('Rows whose keys were already visible, or came twice.'),
    rejected_count: z.int(),
    rejected: z
      .array(z.unknown())
      .describe(`The first ${MAX_LISTED_REJECTIONS} unusable rows, and why.`),
    withheld_count: z
      .int()
      .describe('Rows that were stored but that no lookup returns, as the data set says.'),
    ignored_columns: z
      .array(z.string())
      .describe(`The first ${MAX_IGNORED_COLUMNS} columns that the data set does not have.`),
    complete: field.boolean('False while more is awaited.'),
    next_line: z.int().nullable().describe('Null: the part is stored.'),
  })),
  errors: ['UnusableFile', 'NotThere', 'ImportUnderWay', 'UnknownEncoding'],
  async handle({ c, query, param }, { records }) {
    const request = {
      dataset: param('dataset'),
      mode: query.mode ?? ('append' as const),
      format: requestFormat(c),
      source: query.source,
      asOf: toIsoOrNull(query.asOf),
      body: decodedBody(c.req.raw) ?? new Blob([]).stream(),
      coverage: query.coverage,
      importId: numberOrNull(query.import),
      fromLine: numberOrNull(query.fromLine),
      more: query.more === 'true' || query.more === '1',
    };
    const report = await importRecords(request, records);
    c.executionCtx.waitUntil(purgeRecords(records));
    return report;
  },
});

const listOptOutsRoute = operatorRoute({
  endpoint: 'GET /admin/opt-outs',
  operationId: 'listOptOuts',
  summary: 'Opt-out requests that are waiting',
  description: `The oldest ${MAX_LISTED_OPT_OUTS}, for 90 days. Where mail is set up, an address that confirmed its request is suppressed already; a number and a profile are to be checked.`,
  answer: successAnswer(() => ({
    opt_outs: z.array(
      z.object({
        id: z.string(),
        at: timestamp,
        email: z.string(),
        phone: z.string().nullable(),
        profile: z.string().nullable(),
        confirmed: field.boolean('The address was confirmed, and is suppressed.'),
      }),
    ),
  })),
  handle: async (_, { optOuts }) => ({ optOuts: await listOptOuts(optOuts) }),
});

const closeOptOutRoute = operatorRoute({
  endpoint: 'DELETE /admin/opt-outs/:id',
  operationId: 'closeOptOut',
  summary: 'Remove a handled request from the list',
  description: 'Suppressed people stay suppressed.',
  params: { id: { description: 'Id of the request.', example: EXAMPLE_ID } },
  answer: successAnswer(() => ({ id: z.string() })),
  errors: ['NotThere'],
  async handle({ param }, { optOuts }) {
    const id = param('id');
    await closeOptOut(id, optOuts);
    return { id };
  },
});

const rebuildSuppressedRoute = operatorRoute({
  endpoint: 'POST /admin/rebuild-suppressed-people',
  operationId: 'rebuildSuppressedPeople',
  summary: 'Restore the list of suppressed people from its copies',
  description: 'Adds the hashes that the database has lost. It may be repeated.',
  answer: successAnswer(() => ({
    restored: z.int().describe('Hashes that were missing.'),
    copied: z.int().describe('Hashes of a list that had no copies until now.'),
    complete: field.boolean('False if the list is too long for one call.'),
  })),
  errors: ['ImportUnderWay'],
  handle: (_, { records }) => rebuildSuppressions(records),
});

export const recordRoutes = {
  tag: { name: 'Record files', description: 'Your own lists.' },
  routes: [listRoute, importRoute, rebuildSuppressedRoute, listOptOutsRoute, closeOptOutRoute],
};
