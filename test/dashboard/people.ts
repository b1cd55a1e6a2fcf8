import { createHash } from 'node:crypto';
import { expect, vi } from 'vitest';
import { call, operate, type Reply } from '../support/api.ts';
import { Browser, PASSWORD } from './browser.ts';

const REDIRECT = 'https://client.example/callback';
const VERIFIER = 'a-verifier-that-is-at-least-forty-three-characters-long';

export const organizationOf = async (browser: Browser): Promise<string> =>
  /org_\w+/.exec((await browser.open('/app/settings')).text)?.[0] ?? '';

export const userIdOf = async (browser: Browser): Promise<string> =>
  /\/app\/team\/(user_[\w-]+)\/remove">Leave/.exec((await browser.open('/app/team')).text)?.[1] ??
  '';

/** A paid plan for an organization. */
export const pay = (organization: string, credits = 1_000) =>
  operate('PUT', `/organizations/${organization}/subscription`, {
    ...{ plan: 'starter', status: 'active', tokens_per_month: credits },
  });

/** The link of a mail that waits for the operator; empty where there is none. */
export async function linkOf(email: string): Promise<string> {
  const { mails } = await operate('GET', '/mails');
  const mail = mails.find(({ to }: { to: string }) => to === email);
  return mail?.link.replace(/^https:\/\/[^/]+/, '') ?? '';
}

/** Invites somebody by the form; the link as the operator passes it on. */
export async function invited(by: Browser, email: string, role = 'member'): Promise<string> {
  const reply = await by.submit('/app/team', { email, role }, '/app/team/invitations');
  expect(reply.location, reply.text).toBe('/app/team');
  return vi.waitFor(async () => {
    const link = await linkOf(email);
    if (link === '') throw new Error('no link yet');
    return link;
  });
}

/** Sends the form of an invitation's page. */
export const accept = (browser: Browser, link: string) => {
  const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
  return browser.submit(link, { token, name: 'Bob', password: PASSWORD }, link.split('?')[0]);
};

export async function joined(by: Browser, email: string, role = 'member'): Promise<Browser> {
  const link = await invited(by, email, role);
  const browser = new Browser();
  const reply = await accept(browser, link);
  expect(reply.location, reply.text).toBe('/app');
  return browser;
}

/** A client that has registered, and the address it sends its user to. */
export async function asking(name: string): Promise<{ clientId: string; page: string }> {
  const { body } = await call('POST', '/oauth/register', {
    body: {
      ...{ client_name: name, redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
    },
  });
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: body.client_id, redirect_uri: REDIRECT },
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    ...{ code_challenge_method: 'S256', resource: 'https://api.test/mcp' },
  });
  return { clientId: body.client_id, page: `/oauth/authorize?${query}` };
}

const tokenRequest = (fields: Record<string, string>) =>
  call('POST', '/oauth/token', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

/** An agent with its tokens. */
export interface Agent {
  token: string;
  refresh(): Promise<Reply>;
}

/** Lets a client in by the form. */
export async function newAgent(
  browser: Browser,
  name: string,
  organization: string,
  credits_per_day = '',
): Promise<Agent> {
  const { clientId: client_id, page } = await asking(name);
  const allow = { decision: 'allow', organization };
  const reply = await browser.submit(page, { ...allow, credits_per_day });
  expect(reply.status, reply.text).toBe(302);
  const { body } = await tokenRequest({
    ...{ grant_type: 'authorization_code', client_id, redirect_uri: REDIRECT },
    code: new URL(reply.location ?? '').searchParams.get('code') ?? '',
    code_verifier: VERIFIER,
  });
  const { access_token: token, refresh_token } = body;
  const refreshing = { grant_type: 'refresh_token', client_id, refresh_token };
  return { token, refresh: () => tokenRequest(refreshing) };
}
