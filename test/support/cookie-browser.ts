/** A page as a browser got it. */
export interface Page {
  status: number;
  headers: Headers;
  text: string;
  /** Path and query that it was answered for. */
  path: string;
  /** Where it leads; null where it stays. */
  location: string | null;
}

type Send = (url: string, init: RequestInit) => Promise<Response>;
type Fields = Readonly<Record<string, string>>;

const ENTITIES = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };

const unescapeHtml = (html: string): string =>
  html.replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES]);

/** Words of a page without its markup. */
export const wordsOf = ({ text }: Pick<Page, 'text'>): string =>
  unescapeHtml(text.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');

const attributeOf = (tag: string, name: string): string =>
  unescapeHtml(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/**
 * The form whose action begins so, with its hidden fields.
 * @throws Error when the page has none
 */
export function formOf({ text }: Page, action: string) {
  for (const [, tag = '', form = ''] of text.matchAll(/(<form [^>]*>)(.*?)<\/form>/gs)) {
    const to = attributeOf(tag, 'action');
    if (!to.startsWith(action)) continue;
    const hidden = form.match(/<input [^>]*type="hidden"[^>]*>/g) ?? [];
    const fields = hidden.map((input) => [attributeOf(input, 'name'), attributeOf(input, 'value')]);
    return { action: to, fields: Object.fromEntries(fields) as Record<string, string> };
  }
  throw new Error(`the page has no form for ${action}: ${text}`);
}

/** The token of a page's forms. */
const tokenOf = (text: string): string | null =>
  /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? null;

const MAX_REDIRECTS = 5;

/** A browser without scripts: keeps cookies, follows redirects, sends forms with their tokens. */
export class CookieBrowser {
  readonly cookies = new Map<string, string>();
  readonly origin: string;
  readonly #send: Send;
  /** Of the last page that had one. */
  #token = '';

  constructor(origin: string, send: Send = fetch) {
    this.origin = origin;
    this.#send = send;
  }

  /** One request with the cookies; follows nothing. */
  async ask(path: string, init: RequestInit = {}): Promise<Page> {
    const headers = new Headers(init.headers);
    if (!headers.has('Accept')) headers.set('Accept', 'text/html');
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookies) headers.set('Cookie', cookies);
    const { href } = new URL(path, this.origin);
    const response = await this.#send(href, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    this.#token = tokenOf(text) ?? this.#token;
    const location = response.headers.get('Location');
    return { status: response.status, headers: response.headers, text, path, location };
  }

  open(path: string): Promise<Page> {
    return this.ask(path);
  }

  /** The page that a reply leads to within this origin. */
  async follow(page: Page): Promise<Page> {
    let last = page;
    for (let hops = 0; hops < MAX_REDIRECTS && last.location !== null; hops++) {
      const to = new URL(last.location, this.origin);
      if (to.origin !== this.origin) break;
      last = await this.ask(to.pathname + to.search);
    }
    return last;
  }

  /** Opens a page and what it leads on to. */
  async visit(path: string): Promise<Page> {
    return this.follow(await this.open(path));
  }

  /** The token the forms of a page carry. */
  async token(page: string): Promise<string> {
    return tokenOf((await this.open(page)).text) ?? '';
  }

  /** Sends these fields and no token. */
  post(action: string, fields: Fields, headers: Fields = {}): Promise<Page> {
    const body = new URLSearchParams(fields).toString();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.ask(action, { method: 'POST', headers: { ...type, ...headers }, body });
  }

  /** Opens a page and sends one of its forms. */
  async submit(page: string, fields: Fields, action = page): Promise<Page> {
    return this.post(action, { form_token: await this.token(page), ...fields });
  }

  /** Sends a form of a page that is open, with its hidden fields. */
  submitForm(page: Page, action: string, fields: Fields, headers?: Fields): Promise<Page> {
    const form = formOf(page, action);
    return this.post(
      form.action,
      { ...form.fields, ...fields },
      headers ?? { Origin: this.origin },
    );
  }

  /** Sends fields with the token of the last page that had one. */
  press(action: string, fields: Fields = {}): Promise<Page> {
    return this.post(action, { form_token: this.#token, ...fields });
  }

  /** Sends a file with the token of the last page that had one. */
  upload(action: string, file: Blob, name: string, fields: Fields = {}): Promise<Page> {
    const body = new FormData();
    body.set('form_token', this.#token);
    for (const [field, value] of Object.entries(fields)) body.set(field, value);
    body.set('file', file, name);
    return this.ask(action, { method: 'POST', body });
  }

  signIn(email: string, password: string, next = ''): Promise<Page> {
    return this.submit('/app/sign-in', { email, password, next });
  }

  /** Lets an agent in, or not. @returns where that sends the browser */
  async decide(url: string, decision: 'allow' | 'deny'): Promise<URL> {
    const { pathname, search } = new URL(url);
    const page = await this.visit(pathname + search);
    const { status, location, text } = await this.submitForm(page, '/oauth/authorize', {
      decision,
    });
    if (location === null) throw new Error(`deciding was answered ${status}: ${text}`);
    return new URL(location);
  }
}
