import { env, exports } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import worker from '../../src/index.ts';
import { responseSchema } from '../../src/lookup/product.ts';
import { products } from '../../src/products/index.ts';
import {
  balance,
  call,
  createOrganization,
  expectBalanced,
  jobObject,
  operate,
  phones,
  results,
  schemas,
  startJob,
  status,
  waitFor,
} from './support.ts';

// Everything here goes through the real queue, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const WAIT = { timeout: 20_000 };

const fetchText = async (url: string) => {
  const response = await exports.default.fetch(url);
  return { status: response.status, text: await response.text() };
};

const lines = (csv: string) => csv.trimEnd().split('\r\n');

it('runs a mixed job to its end', async () => {
  const organization = await createOrganization();
  const { owner } = organization;
  const good = phones(250);
  const inputs = [...good, '', ` ${good[0]} `, 'not a number', '  ', '(212) 200-0001', '+4412'];
  const id = await startJob(owner, {
    type: 'phone_validation',
    inputs,
    webhook_url: 'https://example.com/hook',
  });
  const job = await waitFor(owner, id, 'completed');
  expect(job).toEqual({
    ...{
      ...{ id, job_id: id, type: 'phone_validation', file_name: null },
      status: 'completed',
      total: 256,
      processed: 256,
      succeeded: 251,
      failed: 1,
      skipped: 2,
      duplicates: 2,
    },
    ...{
      processed_count: 256,
      successful_count: 251,
      failed_count: 1,
      credits_used: 250,
      webhook_url: 'https://example.com/hook',
    },
    ...{
      results_url: expect.stringContaining('/files/'),
      answers_url: expect.stringContaining('/files/'),
      good_answers_url: expect.stringContaining('/files/'),
      created_at: expect.any(String),
      completed_at: expect.any(String),
    },
  });
  expect(await balance(owner)).toBe(750);
  await expectBalanced(organization);

  const page = await results(owner, id, '?limit=1000');
  expect(page).toMatchObject({ job_id: id, status: 'completed', csv_note: expect.any(String) });
  expect(page.pagination).toEqual({ limit: 1_000, next_cursor: null, has_more: false });
  expect(page.lookups.map((row: { input: string }) => row.input)).toEqual(
    inputs.map((input) => input.trim()),
  );
  const phone = products.find((product) => product.type === 'phone')!;
  expect(
    responseSchema(phone).parse({ success: true, data: page.lookups[7].response_data }).data,
  ).toEqual(page.lookups[7].response_data);
  expect(page.lookups[7]).toMatchObject({
    ...{
      id: page.lookups[7].response_data.request.id,
      status: 'completed',
      tokens_consumed: 1,
      error_message: null,
    },
    response_data: {
      request: { type: 'phone', input: good[7] },
      metadata: { credits_used: 1, cache_hit: false },
    },
  });
  const rest = page.lookups
    .slice(250)
    .map(({ status, tokens_consumed, error_code }: Record<string, unknown>) => [
      status,
      tokens_consumed,
      error_code,
    ]);
  expect(rest).toEqual([
    ['skipped', 0, null],
    ['duplicate', 0, null],
    ['failed', 0, 'INVALID_INPUT'],
    ['skipped', 0, null],
    ['duplicate', 0, null],
    ['completed', 0, null],
  ]);
  expect(page.lookups[254].error_message).toBe('The row repeats row 2.');

  const csv = await fetchText(page.results_url);
  expect(csv.status).toBe(200);
  expect(lines(csv.text)).toHaveLength(257);
  expect(lines(csv.text)[0]).toMatch(/^input,status,credits,/);
  expect(lines((await fetchText(page.full_results_url)).text)).toHaveLength(257);

  const deliveries = async () =>
    (await call('GET', '/v1/webhook-deliveries', { token: owner })).body.data.deliveries;
  await vi.waitFor(
    async () =>
      expect(await deliveries()).toMatchObject([
        { type: 'bulk_job.completed', url: 'https://example.com/hook' },
      ]),
    WAIT,
  );
  // Nothing is left lying about that only the work needed.
  const keys = async () =>
    (await env.RESULTS.list({ prefix: `bulk/${id}/` })).objects.map(({ key }) =>
      key.slice(key.indexOf('/', 5) + 1),
    );
  const kept = [
    'answers',
    'chunks/0000.0.ndjson',
    'chunks/0001.0.ndjson',
    'chunks/0002.0.ndjson',
    'full.csv',
    'good',
    'results.csv',
    'rows.ndjson',
  ];
  await vi.waitFor(async () => expect(await keys()).toEqual(kept), WAIT);
});

