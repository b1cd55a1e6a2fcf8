import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { appServices } from '../../src/services.ts';
import { announceEvent } from '../../src/webhooks/announcement.ts';
import { MAX_ENDPOINTS, MAX_SECRETS } from '../../src/webhooks/endpoints.ts';
import { registerWebhook } from '../../src/webhooks/registration.ts';
import { call, createOrganization, operate } from '../support/api.ts';
import { wordsOf } from '../support/cookie-browser.ts';
import { newKey } from './browser.ts';
import { joined } from './people.ts';
import { type Person, signedUp } from './person.ts';

let ada: Person;
let eve: Person;
beforeAll(async () => {
  ada = await signedUp();
  eve = await signedUp();
});

const ENDS = { 'bulk_job.completed': 'on', 'bulk_job.failed': 'on' };
const URL_SHOWN = 'https://example.com/shown';
const SECRET = /whsec_[\w+/]{43}=/;

it('a change that may have been made, as the service failed, is in the audit log as in doubt', async () => {
  const { owner: token } = await createOrganization();
  const rename = (from: string, to: string) =>
    env.DB.prepare(`ALTER TABLE ${from} RENAME TO ${to}`).run();
  await rename('webhook_endpoints', 'kept_endpoints');
  const fields = { url: 'https://example.com/hook', description: '', mode: 'live' };
  const page = await ada.send('/app/webhooks', { ...fields, ...ENDS });
  const body = { url: fields.url };
  const { status } = await call('POST', '/v1/webhook-endpoints', { token, body });
  await rename('kept_endpoints', 'webhook_endpoints');
  expect([page.status, status]).toEqual([500, 500]);
  const changes = 'outcome unknown: answered 500';
  expect((await operate('GET', '/audit-log?limit=2')).entries).toMatchObject([
    { method: 'POST', route: '/v1/webhook-endpoints', changes },
    { method: 'POST', route: '/app/webhooks', changes },
  ]);
});

