declare namespace Cloudflare {
  interface Env {
    TEST_DB_MIGRATIONS: import('cloudflare:test').D1Migration[];
    /** Of the Worker here. */
    AUTH_SECRET: string;
    TEST_RECORDS_MIGRATIONS: import('cloudflare:test').D1Migration[];
    /** Origin of a deployment to check, and keys of an account there; empty for the Worker here. */
    CONTRACT_URL: string;
    CONTRACT_KEY: string;
    CONTRACT_LIVE_KEY: string;
  }
}
