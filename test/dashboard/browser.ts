import { CookieBrowser } from '../support/cookie-browser.ts';
import { send } from '../support/deployment.ts';

let visitors = 0;

/** A browser at an address of its own. */
export class Browser extends CookieBrowser {
  readonly address: string;

  constructor(address?: string) {
    super('https://api.test', (url, init) => send(url.slice(this.origin.length), init));
    visitors += 1;
    this.address = address ?? `198.51.100.${visitors}`;
  }

  override ask(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    headers.set('CF-Connecting-IP', this.address);
    return super.ask(path, { ...init, headers });
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
  browser.signIn(email, password, next);

/** Makes a key on the page and reads it there. */
export async function newKey(browser: Browser, fields: Record<string, string> = {}) {
  const form = { name: 'backend', mode: 'live', expires: '', ...fields };
  const { text } = await browser.follow(await browser.submit('/app/keys', form));
  const id = /\/app\/keys\/(key_\w+)\/revoke/.exec((await browser.open('/app/keys')).text)?.[1];
  return { key: /sk_(?:live|test)_\w+/.exec(text)?.[0] ?? '', id: id ?? '', text };
}
