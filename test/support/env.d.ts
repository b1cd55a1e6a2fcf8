declare namespace Cloudflare {
  interface Env {
    TEST_DB_MIGRATIONS: import('cloudflare:test').D1Migration[];
    /** Of the Worker here. */
    AUTH_SECRET: string;
    TEST_RECORDS_MIGRATIONS: import('cloudflare:test').D1Migration[];
    /** The first fresh seed of this run. */
    TEST_SEED: string;
    /** '1' where the environment names the seed, and only fresh ones are run. */
    TEST_REPLAY: string;
    /** How many fresh seeds property tests and simulations run; empty for the usual number. */
    TEST_SEEDS: string;
    /** Origin of a deployment to check, and keys of an account there; empty for the Worker here. */
    CONTRACT_URL: string;
    CONTRACT_KEY: string;
    CONTRACT_LIVE_KEY: string;
  }
}
