import { env } from 'cloudflare:workers';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OptOutServices, optOutRoutes } from '../../src/http/docs/opt-out.ts';
import type { AppEnv } from '../../src/http/request/context.ts';
import { onError } from '../../src/http/request/errors.ts';
import type { Mail } from '../../src/lib/mail.ts';
import { recordKey } from '../../src/lookup/datasets/keys.ts';
import { SUPPRESSED_PEOPLE, SUPPRESSION_DATASETS } from '../../src/lookup/datasets/people.ts';
import { suppressionHash } from '../../src/lookup/suppression.ts';
import { recordHitOf } from '../../src/lookup/world.ts';
import { type ImportRequest, importRecords } from '../../src/records/import.ts';
import { closeOptOut, listOptOuts } from '../../src/records/opt-outs.ts';
import { appServices } from '../../src/services.ts';
import { clearRecords, createPorts } from '../records/support.ts';

const EMAIL = 'ada@example.com';

let sent: Mail[];
let wait: number | null;
beforeEach(() => {
  sent = [];
  wait = null;
});

afterEach(() => vi.restoreAllMocks());

function createPages(withMail = true) {
  const records = createPorts(SUPPRESSION_DATASETS);
  const services: OptOutServices = {
    kv: env.CACHE,
    records: records.ports,
    mails: withMail ? { send: async (mail) => void sent.push(mail) } : null,
    serviceName: 'Example Lookup',
    warn: () => {},
    countRequest: async () => wait,
  };
  const app = new Hono<AppEnv>();
  app.onError(onError(() => {}));
  app.route('/', optOutRoutes(services, 'https://lookups.example'));
  const post = (path: string, fields: Record<string, string> = {}) =>
    app.request(path, { method: 'POST', body: new URLSearchParams(fields) });
  const isListed = async (email: string) => {
    const hash = await suppressionHash({ kind: 'email', text: email });
    const found = await records.store.find(
      [SUPPRESSED_PEOPLE],
      recordKey('hash', hash as string) as string,
    );
    return recordHitOf(found[SUPPRESSED_PEOPLE]) !== null;
  };
  return { app, post, services, isListed };
}

