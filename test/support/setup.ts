import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, vi } from 'vitest';
import worker from '../../src/index.ts';
import { forgetModules } from './forget-modules.ts';

/** Batches that a consumer is at work on. */
const consuming = new Set<Promise<void>>();
const { queue } = worker;
worker.queue = (batch) => {
  const work = Promise.resolve(queue(batch));
  consuming.add(work);
  return work.finally(() => consuming.delete(work));
};

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_DB_MIGRATIONS);
  await applyD1Migrations(env.RECORDS, env.TEST_RECORDS_MIGRATIONS);
});

// Test files share a runtime, because starting one takes longer than most files. Each leaves it as
// it was found: the real clock, no object, row or file, and no module that remembers them. Taking
// objects away from a consumer at work can leave the runtime waiting for ever.
afterAll(async () => {
  vi.useRealTimers();
  while (consuming.size > 0) await Promise.allSettled(consuming);
  await reset();
  forgetModules();
});
