import nodeCrypto from 'node:crypto';
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

/** What vitest's module runner finds a module by. */
interface ModuleRunner {
  cachedModule(url: string, importer?: string): Promise<unknown>;
  evaluatedModules: { getModuleByUrl(url: string): { evaluated: boolean } | undefined };
}

/**
 * Has a lazy import of a module that is loaded find it at once, as in the bundle. The runner asks
 * vite about it, and all requests that import it meanwhile wait for the promise of the first; once
 * V8 has optimised what awaits it, workerd resumes them in the request of the first, and they hang.
 */
function importLoadedAtOnce(): void {
  const { __vitest_mocker__: mocker } = globalThis as unknown as {
    __vitest_mocker__: { moduleRunner: ModuleRunner };
  };
  const runner = mocker.moduleRunner;
  // One runner serves all files of a runtime.
  if (Object.hasOwn(runner, 'cachedModule')) return;
  const find = runner.cachedModule.bind(runner);
  runner.cachedModule = async (url, importer) => {
    const known = importer === undefined ? undefined : runner.evaluatedModules.getModuleByUrl(url);
    return known?.evaluated ? known : find(url, importer);
  };
}

const { scrypt } = nodeCrypto;
// Key derivation with a thousandth of the rounds: at the cost of a deployment it takes a fifth of
// the processor time of files that sign in. A test of that cost calls `mockReset`.
vi.spyOn(nodeCrypto, 'scrypt').mockImplementation((password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 16 }, done),
);

// Lazy loading: evaluating the service takes longer than most files that have no binding.
beforeAll(async () => {
  if (!hasBindings()) return;
  importLoadedAtOnce();
  const { env } = await import('cloudflare:workers');
  const { applyD1Migrations, reset } = await import('cloudflare:test');
  const { default: worker } = await import('../../src/index.ts');
  const { queue } = worker;
  worker.queue = (batch) => {
    const work = Promise.resolve(queue(batch));
    consuming.add(work);
    return work.finally(() => consuming.delete(work));
  };
  // Again: what the previous file had deferred may have been written after its own reset.
  await reset();
  await applyD1Migrations(env.DB, env.TEST_DB_MIGRATIONS);
  await applyD1Migrations(env.RECORDS, env.TEST_RECORDS_MIGRATIONS);
}, LOAD_TIMEOUT_MS);

// Test files share a runtime, because starting one takes longer than most files. Each leaves it as
// it was found: the real clock and functions, no object, row or file, and no module that remembers
// them. Taking objects away from a consumer at work can leave the runtime waiting for ever.
afterAll(async () => {
  vi.useRealTimers();
  await queuesAtRest();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  if (hasBindings()) await (await import('cloudflare:test')).reset();
  forgetModules();
}, LOAD_TIMEOUT_MS);
