import { expect, it, vi } from 'vitest';
import { call, createOrganization, operate } from '../support/api.ts';

const NUMBER = '030 12345678';

it('reads numbers without a country in the default one of the organization', async () => {
  const { id, owner: token, sandbox } = await createOrganization();
  const ask = (method: string, path: string, body?: unknown, key = token) =>
    call(method, path, { token: key, ...(body !== undefined && { body }) });
  const assumed = async (phone_number: string, more = {}) => {
    const { body } = await ask('POST', '/v1/phone', { phone_number, ...more });
    return [body.data.request.input, body.data.insights.country_assumed];
  };
  expect(await assumed(NUMBER)).toEqual([expect.stringMatching(/^\+1/), 'US']);

  const set = (default_country: string | null) =>
    operate('PATCH', `/organizations/${id}`, { default_country });
  expect(await set('de')).toEqual({ organization: { id, default_country: 'DE' } });
  expect((await operate('GET', `/organizations/${id}`)).organization.default_country).toBe('DE');
  expect(await assumed(NUMBER)).toEqual(['+493012345678', 'DE']);
  expect(await assumed('020 7946 0958', { country: 'GB' })).toEqual(['+442079460958', undefined]);
  expect(await assumed('+1 415 555 2671')).toEqual(['+14155552671', undefined]);
  // What is kept and paid for is the number: the same one in full is free.
  const again = await ask('POST', '/v1/phone', { phone_number: '+49 30 12345678' });
  expect(again.body.data.metadata.credits_used).toBe(0);

  const tool = await call('POST', '/mcp', {
    token,
    body: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'phone', arguments: { phone_number: NUMBER } },
    },
    headers: { Accept: 'application/json, text/event-stream' },
  });
  expect(JSON.stringify(tool.body)).toContain('+493012345678');

  const made = await ask(
    'POST',
    '/v1/number-monitors',
    { name: 'Berlin', frequency: 'daily', numbers: [{ phone_number: NUMBER }] },
    sandbox,
  );
  const path = `/v1/number-monitors/${made.body.data.id}/numbers`;
  const removed = await ask('DELETE', path, { phone_numbers: ['+4930 12345678'] }, sandbox);
  expect(removed.body.data.number_count).toBe(0);

  const bulk = { type: 'phone_validation', inputs: [NUMBER, '+49 30 12345678'] };
  const { job_id: job } = (await ask('POST', '/v1/bulk/jobs', bulk)).body.data;
  const { duplicates } = await vi.waitFor(
    async () => {
      const { data } = (await ask('GET', `/v1/bulk/jobs/${job}`)).body;
      expect(data.status).toBe('completed');
      return data;
    },
    { timeout: 20_000, interval: 100 },
  );
  expect(duplicates).toBe(1);

  await set(null);
  expect((await assumed(NUMBER))[1]).toBe('US');
}, 60_000);

it('takes countries with a numbering plan only, of organizations that are there', async () => {
  const { id } = await createOrganization({ paid: false });
  const patch = (of: string, body: unknown) =>
    call('PATCH', `/admin/organizations/${of}`, { token: 'admin_test', body });
  expect((await patch(id, { default_country: 'XX' })).status).toBe(400);
  expect((await patch(id, {})).status).toBe(400);
  expect((await patch(id, {})).body.error).toMatchObject({
    code: 'MISSING_FIELD',
    message: 'default_country: is required',
  });
  expect((await patch('org_nobody', { default_country: 'DE' })).status).toBe(404);
});
