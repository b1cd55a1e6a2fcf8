import type { JobPlan } from '../core/bulk.ts';
import { rememberFact } from '../pipeline/find-answer.ts';
import { jobKeys } from '../store/bulk-objects.ts';
import { type DraftRecord, decodeRecords, type ResultRecord } from './chunk-record.ts';
import type { BulkPorts } from './ports.ts';
import { createLimiter } from './row-limiter.ts';

/** A message remembers one chunk with few writes at once, and after the first thousand rows one a second: others come first. */
const CHUNKS_AT_A_TIME = 1;
const WRITES_AT_ONCE = 3;
const CHUNKS_AT_ONCE = 10;
const PAUSE_MS = 1_000;

async function rememberChunk(
  plan: Omit<JobPlan, 'offsets'>,
  { key, chunk }: { key: string; chunk: number },
  ports: BulkPorts,
) {
  const product = ports.products.get(plan.type);
  const [draft, results] = await Promise.all([
    ports.files.read(key),
    ports.files.read(jobKeys.results(plan.id, chunk)),
  ]);
  if (!product || draft === null || results === null) return;
  const limit = createLimiter(WRITES_AT_ONCE);
  const paidUntil = new Map(
    decodeRecords<ResultRecord>(results).map((row) => [row.id, row.paidUntil]),
  );
  await Promise.all(
    decodeRecords<DraftRecord>(draft).map(async (row) => {
      const endsAt = paidUntil.get(row.id);
      if (row.state !== 'found' || !endsAt) return;
      await limit(() =>
        rememberFact(
          { product, caller: plan.caller },
          row.inputHash,
          row.found,
          endsAt,
          ports.pipeline,
        ),
      );
    }),
  );
}

/**
 * Puts what an ended job has found into the cache of single lookups, then deletes the drafts. It waits for the end
 * because a write to the cache takes longer than most rows, and nobody waits for it.
 */
export async function rememberFacts({ jobId }: { jobId: string }, ports: BulkPorts): Promise<void> {
  const plan = await ports.jobs.remembering(jobId);
  if (!plan) return;
  const drafts = await ports.files.listDrafts(jobId, CHUNKS_AT_A_TIME);
  if (plan.caller.mode === 'live')
    for (const draft of drafts) await rememberChunk(plan, draft, ports);
  if (drafts.length > 0) await ports.files.remove(drafts.map(({ key }) => key));
  const [first] = drafts;
  await ports.jobs.remembered(
    jobId,
    first ? { pauseMs: first.chunk < CHUNKS_AT_ONCE ? 0 : PAUSE_MS } : null,
  );
}
