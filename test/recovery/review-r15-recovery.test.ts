import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ask, makeMonitor } from '../monitors/support.ts';
import { createOrganization, operate, type TestOrganization } from '../support/api.ts';
import { rebuild, verify } from './support.ts';

afterEach(() => void vi.useRealTimers());

let customer: TestOrganization;

beforeEach(async () => {
  customer = await createOrganization();
  await env.ACCOUNT.getByName(customer.id).archiveEntries();
  await env.ACCOUNT.getByName(customer.id).backUp();
  expect(await verify(customer.id)).toEqual([]);
});

it('a directory that is older than a change of role has the role again once it is rebuilt', async () => {
  const { id } = customer;
  await env.DB.prepare(`UPDATE members SET role = 'admin'
    WHERE organization_id = ? AND role = 'member'`)
    .bind(id)
    .run();
  expect(await verify(id)).toEqual(['directory members_differ']);
  await rebuild(id);
  expect(await verify(id)).toEqual([]);
});

it('a directory that is older than a removal has the member no more once it is rebuilt', async () => {
  const { id } = customer;
  const { members } = await operate('GET', `/organizations/${id}`);
  const { user_id, id: memberId = user_id } = members.find(
    ({ role }: { role: string }) => role === 'member',
  );
  const { results } = await env.DB.prepare('SELECT * FROM members WHERE organization_id = ?')
    .bind(id)
    .all<Record<string, unknown>>();
  const row = results.find((each) => each.role === 'member') as Record<string, unknown>;
  await operate('DELETE', `/organizations/${id}/members/${memberId}`);
  const names = Object.keys(row);
  await env.DB.prepare(
    `INSERT INTO members (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
    .bind(...Object.values(row))
    .run();
  expect(await verify(id)).toEqual(['directory members_differ']);
  await rebuild(id);
  expect(await verify(id)).toEqual([]);
});

it('a monitor whose row alone was lost comes back though its account was reconciled before', async () => {
  const { id, sandbox } = customer;
  const monitor = await makeMonitor(sandbox, { numbers: [{ phone_number: '+14155550100' }] });
  await env.DB.prepare('DELETE FROM monitors').run();
  expect(await verify(id)).toEqual(['monitors row_missing']);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
  await operate('POST', `/organizations/${id}/reconcile`);
  expect(await rebuild(id)).toMatchObject({ monitors: 1 });
  expect(await ask(sandbox, 'GET', `/number-monitors/${monitor.id}`)).toMatchObject({
    id: monitor.id,
  });
});