it('pages through results by offset and by cursor', async () => {
  const { owner } = await createOrganization();
  const inputs = phones(450, 1_000);
  const id = await startJob(owner, { type: 'nt_lookup', inputs });
  await waitFor(owner, id, 'completed');
  const inputsOf = (page: { lookups: { input: string }[] }) => page.lookups.map((row) => row.input);
  expect(inputsOf(await results(owner, id))).toEqual(inputs.slice(0, 100));
  expect(inputsOf(await results(owner, id, '?offset=330&limit=90'))).toEqual(
    inputs.slice(330, 420),
  );
  expect(await results(owner, id, '?offset=450')).toMatchObject({
    lookups: [],
    pagination: { has_more: false, next_cursor: null },
  });
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await results(owner, id, `?limit=77${cursor && `&cursor=${cursor}`}`);
    seen.push(...inputsOf(page));
    expect(page.pagination.has_more).toBe(page.pagination.next_cursor !== null);
    cursor = page.pagination.next_cursor;
  }
  expect(seen).toEqual(inputs);
  for (const [query, code] of [
    ...['offset=x', 'offset=0x1', 'limit=1.5'].map((each) => [each, 'INVALID_REQUEST']),
    ...['offset=-1', 'limit=0', 'limit=1001', 'cursor=x'].map((each) => [each, 'INVALID_INPUT']),
  ])
    expect(
      await call('GET', `/v1/bulk/jobs/${id}/results?${query}`, { token: owner }),
      query,
    ).toMatchObject({ status: 400, body: { error: { code } } });
  const fraction = await call('GET', `/v1/bulk/jobs/${id}/results?limit=1.5`, { token: owner });
  expect(fraction.body.error.message).toBe('limit: must be a whole number');
});

it('prices each row by what was paid before', async () => {
  const { owner, teammate } = await createOrganization();
  const inputs = phones(10, 2_000);
  await call('POST', '/v1/phone', { token: owner, body: { phone_number: inputs[3] } });
  const first = await startJob(owner, { type: 'phone_validation', inputs: [...inputs, '+4412'] });
  expect(await waitFor(owner, first, 'completed')).toMatchObject({
    succeeded: 11,
    credits_used: 9,
  });
  const rows = (await results(owner, first)).lookups;
  expect(rows.map((row: { tokens_consumed: number }) => row.tokens_consumed)).toEqual([
    1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0,
  ]);
  expect(rows[3].response_data.metadata).toMatchObject({ cache_hit: true, credits_used: 0 });
  const again = await startJob(owner, { type: 'phone_validation', inputs });
  expect(await waitFor(owner, again, 'completed')).toMatchObject({
    succeeded: 10,
    credits_used: 0,
  });
  const theirs = await startJob(teammate, { type: 'phone_validation', inputs });
  expect(await waitFor(owner, theirs, 'completed')).toMatchObject({
    succeeded: 10,
    credits_used: 10,
  });
  await vi.waitFor(async () => {
    const single = await call('POST', '/v1/phone', {
      token: owner,
      body: { phone_number: inputs[5] },
    });
    expect(single.body.data.metadata).toMatchObject({ cache_hit: true, credits_used: 0 });
  });
  expect(await balance(owner)).toBe(1_000 - 20);
});

