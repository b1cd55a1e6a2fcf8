import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { changeApiKey, issueApiKey, rollApiKey } from '../../../src/accounts/api-keys.ts';
import { createKeyReader } from '../../../src/accounts/keys/api-key.ts';
import { seedDemo } from '../../../src/accounts/team/demo-organization.ts';
import { newOrganization } from '../../accounts/support.ts';
import { createAdmin, SECRETS } from './support.ts';

// The keys of all organizations are counted, those that an earlier file of the runtime left too.
beforeEach(() => env.DB.exec('DELETE FROM organizations'));

const [NEW, OLD] = [SECRETS.KEY_SECRET[0], SECRETS.KEY_SECRET[1]!];

it('counts what hangs on each version of a secret, keys by their checksum', async () => {
  const { send, accounts: ports } = createAdmin();
  const organizationId = await newOrganization(ports);
  const settings = { expiresAt: null, scopes: null, ipAllow: null, creditsPerDay: null };
  const issue = (keySecret: typeof NEW) =>
    issueApiKey(
      { organizationId, userEmail: 'owner@example.com', name: 'x', mode: 'test', ...settings },
      { ...ports, keySecret },
    );
  const [first, second, third] = [await issue(OLD), await issue(OLD), await issue(NEW)];
  await changeApiKey({ id: second.stored.id, by: null }, { revoked: true }, ports);
  const roll = { overlapHours: 1 };
  await rollApiKey({ id: third.stored.id, by: null }, roll, { ...ports, keySecret: NEW });
  // A key of an earlier version of the service says nothing until it is used.
  const unsaid = { ...first.stored, secretVersion: null };
  await ports.accounts.addKey(organizationId, unsaid);

  const endpoint = async (id: string, sealed: string, former: string | null, endsIn: number) => {
    const endsAt = Date.now() + endsIn;
    const older = former && JSON.stringify([{ sealedSecret: former, endsAt }]);
    await env.DB.prepare(
      `INSERT INTO webhook_endpoints (id, organization_id, mode, url, description, sealed_secret,
         previous_secret, previous_ends_at, older_secrets, active, created_at)
       VALUES (?, ?, 'live', 'https://example.com/', '', ?, ?, ?, ?, 1, 0)`,
    )
      .bind(id, organizationId, sealed, former, endsAt, older)
      .run();
  };
  await endpoint('ep_1', '2.a.b', '1.c.d', 60_000);
  await endpoint('ep_2', '1.e.f', '1.g.h', -60_000);
  await endpoint('ep_3', '12.i.j', null, 0);
  const now = Date.now();
  await env.DB.batch(
    [
      `INSERT INTO users (id, name, email, created_at, updated_at)
       VALUES ('user_steps', 'x', 'x@steps.example', ${now}, ${now})`,
      `INSERT INTO two_factors (id, user_id, secret, backup_codes)
       VALUES ('two_1', 'user_steps', '$ba$1$00', '')`,
    ].map((statement) => env.DB.prepare(statement)),
  );

  const list = async () => {
    const { findings, next_cursor: next } = (await send('GET', '/secret-versions')).body.data;
    expect(next).toBeNull();
    return findings;
  };
  const key = (version: number | null, state: string, count: number) => ({
    ...{ secret: 'KEY_SECRET', things: 'api keys', version, count, state },
  });
  const sealed = (version: number, state: string, count: number) => ({
    ...{ secret: 'LINK_SECRET', things: 'webhook endpoints', version, count, state },
  });
  const endpoints = [sealed(1, 'former', 3), sealed(2, 'current', 1), sealed(12, 'gone', 1)];
  const step = { secret: 'AUTH_SECRET', things: 'second steps', version: 1, count: 1 };
  const others = [...endpoints, { ...step, state: 'former' }];
  expect(await list()).toEqual([key(null, 'unknown', 1), key(2, 'current', 2), ...others]);

  const read = await createKeyReader(SECRETS.KEY_SECRET)(`Bearer ${first.key}`);
  if (!read.ok) throw new Error(read.problem);
  await ports.accounts.admit({ ...read.key, resource: 'account' }, 'account', null);
  expect(await list()).toEqual([key(1, 'former', 1), key(2, 'current', 2), ...others]);
  const { api_keys: keys } = (await send('GET', `/organizations/${organizationId}`)).body.data;
  const versions = keys.map((each: { secret_version: number | null }) => each.secret_version);
  expect(versions.sort()).toEqual([1, 1, 2, 2]);
});

it('knows the version of the keys of a new demo before they are used', async () => {
  const { send, accounts } = createAdmin();
  await seedDemo(accounts, NEW);
  const { findings } = (await send('GET', '/secret-versions')).body.data;
  const keys = findings.filter(({ things }: { things: string }) => things === 'api keys');
  expect(keys).toMatchObject([{ version: NEW.version, state: 'current', count: 3 }]);
});
