import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import { monitorRoutes } from '../../src/http/v1/monitors.ts';
import type { MonitorRecord } from '../../src/monitors/state-machine.ts';
import { jobStage } from '../bulk/support.ts';
import { call, operate } from '../support/api.ts';
import { answersOf } from '../support/openapi.ts';

const schemas = answersOf(monitorRoutes);

/** One call; a success holds exactly what the interface's document declares. */
export async function ask(
  token: string,
  method: string,
  path: string,
  { body, schema, status = 200 }: { body?: unknown; schema?: string; status?: number } = {},
) {
  const reply = await call(method, `/v1${path}`, { token, ...(body !== undefined && { body }) });
  expect(reply.body, `${method} ${path}: ${JSON.stringify(reply.body)}`).toMatchObject({
    success: status < 400,
  });
  expect(reply.status).toBe(status);
  if (schema) expect(schemas.get(schema)!.parse(reply.body)).toEqual(reply.body);
  return status < 400 ? reply.body.data : reply.body.error;
}

export const makeMonitor = (token: string, body: Record<string, unknown> = {}) =>
  ask(token, 'POST', '/number-monitors', {
    body: { name: 'Customers', frequency: 'daily', ...body },
    schema: 'NumberMonitorResponse',
    status: 201,
  });

/** Runs it now and waits until the run has ended. */
export async function runNow(token: string, id: string, path = '/number-monitors') {
  const { run_id } = await ask(token, 'POST', `${path}/${id}/run`, { status: 202 });
  return vi.waitFor(
    async () => {
      const monitor = await ask(token, 'GET', `${path}/${id}`);
      expect(monitor.run_id).toBeNull();
      expect(monitor.last_outcome).not.toBeNull();
      return { ...monitor, ran: run_id };
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** Waits until the facts of a monitor's last run are cached, which its job does after its end. */
export async function factsCached(id: string): Promise<void> {
  const job = await runInDurableObject(
    env.MONITOR.getByName(id),
    (_, { storage }) => storage.kv.get<MonitorRecord>('monitor')?.last?.jobId as string,
  );
  await vi.waitFor(async () => expect(await jobStage(job)).toBe('closed'), {
    timeout: 20_000,
    interval: 50,
  });
}

export const eventsOf = async (token: string, id: string, query = '', path = '/number-monitors') =>
  (await ask(token, 'GET', `${path}/${id}/events${query}`)).events;

/** Replaces a file of the operator's by these rows. */
export const replaceFile = (dataset: string, ...lines: readonly string[]) =>
  operate('PUT', `/records/${dataset}?mode=replace`, `${lines.join('\n')}\n`);
