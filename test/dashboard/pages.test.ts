import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountAlerts } from '../../src/dashboard/home/home.tsx';
import {
  daysInRange,
  requestedUsageRange,
  usageBars,
} from '../../src/dashboard/usage/usage-chart.tsx';
import { bodyTexts, sandboxBody } from '../../src/lookup/body.ts';
import { MonitorTables } from '../../src/monitors/member-tables.ts';
import { families } from '../../src/products/index.ts';
import { registerWebhook } from '../../src/webhooks/registration.ts';
import { parseRfc4180 } from '../files/parse-rfc4180.ts';
import { call, operate } from '../support/api.ts';
import { wordsOf } from '../support/cookie-browser.ts';
import { deliverEvent, webhookWorld } from '../webhooks/support.ts';
import { type Person, signedUp } from './person.ts';

let ada: Person;
let eve: Person;
beforeAll(async () => {
  ada = await signedUp();
  eve = await signedUp();
});

const HOSTILE = '<script>alert(1)</script>';

describe('/app/try', () => {
  it('has a form for every product, which its sandbox answers', async () => {
    const list = await ada.visit('/app/try');
    // Prices are figures of a column, as in every other table.
    const prices = list.text.match(/<td[^>]*>[^<]*\bcredits?\b[^<]*<\/td>/g) ?? [];
    expect(prices.length).toBeGreaterThan(20);
    expect(prices.filter((cell) => !cell.includes('class="number"'))).toEqual([]);
    for (const product of families.flatMap(({ products }) => products)) {
      const { path } = product;
      expect(list.text, path).toContain(`href="/app/try${path}"`);
      const known = product.sandbox.find((entry) => 'fact' in entry);
      if (!known) throw new Error(`${path} has no sandbox answer`);
      const at = product.sandbox.indexOf(known);
      const form = await ada.visit(`/app/try${path}?case=${at}`);
      const texts = Object.fromEntries(bodyTexts(sandboxBody(product, known)));
      for (const name of Object.keys(texts)) expect(form.text, path).toContain(`name="${name}"`);
      expect(form.text.match(/<p class="hint"[^>]*>[^<]*`/g), path).toBeNull();
      const shown = await ada.send(`/app/try${path}`, { ...texts, mode: 'test' });
      expect(shown.status, `${path}: ${wordsOf(shown)}`).toBe(200);
      expect(wordsOf(shown), path).toContain('Cost: 0 credits');
    }
  });

  it('charges as the API does, and shows the command without a key', async () => {
    const shown = await ada.send('/app/try/phone', { phone_number: '+14155552671', mode: 'live' });
    expect(wordsOf(shown)).toContain('Cost: 1 credit , 999 credits left');
    expect(wordsOf(shown)).toContain('Bearer $API_KEY');
    expect(shown.text).not.toMatch(/sk_(?:live|test)_/);
    const again = await ada.send('/app/try/phone', { phone_number: '+14155552671', mode: 'live' });
    expect(wordsOf(again)).toMatch(
      /Cost: 0 credits , 999 credits left\. From the cache, found on \S+\. /,
    );
  });

  it('reads a number without + in the default country of the organization', async () => {
    const hans = await signedUp();
    await operate('PATCH', `/organizations/${hans.organizationId}`, { default_country: 'DE' });
    const shown = await hans.send('/app/try/phone', { phone_number: '030 901820', mode: 'live' });
    expect(wordsOf(shown)).toContain('+4930901820');
  });

  it('shows refusals as they are, those of a field at the field', async () => {
    const wrong = await ada.send('/app/try/phone', { phone_number: 'hello', mode: 'live' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('id="field-phone_number-error"');
    expect(wordsOf(wrong)).toMatch(/[^A-Z_] phone_number: is not a phone number.* INVALID_INPUT/);
    const nested = await ada.send('/app/try/phone-append', { 'input.firstName': 'Ada' });
    expect(nested.text).toContain('id="field-input.lastName-error"');
    const unpaid = await signedUp(null);
    const refused = await unpaid.send('/app/try/phone', {
      phone_number: '+14155552671',
      mode: 'live',
    });
    expect(wordsOf(refused)).toContain('UPGRADE_REQUIRED');
    expect((await ada.visit('/app/try/nothing')).status).toBe(404);
  });

  it('shows looked-up text as text', async () => {
    for (const mode of ['test', 'live']) {
      const fields = { q: HOSTILE, keyword: HOSTILE, mode };
      for (const path of ['/keyword-metrics', '/search-intent-lookup']) {
        const shown = await ada.send(`/app/try${path}`, fields);
        expect(shown.text).not.toContain(HOSTILE);
        expect(wordsOf(shown)).toContain('alert(1)');
      }
    }
  });
});

describe('a form of stored settings that was opened before another page changed them', () => {
  /** What a browser sends of the form of a page, changed in some fields; null leaves one out. */
  async function changed(path: string, fields: Record<string, string | null>) {
    const { text } = await ada.visit(path);
    const hidden = / name="before" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const before = hidden.replaceAll('&quot;', '"').replaceAll('&#39;', "'");
    const all = Object.entries({ ...JSON.parse(before), before, ...fields });
    return Object.fromEntries(
      all.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    ) as Record<string, string>;
  }

  it('keeps what they are now in the fields that it does not change: of a key', async () => {
    await ada.send('/app/keys', { name: 'k', mode: 'test', 'product.ip': 'on' });
    const path = /\/app\/keys\/key_\w+/.exec((await ada.visit('/app/keys')).text)?.[0] as string;
    const networks = '127.0.0.0/8\r\n10.0.0.0/8';
    const first = { networks, credits_per_day: '100', 'product.ip': null, 'product.phone': 'on' };
    const [one, two] = [await changed(path, first), await changed(path, { name: 'renamed' })];
    expect(wordsOf(await ada.send(path, one))).toContain('The settings apply');
    expect(wordsOf(await ada.send(path, two))).toContain('The settings apply');
    const now = JSON.parse((await changed(path, {})).before as string);
    expect(now).toEqual({
      ...{ name: 'renamed', expires: '', networks: networks.replace('\r', '') },
      ...{ credits_per_day: '100', 'product.phone': 'on' },
    });
    // The page that is shown with an error goes on from what is stored.
    const wrong = await ada.send(path, { ...two, credits_per_day: 'many' });
    expect(wrong.status).toBe(422);
    expect(wordsOf(wrong)).toContain('127.0.0.0/8');
  });

  it('of a monitor', async () => {
    const list = { numbers: '+14155552671', mode: 'test', frequency: 'weekly', alert_email: 'on' };
    const made = await ada.upload('/app/monitors/new', new Blob([]), '', { name: 'M', ...list });
    const webhook = { webhook_url: 'https://example.com/hook' };
    const first = { ...webhook, include_spam_check: 'on', alert_email: null };
    const forms = [await changed(made.path, first), await changed(made.path, { name: 'N' })];
    for (const form of forms) await ada.send(`${made.path}/change`, form);
    const { before, ...now } = await changed(made.path, {});
    expect(now).toEqual({ ...webhook, name: 'N', frequency: 'weekly', include_spam_check: 'on' });
    await ada.send(`${made.path}/delete`);
  });

  it('of a webhook endpoint', async () => {
    const url = 'https://example.com/hook';
    const ended = { 'bulk_job.completed': 'on', 'bulk_job.failed': 'on' };
    await ada.send('/app/webhooks', { url, description: '', mode: 'live', ...ended });
    const list = await ada.visit('/app/webhooks');
    const path = /\/app\/webhooks\/we_[0-9a-f-]+/.exec(list.text)?.[0] as string;
    const first = { url: `${url}/2`, 'bulk_job.failed': null };
    const forms = [await changed(path, first), await changed(path, { description: 'Ours' })];
    for (const form of forms) await ada.send(path, form);
    const { before, ...now } = await changed(path, {});
    expect(now).toEqual({ url: `${url}/2`, description: 'Ours', 'bulk_job.completed': 'on' });
  });
});

describe('/app/monitors', () => {
  const form = { name: `VIP ${HOSTILE}`, kind: 'number', frequency: 'daily', mode: 'live' };
  const make = (person: Person, fields: Record<string, string>) =>
    person.upload('/app/monitors/new', new Blob([]), '', { ...form, ...fields });

  it('leads to the plans where there is none, which a live monitor needs', async () => {
    const unpaid = await signedUp(null);
    const refused = await make(unpaid, { numbers: '+14155552671' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('<a href="/app/billing">Choose a plan</a>');
  });

  it('makes one of pasted members, once however often it is sent', async () => {
    const once = crypto.randomUUID();
    const members = `phone;label\n(415) 555-2671;=cmd()\n+12125550123;"${HOSTILE}"\n`;
    const [one, two] = await Promise.all([
      make(ada, { numbers: members, once }),
      make(ada, { numbers: members, once }),
    ]);
    expect(one.path).toMatch(/^\/app\/monitors\/mon_/);
    expect(two.path).toBe(one.path);
    const list = await ada.visit('/app/monitors');
    expect(list.text.match(/href="\/app\/monitors\/mon_/g)).toHaveLength(1);
    expect(list.text).toContain('per run');
    for (const shown of [list, one]) expect(shown.text).not.toContain(HOSTILE);
    expect(wordsOf(one)).toContain('+14155552671 =cmd()');
    expect(wordsOf(one)).toContain('First run due');
    expect(wordsOf(one)).toContain('Nothing has been looked up yet.');
    expect(wordsOf(one)).not.toContain('Nothing has changed');
    expect(wordsOf(one)).toContain(HOSTILE);
  });

  it('makes another of a form that is sent again with other numbers, or after a deletion', async () => {
    const once = crypto.randomUUID();
    const first = await make(ada, { numbers: '+14155550100', once });
    const second = await make(ada, { numbers: '+14155550101', once });
    expect(second.path).not.toBe(first.path);
    expect(wordsOf(second)).toContain('The monitor was created.');
    expect(wordsOf(second)).toContain('+14155550101');
    await ada.send(`${first.path}/delete`);
    const gone = await make(ada, { numbers: '+14155550100', once });
    expect(gone.status).toBe(422);
    expect(wordsOf(gone)).toContain('The monitor created by this request has since been deleted.');
    const fresh = /name="once" value="([^"]+)"/.exec(gone.text)?.[1] as string;
    const third = await make(ada, { numbers: '+14155550100', once: fresh });
    expect(wordsOf(third)).toContain('The monitor was created.');
    for (const { path } of [second, third]) await ada.send(`${path}/delete`);
  });

  it('keeps commas in the label behind a number', async () => {
    const made = await make(ada, { numbers: '+14155550100, Büro, West' });
    expect(wordsOf(made)).toContain('+14155550100 Büro, West');
    const filed = await make(ada, { numbers: 'label,phone,city\nHome,+12125550123,Rome\n' });
    expect(wordsOf(filed)).toContain('+12125550123 Home ');
  });

  it('takes labels of some lines alone, behind any separator', async () => {
    const made = await make(ada, {
      numbers: '+14155550100; Anna\n+14155550101\n+14155550102\tBob, West\n+14155550103|Cy',
    });
    for (const row of ['+14155550100 Anna', '+14155550102 Bob, West', '+14155550103 Cy'])
      expect(wordsOf(made)).toContain(row);
    const contacts = 'linkedin.com/in/anna-a\tAnna\nlinkedin.com/in/bob-b\n';
    expect(wordsOf(await make(ada, { kind: 'job_change', contacts }))).toContain('2 contacts');
  });

  it('takes a file, names the line that is wrong, and keeps what was typed', async () => {
    const members = 'phone\n+14155552671\nhello\n';
    const wrong = await make(ada, { numbers: members });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('id="field-numbers-error"');
    expect(wordsOf(wrong)).toContain('Line 3: is not a phone number');
    expect(wrong.text).toContain('hello');
    const misspelt = wordsOf(await make(ada, { numbers: 'hello\n+14155552671\n12\n' }));
    expect(misspelt).toContain('Line 1: is not a phone number');
    expect(misspelt).toContain('Line 3: ');
    expect(wordsOf(await make(ada, { numbers: '' }))).toContain(
      'Numbers: needs at least one entry',
    );
    const names = 'Name,Phone number\n';
    const file = new Blob([`${names}Ada,+14155552671\n${names}`]);
    const made = await ada.upload('/app/monitors/new', file, 'x.csv', form);
    expect(wordsOf(made)).toContain('1 number');
    const both = { ...form, numbers: '+14155552674, typed' };
    const refused = await ada.upload('/app/monitors/new', file, 'x.csv', both);
    expect([refused.status, wordsOf(refused).includes('Use only one of them')]).toEqual([
      422,
      true,
    ]);
    expect(refused.text).toContain('+14155552674, typed');
    const zip = new Blob([Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 10, 0x80, 10)]);
    const workbook = await ada.upload('/app/monitors/new', zip, 'x.xlsx', form);
    expect(wordsOf(workbook)).toContain('Numbers: The file is not text: save it as CSV.');
  });

  it('names lines of numbers that cannot exist, with countries that they fit', async () => {
    const wrong = await make(ada, { numbers: '+14155552671\n0151 23456789, Büro' });
    expect(wrong.status).toBe(422);
    expect(wordsOf(wrong)).toMatch(/Line 2: This number cannot exist in US, .* plan of DE/);
  });

  it('reads numbers in the country that is chosen, of a list, and in no other', async () => {
    const page = await ada.visit('/app/monitors/new?kind=number');
    expect(page.text).toContain('<option value="DE">Germany</option>');
    expect(wordsOf(page)).toContain('United States (the organization has no default)');
    expect(page.text).not.toContain('maxlength="2"');
    const german = { numbers: '030 901820, Jürgen', mode: 'test' };
    const wrong = await make(ada, { ...german, country: 'Germany' });
    expect([wrong.status, wordsOf(wrong).includes('two-letter code')]).toEqual([422, true]);
    const made = await make(ada, { ...german, country: 'DE' });
    expect(wordsOf(made)).toContain('+4930901820 Jürgen');
    const latin = Uint8Array.from('030 901821;Jürgen', (char) => char.charCodeAt(0));
    const more = await ada.upload(`${made.path}/add`, new Blob([latin]), 'x.csv', {
      country: 'DE',
    });
    expect(wordsOf(more)).toContain('+4930901821 Jürgen');
    await ada.send(`${made.path}/delete`);
  });

  it('is paused, resumed, run, extended, shrunk and deleted', async () => {
    const { path } = await make(ada, { numbers: '+14155552671', mode: 'test' });
    expect(wordsOf(await ada.send(`${path}/pause`))).toContain('The monitor is paused. ');
    const resumed = wordsOf(await ada.send(`${path}/resume`));
    expect(resumed).toContain('The monitor has been resumed.');
    const added = await ada.upload(`${path}/add`, new Blob(['+12125550123,Bob']), 'x.csv');
    expect(wordsOf(added)).toContain('2 numbers');
    const removed = await ada.send(`${path}/remove`, { subject: '+14155552671' });
    expect(wordsOf(removed)).toContain('1 number');
    expect((await ada.send(`${path}/run`)).path).toBe(path);
    expect((await ada.send(`${path}/delete`)).path).toBe('/app/monitors');
    expect((await ada.visit(path)).status).toBe(404);
  });

  it('is made and changed by its fields', async () => {
    const hook = 'https://example.com/hook';
    const on = { include_spam_check: 'on', alert_email: 'on', webhook_url: hook };
    const settings = ({ text }: { text: string }) => [
      /checked[^>]*name="include_spam_check"/.test(text),
      /checked[^>]*name="alert_email"/.test(text),
      text.includes(`value="${hook}"`),
    ];
    const lists = { numbers: '+14155552671', mode: 'test' };
    // The page that shows the secret of its webhook once has its forms.
    const made = await make(ada, { ...on, ...lists });
    const address = /action="(\/app\/monitors\/mon_[^"/]+)\/change/.exec(made.text)?.[1] as string;
    expect(settings(await ada.visit(address))).toEqual([true, true, true]);
    const { path } = await make(ada, lists);
    expect(settings(await ada.visit(path))).toEqual([false, false, false]);
    const { name, frequency } = form;
    await ada.send(`${path}/change`, { name, frequency, ...on });
    expect(settings(await ada.visit(path))).toEqual([true, true, true]);
    for (const each of [address, path]) await ada.send(`${each}/delete`);
  });

  it('shows the secret of its webhook to the second of two clicks', async () => {
    const webhook_url = 'https://example.com/twice';
    const sent = { numbers: '+14155552671', webhook_url, once: crypto.randomUUID() };
    const shown = [await make(ada, sent), await make(ada, sent)];
    expect(shown[1]?.path).toBe(shown[0]?.path);
    const [one, two] = shown.map(({ text }) => /<code>(whsec_[^<]+)/.exec(text)?.[1]);
    expect([two, typeof two]).toEqual([one, 'string']);
    await ada.send(`${shown[0]?.path}/delete`);
  });

  it('shows the secret of a webhook that it is given to the second of two clicks', async () => {
    const { path } = await make(ada, { numbers: '+14155552671' });
    const { name, frequency } = form;
    const secretShown = async (webhook_url: string, of = name) => {
      const { text } = await ada.send(`${path}/change`, { name: of, frequency, webhook_url });
      return /<code>(whsec_[^<]+)/.exec(text)?.[1];
    };
    const first = await secretShown('https://example.com/given');
    expect(first).toMatch(/^whsec_/);
    expect(await secretShown('https://example.com/given')).toBe(first);
    // Another form, which changes something else.
    expect(await secretShown('https://example.com/given', 'Renamed')).toBeUndefined();
    const second = await secretShown('https://example.com/other');
    expect([typeof second, second === first]).toEqual(['string', false]);
    await ada.send(`${path}/delete`);
  });

  it('shows the secret of its webhook once', async () => {
    const webhook = 'https://example.com/hook';
    const made = await make(ada, { numbers: '+14155552671', webhook_url: webhook });
    const secret = /<code>(whsec_[^<]+)/.exec(made.text)?.[1] as string;
    expect(secret).toBeTruthy();
    const list = await ada.visit('/app/monitors');
    const path = /href="(\/app\/monitors\/mon_[^"]+)"/.exec(list.text)?.[1] as string;
    const again = await ada.visit(path);
    expect(wordsOf(again)).toContain(webhook);
    expect(again.text).not.toContain(secret);
    const wrong = await make(ada, { numbers: '+14155552671', webhook_url: 'http://127.0.0.1/' });
    expect(wrong.status).toBe(422);
    // The line of the summary has the label of the field.
    expect(wordsOf(wrong)).toContain('There is a problem: Webhook address (optional): ');
  });

  it.each(['number', 'job_change'] as const)('tells what changed: %s', async (kind) => {
    const members = kind === 'number' ? '+14155552671' : 'https://www.linkedin.com/in/ada-example';
    const list = { [kind === 'number' ? 'numbers' : 'contacts']: members };
    const { path } = await make(ada, { kind, ...list, frequency: 'weekly', mode: 'test' });
    const employed = (company: string) => ({ title: 'CEO', company, location: null });
    const body =
      kind === 'number'
        ? { changes: { lineType: { from: 'LANDLINE', to: HOSTILE } }, previous: {}, current: {} }
        : { type: 'job_change', before: employed('Old Ltd'), after: employed(HOSTILE) };
    const event = [`evt_${kind}`, 'subject', HOSTILE, JSON.stringify(body), Date.now()];
    const object = env.MONITOR.getByName(path.split('/').at(-1) as string);
    await runInDurableObject(object, (_, { storage }) =>
      new MonitorTables(storage.sql).putEvents([event]),
    );
    for (const shown of [await ada.visit(path), await ada.visit(`${path}/events`)]) {
      expect(shown.text).not.toContain(HOSTILE);
      const change = kind === 'number' ? 'Line type: LANDLINE' : 'Company: Old Ltd';
      expect(wordsOf(shown)).toContain(`${change} → ${HOSTILE}`);
    }
  });

  it('says that a plan which has ended holds its live runs back', async () => {
    const bob = await signedUp();
    const { path } = await make(bob, { numbers: '+14155552671' });
    const test = await make(bob, { numbers: '+14155552671', mode: 'test' });
    const paused = 'Paused: there is no paid plan';
    const shown = async (at: string) => wordsOf(await bob.visit(at));
    for (const at of [path, '/app/monitors']) expect(await shown(at)).not.toContain(paused);
    const ended = { plan: 'starter', status: 'canceled' };
    await operate('PUT', `/organizations/${bob.organizationId}/subscription`, ended);
    expect(await shown(path)).toContain(`Next run ${paused}`);
    expect(await shown(test.path)).not.toContain(paused);
    expect((await shown('/app/monitors')).split(paused)).toHaveLength(2);
  });

  it('of another organization is not there', async () => {
    const { path } = await make(ada, { numbers: '+14155552671' });
    expect((await eve.visit(path)).status).toBe(404);
    expect((await eve.visit(`${path}/events`)).status).toBe(404);
    for (const action of ['pause', 'resume', 'run', 'remove', 'delete'])
      expect((await eve.send(`${path}/${action}`)).status, action).toBe(404);
    expect((await eve.upload(`${path}/add`, new Blob(['1']), 'x')).status).toBe(404);
    const id = path.split('/').at(-1) as string;
    const schedule = () =>
      runInDurableObject(env.MONITOR.getByName(id), (_, { storage }) =>
        JSON.stringify(storage.kv.get('monitor')),
      );
    const before = await schedule();
    const once = path.split('mon_')[1] as string;
    const own = await make(eve, { numbers: '+14155552671', once, frequency: 'daily' });
    expect(own.path).toMatch(/^\/app\/monitors\/mon_/);
    expect(own.path).not.toBe(path);
    expect(await schedule()).toBe(before);
    expect(wordsOf(await ada.visit(path))).toContain('1 number');
  });
});

describe('/app/deliveries', () => {
  it('lists attempts and sends them again, those of the organization only', async () => {
    expect(wordsOf(await ada.visit('/app/deliveries'))).toContain('No deliveries yet');
    const { ports } = webhookWorld();
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    const { id } = await deliverEvent(
      webhook,
      {
        ...{ id: 'evt_1', organizationId: ada.organizationId, mode: 'test' as const },
        ...{
          productTypes: [],
          type: 'bulk_job.completed' as const,
          createdAt: 1_800_000_000_000,
          data: {},
        },
      },
      ports,
    );
    expect(wordsOf(await ada.visit('/app/deliveries'))).toContain('bulk_job.completed');
    expect(wordsOf(await eve.visit('/app/deliveries'))).not.toContain('bulk_job');
    expect((await eve.send(`/app/deliveries/${id}/redeliver`)).status).toBe(404);
    const again = wordsOf(await ada.send(`/app/deliveries/${id}/redeliver`));
    expect(again).toContain('Sent again');
    const { results } = await env.DB.prepare('SELECT id FROM webhook_deliveries').all();
    expect(results).toHaveLength(2);
  });
});

describe('/app/requests', () => {
  it('lists lookups with how they went, opens one by its id, and gives them as CSV', async () => {
    const carl = await signedUp();
    const sent = await carl.send('/app/try/ip', { ip: 'no address', mode: 'test' });
    expect(sent.status).toBe(422);
    const list = await carl.visit('/app/requests');
    expect(wordsOf(list)).toMatch(/IP POST \/app\/try Dashboard Test 400 INVALID_ INPUT \d+ ms 0/);
    const [path, id] = /\/app\/requests\?request_id=([0-9a-f-]{36})/.exec(list.text) as string[];
    expect(wordsOf(await carl.visit(path as string))).toContain(id);
    for (const query of ['status=200', 'product=phone', 'key_id=gone', 'from=2999-01-01'])
      expect(wordsOf(await carl.visit(`/app/requests?${query}`))).toContain('No calls found');
    const csv = await carl.visit('/app/requests.csv?code=invalid_input');
    const [head, row] = csv.text.trim().split('\r\n');
    expect(head).toContain('id,batch_id,at,method,path,product');
    expect(row).toMatch(new RegExp(`^${id},,.*,/app/try,ip,test,dashboard,Dashboard,400,`));
    expect((await carl.visit('/app/requests.csv?status=200')).text.trim()).toBe(head);
    // A choice that the list does not offer is shown as it was asked for.
    expect((await carl.visit('/app/requests?status=299')).text).toContain('value="299" selected');
  });

  it('refuses a filter that nothing can fit, on the page and as a file', async () => {
    for (const [query, words] of [
      ['from=abc', 'Write days as YYYY-MM-DD, such as 2026-01-31.'],
      ['from=2026-13-45', 'Write days as YYYY-MM-DD, such as 2026-01-31.'],
      ['to=2026-02-31', 'Write days as YYYY-MM-DD, such as 2026-01-31.'],
      ['from=2026-01-02&to=2026-01-01', 'The first day must not be after the last.'],
      ['status=abc', 'A status is a number from 100 to 599.'],
      ['product=nope', 'There is no product'],
      ['code=zzz', 'There is no code'],
    ] as const)
      for (const path of ['/app/requests', '/app/requests.csv']) {
        const shown = await ada.visit(`${path}?${query}`);
        expect([shown.status, query], path).toEqual([422, query]);
        expect(wordsOf(shown)).toContain(words);
        expect(wordsOf(shown)).not.toMatch(/No calls found|Download CSV/);
      }
  });
});

describe('/app and /app/usage', () => {
  it('show what was used, and the same as a file that runs nothing', async () => {
    const bob = await signedUp();
    expect(wordsOf(await bob.visit('/app'))).toContain('Getting started Try a lookup On this site');
    const key = await operate('POST', `/organizations/${bob.organizationId}/api-keys`, {
      ...{ user_email: bob.email, name: '=HYPERLINK("x")', mode: 'live' },
    });
    const body = { phone_number: '+14155552671' };
    await call('POST', '/v1/phone', { token: key.key, body });
    await bob.send('/app/try/phone', { phone_number: '+12125552123', mode: 'live' });
    const home = await bob.visit('/app');
    expect(wordsOf(home)).toContain('Lookups this period 2');
    expect(wordsOf(home)).toMatch(/Lookups are answers in live mode.* Lookup calls do not include/);
    expect(wordsOf(home)).toContain('Lookup calls by answer: 2');
    expect(home.text).toMatch(/<title>\d+ \w+, Phone: 2<\/title>/);
    expect(wordsOf(await bob.visit('/app/usage'))).toContain('Dashboard 1');
    const csv = await bob.visit('/app/usage.csv');
    expect(csv.headers.get('Content-Disposition')).toContain('attachment');
    const rows = parseRfc4180(csv.text);
    expect(rows[0]).toEqual(['day', 'product', 'key', 'key_id', 'lookups', 'credits']);
    expect(
      rows
        .slice(1)
        .map(([, product, name]) => [product, name])
        .sort(),
    ).toEqual([
      ['phone', expect.stringMatching(/^'=HYPERLINK/)],
      ['phone', 'Dashboard'],
    ]);
    expect(wordsOf(await eve.visit('/app/usage'))).not.toContain('HYPERLINK');
  });

  it('refuse a range that cannot be shown, and show the usual one', async () => {
    for (const query of [
      'from=2026-02-30x&to=1',
      'from=2026-02-02&to=2026-01-01',
      'from=2020-01-01',
    ]) {
      const shown = await ada.visit(`/app/usage?${query}`);
      expect(shown.status, query).toBe(422);
      expect((await ada.visit(`/app/usage.csv?${query}`)).status, query).toBe(422);
      const from = new URLSearchParams(query).get('from');
      expect(shown.text, query).toContain(`value="${from}" id="field-from"`);
    }
    const usual = { from: '2026-01-01', to: '2026-01-30' };
    expect(requestedUsageRange({ from: '2026-01-05', to: undefined }, usual)).toEqual({
      from: '2026-01-05',
      to: '2026-01-30',
    });
    expect(daysInRange({ from: '2026-02-27', to: '2026-03-01' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });

  it('sum what is used least, and lose nothing', () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({
      ...{ day: '2026-01-01', product: `p${at}`, keyId: 'k', lookups: 1, credits: at + 1 },
    }));
    const { series, bars } = usageBars(rows, { from: '2026-01-01', to: '2026-01-02' }, 'credits');
    expect(series).toEqual(['P8', 'P7', 'P6', 'P5', 'P4', 'Others']);
    expect(bars.map(({ parts }) => [...parts.values()].reduce((a, b) => a + b, 0))).toEqual([
      45, 0,
    ]);
    expect(bars[0]?.parts.get('Others')).toBe(10);
  });

  it('list a running list also after many that were started later and have ended', async () => {
    const vera = await signedUp();
    const rows = Array.from({ length: 27 }, (_, at) => ({
      ...{ id: `job_${at}_${vera.organizationId}`, at, end: at === 0 ? null : at },
      name: at === 0 ? 'first.csv' : `later-${at}.csv`,
    }));
    await env.DB.prepare(
      `INSERT INTO bulk_jobs (id, organization_id, user_id, key_id, mode, type, status, file_name,
         total, succeeded, failed, skipped, duplicates, credits, has_files, created_at, ended_at)
       SELECT value ->> 'id', ?, 'u', 'k', 'live', 'email_validation', 'processing',
         value ->> 'name', 1, 0, 0, 0, 0, 0, 0, value ->> 'at', value ->> 'end' FROM json_each(?)`,
    )
      .bind(vera.organizationId, JSON.stringify(rows))
      .run();
    const shown = wordsOf(await vera.visit('/app'));
    expect(shown).toContain('first.csv');
    expect(shown).not.toContain('later-26.csv');
  });

  it('tell what needs attention, and nothing else', async () => {
    const now = Date.UTC(2026, 0, 15);
    const plan = {
      ...{ plan: 'starter', status: 'active' as const, creditsPerMonth: 1_000 },
      ...{ periodStart: now - 1, periodEnd: now + 1e9, trialEnd: null },
    };
    const key = {
      ...{ name: 'k', last4: 'abcd', revokedAt: null, successorId: null as string | null },
      expiresAt: now + 86_400_000,
    };
    const credits = (totalAvailable: number, used = 0) => ({
      statement: { totalAvailable, subscription: { total: 1_000, used } },
    });
    const view = (change: object) =>
      ({
        ...{ subscription: plan, keys: [], creditWatch: { topUpFailure: null } },
        ...{ ...credits(500), ...change },
      }) as never;
    const delivery = { eventId: 'e', endpointId: 'we_1', status: 'failed', createdAt: now - 1 };
    const monitor = { id: 'm', name: 'VIP', active: true, state: { lastOutcome: 'no_plan' } };
    const concerns = (change: object, deliveries: object[] = [], monitors: object[] = []) =>
      accountAlerts({
        ...{ view: view(change), now },
        ...{ deliveries: deliveries as never, monitors: monitors as never },
      }).map(({ path }) => path);
    expect(concerns({})).toEqual([]);
    expect(concerns({ subscription: null })).toEqual(['/app/billing']);
    expect(concerns({ subscription: { ...plan, status: 'past_due' } })).toEqual(['/app/billing']);
    expect(concerns({ subscription: { ...plan, periodEnd: now } })).toEqual(['/app/billing']);
    expect(concerns(credits(99))).toEqual(['/app/billing']);
    // One of both, though the balance is low as well.
    expect(concerns(credits(99, 901))).toEqual(['/app/billing']);
    expect(concerns(credits(9_000, 800))).toEqual(['/app/billing']);
    expect(concerns(credits(9_000, 799))).toEqual([]);
    const action = (change: object) =>
      accountAlerts({ view: view(change), now, deliveries: [], monitors: [] }).map(
        (alert) => alert.action,
      );
    expect(action(credits(99, 901))).toEqual(['Buy credits']);
    // The plan's credits are used, but bought ones are left.
    expect(action(credits(9_000, 1_000))).toEqual(['Billing']);
    expect(concerns({ creditWatch: { topUpFailure: 'declined' } })).toEqual(['/app/billing']);
    expect(concerns({ keys: [key] })).toEqual(['/app/keys']);
    expect(
      concerns({
        keys: [
          { ...key, revokedAt: 1 },
          { ...key, expiresAt: now + 2e9 },
        ],
      }),
    ).toEqual([]);
    // Rolled: of interest until it ends, which is then as planned.
    const rolled = { ...key, successorId: 'key_2' };
    expect(concerns({ keys: [rolled] })).toEqual(['/app/keys']);
    expect(concerns({ keys: [{ ...rolled, expiresAt: now - 1 }] })).toEqual([]);
    expect(concerns({}, [delivery])).toEqual(['/app/deliveries']);
    expect(concerns({}, [{ ...delivery, status: 'delivered' }, delivery])).toEqual([]);
    const others = { ...delivery, endpointId: 'we_2', status: 'delivered' };
    expect(concerns({}, [others, delivery])).toEqual(['/app/deliveries']);
    const own = { ...delivery, endpointId: null, url: 'https://example.com/' };
    expect(concerns({}, [others, own])).toEqual(['/app/deliveries']);
    expect(concerns({}, [{ ...delivery, createdAt: 1 }])).toEqual([]);
    expect(concerns({}, [], [monitor])).toEqual(['/app/monitors/m']);
    expect(concerns({}, [], [{ ...monitor, active: false }])).toEqual([]);
  });
});
