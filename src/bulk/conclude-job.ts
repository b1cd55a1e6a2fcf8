import type { Conclusion, JobState } from '../core/bulk.ts';
import type { ResultRow } from '../core/files.ts';
import { recordEnd } from '../store/bulk-jobs.ts';
import { jobKeys } from '../store/bulk-objects.ts';
import { announceEnd } from './announce.ts';
import { decodeRecords, type ResultRecord } from './chunk-record.ts';
import { jobFileKeys } from './file-keys.ts';
import type { BulkPorts } from './ports.ts';
import { releaseHold } from './release-hold.ts';

async function readChunk(
  jobId: string,
  chunk: number,
  { files }: BulkPorts,
): Promise<ResultRecord[]> {
  const text = await files.read(jobKeys.results(jobId, chunk));
  if (text === null) throw new Error(`the results of chunk ${chunk} of job ${jobId} are gone`);
  return decodeRecords<ResultRecord>(text);
}

/** One chunk in memory, the next on its way. */
async function* resultRows(
  jobId: string,
  chunks: readonly number[],
  ports: BulkPorts,
): AsyncGenerator<ResultRow> {
  let next = chunks[0] === undefined ? null : readChunk(jobId, chunks[0], ports);
  for (let position = 0; next !== null; position++) {
    const records: ResultRecord[] = await next;
    const following = chunks[position + 1];
    next = following === undefined ? null : readChunk(jobId, following, ports);
    // Its failure is met when it is awaited.
    next?.catch(() => undefined);
    for (const { input, status, credits, errorMessage, data } of records)
      yield { input, status, credits, errorMessage, data };
  }
}

/** Writes both files. @returns whether there was anything to write */
async function assemble({ plan, chunks }: Conclusion, ports: BulkPorts): Promise<boolean> {
  const product = ports.products.get(plan.type);
  if (!product) throw new Error(`there is no bulk product ${plan.type}`);
  if (chunks.length === 0) return false;
  await ports.assembleCsv({
    product,
    rows: resultRows(plan.id, chunks, ports),
    keys: jobFileKeys(plan.id),
  });
  return true;
}

async function end(conclusion: Conclusion, ports: BulkPorts): Promise<JobState> {
  const { plan, state } = conclusion;
  if (state.endedAt !== null) return state;
  await releaseHold(plan.id, plan.caller, ports.ledger);
  return ports.jobs.end(plan.id, await assemble(conclusion, ports));
}

/**
 * Ends a job all of whose chunks are finished: the rest of the hold goes back, the files are written, the end is
 * recorded and announced. May be stopped anywhere and run again.
 */
export async function concludeJob({ jobId }: { jobId: string }, ports: BulkPorts): Promise<void> {
  const conclusion = await ports.jobs.conclusion(jobId);
  if (!conclusion) return;
  const state = await end(conclusion, ports);
  await recordEnd(ports.db, state);
  await announceEnd(conclusion.plan, state, ports);
  await ports.jobs.announced(jobId);
}
