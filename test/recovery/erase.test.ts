import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { XlsxEncoder } from '../../src/files/xlsx-encoder.ts';
import { jobStage, waitFor } from '../bulk/support.ts';
import { signedUp } from '../dashboard/browser.ts';
import { organizationOf, pay } from '../dashboard/people.ts';
import { call, createOrganization, operate } from '../support/api.ts';
import { everyText, loseObject } from './support.ts';

const EMAIL = 'ada.lovelace@example.org';
const PHONE = '+12025550143';

const stepsOf = async (body: object): Promise<string[]> => {
  const stores: string[] = [];
  for (let cursor = ''; ; ) {
    const query = cursor && `?${new URLSearchParams({ cursor })}`;
    const step = await operate('POST', `/erase-person${query}`, body);
    stores.push(...step.findings.map(({ store }: { store: string }) => store));
    if (step.next_cursor === null) return [...new Set(stores)];
    cursor = step.next_cursor;
  }
};

const suppress = (row: object) =>
  call('PUT', '/admin/records/suppressed_people?mode=append', {
    token: 'admin_test',
    body: `${JSON.stringify(row)}\n`,
    headers: { 'Content-Type': 'application/x-ndjson' },
  });

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

it('erases an identifier from every store, whatever put it there', async () => {
  const customer = await createOrganization();
  const { id, owner } = customer;
  await operate('POST', `/organizations/${id}/members`, { email: EMAIL });
  await operate('POST', `/organizations/${id}/api-keys`, {
    ...{ user_email: EMAIL, name: `key of ${EMAIL.toUpperCase()}`, mode: 'live' },
  });
  await operate('POST', `/organizations/${id}/credits`, {
    amount: 5,
    id: 'gift',
    note: `for ${EMAIL}`,
  });
  for (const [path, body] of [
    ['email', { email: EMAIL }],
    ['phone', { phone_number: PHONE }],
  ] as const)
    await call('POST', `/v1/${path}`, {
      ...{ token: owner, body, headers: { 'Idempotency-Key': `key-${path}` } },
    });
  const { body: monitor } = await call('POST', '/v1/number-monitors', {
    token: owner,
    body: {
      ...{ name: `Watched for ${EMAIL}`, frequency: 'daily' },
      webhook_url: `https://example.com/hook?about=${encodeURIComponent(EMAIL)}`,
      numbers: [
        { phone_number: PHONE },
        { phone_number: '+12025550199', label: `of ${EMAIL}` },
        { phone_number: '+12025550198' },
      ],
    },
  });
  const { body: job } = await call('POST', '/v1/bulk/jobs', {
    token: owner,
    body: {
      ...{ type: 'phone_validation', inputs: [PHONE, '+12025550199'] },
      webhook_url: `https://example.com/hook?about=${EMAIL}`,
    },
  });
  expect(job).toMatchObject({ success: true });
  // What a job under way writes meanwhile would be written after it was looked through.
  await waitFor(owner, job.data.job_id, 'completed');
  await vi.waitFor(async () => expect(await jobStage(job.data.job_id)).toBe('closed'), {
    timeout: 20_000,
    interval: 50,
  });
  for (const [dataset, row] of [
    ['caller_names', { phone_number: PHONE, name: 'Ada Lovelace' }],
  ] as const)
    await call('PUT', `/admin/records/${dataset}?mode=append`, {
      token: 'admin_test',
      body: `${JSON.stringify(row)}\n`,
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
  await env.CACHE.put(`fact:1:${id}:phone:${'0'.repeat(32)}`, JSON.stringify({ email: EMAIL }));
  await env.RESULTS.put(
    `uploads/${id}/upl_a.csv`,
    new Uint8Array(Buffer.from(`name\n${EMAIL}\n`, 'utf16le')),
  );
  await env.RESULTS.put(`uploads/${id}/upl_a.json`, '{}');
  await env.RESULTS.put('bulk/job_x/full.csv', `${'x'.repeat(70_000)},${PHONE},y`);
  const delivery = {
    ...{
      id: 'd1',
      organization_id: id,
      event_id: 'e1',
      type: 'bulk.completed',
      url: 'https://a.test',
    },
    ...{
      sealed_secret: 's',
      body: JSON.stringify({ phone: PHONE }),
      status: 'failed',
      created_at: 1,
    },
  };
  await env.DB.prepare(
    `INSERT INTO webhook_deliveries (${Object.keys(delivery)}) VALUES (${Object.keys(delivery).map(() => '?')})`,
  )
    .bind(...Object.values(delivery))
    .run();
  await env.DB.prepare('INSERT INTO unsent_mails VALUES (1, 0, ?, ?, ?, 0)')
    .bind('reset', EMAIL, `https://a.test/reset?email=${encodeURIComponent(EMAIL)}`)
    .run();
  await env.ACCOUNT.getByName(id).archiveEntries();
  await env.ACCOUNT.getByName(id).backUp();

  const forms = [EMAIL, encodeURIComponent(EMAIL), PHONE, PHONE.slice(1), PHONE.slice(2)];
  const before = await everyText(id, forms);
  for (const store of [
    'DB',
    'RECORDS',
    'CACHE',
    'RESULTS',
    'HISTORY',
    'DATA',
    'ACCOUNT',
    'MONITOR',
    'BULK_JOB',
  ])
    expect(before.map(({ store: named }) => named)).toContain(store);

  const unlisted = await call('POST', '/admin/erase-person?cursor=3:', {
    ...{ token: 'admin_test', body: { email: EMAIL } },
  });
  expect(unlisted.body.error).toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('not on the list'),
  });
  expect(await everyText(id, forms)).toEqual(before);

  const listed = { email_hash: sha256(EMAIL), reason: `asked by ${EMAIL}` };
  expect((await suppress(listed)).status).toBe(200);
  expect((await suppress({ phone_hash: sha256(PHONE) })).status).toBe(200);
  const erased = [...(await stepsOf({ email: EMAIL })), ...(await stepsOf({ phone: PHONE }))];
  for (const store of [
    'accounts',
    'monitors',
    'jobs',
    'DB',
    'RECORDS',
    'CACHE',
    'RESULTS',
    'HISTORY',
  ])
    expect(erased).toContain(store);

  expect(await everyText(id, forms)).toEqual([]);
  const watched = await call('GET', `/v1/number-monitors/${monitor.data.id}/numbers`, {
    token: owner,
  });
  const left = watched.body.data.numbers.map((each: { phone_number: string }) => each.phone_number);
  expect(left).toEqual(['+12025550198']);
  const rows = await env.RECORDS.prepare(`SELECT count(*) AS n FROM records WHERE key IN (?, ?)`)
    .bind(`hash:${sha256(EMAIL)}`, `hash:${sha256(PHONE)}`)
    .first<{ n: number }>();
  expect(rows?.n).toBe(2);
  expect((await operate('POST', `/organizations/${id}/reconcile`)).balanced).toBe(true);
  expect((await operate('GET', `/verify-stores?organization=${id}`)).findings).toEqual([]);
}, 60_000);