const linkOf = (mail: Mail | undefined): string =>
  /https:\/\/lookups\.example(\/opt-out\/[0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] as string;

describe('a person who wants to be told nothing of', () => {
  it('confirms it by mail; a look at the link changes nothing, opening it twice neither', async () => {
    const { app, post, services, isListed } = createPages();
    const asked = await post('/opt-out', { email: ' Ada@Example.com ' });
    expect(await asked.text()).toContain('Open the link in the email');
    expect(sent.map(({ to }) => to)).toEqual([EMAIL]);
    expect(sent[0]?.text).toContain('Example Lookup');
    const link = linkOf(sent[0]);
    expect(await (await app.request(link)).text()).toContain(`Opt out ${EMAIL}?`);
    expect(await isListed(EMAIL)).toBe(false);
    expect((await post(link)).status).toBe(200);
    expect(await isListed(EMAIL)).toBe(true);
    // Nothing is left to do for the operator.
    expect(await listOptOuts(services)).toEqual([]);
    expect((await post(link)).status).toBe(404);
  });

  it('leaves what an address does not prove to the operator', async () => {
    const { post, services } = createPages();
    await post('/opt-out', { email: EMAIL, phone: '+12025550101', profile: '' });
    await post(linkOf(sent[0]));
    const [listed] = await listOptOuts(services);
    expect(listed).toMatchObject({
      email: EMAIL,
      phone: '+12025550101',
      profile: null,
      confirmed: true,
    });
    await closeOptOut(listed?.id as string, services);
    expect(await listOptOuts(services)).toEqual([]);
    for (const id of ['none', 'x'.repeat(600), `${listed?.id}0`])
      await expect(closeOptOut(id, services)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is checked by the operator where no mail can be sent', async () => {
    const { post, services, isListed } = createPages(false);
    expect(await (await post('/opt-out', { email: 'grace@example.com' })).text()).toContain(
      'will check it',
    );
    expect(await listOptOuts(services)).toMatchObject([
      { email: 'grace@example.com', confirmed: false },
    ]);
    expect(await isListed('grace@example.com')).toBe(false);
  });

  it('is listed among the oldest, however many there are, in few calls', async () => {
    const { post, services } = createPages(false);
    for (const { id } of await listOptOuts(services)) await closeOptOut(id, services);
    const emails = Array.from({ length: 12 }, (_, at) => `p${at}@example.com`);
    for (const [at, email] of emails.entries()) {
      vi.spyOn(services.records.clock, 'now').mockReturnValue(1_800_000_000_000 + at);
      await post('/opt-out', { email });
    }
    const read = vi.spyOn(services.kv, 'get');
    const listed = await listOptOuts(services, 10);
    expect(listed.map(({ email }) => email)).toEqual(emails.slice(0, 10));
    expect(read).toHaveBeenCalledTimes(1);
    for (const { id } of await listOptOuts(services)) await closeOptOut(id, services);
  });

  it.each([
    [{}, 'The email address is not valid.', 'email'],
    [{ email: 'nobody' }, 'The email address is not valid.', 'email'],
    [{ email: EMAIL, phone: 'twelve' }, 'The phone number is not valid.', 'phone'],
    [{ email: EMAIL, phone: '(202) 555-014' }, 'The phone number is not valid.', 'phone'],
    [{ email: EMAIL, profile: '<script>' }, 'The profile is not valid.', 'profile'],
  ])('gets an error at the field: %j', async (fields, problem, name) => {
    const { post } = createPages();
    const response = await post('/opt-out', fields as Record<string, string>);
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain(problem);
    const wrong = /<input[^>]* aria-invalid="true"[^>]*>/.exec(text)?.[0];
    expect(wrong).toContain(`name="${name}"`);
    expect(text).not.toContain('<script>');
    expect(sent).toEqual([]);
  });

  it('is refused what is no form', async () => {
    const { post } = createPages();
    expect((await post('/opt-out', { email: 'a'.repeat(10_000) })).status).toBe(400);
  });

  it('cannot be used to send mails without end', async () => {
    const { post } = createPages();
    wait = 60;
    const refused = await post('/opt-out', { email: EMAIL });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(sent).toEqual([]);
  });

  it('is mailed a few links an hour, from wherever they are asked for', async () => {
    const { countRequest } = appServices.optOuts;
    const mailbox = `${crypto.randomUUID()}@example.com`;
    const ask = (at: number, email = mailbox) => countRequest(`203.0.113.${at}`, email);
    for (let at = 1; at <= 5; at++) expect(await ask(at), `${at}`).toBeNull();
    expect(await ask(6)).toBeGreaterThan(0);
    expect(await ask(6, `other-${mailbox}`)).toBeNull();
  });

  it('is listed for the operator where the mail is refused', async () => {
    const { post, services } = createPages();
    services.mails = { send: () => Promise.reject(new Error('no such recipient')) };
    const asked = await post('/opt-out', { email: 'edith@example.com' });
    expect([asked.status, await asked.text()]).toEqual([
      200,
      expect.stringContaining('will check'),
    ]);
    expect(await listOptOuts(services)).toContainEqual(
      expect.objectContaining({ email: 'edith@example.com', confirmed: false }),
    );
  });

  it('reads a page where the link does not work', async () => {
    const { app, post } = createPages();
    // A key of KV has at most 512 bytes.
    const long = `/opt-out/${'a'.repeat(600)}`;
    for (const answer of [
      await app.request('/opt-out/0123'),
      await post('/opt-out/0123'),
      await app.request(long),
    ]) {
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
        404,
        expect.stringMatching(/^text\/html/),
      ]);
      expect(await answer.text()).toContain('has already been used or has expired');
    }
  });

  it('joins the import of those before it, until another one is newer or loads', async () => {
    await clearRecords();
    const { post, services, isListed } = createPages();
    const confirm = async (email: string) => {
      await post('/opt-out', { email });
      await post(linkOf(sent.pop()));
      expect(await isListed(email), email).toBe(true);
    };
    const live = async () =>
      (
        await env.RECORDS.prepare(
          `SELECT source, keys, rows FROM imports WHERE dataset = ? AND state = 'live' ORDER BY id`,
        )
          .bind(SUPPRESSED_PEOPLE)
          .all()
      ).results;
    for (const name of ['joan', 'lise', 'mary', 'joan']) await confirm(`${name}@example.com`);
    const first = { source: 'opt-out', keys: 3, rows: 3 };
    expect(await live()).toEqual([first]);
    const hash = await suppressionHash({ kind: 'email', text: 'rosa@example.com' });
    const file: ImportRequest = {
      ...{ dataset: SUPPRESSED_PEOPLE, mode: 'append', format: 'ndjson', source: 'list' },
      ...{ asOf: null, body: new Blob([`${JSON.stringify({ email_hash: hash })}\n`]).stream() },
    };
    const { importId } = await importRecords({ ...file, more: true }, services.records);
    // What replaces the list may not lose who opts out meanwhile.
    await post('/opt-out', { email: 'vera@example.com' });
    const page = await post(linkOf(sent.pop()));
    expect(await page.text()).not.toContain('No lookup answers about the address');
    expect(await listOptOuts(services)).toContainEqual(
      expect.objectContaining({ email: 'vera@example.com', confirmed: false }),
    );
    await importRecords({ ...file, importId, body: new Blob([]).stream() }, services.records);
    for (const name of ['ida', 'emmy']) await confirm(`${name}@example.com`);
    expect(await live()).toEqual([
      first,
      { source: 'list', keys: 1, rows: 4 },
      { source: 'opt-out', keys: 2, rows: 6 },
    ]);
  });
});
