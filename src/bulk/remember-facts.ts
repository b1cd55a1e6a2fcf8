import type { JobOrder } from '../core/jobs/bulk.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import { factKey, rememberFact, restsOnTables } from '../pipeline/find-answer.ts';
import { jobKeys } from '../store/bulk-objects.ts';
import type { Turn } from './job-state.ts';
import type { BulkPorts } from './ports.ts';
import { productOf } from './product-of.ts';
import { type DraftRecord, decodeRecords, type ResultRecord } from './row-records.ts';
import { createLimiter } from './run-rows.ts';

/** A turn is short and makes few writes at once, and then others come first for a while. */
const CHUNKS_PER_TURN = 10;
/** Drafts that hold nothing for the cache are only deleted: R2 takes so many at once. */
const DRAFTS_PER_TURN = 1_000;
const TURN_MS = 500;
const WRITES_AT_ONCE = 3;
const PAUSE_MS = 1_000;

/** What a job looks up that is worth remembering: what rests on tables alone is not stored. */
const productsToRemember = ({ type, caller, run }: JobOrder, ports: BulkPorts): AnyProduct[] =>
  (caller.mode === 'live' ? (run?.types ?? [type]) : [])
    .flatMap((one) => productOf(one, ports) ?? [])
    .filter((product) => !restsOnTables(product, ports.pipeline.world));

async function rememberChunk(
  { id, caller }: JobOrder,
  { key, chunk }: { key: string; chunk: number },
  products: readonly AnyProduct[],
  { files, pipeline }: BulkPorts,
) {
  const [draft, results] = await Promise.all([
    files.read(key),
    files.read(jobKeys.results(id, chunk)),
  ]);
  if (draft === null || results === null) return;
  const paidUntil = new Map(
    decodeRecords<ResultRecord>(results).map((row) => [row.id, row.paidUntil]),
  );
  const facts = decodeRecords<DraftRecord>(draft).flatMap((row) => {
    const endsAt = paidUntil.get(row.id);
    if (row.state !== 'found' || !endsAt) return [];
    const product = products.find(({ type }) => type === row.data.request.type);
    if (!product) return [];
    const key = factKey({ product, caller }, row.inputHash);
    return [{ key, product, inputHash: row.inputHash, found: row.found, endsAt }];
  });
  const stored = await pipeline.cache.getMany(
    facts.map((fact) => fact.key),
    pipeline.world.clock.now(),
  );
  const limit = createLimiter(WRITES_AT_ONCE);
  await Promise.all(
    facts.map(async ({ key, product, inputHash, found, endsAt }) => {
      // Somebody looked it up afresh while the job ran.
      if ((stored.get(key)?.foundAt ?? 0) >= found.foundAt) return;
      await limit(() => rememberFact({ product, caller }, inputHash, found, endsAt, pipeline));
    }),
  );
}

/**
 * Puts what an ended job has found into the cache of single lookups, then deletes the drafts. It
 * waits for the end because a write to the cache takes longer than most rows, and nobody waits for
 * it.
 */
export async function rememberFacts({ order, turn }: Turn, ports: BulkPorts): Promise<void> {
  const { clock } = ports.pipeline.world;
  const endsAt = clock.now() + TURN_MS;
  const products = productsToRemember(order, ports);
  const hasFacts = products.length > 0;
  const most = hasFacts ? CHUNKS_PER_TURN : DRAFTS_PER_TURN;
  const drafts = await ports.files.listDrafts(order.id, most);
  const done: string[] = [];
  for (const draft of drafts) {
    if (hasFacts && done.length > 0 && clock.now() >= endsAt) break;
    if (hasFacts) await rememberChunk(order, draft, products, ports);
    done.push(draft.key);
  }
  if (done.length > 0) await ports.files.remove(done);
  const isOver = done.length === drafts.length && drafts.length < most;
  // Nobody reads the rows of a run: what they changed is written down.
  if (isOver && order.run) await ports.files.removeJob(order.id);
  await ports.jobs.markRemembered(order.id, turn, isOver ? null : { pauseMs: PAUSE_MS });
}
