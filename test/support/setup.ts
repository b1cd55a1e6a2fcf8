import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterAll, beforeAll, vi } from 'vitest';
import { forgetModules } from './forget-modules.ts';

// The same cases in every run, so that a failure is of the change that is tested; a run with
// TEST_SEEDS looks for others.
if (!env.TEST_SEEDS) fc.configureGlobal({ seed: 20_261_121 });

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_DB_MIGRATIONS);
  await applyD1Migrations(env.RECORDS, env.TEST_RECORDS_MIGRATIONS);
});

// Test files share a runtime, because starting one takes longer than most files. Each leaves it as
// it was found: the real clock, no object, row or file, and no module that remembers them.
afterAll(async () => {
  vi.useRealTimers();
  await reset();
  forgetModules();
});
