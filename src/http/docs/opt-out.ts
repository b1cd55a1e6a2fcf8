import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod';
import { readBodyText } from '../../lib/bounded-stream.ts';
import { ApiError } from '../../lib/errors.ts';
import { linkOrigin } from '../../lib/origin.ts';
import {
  confirmOptOut,
  type OptOutPorts,
  readOptOutLink,
  requestOptOut,
} from '../../records/opt-outs.ts';
import type { AppEnv } from '../request/context.ts';
import { type Markup, renderPage } from './page.ts';

export interface OptOutServices extends OptOutPorts {
  /**
   * Counts a request by its client address and by the mailbox that it names.
   * @returns seconds to wait if there were too many; null within the limits
   */
  countRequest(address: string, email: string): Promise<number | null>;
}

/** Headers of a page with a personal form: no script, no cache, no referrer. */
const FORM_PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** @param status 400 if the form is shown again with an error */
export async function formPage(
  c: Context<AppEnv>,
  title: string,
  main: Markup,
  status: 200 | 400 | 403 | 404 | 429 = 200,
): Promise<Response> {
  const text = await renderPage({ title, description: title, main });
  return c.html(text, status, FORM_PAGE_HEADERS);
}

const TITLE = 'Opting out';
const MAX_FORM_BYTES = 8_192;

const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .optional()
    .transform((text) => text || null);

const fields = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email().max(254)),
  phone: optional(40),
  profile: optional(300),
});

const FIELDS = [
  ['email', 'Email address'],
  ['phone', 'Phone number with country code (optional)'],
  ['profile', 'URL of a profile (optional)'],
] as const;

const WRONG = html` aria-invalid="true" aria-describedby="problem" autofocus`;

const field = (name: string, label: string, value: string, isWrong: boolean): Markup =>
  html`<p><label for="${name}">${label}</label><br>
<input id="${name}" name="${name}" value="${value}" maxlength="300"${name === 'email' && html` required`}${isWrong && WRONG}></p>
`;

/** Fields of the form as sent. */
type Given = ReadonlyMap<string, string>;

/** @param wrong name of the field that has the problem */
const form = (
  given: Given,
  problem: string | null,
  wrong?: unknown,
): Markup => html`<h1>${TITLE}</h1>
${problem === null ? '' : html`<p class="notice" id="problem" role="alert">${problem}</p>`}
<p>Opt out of all lookups about you. Lookups about people then no longer return your email
address, phone number or profile.</p>
<form method="post" action="/opt-out">
${FIELDS.map(([name, label]) => field(name, label, given.get(name) ?? '', name === wrong))}
<button type="submit">Send request</button>
</form>
<p>What you enter is kept until the request has been handled, for at most 90 days; after that,
only a hash is kept.
<a href="/privacy">Privacy</a></p>`;

const DONE = {
  mailed: 'Open the link in the email that was sent to your address to confirm the request.',
  listed: 'The operator of this service has received the request and will check it.',
} as const;

const TOO_MANY =
  'Too many requests from your network or for this address. Open a link that was sent to it, or try again in an hour.';

/** Page for a mailed link that is invalid, used or has expired. @param advice a sentence */
export function brokenLinkPage(c: Context<AppEnv>, { message, status }: ApiError, advice: string) {
  const title = 'This link does not work';
  const main = html`<h1>${title}</h1>\n<p>${message} ${advice}</p>`;
  return formPage(c, title, main, status === 403 ? 403 : 404);
}

/** @throws ApiError INVALID_REQUEST for a body that is too large */
async function readForm(c: Context<AppEnv>): Promise<Given> {
  const text = await readBodyText(c.req.raw, MAX_FORM_BYTES);
  if (text === null) throw new ApiError('INVALID_REQUEST', 'The form is too large.');
  return new Map(new URLSearchParams(text));
}

/** `/opt-out`: a person requests suppression, and confirms it by the link in a mail. */
export function optOutRoutes(
  services: OptOutServices,
  publicUrl: string | undefined,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/opt-out', (c) => formPage(c, TITLE, form(new Map(), null)));
  routes.post('/opt-out', async (c) => {
    const given = await readForm(c);
    const refuse = (problem: string, wrong?: unknown, status: 400 | 429 = 400) =>
      formPage(c, TITLE, form(given, problem, wrong), status);
    const parsed = fields.safeParse(Object.fromEntries(given));
    if (!parsed.success) {
      const at = parsed.error.issues[0]?.path[0];
      const isEmail = at === 'email';
      return refuse(isEmail ? 'The email address is not valid.' : 'A field is too long.', at);
    }
    const address = c.req.header('CF-Connecting-IP') ?? '';
    const wait = await services.countRequest(address, parsed.data.email);
    if (wait !== null) {
      c.header('Retry-After', String(wait));
      return refuse(TOO_MANY, undefined, 429);
    }
    const origin = linkOrigin(publicUrl, c.req.url);
    try {
      // Without a configured origin a forged Host could set the link: the operator checks.
      const ports = origin === null ? { ...services, mails: null } : services;
      const done = await requestOptOut(parsed.data, origin ?? '', ports);
      return formPage(c, TITLE, html`<h1>${TITLE}</h1>\n<p>${DONE[done]}</p>`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') throw error;
      const what = error.param === 'phone' ? 'phone number' : (error.param ?? 'input');
      return refuse(`The ${what} is not valid.`, error.param);
    }
  });
  /** Handles a link; one that cannot be opened is answered with a page. */
  const link =
    (handle: (c: Context<AppEnv>, token: string) => Promise<Response>) =>
    async (c: Context<AppEnv>) => {
      try {
        return await handle(c, c.req.param('token') ?? '');
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
        return brokenLinkPage(c, error, 'If you have not opted out yet, send a new request.');
      }
    };
  routes.get(
    '/opt-out/:token',
    link(async (c, token) => {
      const { email } = await readOptOutLink(token, services);
      const main = html`<h1>Opt out ${email}?</h1>
<p>Lookups about people will no longer return this address.</p>
<form method="post"><button type="submit">Confirm</button></form>`;
      return formPage(c, TITLE, main);
    }),
  );
  routes.post(
    '/opt-out/:token',
    link(async (c, token) => {
      const isSuppressed = await confirmOptOut(token, services);
      const main = isSuppressed
        ? html`<h1>You have opted out</h1>
<p>Lookups no longer answer about this address. The operator first checks the phone number
or profile that you named.</p>`
        : html`<h1>Your request is confirmed</h1>
<p>The list is being updated. The operator will add the address to it.</p>`;
      return formPage(c, TITLE, main);
    }),
  );
  return routes;
}
