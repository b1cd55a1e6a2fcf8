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

  it('is told which mistake it is', async () => {
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
});
