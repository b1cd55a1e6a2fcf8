import { SELF } from 'cloudflare:test';
import { expect } from 'vitest';
import { operate } from '../support/api.ts';

const ORIGIN = 'https://api.example.com';

/** A page as a browser got it. */
export interface Shown {
  status: number;
  /** Path and query after redirects. */
  path: string;
  text: string;
  headers: Headers;
}

const unescaped = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Words of a page without its markup. */
export const wordsOf = ({ text }: Shown): string =>
  unescaped(text.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');

/** Hidden and chosen fields of the form that leads to a path. */
export function fieldsOf({ text }: Shown, action: string): Record<string, string> {
  const form = text
    .split('<form ')
    .find((part) => unescaped(part.split('>')[0] ?? '').includes(`action="${action}`));
  const inputs = [
    ...(form ?? '').split('</form>')[0]!.matchAll(/<input [^>]*type="hidden"[^>]*>/g),
  ];
  return Object.fromEntries(
    inputs.map(([tag]) => [
      unescaped(/name="([^"]*)"/.exec(tag)?.[1] ?? ''),
      unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? ''),
    ]),
  );
}

/** Somebody at a browser without scripts: keeps cookies, follows redirects, sends forms. */
export class Person {
  readonly #cookies = new Map<string, string>();
  #sessionToken: string | null = null;
  organizationId = '';
  email = '';

  async #send(path: string, init: RequestInit): Promise<Shown> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(init.headers);
    if (cookie) headers.set('Cookie', cookie);
    if (init.method === 'POST') headers.set('Origin', ORIGIN);
    const reply = await SELF.fetch(`${ORIGIN}${path}`, { ...init, headers, redirect: 'manual' });
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(set) || value === '')
        this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const location = reply.headers.get('Location');
    if (location === null || reply.status !== 303)
      return { status: reply.status, path, text: await reply.text(), headers: reply.headers };
    await reply.body?.cancel();
    return this.#send(location.replace(ORIGIN, ''), { method: 'GET' });
  }

  get(path: string): Promise<Shown> {
    return this.#send(path, { method: 'GET' });
  }

  /** Of the session's forms; before there is one, of the browser's. */
  async #token(): Promise<string> {
    if (this.#sessionToken) return this.#sessionToken;
    const page = await this.get(this.organizationId ? '/app/jobs/new' : '/app/sign-up');
    const [, token] = /form_token(?:=|" value=")([\w.%:-]+)/.exec(page.text) ?? [];
    const found = decodeURIComponent(token ?? '');
    if (this.organizationId) this.#sessionToken = found;
    return found;
  }

  async post(path: string, fields: Record<string, string> = {}): Promise<Shown> {
    const body = new URLSearchParams({ form_token: await this.#token(), ...fields });
    return this.#send(path, { method: 'POST', body });
  }

  async upload(path: string, file: Blob, name: string, fields: Record<string, string> = {}) {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) body.set(field, value);
    body.set('file', file, name);
    const token = encodeURIComponent(await this.#token());
    return this.#send(`${path}?form_token=${token}`, { method: 'POST', body });
  }

  /** A file that waits for its columns. @returns its page */
  async uploaded(text: string | Uint8Array<ArrayBuffer>, name = 'list.csv'): Promise<Shown> {
    const shown = await this.upload('/app/jobs/new', new Blob([text]), name);
    expect(shown.path, wordsOf(shown)).toMatch(/^\/app\/jobs\/new\/upl_/);
    return shown;
  }
}

let people = 0;

/** Somebody who has signed up. @param credits of a paid plan; null for none */
export async function signedUp(credits: number | null = 1_000): Promise<Person> {
  people += 1;
  const person = new Person();
  person.email = `ada${people}@example.com`;
  const shown = await person.post('/app/sign-up', {
    ...{ name: 'Ada', email: person.email, password: 'correct horse battery staple' },
    organization: `Example ${people}`,
  });
  expect(shown.path, wordsOf(shown)).toMatch(/^\/app(?:$|\/(?!sign-up))/);
  const { organizations } = await operate('GET', `/organizations?q=${person.email}`);
  person.organizationId = organizations[0].id;
  if (credits !== null)
    await operate('PUT', `/organizations/${person.organizationId}/subscription`, {
      ...{ plan: 'starter', status: 'active', tokens_per_month: credits },
    });
  return person;
}