it('lists the jobs of the organization, newest first, and shows them to nobody else', async () => {
  const { owner, teammate, sandbox } = await createOrganization();
  const ids: string[] = [];
  for (let job = 0; job < 5; job++)
    ids.unshift(await startJob(owner, { type: 'phone_validation', inputs: phones(1, job) }));
  const page = async (query: string) => {
    const { body } = await call('GET', `/v1/bulk/jobs?${query}`, { token: teammate });
    expect(schemas.get('BulkJobListResponse')?.parse(body)).toEqual(body);
    return body.data;
  };
  const first = await page('limit=2');
  const second = await page(`limit=2&cursor=${first.pagination.next_cursor}`);
  const third = await page(`limit=2&cursor=${second.pagination.next_cursor}`);
  expect(
    [first, second, third].flatMap(({ jobs }) => jobs.map((job: { job_id: string }) => job.job_id)),
  ).toEqual(ids);
  expect(third.pagination).toEqual({ limit: 2, next_cursor: null, has_more: false });
  expect(first.jobs[0]).toMatchObject({ type: 'phone_validation', total: 1 });

  const stranger = await createOrganization();
  expect((await call('GET', '/v1/bulk/jobs', { token: stranger.owner })).body.data.jobs).toEqual(
    [],
  );
  const tested = await startJob(sandbox, { type: 'phone_validation', inputs: phones(1) });
  const { body } = await call('GET', '/v1/bulk/jobs', { token: sandbox });
  expect(body.data.jobs.map((job: { job_id: string }) => job.job_id)).toEqual([tested]);
  for (const [id, token] of [
    [ids[0], stranger.owner],
    [ids[0], sandbox],
    [tested, owner],
  ] as const) {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/results'],
      ['POST', '/cancel'],
    ] as const) {
      expect(await call(method, `/v1/bulk/jobs/${id}${path}`, { token })).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND' } },
      });
    }
  }
  for (const id of ids) await waitFor(owner, id, 'completed');
});

it('shows the operator what runs, and pushes it', async () => {
  const { owner, id: organizationId } = await createOrganization({ credits: 2_000 });
  const id = await startJob(owner, { type: 'phone_validation', inputs: phones(1_500, 60_000) });
  const { jobs } = await operate('GET', '/bulk/jobs');
  const mine = jobs.find((job: { job_id: string }) => job.job_id === id);
  expect(mine).toMatchObject({
    organization_id: organizationId,
    type: 'phone_validation',
    status: 'processing',
    total: 1_500,
  });
  expect((await operate('POST', `/bulk/jobs/${id}/sweep`)).messages_sent).toBeGreaterThan(0);
  // Every chunk that was out is now out twice.
  expect(await waitFor(owner, id, 'completed')).toMatchObject({
    succeeded: 1_500,
    credits_used: 1_500,
  });
  expect(
    (await operate('GET', '/bulk/jobs')).jobs.some((job: { job_id: string }) => job.job_id === id),
  ).toBe(false);
  const unknown = await call('POST', '/admin/bulk/jobs/job_none/sweep', { token: 'admin_test' });
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
}, 60_000);

it('fails a job none of whose rows succeeded, and takes nothing', async () => {
  const organization = await createOrganization();
  const { owner } = organization;
  const id = await startJob(owner, {
    type: 'phone_validation',
    inputs: ['nothing', 'at all', '{"phone_number":', '{"number":"+12125550123"}'],
  });
  expect(await waitFor(owner, id, 'failed')).toMatchObject({ failed: 4, credits_used: 0 });
  expect(
    (await results(owner, id)).lookups.map((row: { error_code: string }) => row.error_code),
  ).toEqual([...['INVALID_INPUT', 'INVALID_INPUT', 'INVALID_INPUT', 'MISSING_FIELD']]);
  const empty = await startJob(owner, { type: 'phone_validation', inputs: ['', ' '] });
  expect(await waitFor(owner, empty, 'completed')).toMatchObject({ skipped: 2 });
  expect(await balance(owner)).toBe(1_000);
  await expectBalanced(organization);
});

