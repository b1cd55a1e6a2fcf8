import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { readResults } from '../../src/bulk/results.ts';
import { Simulation } from './simulation.ts';
import type { WordFact } from './word-product.ts';

export const words = (count: number, name = 'word') =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);

/** A job of a well-behaved process whose vendor does as the test says. */
export async function begin(
  inputs: string[],
  credits: number,
  ask: (word: string) => Promise<WordFact>,
) {
  const simulation = new Simulation(undefined, ask);
  await simulation.real.accounts.grant(simulation.organizationId, {
    id: 'first',
    amount: credits,
    note: null,
  });
  const jobId = (await simulation.create(inputs)) as string;
  const { organizationId, real } = simulation;
  const page = (limit: number, cursor: string | null = null) =>
    readResults(
      { organizationId, mode: null, scopes: null, jobId, limit, offset: 0, cursor },
      real,
    );
  const object = () => env.BULK_JOB.getByName(jobId);
  return {
    ...{ simulation, jobId, organizationId, real, object },
    state: async () => (await real.jobs.state(jobId))!,
    page,
    rows: async () => (await page(1_000)).rows,
    balance: () => real.accounts.balance(organizationId),
    /** Delivers everything there is, in order and at once, until nothing is left. */
    async deliver() {
      while (simulation.letters.length > 0) await simulation.consume(simulation.letters.splice(0));
    },
    /** Time passes, and the object's alarm rings. */
    async wait(seconds: number) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
      await real.jobs.state(jobId);
      await runDurableObjectAlarm(object());
    },
  };
}
