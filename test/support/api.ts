import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { KeyRecord } from '../../src/lookup/account/account.ts';
import { send } from './deployment.ts';

/** A reply with its body read as JSON. */
export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

/** Calls the Worker as a client would. A string body is sent as it is. */
export async function call(
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { token, body, headers } = options;
  const response = await send(path, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  const reply = {
    status: response.status,
    headers: response.headers,
    body: text && JSON.parse(text),
  };
  const { message, param } = reply.body?.error ?? {};
  // A message that begins with a field is about that field, for programs too.
  const [, field] = /^([a-z]\w*)[\w.]*: /i.exec(message ?? '') ?? [];
  if (field !== undefined && field !== 'body')
    expect(param, text).toMatch(new RegExp(`^${field}\\b`));
  return reply;
}

/** The operator's API; anything but success fails the test. */
export async function operate(method: string, path: string, body?: unknown) {
  const reply = await call(method, `/admin${path}`, {
    token: 'admin_test',
    ...(body !== undefined && { body }),
  });
  expect(reply.body, `${method} ${path} answered ${JSON.stringify(reply.body)}`).toMatchObject({
    success: true,
  });
  return reply.body.data;
}

export interface TestOrganization {
  id: string;
  /** Live keys of two users, and a test key of the first. */
  owner: string;
  teammate: string;
  sandbox: string;
  ownerKeyId: string;
}

/** An organization with a paid plan of `credits` a month, as an operator would make it. */
export async function createOrganization({
  credits = 1_000,
  paid = true,
} = {}): Promise<TestOrganization> {
  const { organization } = await operate('POST', '/organizations', {
    name: 'Example Ltd',
    owner_email: 'owner@example.com',
  });
  await operate('POST', `/organizations/${organization.id}/members`, {
    email: 'teammate@example.com',
  });
  if (paid)
    await operate('PUT', `/organizations/${organization.id}/subscription`, {
      plan: 'starter',
      status: 'active',
      tokens_per_month: credits,
    });
  const key = (user_email: string, mode: string) =>
    operate('POST', `/organizations/${organization.id}/api-keys`, {
      user_email,
      name: `${mode} key`,
      mode,
    });
  const [owner, teammate, sandbox] = [
    await key('owner@example.com', 'live'),
    await key('teammate@example.com', 'live'),
    await key('owner@example.com', 'test'),
  ];
  return {
    id: organization.id,
    owner: owner.key,
    teammate: teammate.key,
    sandbox: sandbox.key,
    ownerKeyId: owner.id,
  };
}

/** Gives the owner's live key a daily limit. */
export async function limitKey({ id, ownerKeyId }: TestOrganization, creditsPerDay: number) {
  const account = env.ACCOUNT.getByName(id);
  const view = await account.view();
  const key = view?.keys.find((each) => each.id === ownerKeyId) as KeyRecord;
  await account.addKey({ ...key, creditsPerDay });
}
