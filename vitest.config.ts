import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { askDeployment } from './test/node/ask-deployment.ts';
import { serveWhois } from './test/node/serve-whois.ts';
import { fakeWorld } from './test/support/fake-world.ts';
import { PROVIDER_VARS } from './test/support/world/sign-in-providers.ts';
import { STRIPE_VARS } from './test/support/world/stripe.ts';
import { VENDOR_VARS } from './test/support/world/vendors.ts';
import { instrument } from './test/trace/instrument.ts';

/** A file system in memory, on Linux; in containers often of 64 MB. */
const MEMORY = '/dev/shm';
/** Five times what a run keeps at most. */
const MEMORY_BYTES = 3 * 2 ** 30;

/** Bytes that files may still take; 0 where there is no such folder. */
function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

// Databases of runtimes and services, and profiles of browsers, go with the run: on a disk a third
// of the time of tests is spent waiting for it.
if (!process.env.TMPDIR && freeBytes(MEMORY) >= MEMORY_BYTES) {
  const folder = mkdtempSync(`${MEMORY}/lookup-tests-`);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

const dbMigrations = await readD1Migrations('migrations/db');
const recordsMigrations = await readD1Migrations('migrations/records');
// A Worker's sockets do not pass the outbound service.
const whois = await serveWhois();
/** A deployment that test/contract checks instead of this Worker, and keys of an account there. */
const { CONTRACT_URL = '', CONTRACT_KEY = '', CONTRACT_LIVE_KEY = '' } = process.env;
const deployment = CONTRACT_URL && new URL(CONTRACT_URL).origin;

/** Property tests and simulations run their fixed seeds, and from this one on seeds never run. */
const { TEST_SEED = '', TEST_SEEDS = '' } = process.env;
// Vite reads this file once for each project.
if (!process.env.TEST_FRESH_SEED) {
  process.env.TEST_FRESH_SEED = TEST_SEED || String(randomInt(1_000_000_000));
  console.log(`fresh seed ${process.env.TEST_FRESH_SEED}`);
}

const outside = (request: Request): Promise<Response> =>
  new URL(request.url).origin === deployment ? askDeployment(request) : fakeWorld(request);

const workers = () =>
  cloudflareTest({
    remoteBindings: false,
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      cf: false,
      bindings: {
        TEST_DB_MIGRATIONS: dbMigrations,
        TEST_RECORDS_MIGRATIONS: recordsMigrations,
        PUBLIC_URL: 'https://api.test',
        ADMIN_TOKEN: 'admin_test',
        KEY_SECRET: 'key secret of the tests',
        LINK_SECRET: 'link secret of the tests',
        AUTH_SECRET: 'auth secret of the tests, for sessions and forms',
        WHOIS_HOST: whois.address,
        // Without it no register that demands a contact is asked.
        OPERATOR_CONTACT: 'operator@example.com',
        ...VENDOR_VARS,
        ...STRIPE_VARS,
        ...PROVIDER_VARS,
        CONTRACT_URL: deployment,
        CONTRACT_KEY,
        CONTRACT_LIVE_KEY,
      },
      outboundService: outside,
    },
  });

// `fsModuleCache` is off where tests run in workerd: with it a runtime that starts late is sent all
// modules transformed so far in one WebSocket message, and workerd takes none above 32 MiB.

export default defineConfig({
  test: {
    provide: {
      freshSeed: Number(process.env.TEST_FRESH_SEED),
      isReplay: TEST_SEED !== '',
      // More sequences of the property tests and simulations than the suite has time for.
      freshCount: TEST_SEEDS ? Number(TEST_SEEDS) : null,
    },
    globalSetup: ['test/node/compile-data.ts'],
    // Of two cores a third is idle with two workers, which wait for runtimes, browsers and clocks.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        plugins: [workers()],
        test: {
          name: 'workers',
          include: [deployment ? 'test/contract/*.test.ts' : 'test/**/*.test.ts'],
          exclude: ['test/node/**', 'test/trace/**'],
          setupFiles: ['test/support/setup.ts'],
          // For what hangs; a machine that does other work too is no failure.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // The plugin keeps a line logged outside the test's own request until its next message to
          // vitest, which first awaits the reply to every line: the run would never end.
          disableConsoleIntercept: true,
          // Files share a runtime and are parted by the setup file: see there.
          isolate: false,
          fsModuleCache: false,
        },
      },
      {
        extends: true,
        plugins: [instrument(), workers()],
        test: {
          name: 'trace',
          include: ['test/trace/**/*.test.ts'],
          setupFiles: ['test/support/setup.ts'],
          testTimeout: 30_000,
          fsModuleCache: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          globalSetup: ['test/node/prepare-state.ts'],
          include: ['test/node/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
