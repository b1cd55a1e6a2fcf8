import type * as z from 'zod';
import type { ArrivingJob, JobTerms } from '../../bulk/receive-rows.ts';
import { ApiError } from '../../core/errors.ts';
import { inputProblem } from '../../core/inputs.ts';
import { MAX_ROW_BYTES } from '../../core/jobs/bulk.ts';
import { bulkJobBody, RowsSeen } from './job-fields.ts';
import { JsonReader, ValueTooLong } from './json-reader.ts';

/** Contract, "HTTP details". */
const MAX_BULK_BODY_BYTES = 33_554_432;

/** Longest value of a field that is not the rows. */
const MAX_FIELD_BYTES = 65_536;

/** Names of unknown fields that are remembered. */
const MAX_NAMES = 50;

/** A character of one byte takes six when it is escaped, and there are two quotes. */
const MAX_ENCODED_ROW_BYTES = 6 * MAX_ROW_BYTES + 2;

const encoder = new TextEncoder();

/**
 * A character is at most three bytes a code unit, so that most rows need not be encoded to be
 * measured.
 */
const isTooLong = (row: string): boolean =>
  3 * row.length > MAX_ROW_BYTES && encoder.encode(row).length > MAX_ROW_BYTES;

const tooLong = (position: number) =>
  new ApiError('INVALID_REQUEST', `inputs: row ${position} has more than ${MAX_ROW_BYTES} bytes.`);

function checked<Schema extends z.ZodType>(schema: Schema, fields: Map<string, unknown>) {
  const value = Object.fromEntries(fields);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw inputProblem(result.error.issues, { value, schema });
}

async function* rowsOf(json: JsonReader, seen: RowsSeen): AsyncGenerator<string> {
  await json.expect('[');
  if (await json.accept(']')) return;
  do {
    seen.count += 1;
    const row = await json.value(MAX_ENCODED_ROW_BYTES).catch((error: unknown) => {
      throw error instanceof ValueTooLong ? tooLong(seen.count) : error;
    });
    if (typeof row !== 'string') seen.wrong ??= seen.count;
    else if (isTooLong(row)) throw tooLong(seen.count);
    // A row that is no string is refused in the end, unless there are too many.
    yield typeof row === 'string' ? row : '';
  } while (await json.accept(','));
  await json.expect(']');
}

/**
 * A bulk job's body, read as it arrives: its fields in any order, others ignored. Of a field that
 * is given twice the last counts, as in JSON.parse; `inputs` twice is refused.
 */
export function arrivingJob(body: ReadableStream<Uint8Array> | null): ArrivingJob {
  const json = new JsonReader(body ?? new Blob([]).stream(), MAX_BULK_BODY_BYTES);
  const fields = new Map<string, unknown>();
  let hasEnded = false;

  async function* fieldsOf(): AsyncGenerator<string> {
    await json.expect('{');
    if (await json.accept('}')) return;
    do {
      const name = await json.value(MAX_FIELD_BYTES);
      if (typeof name !== 'string') throw new ApiError('INVALID_REQUEST');
      await json.expect(':');
      if (name === 'inputs' && fields.has(name))
        throw new ApiError('INVALID_REQUEST', 'inputs: is given twice.');
      if (name === 'inputs' && (await json.comes('['))) {
        const seen = new RowsSeen();
        fields.set(name, seen);
        yield* rowsOf(json, seen);
      } else {
        const value = await json.value(MAX_FIELD_BYTES);
        if (Object.hasOwn(bulkJobBody.shape, name)) fields.set(name, value);
        // Its name alone, in which a misspelt one may be found.
        else if (fields.size < MAX_NAMES) fields.set(name, undefined);
      }
    } while (await json.accept(','));
    await json.expect('}');
  }

  return {
    rows: (async function* () {
      try {
        yield* fieldsOf();
        await json.expectEnd();
        hasEnded = true;
      } catch (error) {
        if (!(error instanceof ValueTooLong)) throw error;
        throw new ApiError('INVALID_REQUEST', `A field has more than ${MAX_FIELD_BYTES} bytes.`);
      } finally {
        if (!hasEnded) await json.cancel();
      }
    })(),
    terms(): JobTerms | null {
      if (hasEnded) {
        const { type, webhook_url: webhookUrl } = checked(bulkJobBody, fields);
        return { type, webhookUrl };
      }
      if (!fields.has('type')) return null;
      const { type } = checked(bulkJobBody.pick({ type: true }), fields);
      return { type, webhookUrl: null };
    },
  };
}
