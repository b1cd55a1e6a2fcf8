import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import { bulkRoutes } from '../../src/http/v1/bulk.ts';
import { products } from '../../src/products/index.ts';
import { call, createOrganization, operate, type TestOrganization } from '../support/api.ts';
import { answersOf } from '../support/openapi.ts';

/** How far a job's object is, its last stage being `closed`. */
export const jobStage = (jobId: string): Promise<string> =>
  runInDurableObject(
    env.BULK_JOB.getByName(jobId),
    (_, { storage }) =>
      storage.sql.exec<{ stage: string }>(`SELECT body->>'stage' AS stage FROM job`).one().stage,
  );

/** US numbers that are valid and differ. */
export const phones = (count: number, from = 0): string[] =>
  Array.from(
    { length: count },
    (_, index) =>
      `+1212${200 + Math.floor((from + index) / 10_000)}${String((from + index) % 10_000).padStart(4, '0')}`,
  );

export const post = (token: string, body: unknown, headers?: Record<string, string>) =>
  call('POST', '/v1/bulk/jobs', { token, body, ...(headers && { headers }) });

/** What the bulk paths answer, as the interface's document declares it. */
export const schemas = answersOf(bulkRoutes(products));

/** `data` of a reply that holds exactly what the interface's document declares. */
function declared(name: string, body: { data: unknown }) {
  expect(schemas.get(name)?.parse(body)).toEqual(body);
  // biome-ignore lint/suspicious/noExplicitAny: replies of several shapes
  return body.data as any;
}

export const status = async (token: string, id: string) =>
  declared('BulkJobResponse', (await call('GET', `/v1/bulk/jobs/${id}`, { token })).body);

export const results = async (token: string, id: string, query = '') =>
  declared(
    'BulkResultsResponse',
    (await call('GET', `/v1/bulk/jobs/${id}/results${query}`, { token })).body,
  );

/** Creates a job and returns its id; anything but 201 fails the test. */
export async function startJob(token: string, body: Record<string, unknown>): Promise<string> {
  const reply = await post(token, body);
  expect(reply.body).toMatchObject({ success: true });
  expect(reply.status).toBe(201);
  return declared('BulkJobCreatedResponse', reply.body).job_id;
}

/** Waits until the job is in one of these states. */
export const waitFor = (token: string, id: string, ...states: string[]) =>
  vi.waitFor(
    async () => {
      const job = await status(token, id);
      expect(states).toContain(job.status);
      expect(job.processed).toBe(job.succeeded + job.failed + job.skipped + job.duplicates);
      return job;
    },
    { timeout: 50_000, interval: 100 },
  );

export async function balance(token: string): Promise<number> {
  return (await call('GET', '/v1/account', { token })).body.data.tokens.total_available;
}

/** Every rule of the ledger, against memory, disk and mirror. */
export async function expectBalanced(organization: TestOrganization): Promise<void> {
  expect(await operate('POST', `/organizations/${organization.id}/reconcile`)).toMatchObject({
    balanced: true,
  });
}

export const jobObject = (id: string) => env.BULK_JOB.getByName(id);

export { call, createOrganization, operate, type TestOrganization };
