/** A person at a browser, as far as pages without scripts need one: cookies, redirects, forms. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** One request with the cookies, following nothing. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, this.#origin), {
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...(cookie && { Cookie: cookie }) },
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  /** Opens a page, and every page of this origin that it leads on to. */
  async open(path: string): Promise<Response> {
    let response = await this.send(path);
    for (let hops = 0; hops < 5; hops += 1) {
      const next = response.headers.get('Location');
      if (next === null || new URL(next, this.#origin).origin !== this.#origin) break;
      response = await this.send(next);
    }
    return response;
  }

  /** Sends the page's form that posts to a path beginning so, its hidden fields included. */
  async submit(
    html: string,
    action: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { Origin: this.#origin },
  ): Promise<Response> {
    const form = [...html.matchAll(/<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(
      ([, to = '']) => to.startsWith(action),
    );
    if (!form) throw new Error(`the page has no form for ${action}: ${html}`);
    const hidden = [
      ...(form[2] ?? '').matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g),
    ];
    const body = new URLSearchParams({
      ...Object.fromEntries(hidden.map(([, name, value]) => [name, unescaped(value ?? '')])),
      ...fields,
    });
    return this.send(unescaped(form[1] ?? ''), { method: 'POST', headers, body });
  }

  async signIn(email: string, password: string): Promise<void> {
    const page = await (await this.send('/app/sign-in')).text();
    const { status } = await this.submit(page, '/app/sign-in', { email, password });
    if (status !== 303) throw new Error(`signing in was answered ${status}`);
  }

  /** Lets an agent in, or not. @returns where it sends the browser */
  async decide(url: string, decision: 'allow' | 'deny'): Promise<URL> {
    const { pathname, search } = new URL(url);
    const page = await (await this.open(pathname + search)).text();
    const reply = await this.submit(page, '/oauth/authorize', { decision });
    const to = reply.headers.get('Location');
    if (to === null)
      throw new Error(`deciding was answered ${reply.status}: ${await reply.text()}`);
    return new URL(to);
  }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
