import { afterAll, beforeAll, vi } from 'vitest';
import { forgetModules, hasLoaded } from './forget-modules.ts';

/** Whether this test file can reach a binding: only these modules give one. */
const hasBindings = (): boolean => hasLoaded('cloudflare:workers') || hasLoaded('cloudflare:test');

/** First load: every module is transformed, on a machine that does other work too. */
const LOAD_TIMEOUT_MS = 600_000;

/** Batches that a consumer is at work on. */
const consuming = new Set<Promise<void>>();

const POLL_MS = 20;

/**
 * Waits until no batch is at work. A promise of the consumer is not awaited: what follows it would
 * run in the consumer's request, which has ended, and wait for ever for whatever it asks of the
 * runtime.
 */
async function queuesAtRest(): Promise<void> {
  while (consuming.size > 0) await scheduler.wait(POLL_MS);
}

/** What vitest's module runner has in flight: a module that is asked for, by its address. */
interface ImportsInFlight {
  __vitest_mocker__?: {
    moduleRunner?: { concurrentModuleNodePromises?: Map<string, Promise<unknown>> };
  };
}

/**
 * Has each request import for itself. The runner has all of them wait for the first one's promise;
 * once V8 has optimised what awaits it, workerd resumes the others in the first one's request, where
 * they hang. In the bundle an import of ours is evaluated at once and no request waits for another.
 */
function partImports(): void {
  const { moduleRunner } = (globalThis as ImportsInFlight).__vitest_mocker__ ?? {};
  const inFlight = moduleRunner?.concurrentModuleNodePromises;
  if (!inFlight) throw new Error('vitest no longer shows the imports in flight');
  inFlight.get = () => undefined;
}

// Lazy loading: evaluating the service takes longer than most files that have no binding.
beforeAll(async () => {
  if (!hasBindings()) return;
  partImports();
  const { env } = await import('cloudflare:workers');
  const { applyD1Migrations } = await import('cloudflare:test');
  const { default: worker } = await import('../../src/index.ts');
  const { queue } = worker;
  worker.queue = (batch) => {
    const work = Promise.resolve(queue(batch));
    consuming.add(work);
    return work.finally(() => consuming.delete(work));
  };
  await applyD1Migrations(env.DB, env.TEST_DB_MIGRATIONS);
  await applyD1Migrations(env.RECORDS, env.TEST_RECORDS_MIGRATIONS);
}, LOAD_TIMEOUT_MS);

// Test files share a runtime, because starting one takes longer than most files. Each leaves it as
// it was found: the real clock, no object, row or file, and no module that remembers them. Taking
// objects away from a consumer at work can leave the runtime waiting for ever.
afterAll(async () => {
  vi.useRealTimers();
  await queuesAtRest();
  if (hasBindings()) await (await import('cloudflare:test')).reset();
  forgetModules();
}, LOAD_TIMEOUT_MS);
