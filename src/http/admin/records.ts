import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { toIso, toIsoOrNull } from '../../lib/time.ts';
import { listDatasets } from '../../records/dataset-list.ts';
import { importRecords } from '../../records/import.ts';
import { purgeRecords } from '../../records/maintenance.ts';
import type { RecordPorts } from '../../records/ports.ts';
import type { RecordFormat } from '../../records/rows.ts';
import type { AppEnv } from '../request/context.ts';
import { nameField, optionalField, timestampField, validated } from '../request/validation.ts';

const MAX_COVERAGE_CHARS = 8_000;

const importQuery = z.object({
  mode: optionalField(z.enum(['append', 'replace'])),
  source: optionalField(nameField),
  as_of: optionalField(timestampField),
  coverage: optionalField(z.string().max(MAX_COVERAGE_CHARS)),
  import: optionalField(z.string().regex(/^\d{1,15}$/)),
  from_line: optionalField(z.string().regex(/^\d{1,15}$/)),
  more: optionalField(z.enum(['true', '1', 'false', '0'])),
});

const numberOrNull = (digits: string | null): number | null =>
  digits === null ? null : Number(digits);

const FORMATS: ReadonlyMap<string, RecordFormat> = new Map([
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
]);

/**
 * Null for any other type: many tools send one of their own, and the file itself tells what it is.
 */
const requestFormat = (c: Context<AppEnv>): RecordFormat | null =>
  FORMATS.get(c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '') ?? null;

/** Files the operator has licensed: what is known of them, and importing one. */
export function recordRoutes(ports: RecordPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/records', async (c) => {
    const listed = await listDatasets(ports);
    const datasets = listed.map(
      ({ keyColumns, requiredColumns, columnNotes, asOf, importedAt, ...dataset }) => ({
        ...dataset,
        key_columns: keyColumns,
        required_columns: requiredColumns,
        column_notes: columnNotes,
        as_of: asOf,
        imported_at: toIsoOrNull(importedAt),
      }),
    );
    return c.json({ success: true, data: { datasets } });
  });

  // The body is a stream of any size: no limit but the platform's, past which a file comes in parts
  // of one import.
  routes.put('/records/:dataset', validated('query', importQuery), async (c) => {
    const {
      mode,
      source,
      as_of,
      coverage,
      import: importId,
      from_line,
      more,
    } = c.req.valid('query');
    const asOf = as_of === null ? null : toIso(as_of);
    const body = c.req.raw.body ?? new Blob([]).stream();
    const report = await importRecords(
      {
        dataset: c.req.param('dataset'),
        mode: mode ?? 'append',
        format: requestFormat(c),
        source,
        asOf,
        body,
        coverage,
        importId: numberOrNull(importId),
        fromLine: numberOrNull(from_line),
        more: more === 'true' || more === '1',
      },
      ports,
    );
    c.executionCtx.waitUntil(purgeRecords(ports));
    const { rejectedCount, importId: id, nextLine, ...rest } = report;
    return c.json({
      success: true,
      data: { ...rest, rejected_count: rejectedCount, import_id: id, next_line: nextLine },
    });
  });
  return routes;
}
