import { expect, it } from 'vitest';
import { tool } from '../agents/support.ts';
import { parseRfc4180 } from '../files/parse-rfc4180.ts';
import { call, operate } from '../support/api.ts';
import { type Browser, signedUp } from './browser.ts';
import { asking, newAgent, organizationOf, pay } from './people.ts';

const wordsOf = (text: string): string => text.replace(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

/** Lets a client in by the form. @returns its access token */
const letIn = async (browser: Browser, name: string, organization: string): Promise<string> =>
  (await newAgent(browser, name, organization)).token;

const lookUp = async (token: string, phone_number: string): Promise<void> => {
  const { status } = await call('POST', '/v1/phone', { token, body: { phone_number } });
  expect(status).toBe(200);
};

it('shows what each agent used by its name, ended ones and two of one name among them', async () => {
  const browser = await signedUp('ada@agents.example');
  const organization = await organizationOf(browser);
  await pay(organization);
  const claude = await letIn(browser, '=Claude', organization);
  const other = await letIn(browser, 'Other <b>agent', organization);
  const calls = (await browser.open('/app/requests')).text;
  expect(calls).toMatch(/<option value="agent_[^"]+">=Claude</);
  const again = await letIn(browser, '=Claude', organization);
  for (const number of ['+14155552671', '+14155552672']) await lookUp(claude, number);
  await lookUp(other, '+14155552673');
  await lookUp(again, '+14155552674');
  const connections = (await browser.open('/app/connections')).text;
  const end = /Other &lt;b&gt;agent.*?action="(\/app\/connections\/[^"]*\/end)"/s.exec(connections);
  await browser.submit('/app/connections', {}, end?.[1]);
  const words = wordsOf((await browser.open('/app/usage')).text);
  const since = String.raw`\(agent …\S{4}, since \d+ \w+ \d{4}\)`;
  expect(words).toMatch(new RegExp(`=Claude ${since} 2 `));
  expect(words).toMatch(new RegExp(`=Claude ${since} 1 `));
  expect(words).toMatch(new RegExp(`Other &lt;b&gt;agent ${since} 1 `));
  const rows = parseRfc4180((await browser.open('/app/usage.csv')).text).slice(1);
  expect(rows.map(([, , name, , lookups]) => [name?.split(' (')[0], lookups]).sort()).toEqual([
    ["'=Claude", '1'],
    ["'=Claude", '2'],
    ['Other <b>agent', '1'],
  ]);
  for (const [, , name, keyId] of rows) expect(name).toContain(`…${keyId?.slice(-4)},`);
});

it('shows a member their own agents, and those of all to an owner', async () => {
  const owner = await signedUp('owner@shown.example');
  const organization = await organizationOf(owner);
  await pay(organization);
  const email = 'member@shown.example';
  const member = await signedUp(email);
  await operate('POST', `/organizations/${organization}/members`, { email });
  await letIn(owner, 'Agent of the owner', organization);
  await letIn(member, 'Agent of the member', organization);
  const seen = async (browser: Browser) => {
    const texts = await Promise.all(
      ['/app/connections', '/app/requests'].map(async (path) => (await browser.open(path)).text),
    );
    return texts.map((text) => [...new Set(text.match(/Agent of the \w+/g))].sort());
  };
  await member.submit('/app/settings', { shown: organization }, '/app/settings/switch');
  const both = ['Agent of the member', 'Agent of the owner'];
  expect(await seen(owner)).toEqual([both, both]);
  expect(await seen(member)).toEqual([['Agent of the member'], ['Agent of the member']]);
});

it('ends the agents of a member who is removed, for ever', async () => {
  const owner = await signedUp('owner@agents.example');
  const organization = await organizationOf(owner);
  await pay(organization);
  const email = 'member@agents.example';
  const member = await signedUp(email);
  const add = () => operate('POST', `/organizations/${organization}/members`, { email });
  const { user } = await add();
  const token = await letIn(member, 'Agent', organization);
  await lookUp(token, '+14155552671');
  await owner.submit('/app/team', {}, `/app/team/${user.id}/remove`);
  expect((await owner.open('/app/connections')).text).toContain('No agents are connected');
  await add();
  expect((await call('GET', '/v1/account', { token })).status).toBe(401);
});