describe('/app/webhooks', () => {
  it('makes an endpoint, shows its secret once, changes, tries and deletes it', async () => {
    expect(wordsOf(await ada.visit('/app/webhooks'))).toContain('No endpoints yet');
    const fields = { url: 'https://example.com/hook', description: '<b>Ours</b>', mode: 'live' };
    const made = await ada.send('/app/webhooks', { ...fields, ...ENDS });
    const secret = SECRET.exec(made.text)?.[0] as string;
    expect(wordsOf(made)).toContain('The endpoint was created.');
    const list = await ada.visit('/app/webhooks');
    expect(wordsOf(list)).toContain('<b>Ours</b> 2 events On Live');
    expect(list.text).not.toContain('<b>Ours');
    const path = /\/app\/webhooks\/we_[0-9a-f-]+/.exec(list.text)?.[0] as string;
    const shown = await ada.visit(path);
    expect(shown.text).not.toMatch(SECRET);
    expect((await eve.visit(path)).status).toBe(404);
    for (const verb of ['disable', 'test', 'rotate', 'delete', 'redeliver'])
      expect([verb, (await eve.press(`${path}/${verb}`)).status]).toEqual([verb, 404]);

    const none = await ada.send(path, { url: fields.url, description: '' });
    expect([none.status, wordsOf(none)]).toEqual([
      422,
      expect.stringContaining('Choose at least one event'),
    ]);
    const wrong = await ada.send(path, { ...ENDS, url: 'http://127.0.0.1/', description: '' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('id="field-url-error"');
    const moved = { ...ENDS, url: 'https://example.com/moved', description: '' };
    expect(wordsOf(await ada.send(path, moved))).toContain('The endpoint was changed.');
    expect(wordsOf(await ada.send(`${path}/disable`))).toContain('State Switched off');
    expect(wordsOf(await ada.send(`${path}/redeliver`, { since: '2026-01-01' }))).toContain(
      'switch it on first',
    );
    expect(wordsOf(await ada.send(`${path}/enable`))).toContain('The endpoint is on.');
    expect(wordsOf(await ada.send(`${path}/test`))).toMatch(/The test (?:was delivered|failed)/);
    expect(wordsOf(await ada.send(`${path}/redeliver`, { since: '2026-01-01' }))).toMatch(
      /deliver(?:y|ies) will be sent again/,
    );
    const rotated = await ada.send(`${path}/rotate`);
    expect(SECRET.exec(rotated.text)?.[0]).not.toBe(secret);
    expect(wordsOf(rotated)).toContain('Old secrets sign until');
    // A second click shows the secret of the first.
    expect(SECRET.exec((await ada.send(`${path}/rotate`)).text)).toEqual(SECRET.exec(rotated.text));
    onTestFinished(() => void vi.useRealTimers());
    const later = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    for (let count = 2; count < MAX_SECRETS; count++) {
      later();
      await ada.send(`${path}/rotate`);
    }
    later();
    expect(wordsOf(await ada.send(`${path}/rotate`))).toContain(
      '5 secrets of this endpoint are in use.',
    );
    expect(wordsOf(await ada.send(`${path}/delete`))).toContain('No endpoints yet');
    expect((await ada.visit(path)).status).toBe(404);
  });

  it('makes one of a form that is sent twice, and shows its secret to the last click', async () => {
    const form = { url: 'https://example.com/twice', description: '', mode: 'live', ...ENDS };
    await ada.open('/app/webhooks');
    const [one, two] = await Promise.all([
      ada.press('/app/webhooks', form),
      ada.press('/app/webhooks', form),
    ]);
    expect(one?.location).toMatch(/^\/app\/webhooks\/we_[0-9a-f-]{36}$/);
    expect(two?.location).toBe(one?.location);
    const path = one?.location as string;
    const shown = await ada.visit(path);
    expect(wordsOf(shown)).toContain('The endpoint was created.');
    const secret = SECRET.exec(shown.text)?.[0];
    expect(secret).toBeTruthy();
    // A reload shows it no more; the form sent again after Back does.
    expect((await ada.visit(path)).text).not.toMatch(SECRET);
    const back = await ada.send('/app/webhooks', form);
    expect([back.path, SECRET.exec(back.text)?.[0]]).toEqual([path, secret]);
    const list = await ada.visit('/app/webhooks');
    expect(list.text.match(/\/app\/webhooks\/we_/g)).toHaveLength(1);
    const test = await ada.send('/app/webhooks', { ...form, mode: 'test' });
    expect(test.path).not.toBe(path);
    for (const each of [path, test.path]) await ada.send(`${each}/delete`);
  });

  it('shows a ceiling at the form, with what was typed', async () => {
    const full = await signedUp();
    const form = (n: unknown) => ({ url: `https://example.com/${n}`, mode: 'live', ...ENDS });
    for (let n = 0; n < MAX_ENDPOINTS; n++) await full.press('/app/webhooks', form(n));
    await full.open('/app/webhooks');
    const refused = await full.press('/app/webhooks', form('over'));
    expect(refused.status).toBe(422);
    expect(wordsOf(refused)).toContain(
      `There is a problem: An organization has at most ${MAX_ENDPOINTS} webhook endpoints`,
    );
    expect(refused.text).toContain('value="https://example.com/over"');
  });

  it('shows members its settings, and no form that they may not send', async () => {
    const made = await ada.send('/app/webhooks', { url: URL_SHOWN, mode: 'live', ...ENDS });
    const list = await ada.visit('/app/webhooks');
    const path = /\/app\/webhooks\/we_[0-9a-f-]+/.exec(list.text)?.[0] as string;
    expect([made.status, list.text.includes('action="/app/webhooks"')]).toEqual([200, true]);
    const bob = await joined(ada, 'bob@webhooks.example');
    const seen = await bob.open('/app/webhooks');
    expect([seen.status, seen.text.includes('action="/app/webhooks')]).toEqual([200, false]);
    const shown = await bob.open(path);
    expect([shown.status, shown.text.includes('action="/app/webhooks')]).toEqual([200, false]);
    expect(wordsOf(shown)).toContain(`${URL_SHOWN} State On`);
    expect(wordsOf(shown)).toContain('Events bulk_job.completed, bulk_job.failed');
    await ada.send(`${path}/delete`);
  });

  it('gets events: a delivery shows what was sent', async () => {
    const { key } = await operate('POST', `/organizations/${ada.organizationId}/api-keys`, {
      ...{ user_email: ada.email, name: 'hooks', mode: 'live' },
    });
    const url = 'https://example.com/told';
    await call('POST', '/v1/webhook-endpoints', { token: key, body: { url } });
    const event = {
      ...{ id: 'evt_told', organizationId: ada.organizationId, mode: 'live' as const },
      ...{ type: 'bulk_job.failed' as const, productTypes: [], createdAt: 0 },
    };
    await announceEvent({ ...event, data: { job_id: 'job_told' } }, null, appServices.webhooks);
    const list = await ada.visit('/app/deliveries');
    expect(wordsOf(list)).toContain('bulk_job.failed');
    const row = /\/app\/deliveries\/[0-9a-f-]+(?="><code>bulk_job\.failed)/.exec(list.text);
    const delivery = await ada.visit(row?.[0] as string);
    // Scrolled by keyboard where it is longer than a screen.
    expect(delivery.text).toContain('class="scroll code" tabindex="0" aria-label="The request"');
    const shown = wordsOf(delivery);
    expect(shown).toContain('webhook-id: evt_told');
    expect(shown).toContain('job_told');
    expect((await eve.visit(row?.[0] as string)).status).toBe(404);
  });

  it('is sent again what it was sent by owners, admins and their keys alone', async () => {
    const member = await joined(ada, 'again@webhooks.example');
    const memberKey = (await newKey(member)).key;
    const { organizationId } = ada;
    const { key } = await operate('POST', `/organizations/${organizationId}/api-keys`, {
      ...{ user_email: ada.email, name: 'again', mode: 'live' },
    });
    const { webhook } = await registerWebhook('https://example.com/own', appServices.webhooks);
    const event = {
      ...{ id: 'evt_again', organizationId, mode: 'live' as const, data: { job_id: 'job_again' } },
      ...{ type: 'bulk_job.failed' as const, productTypes: [], createdAt: Date.now() },
    };
    await announceEvent(event, webhook, appServices.webhooks);
    const asked = async (token: string, id: string) =>
      (await call('POST', `/v1/webhook-deliveries/${id}/redeliver`, { token })).status;
    const { body } = await call('GET', '/v1/webhook-deliveries', { token: key });
    const ofEvent = body.data.deliveries.filter(
      ({ event_id }: { event_id: string }) => event_id === 'evt_again',
    );
    const idOf = (isEndpoints: boolean) =>
      ofEvent.find(
        (each: { webhook_endpoint_id: string | null }) =>
          (each.webhook_endpoint_id !== null) === isEndpoints,
      ).id;
    const [own, endpoints] = [idOf(false), idOf(true)];
    expect([await asked(memberKey, own), await asked(memberKey, endpoints)]).toEqual([200, 403]);
    expect(await asked(key, endpoints)).toBe(200);
    const listed = (await member.open('/app/deliveries')).text;
    expect(listed).toContain(`/app/deliveries/${own}/redeliver`);
    expect(listed).not.toContain(`/app/deliveries/${endpoints}/redeliver`);
    const path = `/app/deliveries/${endpoints}/redeliver`;
    await member.submit('/app/settings', {}, path);
    expect(wordsOf(await member.open('/app/deliveries'))).toContain(
      'Only owners, admins and their API keys',
    );
  });
});