/** A job that has ended, and writes nothing more. */
async function endedJob(owner: string, body: object): Promise<string> {
  const { body: job } = await call('POST', '/v1/bulk/jobs', {
    ...{ token: owner, body: { type: 'phone_validation', ...body } },
  });
  await waitFor(owner, job.data.job_id, 'completed');
  await vi.waitFor(async () => expect(await jobStage(job.data.job_id)).toBe('closed'), {
    timeout: 20_000,
    interval: 50,
  });
  return job.data.job_id;
}

it('erases nobody whose address merely ends with the one that is erased', async () => {
  const browser = await signedUp('joann@mail.example');
  const id = await organizationOf(browser);
  await pay(id);
  const { key } = await operate('POST', `/organizations/${id}/api-keys`, {
    ...{ user_email: 'joann@mail.example', name: 'k', mode: 'live' },
  });
  await env.RESULTS.put('bulk/job_y/results.csv', 'joann@mail.example\nann@mail.example\n');
  await suppress({ email_hash: sha256('ann@mail.example') });
  await stepsOf({ email: 'ann@mail.example' });
  expect((await call('GET', '/v1/account', { token: key })).status).toBe(200);
  const account = await env.ACCOUNT.getByName(id).view();
  expect(account?.members.map(({ email }) => email)).toEqual(['joann@mail.example']);
  expect((await browser.open('/app')).location).toBeNull();
  const csv = await (await env.RESULTS.get('bulk/job_y/results.csv'))?.text();
  expect(csv).toBe(`joann@mail.example\n${'x'.repeat(16)}\n`);
}, 60_000);

