import { send } from '../support/deployment.ts';

export interface Shown {
  status: number;
  headers: Headers;
  text: string;
  /** Where it leads; null where it stays. */
  location: string | null;
}

let visitors = 0;

/** A browser without scripts: cookies, forms with their tokens, an address of its own. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly address: string;

  constructor(address?: string) {
    visitors += 1;
    this.address = address ?? `198.51.100.${visitors}`;
  }

  async ask(path: string, init: RequestInit = {}): Promise<Shown> {
    const headers = new Headers(init.headers);
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookies) headers.set('Cookie', cookies);
    headers.set('CF-Connecting-IP', this.address);
    const response = await send(path, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';');
      const at = pair.indexOf('=');
      const isGone = attributes.some((text) => text.trim().toLowerCase() === 'max-age=0');
      if (isGone) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    const location = response.headers.get('Location');
    return { status: response.status, headers: response.headers, text, location };
  }

  open(path: string): Promise<Shown> {
    return this.ask(path);
  }

  /** The token the forms of a page carry. */
  async token(page: string): Promise<string> {
    const { text } = await this.open(page);
    return /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
  }

  post(action: string, fields: Record<string, string>, headers = {}): Promise<Shown> {
    const body = new URLSearchParams(fields).toString();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.ask(action, { method: 'POST', headers: { ...type, ...headers }, body });
  }

  /** Opens a page and sends one of its forms. */
  async submit(page: string, fields: Record<string, string>, action = page): Promise<Shown> {
    return this.post(action, { form_token: await this.token(page), ...fields });
  }
}

export const PASSWORD = 'a sound password 7';

/** Signs up a new person with an organization of their own. */
export async function signedUp(email: string, fields: Record<string, string> = {}) {
  const browser = new Browser();
  const person = { name: 'Ada', email, password: PASSWORD, organization: 'Example Ltd', ...fields };
  const reply = await browser.submit('/app/sign-up', person);
  if (reply.location !== '/app') throw new Error(`${reply.status} ${reply.text}`);
  return browser;
}

export const signIn = (browser: Browser, email: string, password = PASSWORD, next = '') =>
  browser.submit('/app/sign-in', { email, password, next });

/** Makes a key on the page and reads it there. */
export async function newKey(browser: Browser, fields: Record<string, string> = {}) {
  const form = { name: 'backend', mode: 'live', expires: '', ...fields };
  const { text } = await browser.submit('/app/keys', form);
  const id = /\/app\/keys\/(key_\w+)\/revoke/.exec((await browser.open('/app/keys')).text)?.[1];
  return { key: /sk_(?:live|test)_\w+/.exec(text)?.[0] ?? '', id: id ?? '', text };
}
