import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { serveWhois } from './test/node/serve-whois.ts';
import { fakeWorld } from './test/support/fake-world.ts';
import { VENDOR_VARS } from './test/support/world/vendors.ts';

const dbMigrations = await readD1Migrations('migrations/db');
const recordsMigrations = await readD1Migrations('migrations/records');
// A Worker's sockets do not pass the outbound service.
const whois = await serveWhois();

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          cloudflareTest({
            remoteBindings: false,
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              cf: false,
              bindings: {
                TEST_DB_MIGRATIONS: dbMigrations,
                TEST_RECORDS_MIGRATIONS: recordsMigrations,
                ADMIN_TOKEN: 'admin_test',
                KEY_SECRET: 'key secret of the tests',
                LINK_SECRET: 'link secret of the tests',
                WHOIS_HOST: whois.address,
                ...VENDOR_VARS,
                // More sequences of the property tests and simulations than the suite has time for.
                TEST_SEEDS: process.env.TEST_SEEDS ?? '',
              },
              outboundService: (request: Request) => fakeWorld(request),
            },
          }),
        ],
        test: {
          name: 'workers',
          include: ['test/**/*.test.ts'],
          exclude: ['test/node/**'],
          setupFiles: ['test/support/setup.ts'],
        },
      },
      {
        test: {
          name: 'node',
          include: ['test/node/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
