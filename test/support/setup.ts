import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll } from 'vitest';

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_DB_MIGRATIONS);
  await applyD1Migrations(env.RECORDS, env.TEST_RECORDS_MIGRATIONS);
});
