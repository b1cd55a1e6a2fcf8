declare namespace Cloudflare {
  interface Env {
    TEST_DB_MIGRATIONS: import('cloudflare:test').D1Migration[];
    TEST_RECORDS_MIGRATIONS: import('cloudflare:test').D1Migration[];
    TEST_SEEDS: string;
  }
}
