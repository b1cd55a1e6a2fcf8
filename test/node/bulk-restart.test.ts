import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { callService, DevService, freePort, START_TIMEOUT_MS, untilFree } from './dev-service.ts';

const ROWS = 10_000;

/** Nine numbers in ten are good; the others are a repeat, an empty row, or no number. */
const inputs = Array.from({ length: ROWS }, (_, index) => {
  if (index % 30 === 7) return '+12122000000';
  if (index % 30 === 17) return '';
  if (index % 30 === 27) return `row ${index}`;
  return `+1212${200 + Math.floor(index / 10_000)}${String(index % 10_000).padStart(4, '0')}`;
});

const stateDir = await mkdtemp(join(tmpdir(), 'lookup-bulk-'));
let service: DevService | null = null;

afterAll(async () => {
  if (service) await service.kill();
  await rm(stateDir, { recursive: true, force: true });
});

it(
  'finishes a job that was killed half way, each row once and paid once',
  async () => {
    const port = await freePort();
    const start = async () => {
      service = new DevService({ PORT: String(port), STATE_DIR: stateDir });
      await service.ready();
      return service.keys[0] as string;
    };
    const owner = await start();
    const get = async (path: string) => (await callService(port, path, { token: owner })).body.data;
    const before = (await get('/v1/account')).tokens.total_available;
    const created = await callService(port, '/v1/bulk/jobs', {
      token: owner,
      body: { type: 'phone_validation', inputs },
    });
    const id = created.body.data.job_id;

    let half = 0;
    while (half < ROWS / 4) {
      await sleep(20);
      half = (await get(`/v1/bulk/jobs/${id}`)).processed;
    }
    expect(half).toBeLessThan(ROWS);
    await (service as unknown as DevService).kill();
    await untilFree(port);
    await start();

    const deadline = Date.now() + 90_000;
    let job = await get(`/v1/bulk/jobs/${id}`);
    while (job.completed_at === null && Date.now() < deadline) {
      await sleep(250);
      job = await get(`/v1/bulk/jobs/${id}`);
    }
    const tenth = (rest: number) => inputs.filter((_, index) => index % 30 === rest).length;
    const expected = { failed: tenth(27), skipped: tenth(17), duplicates: tenth(7) };
    const succeeded = ROWS - expected.failed - expected.skipped - expected.duplicates;
    expect(job).toMatchObject({
      status: 'completed',
      total: ROWS,
      processed: ROWS,
      succeeded,
      ...expected,
      credits_used: succeeded,
    });
    expect((await get('/v1/account')).tokens.total_available).toBe(before - succeeded);
    const reconciled = await callService(port, '/admin/organizations/org_demo/reconcile', {
      token: 'admin_local',
      body: {},
    });
    expect(reconciled.body).toMatchObject({ success: true, data: { balanced: true } });

    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await get(
        `/v1/bulk/jobs/${id}/results?limit=1000${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.lookups.map((row: { input: string }) => row.input));
      cursor = page.pagination.next_cursor;
    }
    expect(seen).toEqual(inputs);
    const csv = await (await fetch(job.results_url)).text();
    expect(csv.trimEnd().split('\r\n')).toHaveLength(ROWS + 1);
  },
  2 * START_TIMEOUT_MS + 120_000,
);