it('erases no number abroad that merely holds the digits', async () => {
  const { owner } = await createOrganization();
  const { body: monitor } = await call('POST', '/v1/number-monitors', {
    token: owner,
    body: {
      ...{ name: 'm', frequency: 'daily' },
      numbers: [{ phone_number: '+4917612345678' }, { phone_number: '+19176123456' }],
    },
  });
  await call('PUT', '/admin/records/caller_names?mode=append', {
    token: 'admin_test',
    body: `${JSON.stringify({ phone_number: '+4917612345678', name: 'Other' })}\n`,
    headers: { 'Content-Type': 'application/x-ndjson' },
  });
  await suppress({ phone_hash: sha256('+19176123456') });
  await stepsOf({ phone: '+19176123456' });
  const path = `/v1/number-monitors/${monitor.data.id}/numbers`;
  const { numbers } = (await call('GET', path, { token: owner })).body.data;
  expect(numbers.map((each: { phone_number: string }) => each.phone_number)).toEqual([
    '+4917612345678',
  ]);
  const { results } = await env.RECORDS.prepare(
    "SELECT key FROM records WHERE dataset = 'caller_names' AND key = '+4917612345678'",
  ).all();
  expect(results).toHaveLength(1);
}, 60_000);

it('comes to its end though two Idempotency-Keys of jobs hold the address', async () => {
  const { owner } = await createOrganization();
  for (const n of [1, 2]) {
    const made = await call('POST', '/v1/bulk/jobs', {
      token: owner,
      body: { type: 'phone_validation', inputs: ['+12125550123'] },
      headers: { 'Idempotency-Key': `import of eve@keys.example, ${n}` },
    });
    expect(made.status).toBe(201);
  }
  await suppress({ email_hash: sha256('eve@keys.example') });
  expect(await stepsOf({ email: 'eve@keys.example' })).toContain('DB');
  const { results } = await env.DB.prepare('SELECT key FROM bulk_claims').all();
  expect(results).toEqual([]);
}, 60_000);

it('erases nothing by a number that lacks digits, listed or not: every cell with them would go', async () => {
  await suppress({ phone_hash: sha256('+112') });
  for (const phone of ['12', '+112', '(202) 555-014'])
    expect(
      await call('POST', '/admin/erase-person', { token: 'admin_test', body: { phone } }),
    ).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT', param: 'phone' } } });
});

it('erases a number as lists have it', async () => {
  const { owner } = await createOrganization();
  await endedJob(owner, { inputs: ['(202) 555-0143', '202-555-0143'] });
  await suppress({ phone_hash: sha256(PHONE) });
  await stepsOf({ phone: PHONE });
  for (const { key } of (await env.RESULTS.list({ prefix: 'bulk/' })).objects)
    expect(await (await env.RESULTS.get(key))?.text(), key).not.toContain('555-0143');
}, 60_000);

it('gets through facts that together are more than one read of many keys may have', async () => {
  const fact = JSON.stringify({ fact: { html: `${'x'.repeat(600_000)} zed@kv.example` } });
  for (let n = 0; n < 45; n++)
    await env.CACHE.put(`fact:1:org_x:website_scraper:${String(n).padStart(32, '0')}`, fact);
  await suppress({ email_hash: sha256('zed@kv.example') });
  const step = await operate('POST', '/erase-person?cursor=5:', { email: 'zed@kv.example' });
  expect(step.findings).toHaveLength(45);
}, 60_000);

