import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { call, createOrganization, operate } from '../../support/api.ts';

const phone = (token: string) =>
  call('POST', '/v1/phone', { token, body: { phone_number: '+14155552123' } });

const OWN = { user_email: 'owner@example.com', name: 'limited', mode: 'live' };

describe('a key', () => {
  it('stops everywhere the moment it is revoked', async () => {
    const { owner, ownerKeyId, teammate } = await createOrganization();
    expect((await phone(owner)).status).toBe(200);
    await operate('DELETE', `/api-keys/${ownerKeyId}`);
    expect((await phone(owner)).body.error.code).toBe('UNAUTHORIZED');
    expect((await phone(teammate)).status).toBe(200);
  });

  it('stops when it expires', async () => {
    const { id } = await createOrganization();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { key } = await operate('POST', `/organizations/${id}/api-keys`, {
      user_email: 'owner@example.com',
      name: 'short',
      mode: 'live',
      expires_at: expiresAt,
    });
    expect((await phone(key)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expiresAt) + 200 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await phone(key)).body.error.code).toBe('UNAUTHORIZED');
  });

  it('follows the subscription at once: refused when it lapses, admitted when it is paid again', async () => {
    const { id, owner } = await createOrganization();
    expect((await phone(owner)).status).toBe(200);
    for (const status of ['past_due', 'canceled', 'unpaid']) {
      await operate('PUT', `/organizations/${id}/subscription`, { plan: 'starter', status });
      expect((await phone(owner)).body.error.code).toBe('UPGRADE_REQUIRED');
    }
    await operate('PUT', `/organizations/${id}/subscription`, {
      plan: 'starter',
      status: 'trialing',
    });
    expect((await phone(owner)).status).toBe(200);
  });

  it('sees its window on refusals too', async () => {
    const { owner } = await createOrganization({ paid: false });
    const refused = await phone(owner);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('X-RateLimit-Limit')).toBe('200');
    expect(refused.headers.get('X-RateLimit-Remaining')).toBe('200');
    const unusable = await call('POST', '/v1/phone', {
      token: (await createOrganization()).owner,
      body: {},
    });
    expect(unusable.status).toBe(400);
    expect(unusable.headers.get('X-RateLimit-Remaining')).toBe('199');
  });

  it('gets an error that names the mistake', async () => {
    const { owner, ownerKeyId } = await createOrganization();
    const messageOf = async (Authorization: string) => {
      const reply = await call('GET', '/v1/account', { headers: { Authorization } });
      expect(reply.status).toBe(401);
      expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
      return reply.body.error.message;
    };
    await operate('DELETE', `/api-keys/${ownerKeyId}`);
    const messages = [
      await messageOf(''),
      await messageOf(`Basic ${owner}`),
      await messageOf('Bearer sk_live_x'),
      await messageOf(`Bearer ${owner.slice(0, -1)}${owner.endsWith('x') ? 'y' : 'x'}`),
      await messageOf(`Bearer ${owner}`),
    ];
    expect(new Set(messages).size).toBe(messages.length);
    expect(messages.at(-1)).toContain('revoked');
  });

  it('is counted with the organization for account reads', async () => {
    const { owner, teammate } = await createOrganization();
    const first = await call('GET', '/v1/account', { token: owner });
    expect(first.headers.get('X-RateLimit-Limit')).toBe('1000');
    const second = await call('GET', '/v1/account', { token: teammate });
    expect(Number(second.headers.get('X-RateLimit-Remaining'))).toBe(
      Number(first.headers.get('X-RateLimit-Remaining')) - 1,
    );
  });

  it('reaches the products of its scopes only, one at a time and in bulk', async () => {
    const { id } = await createOrganization();
    const { key, scopes } = await operate('POST', `/organizations/${id}/api-keys`, {
      ...OWN,
      scopes: ['phone'],
    });
    expect(scopes).toEqual(['phone']);
    expect((await phone(key)).status).toBe(200);
    const refused = { status: 403, body: { error: { code: 'INSUFFICIENT_SCOPE' } } };
    const ip = (body: object) => call('POST', '/v1/ip', { token: key, body });
    expect(await ip({ ip_address: '8.8.8.8' })).toMatchObject(refused);
    expect(await ip({})).toMatchObject(refused);
    const bulk = (type: string, inputs: string[]) =>
      call('POST', '/v1/bulk/jobs', { token: key, body: { type, inputs } });
    expect(await bulk('ip_lookup', ['8.8.8.8'])).toMatchObject(refused);
    expect((await bulk('phone_validation', ['+14155552123'])).status).toBe(201);
    expect((await call('GET', '/v1/account', { token: key })).status).toBe(200);
    const { status, body } = await call('GET', '/v1/account', { token: key });
    expect([status, body.data.tokens.total_available]).toEqual([200, expect.any(Number)]);
  });

  it('is used from its networks only', async () => {
    const { id } = await createOrganization();
    const { key, ip_allow } = await operate('POST', `/organizations/${id}/api-keys`, {
      ...OWN,
      ip_allow: ['192.0.2.77/24', '2001:DB8::/32', '198.51.100.7'],
      scopes: ['*'],
    });
    expect(ip_allow).toEqual(['192.0.2.0/24', '2001:db8::/32', '198.51.100.7/32']);
    const from = async (address?: string) => {
      const headers = { ...(address !== undefined && { 'CF-Connecting-IP': address }) };
      const { status, body } = await call('GET', '/v1/account', { token: key, headers });
      return status === 200 ? 200 : body.error.code;
    };
    for (const address of ['192.0.2.1', '2001:db8:1::1', '198.51.100.7', '::ffff:192.0.2.1'])
      expect(await from(address), address).toBe(200);
    for (const address of ['192.0.3.1', '2001:db9::1', '198.51.100.8', '', 'x', undefined])
      expect(await from(address), String(address)).toBe('INSUFFICIENT_SCOPE');
  });

  it('cannot be limited to what is no product type or network', async () => {
    const { id } = await createOrganization();
    for (const limit of [
      { scopes: ['Phone Validation'] },
      { scopes: ['phone', 'fone'] },
      { scopes: [] },
      { ip_allow: ['192.0.2.0/33'] },
      { ip_allow: ['example.com'] },
    ]) {
      const body = { ...OWN, ...limit };
      const path = `/admin/organizations/${id}/api-keys`;
      const reply = await call('POST', path, { token: 'admin_test', body });
      expect([reply.status, reply.body.error.code]).toEqual([400, 'INVALID_INPUT']);
    }
  });

  it('is neither suspended nor resumed once it is revoked, and may be revoked again', async () => {
    const { ownerKeyId: keyId } = await createOrganization();
    const revoked = await operate('DELETE', `/api-keys/${keyId}`);
    for (const verb of ['suspend', 'resume']) {
      const reply = await call('POST', `/admin/api-keys/${keyId}/${verb}`, { token: 'admin_test' });
      expect([reply.status, reply.body.error?.code]).toEqual([400, 'INVALID_INPUT']);
    }
    expect(await operate('DELETE', `/api-keys/${keyId}`)).toEqual(revoked);
  });

  it('stops at once while it is suspended', async () => {
    const { id, owner, ownerKeyId } = await createOrganization();
    const keys = async () => (await operate('GET', `/organizations/${id}`)).api_keys;
    const suspendedAt = (await operate('POST', `/api-keys/${ownerKeyId}/suspend`)).suspended_at;
    expect(await phone(owner)).toMatchObject({
      status: 401,
      body: { error: { code: 'UNAUTHORIZED', message: expect.stringContaining('suspended') } },
    });
    const again = await operate('POST', `/api-keys/${ownerKeyId}/suspend`);
    expect(again.suspended_at).toBe(suspendedAt);
    expect(await keys()).toContainEqual(
      expect.objectContaining({
        id: ownerKeyId,
        suspended_at: suspendedAt,
        scopes: null,
        ip_allow: null,
      }),
    );
    expect(await operate('POST', `/api-keys/${ownerKeyId}/resume`)).toEqual({
      id: ownerKeyId,
      suspended_at: null,
    });
    expect((await phone(owner)).status).toBe(200);
    await operate('DELETE', `/api-keys/${ownerKeyId}`);
    expect((await phone(owner)).body.error.message).toContain('revoked');
  });
});
