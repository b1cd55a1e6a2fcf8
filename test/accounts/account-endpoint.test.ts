import { expect, it } from 'vitest';
import { appServices } from '../../src/services.ts';
import { call, createOrganization, operate } from '../support/api.ts';
import { seedAddresses } from '../support/seed-addresses.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

it('answers the Account object of the specification, and nothing else', async () => {
  await seedAddresses();
  const { id, owner, teammate, ownerKeyId } = await createOrganization({ credits: 500 });
  await operate('POST', `/organizations/${id}/credits`, {
    amount: 50,
    note: 'bought',
    id: 'invoice 1',
  });
  await call('POST', '/v1/ip', { token: owner, body: { ip: '8.8.8.8' } });
  const { body, headers } = await call('GET', '/v1/account', { token: owner });
  expect(body).toEqual({
    success: true,
    data: {
      user: { email: 'owner@example.com' },
      organization: { id, name: 'Example Ltd', active: true, created_at: moment },
      subscription: {
        status: 'active',
        is_trial: false,
        trial_end: null,
        current_period_start: moment,
        current_period_end: moment,
        plan: { name: 'starter', tokens_per_month: 500 },
      },
      tokens: {
        subscription: { total: 500, used: 1, available: 499 },
        rollover: 0,
        purchased: 50,
        total_available: 549,
      },
      usage: {
        current_period: { lookups: 1, tokens_consumed: 1 },
        all_time: { lookups: 1, tokens_consumed: 1 },
      },
      api_key: { id: ownerKeyId, total_lookups: 1, total_tokens_consumed: 1 },
    },
  });
  expect(headers.get('X-RateLimit-Limit')).toBe('1000');
  const theirs = await call('GET', '/v1/account', { token: teammate });
  expect(theirs.body.data).toMatchObject({
    user: { email: 'teammate@example.com' },
    api_key: { total_lookups: 0, total_tokens_consumed: 0 },
  });
});

it('names the owner when the maker of a kept key has left', async () => {
  const { id, teammate } = await createOrganization();
  const { accounts } = appServices.admin.accounts;
  const { members = [], keys = [] } = (await accounts.view(id)) ?? {};
  const { id: left = '' } = members.find(({ role }) => role === 'member') ?? {};
  const own = keys.filter(({ userId }) => userId === left);
  await accounts.removeMember(
    id,
    left,
    own.map((key) => key.id),
  );
  const { body } = await call('GET', '/v1/account', { token: teammate });
  expect(body.data.user).toEqual({ email: 'owner@example.com' });
});

it('tells a trial and when it ends', async () => {
  const { id, owner } = await createOrganization({ paid: false });
  const trial = { plan: 'growth', status: 'trialing', trial_end: '2030-02-03T04:05:06Z' };
  await operate('PUT', `/organizations/${id}/subscription`, trial);
  const { body } = await call('GET', '/v1/account', { token: owner });
  expect(body.data.subscription).toMatchObject({
    status: 'trialing',
    is_trial: true,
    trial_end: '2030-02-03T04:05:06.000Z',
    plan: { name: 'growth' },
  });
  // A trial that ends before a period that was not given ends that period.
  const { id: shorter, owner: trying } = await createOrganization({ paid: false });
  const end = new Date(Date.now() + 14 * 86_400_000).toISOString();
  const path = `/admin/organizations/${shorter}/subscription`;
  await operate('PUT', `/organizations/${shorter}/subscription`, { ...trial, trial_end: end });
  const { data } = (await call('GET', '/v1/account', { token: trying })).body;
  expect(data.subscription).toMatchObject({ trial_end: end, current_period_end: end });
  const past = { ...trial, trial_end: new Date(Date.now() - 86_400_000).toISOString() };
  const refused = await call('PUT', path, { token: 'admin_test', body: past });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_INPUT']);
});

it('lists every product with its price, sources and what is missing', async () => {
  const { owner } = await createOrganization();
  const { body } = await call('GET', '/v1/products', { token: owner });
  const phone = body.data.products.find(({ path }: { path: string }) => path === '/v1/phone');
  expect(phone).toMatchObject({
    type: 'phone',
    price: 1,
    tier: 'standard',
    bulk_type: 'phone_validation',
    cache_days: 7,
    available: true,
    missing: [],
  });
  expect(phone.sources).toContainEqual(
    expect.objectContaining({ kind: 'records', available: false }),
  );
  const hlr = body.data.products.find(({ path }: { path: string }) => path === '/v1/hlr-lookup');
  expect(hlr.sources.slice(0, 2)).toMatchObject([
    { kind: 'upstream', available: true, missing: [] },
    { kind: 'records', available: false, missing: ['the records portability'] },
  ]);
  const reverse = body.data.products.find(
    ({ path }: { path: string }) => path === '/v1/reverse-phone-lookup',
  );
  expect(reverse).toMatchObject({
    price: 25,
    // Without options it is the first price, whose records are not imported.
    prices: [
      { credits: 10, when: 'lookup_source is standard', available: false },
      { credits: 25, when: 'lookup_source is premium', available: true },
    ],
    available: false,
    missing: ['the records caller_names'],
  });
  expect(phone.prices).toEqual([{ credits: 1, when: null, available: true }]);
  expect(body.data.monitors).toMatchObject([
    { path: '/v1/number-monitors', price: 2, prices: [{ credits: 1 }, { credits: 2 }] },
    { path: '/v1/job-change-monitors', price: 5, prices: [{ credits: 5, when: null }] },
  ]);
  // Variables are the operator's.
  expect(JSON.stringify(body)).not.toMatch(/[A-Z]+_(?:KEY|SECRET|TOKEN|URL)\b/);
  expect((await call('GET', '/v1/products')).status).toBe(401);
});
