import { createJob } from '../../bulk/create-job.ts';
import type { Shortage } from '../../bulk/hold-job.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { priceRows } from '../../bulk/price-rows.ts';
import { requireSource } from '../../bulk/product-of.ts';
import type { Caller } from '../../core/account/caller.ts';
import { ApiError } from '../../core/errors.ts';
import type { RowsPrice, Upload } from '../../core/jobs/uploads.ts';
import type { AnyProduct } from '../../core/lookup/product.ts';
import { jobRows } from '../../uploads/job-rows.ts';
import type { UploadPorts } from '../../uploads/ports.ts';
import { readCells, useUpload } from '../../uploads/read-upload.ts';
import { type Choice, choiceFields } from './choice.ts';

interface Ports {
  bulk: BulkPorts;
  uploads: UploadPorts;
}

export type FullChoice = Choice & { product: AnyProduct };

const rowsOf = (upload: Upload, { product, dialect, filling }: FullChoice, { uploads }: Ports) =>
  jobRows(readCells(upload, dialect, uploads), product, filling);

/** The same for the same file, read in the same way. */
async function hashOf(upload: Upload, choice: Choice): Promise<string> {
  const text = JSON.stringify([upload.id, choiceFields(choice)]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

/**
 * What a job would do and cost. The price of the latest choice is kept beside the file, so that its
 * page shown again reads no rows.
 * @throws ApiError for a file that cannot be read, SERVICE_UNAVAILABLE when nothing could answer a
 * row
 */
export async function priceChoice(
  upload: Upload,
  choice: FullChoice,
  ports: Ports,
): Promise<RowsPrice> {
  const { bulk, uploads } = ports;
  const { product } = choice;
  await requireSource(product, bulk);
  const hash = `${await hashOf(upload, choice)}:${product.price.upTo}`;
  const kept = await uploads.files.findPrice(upload);
  if (kept?.choice === hash) return kept.price;
  const price = await priceRows(product, rowsOf(upload, choice, ports));
  await uploads.files
    .keepPrice(upload, { choice: hash, price })
    .catch((cause) => bulk.warn('a price could not be kept', cause));
  return price;
}

/** While the same job is being made by a press of the button before. */
const WAITS_MS = [300, 700, 1_000, 2_000, 4_000, 8_000];

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export type Started = { kind: 'started'; jobId: string } | { kind: 'short'; shortage: Shortage };

/**
 * Makes the job that was chosen, as POST /v1/bulk/jobs does; a second press of the button waits for
 * the first and finds its job.
 * @throws ApiError as {@link createJob}
 */
export async function startChoice(
  {
    upload,
    choice,
    caller,
    origin,
  }: {
    upload: Upload;
    choice: FullChoice;
    caller: Caller;
    origin: string;
  },
  ports: Ports,
): Promise<Started> {
  // However often its button was pressed, a choice is one job.
  const idempotencyKey = `upload:${await hashOf(upload, choice)}`;
  const type = choice.product.bulk ?? '';
  for (let tries = 0; ; tries += 1) {
    const job = { rows: rowsOf(upload, choice, ports), terms: () => ({ type, webhookUrl: null }) };
    try {
      const made = await createJob({ caller, job, idempotencyKey, origin }, ports.bulk);
      if (made.kind === 'refused') return { kind: 'short', shortage: made.shortage };
      await useUpload(upload, ports.uploads);
      return { kind: 'started', jobId: made.jobId };
    } catch (error) {
      const pause = WAITS_MS[tries];
      const isMade = error instanceof ApiError && error.code === 'IDEMPOTENCY_CONFLICT';
      if (!isMade || pause === undefined) throw error;
      await wait(pause);
    }
  }
}