it('lets an agent in for the organization that was chosen, and for none of others', async () => {
  const email = 'bob@agents.example';
  const browser = await signedUp(email);
  const first = await organizationOf(browser);
  const made = await operate('POST', '/organizations', { name: 'The second', owner_email: email });
  const second = made.organization.id;
  await pay(second);
  // A name that would have the rest of its line read backwards.
  const { page } = await asking('Agent\u202e of yours');
  const { text } = await browser.open(page);
  expect(text).toContain('<strong>Agent of yours</strong>');
  expect(text).toMatch(new RegExp(`<option value="${first}" selected`));
  expect(text).toContain(`<option value="${second}">The second</option>`);
  const stranger = await signedUp('stranger-to-limits@agents.example');
  const others = await organizationOf(stranger);
  const refused = await browser.submit(page, { decision: 'allow', organization: others });
  expect(refused.status).toBe(403);
  await lookUp(await letIn(browser, 'Agent', second), '+14155552671');
  expect((await browser.open('/app/connections')).text).toContain('No agents are connected');
  const { entries } = await operate('GET', '/audit-log?limit=20');
  const changes = 'agent: Agent; scopes: lookup,account:read; credits_per_day: no limit';
  const target = expect.stringMatching(/^[\w-]{16}$/);
  const written = { route: '/app/connections/new', organization_id: second, target, changes };
  expect(entries).toContainEqual(expect.objectContaining(written));
  const shown = { shown: second };
  await browser.submit('/app/settings', shown, '/app/settings/switch');
  expect((await browser.open('/app/connections')).text).toContain('Disconnect Agent');
});

it('leads nowhere by a request that cannot be had, before a page has named the client', async () => {
  const browser = await signedUp('carol@agents.example');
  const { page } = await asking('Agent <b>x');
  const { status, location, text } = await browser.open(`${page}&scope=admin`);
  expect([status, location]).toEqual([400, null]);
  expect(text).toContain('<strong>Agent &lt;b&gt;x</strong>');
  expect(text).toMatch(/href="https:\/\/client\.example\/callback\?error=invalid_scope/);
});

it('holds an agent to the daily limit of its consent, which is changed under Connections', async () => {
  const browser = await signedUp('limited@agents.example');
  const organization = await organizationOf(browser);
  await pay(organization);
  const { page } = await asking('Agent');
  const allow = { decision: 'allow', organization };
  for (const credits_per_day of ['0', '-1', '1.5', 'many', '1000000000000']) {
    const shown = await browser.submit(page, { ...allow, credits_per_day });
    expect(wordsOf(shown.text)).toContain(
      'must be a whole number of credits, at least 1, or empty',
    );
    expect([shown.status, shown.location]).toEqual([422, null]);
  }
  const { token } = await newAgent(browser, 'Agent', organization, '1');
  const look = (phone_number: string) =>
    call('POST', '/v1/phone', { token, body: { phone_number } });
  expect((await look('+14155552671')).status).toBe(200);
  const refused = await look('+14155552672');
  expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(refused.body.error.message).toMatch(
    /^The daily credit limit of this sign-in is 1\. Until \S+T00:00:00\.000Z, 0 of it is left/,
  );
  const { result, said } = await tool(
    'validate_phone',
    { phone_number: '+14155552672' },
    { token },
  );
  expect([result.isError, said.error.message]).toEqual([true, refused.body.error.message]);
  expect((await look('+14155552671')).body.data.metadata.credits_used).toBe(0);

  const connections = (await browser.open('/app/connections')).text;
  const change = /href="(\/app\/connections\/[^"]*\/limit)"/.exec(connections)?.[1] ?? '';
  expect((await browser.open(change)).text).toContain('value="1"');
  const wrong = await browser.submit(change, { credits_per_day: 'x' }, change);
  expect([wrong.status, wordsOf(wrong.text)]).toEqual([
    422,
    expect.stringContaining('must be a whole number'),
  ]);
  await browser.submit(change, { credits_per_day: '2' }, change);
  expect((await look('+14155552672')).status).toBe(200);
  expect((await look('+14155552673')).status).toBe(429);
  await browser.submit(change, { credits_per_day: '' }, change);
  expect((await look('+14155552673')).status).toBe(200);
  const told = await tool('confirm_connection', {}, { token });
  expect(told.said.credits_per_day).toBeNull();

  const stranger = await signedUp('eve@agents.example');
  expect((await stranger.open(change)).status).toBe(404);
  const taken = await stranger.submit('/app/connections', { credits_per_day: '5' }, change);
  expect(taken.status).toBe(404);
});
