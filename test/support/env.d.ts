declare namespace Cloudflare {
  interface Env {
    /** How many seeds the bulk simulation runs; empty for the usual number. */
    TEST_DB_MIGRATIONS: import('cloudflare:test').D1Migration[];
    TEST_RECORDS_MIGRATIONS: import('cloudflare:test').D1Migration[];
    TEST_SEEDS: string;
  }
}
