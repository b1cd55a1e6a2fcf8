import { CookieBrowser } from '../support/cookie-browser.ts';
import { send } from '../support/deployment.ts';
import { providerCode } from '../support/world/sign-in-providers.ts';

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

interface Consenting {
  id: string;
  email: string;
  verified?: boolean;
  down?: 'token' | 'person';
}

/** What the provider's page was asked. */
export async function askProvider(browser: Browser, provider: string, next = ''): Promise<URL> {
  const path = `/app/sign-in/with/${provider}`;
  const reply = await browser.submit('/app/sign-in', { next }, path);
  if (reply.status !== 303) throw new Error(`${reply.status} ${reply.text}`);
  return new URL(reply.location ?? '');
}

/** Consents on the provider's page and comes back. */
export async function consented(browser: Browser, url: URL, person: Consenting) {
  const get = (name: string) => url.searchParams.get(name) ?? '';
  const redirectUri = get('redirect_uri');
  const code = providerCode({
    ...{ clientId: get('client_id'), redirectUri, codeChallenge: get('code_challenge') },
    ...{ verified: true, ...person },
  });
  const { pathname } = new URL(redirectUri);
  return browser.open(`${pathname}?${new URLSearchParams({ code, state: get('state') })}`);
}

/** Signs in with a provider, or up. */
export const signInWith = async (
  browser: Browser,
  provider: string,
  person: Consenting,
  next = '',
) => consented(browser, await askProvider(browser, provider, next), person);