describe('POST /v1/bulk/jobs/{id}/cancel', () => {
  it('stops what has not begun, keeps the rest readable and gives the credits back', async () => {
    const organization = await createOrganization({ credits: 20_000 });
    const { owner } = organization;
    const id = await startJob(owner, { type: 'phone_validation', inputs: phones(20_000, 40_000) });
    await vi.waitFor(
      async () => expect((await status(owner, id)).processed).toBeGreaterThan(0),
      WAIT,
    );
    const cancelled = await call('POST', `/v1/bulk/jobs/${id}/cancel`, { token: owner });
    expect(cancelled.body.data.status).toBe('cancelled');
    await vi.waitFor(
      async () => expect((await status(owner, id)).completed_at).not.toBeNull(),
      WAIT,
    );
    const job = await status(owner, id);
    expect(job.status).toBe('cancelled');
    expect(job.succeeded).toBeGreaterThan(0);
    expect(job.succeeded).toBeLessThan(20_000);
    expect(await balance(owner)).toBe(20_000 - job.succeeded);
    await expectBalanced(organization);
    // The list comes back whole, the rest of it with the reason.
    const files = await results(owner, id);
    const [, ...whole] = lines((await fetchText(files.answers_url)).text);
    expect(whole).toHaveLength(20_000);
    const rest = whole.filter((line) => line.includes(',cancelled,'));
    expect(rest).toHaveLength(20_000 - job.succeeded);
    expect(rest.at(-1)).toContain('The job was cancelled before this row was looked up.');
    expect(lines((await fetchText(files.results_url)).text)).toHaveLength(1 + job.succeeded);
    const good = await fetchText(files.good_answers_url);
    expect(good.text).not.toContain(',cancelled,');
    const rows: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await results(owner, id, `?limit=1000${cursor && `&cursor=${cursor}`}`);
      rows.push(...page.lookups);
      cursor = page.pagination.next_cursor;
    }
    expect(rows).toHaveLength(job.processed);
    expect(lines((await fetchText(job.results_url)).text)).toHaveLength(job.processed + 1);
    // Once more changes nothing.
    expect(
      (await call('POST', `/v1/bulk/jobs/${id}/cancel`, { token: owner })).body.data,
    ).toMatchObject({
      status: 'cancelled',
      processed: job.processed,
    });
  }, 30_000);

  it('leaves a job that has ended as it is', async () => {
    const { owner } = await createOrganization();
    const id = await startJob(owner, { type: 'phone_validation', inputs: phones(1) });
    await waitFor(owner, id, 'completed');
    expect(
      (await call('POST', `/v1/bulk/jobs/${id}/cancel`, { token: owner })).body.data.status,
    ).toBe('completed');
  });
});

it('deletes inputs, results and files 30 days after the end', async () => {
  const { owner } = await createOrganization();
  const id = await startJob(owner, { type: 'phone_validation', inputs: phones(150) });
  await vi.waitFor(async () => expect((await status(owner, id)).completed_at).not.toBeNull(), WAIT);
  await vi.waitFor(async () =>
    expect(
      (await env.DB.prepare('SELECT ended_at FROM bulk_jobs WHERE id = ?').bind(id).first())
        ?.ended_at,
    ).toBeTruthy(),
  );
  const tidy = async (days: number) => {
    await env.DB.prepare('UPDATE bulk_jobs SET ended_at = ? WHERE id = ?')
      .bind(Date.now() - days * 86_400_000, id)
      .run();
    await worker.scheduled();
    return (await env.RESULTS.list({ prefix: `bulk/${id}/` })).objects.length;
  };
  expect(await tidy(29.9)).toBeGreaterThan(3);
  expect(await tidy(30)).toBe(0);
  expect(await jobObject(id).state()).toBeNull();
  expect(await status(owner, id)).toMatchObject({
    status: 'completed',
    processed: 150,
    succeeded: 150,
    results_url: null,
    answers_url: null,
  });
  expect(await results(owner, id)).toMatchObject({
    lookups: [],
    results_url: null,
    answers_url: null,
    full_results_url: null,
  });
});