it('deletes a workbook that holds the identifier, and no other', async () => {
  const workbook = (text: string) => {
    const encoder = new XlsxEncoder(1);
    for (let row = 0; row < 5_000; row++) encoder.add([`row ${row}`], 1);
    encoder.add([text], 1);
    return new Blob([encoder.take(), encoder.end()]);
  };
  await env.RESULTS.put('bulk/job_x/answers', workbook('eve@book.example'));
  await env.RESULTS.put('bulk/job_x/good', workbook('steve@book.example'));
  await suppress({ email_hash: sha256('eve@book.example') });
  expect(await stepsOf({ email: 'eve@book.example' })).toContain('RESULTS');
  const { objects } = await env.RESULTS.list({ prefix: 'bulk/job_x/' });
  expect(objects.map(({ key }) => key)).toContain('bulk/job_x/good');
  expect(objects.map(({ key }) => key)).not.toContain('bulk/job_x/answers');
}, 60_000);

it('deletes endpoints whose address holds the identifier, and lets receivers go whole', async () => {
  const { owner } = await createOrganization();
  const url = 'https://example.com/hook?about=eve@hook.example';
  const make = (body: object) => call('POST', '/v1/webhook-endpoints', { token: owner, body });
  const { body: named } = await make({ url });
  const { body: described } = await make({
    ...{ url: 'https://example.com/hook', description: 'of eve@hook.example' },
  });
  const { body: monitor } = await call('POST', '/v1/number-monitors', {
    token: owner,
    body: {
      ...{ name: 'm', frequency: 'daily', webhook_url: url },
      numbers: [{ phone_number: '+12125550123' }],
    },
  });
  await suppress({ email_hash: sha256('eve@hook.example') });
  await stepsOf({ email: 'eve@hook.example' });
  const path = (id: string) => `/v1/webhook-endpoints/${id}`;
  expect((await call('GET', path(named.data.id), { token: owner })).status).toBe(404);
  const changed = await call('PATCH', path(described.data.id), {
    token: owner,
    body: { url: 'https://example.com/new' },
  });
  expect(changed.body.data).toMatchObject({
    url: 'https://example.com/new',
    description: 'erased',
  });
  const watched = await call('GET', `/v1/number-monitors/${monitor.data.id}`, { token: owner });
  expect(watched.body.data.webhook_url ?? null).toBeNull();
  const row = await env.DB.prepare('SELECT webhook_url, sealed_secret FROM monitors WHERE id = ?')
    .bind(monitor.data.id)
    .first();
  expect(row).toEqual({ webhook_url: null, sealed_secret: null });
}, 60_000);

it('erases what the names of a list and of its columns hold', async () => {
  const { owner } = await createOrganization();
  const id = await endedJob(owner, {
    ...{ inputs: ['+12025550199'], file_name: 'friends of eve@list.example.csv' },
  });
  const ordered = async () => JSON.stringify(await env.BULK_JOB.getByName(id).ordered());
  expect(await ordered()).toContain('eve@list.example');
  await suppress({ email_hash: sha256('eve@list.example') });
  await stepsOf({ email: 'eve@list.example' });
  expect(await ordered()).not.toContain('eve@list.example');
  const { objects } = await env.RESULTS.list({ prefix: `bulk/${id}/` });
  const names = await Promise.all(
    objects.map(async ({ key }) => (await env.RESULTS.head(key))?.httpMetadata?.contentDisposition),
  );
  expect(names).toContain('attachment');
  expect(names.join()).not.toContain('eve');
  const { body } = await call('GET', `/v1/bulk/jobs/${id}`, { token: owner });
  expect(body.data.file_name).toBe('erased');
}, 60_000);

it('is refused while an account is lost, with which the person would come back', async () => {
  const { id } = await createOrganization();
  const email = 'grace.hopper@example.org';
  await operate('POST', `/organizations/${id}/members`, { email });
  await env.ACCOUNT.getByName(id).backUp();
  await loseObject(env.ACCOUNT.getByName(id));
  await suppress({ email_hash: sha256(email) });
  await expect(stepsOf({ email })).rejects.toThrow('the account is lost: run rebuild-account');
  await operate('POST', `/organizations/${id}/rebuild-account`);
  expect(await stepsOf({ email })).toEqual(['accounts', 'DB']);
  expect(await (await env.HISTORY.get(`accounts/${id}.json`))?.text()).not.toContain(email);
});
