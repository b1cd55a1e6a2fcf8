import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { listOwned } from '../../src/store/owned.ts';
import { call, createOrganization, type Reply } from '../support/api.ts';

const codeOf = ({ body }: Reply): string => body.error?.code ?? 'made';
const monitorOf = (token: string, count: number) =>
  call('POST', '/v1/number-monitors', {
    token,
    body: {
      ...{ name: 'Ceiling', frequency: 'daily' },
      numbers: Array.from({ length: count }, (_, n) => ({ phone_number: `+1212555${1000 + n}` })),
    },
  });

describe('what an organization makes', () => {
  it('is three monitors of a test key, also when all are asked for at once', async () => {
    const { id, sandbox } = await createOrganization();
    const made = await Promise.all(Array.from({ length: 8 }, () => monitorOf(sandbox, 100)));
    expect(made.map(codeOf).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'INPUT_LIMIT_EXCEEDED'),
      ...Array.from({ length: 3 }, () => 'made'),
    ]);
    const refused = made.find((reply) => codeOf(reply) !== 'made');
    expect(refused?.status).toBe(400);
    expect(refused?.body.error.message).toContain('at most 3 monitors');
    const monitors = made.flatMap(({ body }) => (body.success ? [body.data.id as string] : []));
    // Members of all monitors together have a ceiling of their own.
    const more = await call('POST', `/v1/number-monitors/${monitors[0]}/numbers`, {
      token: sandbox,
      body: { numbers: [{ phone_number: '+12125559999' }] },
    });
    expect(codeOf(more)).toBe('INPUT_LIMIT_EXCEEDED');
    expect(more.body.error.message).toContain('300 members');
    await call('DELETE', `/v1/number-monitors/${monitors[0]}`, { token: sandbox });
    expect(codeOf(await monitorOf(sandbox, 100))).toBe('made');
    const owned = await listOwned(openDatabase(env.DB), id, Date.now());
    const members = owned.filter(({ kind }) => kind === 'monitorMembers');
    expect(members.map(({ count }) => count)).toEqual([100, 100, 100]);
  });

  it('leaves no room taken by monitors that could not be made', async () => {
    const { sandbox } = await createOrganization();
    expect(codeOf(await monitorOf(sandbox, 301))).toBe('INPUT_LIMIT_EXCEEDED');
    expect(codeOf(await monitorOf(sandbox, 301))).toBe('INPUT_LIMIT_EXCEEDED');
    expect(codeOf(await monitorOf(sandbox, 301))).toBe('INPUT_LIMIT_EXCEEDED');
    expect(codeOf(await monitorOf(sandbox, 300))).toBe('made');
  });

  it('is five jobs of a test key at a time', async () => {
    const { sandbox } = await createOrganization();
    const jobs = await Promise.all(
      Array.from({ length: 9 }, () =>
        call('POST', '/v1/bulk/jobs', {
          token: sandbox,
          body: { type: 'phone_validation', inputs: ['+12125550100'] },
        }),
      ),
    );
    const codes = jobs.map(codeOf);
    // Jobs of one row may have ended meanwhile; never were there more.
    expect(codes.filter((code) => code === 'made').length).toBeGreaterThanOrEqual(5);
    expect(codes.filter((code) => !['made', 'INPUT_LIMIT_EXCEEDED'].includes(code))).toEqual([]);
  });

  it('is a hundred keys, made by the operator', async () => {
    const { id } = await createOrganization();
    const key = { user_email: 'owner@example.com', name: 'many', mode: 'live' };
    const create = () =>
      call('POST', `/admin/organizations/${id}/api-keys`, { token: 'admin_test', body: key });
    const made = await Promise.all(Array.from({ length: 104 }, create));
    expect(made.filter((reply) => codeOf(reply) === 'made')).toHaveLength(97);
    expect(made.map(codeOf)).toContain('INPUT_LIMIT_EXCEEDED');
    const view = await env.ACCOUNT.getByName(id).view();
    expect(view?.keys).toHaveLength(100);
  });
});
