import { describe, expect, it } from 'vitest';
import { call, createOrganization, operate } from '../support/api.ts';

const phone = (token: string) =>
  call('POST', '/v1/phone', { token, body: { phone_number: '+14155550123' } });

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
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const { key } = await operate('POST', `/organizations/${id}/api-keys`, {
      user_email: 'owner@example.com',
      name: 'short',
      mode: 'live',
      expires_at: expiresAt,
    });
    expect((await phone(key)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_700));
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

  it('is counted with the organization for account reads', async () => {
    const { owner, teammate } = await createOrganization();
    const first = await call('GET', '/v1/account', { token: owner });
    expect(first.headers.get('X-RateLimit-Limit')).toBe('1000');
    const second = await call('GET', '/v1/account', { token: teammate });
    expect(Number(second.headers.get('X-RateLimit-Remaining'))).toBe(
      Number(first.headers.get('X-RateLimit-Remaining')) - 1,
    );
  });
});
