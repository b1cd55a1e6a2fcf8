import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/lib/time.ts';
import { call, createOrganization, operate, type TestOrganization } from '../../support/api.ts';
import { isDeployed } from '../../support/deployment.ts';
import { sendDocumented } from '../../support/documented.ts';
import { refusal } from '../../support/refusal.ts';

const ADMIN = 'admin_test';
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe.skipIf(isDeployed)('a refusal that one field causes names it', () => {
  let organization: TestOrganization;
  const path = (rest: string) => `/admin/organizations/${organization.id}/${rest}`;
  const ask = (method: string, address: string, body: unknown, token = ADMIN) =>
    call(method, address, { token, body });

  beforeAll(async () => {
    organization = await createOrganization();
    await operate('POST', `/organizations/${organization.id}/credits`, { id: 'paid', amount: 5 });
    await operate('PUT', `/organizations/${organization.id}/subscription`, {
      plan: 'starter',
      status: 'active',
      operation_id: 'first',
    });
  });

  it.each([
    ['current_period_end', { current_period_start: inDays(1), current_period_end: inDays(-1) }],
    ['current_period_end', { current_period_end: inDays(4_000) }],
    ['current_period_start', { current_period_start: inDays(40) }],
    ['current_period_start', { current_period_start: inDays(-40) }],
    ['current_period_start', { current_period_start: '1969-12-31' }],
    ['current_period_end', { current_period_end: '0001-01-01' }],
    ['trial_end', { trial_end: '1969-12-31T23:59:59Z' }],
    ['plan', { plan: 'none of ours' }],
  ])('%s of a subscription: %j', async (param, fields) => {
    const body = { plan: 'starter', status: 'active', ...fields };
    const reply = await ask('PUT', path('subscription'), body);
    expect(reply.body).toEqual(refusal('INVALID_INPUT', { param }));
  });

  it.each(['', ' '])('but an empty note is none: %j', async (note) => {
    const given = { id: `noted:${note}:`, amount: 1, note };
    const reply = await ask('POST', path('credits'), given);
    expect(reply.body.data).toMatchObject({ granted: 1 });
    const { postings } = await operate('GET', `/organizations/${organization.id}/ledger?limit=1`);
    expect(postings[0]).toMatchObject({ ref: given.id, note: null });
  });

  it('the id of an operation that was another one', async () => {
    const change = { plan: 'growth', status: 'active', operation_id: 'first' };
    const changed = await ask('PUT', path('subscription'), change);
    expect(changed.body).toEqual(refusal('IDEMPOTENCY_CONFLICT', { param: 'operation_id' }));
    const granted = await ask('POST', path('credits'), { id: 'paid', amount: 6 });
    expect(granted.body).toEqual(refusal('IDEMPOTENCY_CONFLICT', { param: 'id' }));
  });

  it.each([
    ['MISSING_FIELD', 'email', {}],
    ['INVALID_INPUT', 'email', { email: 'none' }],
    ['INVALID_INPUT', 'phone', { phone: 'none' }],
    ['INVALID_INPUT', 'phone', { phone: '+16502530000' }],
    ['INVALID_REQUEST', 'phone', { email: 'ada@example.com', phone: '+16502530000' }],
  ])('%s: the person to erase, by %s: %j', async (code, param, body) => {
    const reply = await ask('POST', '/admin/erase-person', body);
    expect(reply.body).toEqual(refusal(code, { param }));
  });

  it('the import that a part is said to be of', async () => {
    const reply = await call('PUT', '/admin/records/do_not_call?import=99', {
      token: ADMIN,
      body: 'phone_number\n+16502530000\n',
      headers: { 'Content-Type': 'text/csv' },
    });
    expect(reply.body).toEqual(refusal('NOT_FOUND', { param: 'import' }));
  });

  it.each(['url', 'webhook_url'])('the receiver to test, by %s', async (param) => {
    const body = { [param]: 'http://plain.example' };
    const reply = await ask('POST', '/v1/webhook-test', body, organization.owner);
    expect(reply.body).toEqual(refusal('INVALID_INPUT', { param }));
  });

  it('the Idempotency-Key of another lookup', async () => {
    const headers = { 'Idempotency-Key': 'used' };
    const lookUp = (phone_number: string) =>
      call('POST', '/v1/phone', { token: organization.owner, body: { phone_number }, headers });
    expect((await lookUp('+16502530000')).status).toBe(200);
    const param = 'Idempotency-Key';
    expect((await lookUp('+16502530001')).body).toEqual(refusal('IDEMPOTENCY_CONFLICT', { param }));
  });

  it('the input that the sandbox does not know', async () => {
    const body = { phone_number: '+16502530000' };
    const reply = await ask('POST', '/v1/phone', body, organization.sandbox);
    expect(reply.body).toEqual(refusal('VALIDATION_FAILED', { param: 'phone_number' }));
  });
});

it.skipIf(isDeployed)(
  'a file of records may be sent as gzip, and in no other encoding',
  async () => {
    const csv = new Blob(['phone_number\n+16502530009\n']).stream();
    const body = await new Response(csv.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
    const put = (encoding: string) =>
      sendDocumented('/admin/records/do_not_call', {
        method: 'PUT',
        headers: {
          Authorization: `Bearer ${ADMIN}`,
          'Content-Type': 'text/csv',
          'Content-Encoding': encoding,
        },
        body,
      });
    expect(await (await put('gzip')).json()).toMatchObject({
      success: true,
      data: { inserted: 1 },
    });
    const refused = await put('br');
    expect([refused.status, await refused.json()]).toEqual([415, refusal('INVALID_REQUEST')]);
  },
);
