import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { readText } from '../../lib/bounded-stream.ts';
import { toBase64Url } from '../../lib/bytes.ts';
import { multipartBoundary, parseMultipart, readPartText } from '../../lib/multipart.ts';
import { type Secrets, signText, verifySignedText } from '../../lib/secrets.ts';
import { utcDay } from '../../lib/time.ts';
import type { SentForm } from '../../lookup/account/caller.ts';
import {
  cookieAttributes,
  type DashboardEnv,
  type PageContext,
  PageError,
  requireSessionUser,
  signedInPerson,
} from './context.ts';
import { redirectWith, SHOWN_SECONDS } from './flash.ts';

/** Form field with the token; the first part of an upload. */
export const TOKEN_FIELD = 'form_token';

/** Cookie that binds forms to the browser before a session exists. */
const BROWSER_COOKIE = 'lookup_browser';
const BROWSER_ID = /^[\w-]{32}$/;
const BROWSER_BYTES = 24;

const PURPOSE = 'form of the dashboard';

const MAX_TOKEN_BYTES = 4_096;
const MAX_FORM_BYTES = 65_536;
const MAX_FIELDS = 200;

const FORM_EXPIRED =
  'This form has expired, or was opened in another browser or for another person. Reload the page.';

const OTHER_ORGANIZATION =
  'This form was opened for an organization other than the one shown now. Reload the page.';

/** Form that replaces the session. */
const PASSWORD_FORM = '/app/settings/password';

/** Cookie of a session, as the library names it, with or without a prefix. */
const SESSION_COOKIE = /session_token=/;

const MAYBE_CHANGED =
  'You are signed out. If you have just changed your password, sign in with the new one.';

/**
 * Forms that act on the session or name their organization, whatever is shown. Joining by an
 * invitation shows the joined one, so a second click is sent from the one shown before.
 */
const SESSION_FORMS = /^\/app\/(?:sign-out|settings\/switch|invitations\/[^/]+)$/;

function browserId(c: PageContext): string {
  const sent = getCookie(c, BROWSER_COOKIE);
  if (sent !== undefined && BROWSER_ID.test(sent)) return sent;
  const made = toBase64Url(crypto.getRandomValues(new Uint8Array(BROWSER_BYTES)));
  setCookie(c, BROWSER_COOKIE, made, cookieAttributes(c));
  return made;
}

/** Checks the Origin, which browsers send with every form (Fetch, "Origin header"). */
function checkOrigin(c: PageContext): void {
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site');
  const ours = [c.get('origin'), new URL(c.req.url).origin];
  if (origin !== undefined && !ours.includes(origin))
    throw new PageError(403, 'This form was sent from another site.');
  if (origin === undefined && site !== undefined && site !== 'same-origin')
    throw new PageError(403, 'This form was sent from another site.');
}

async function readFormFields(c: PageContext): Promise<URLSearchParams> {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new PageError(415, 'This page accepts only HTML forms.');
  const tooLarge = () => new PageError(413, 'The form is too large.');
  if (Number(c.req.header('Content-Length')) > MAX_FORM_BYTES) throw tooLarge();
  const text = await readText(c.req.raw.body, MAX_FORM_BYTES, tooLarge);
  const fields = new URLSearchParams(text);
  if (fields.size > MAX_FIELDS) throw new PageError(413, 'The form has too many fields.');
  return fields;
}

/** Reads the first part of an upload; the page reads the others. */
async function readUploadToken(c: PageContext): Promise<string> {
  const boundary = multipartBoundary(c.req.header('Content-Type') ?? '');
  const parts = parseMultipart(c.req.raw.body ?? new Blob([]).stream(), boundary);
  c.set('sentParts', parts);
  const { value } = await parts.next();
  return value?.name === TOKEN_FIELD ? readPartText(value.bytes, MAX_TOKEN_BYTES) : '';
}

/**
 * CSRF protection: gives every page a token, and refuses forms without a valid one, such as forms
 * forged by another site or created for another session. The token names the organization shown, so
 * a form cannot act on another one that the session was switched to meanwhile. An upload is read as
 * a stream, of which only the token is read here.
 */
export const checkFormToken = (secrets: Secrets) =>
  createMiddleware<DashboardEnv>(async (c, next) => {
    const sessionId = signedInPerson(c)?.sessionId;
    const bound = sessionId === undefined ? `browser ${browserId(c)}` : `session ${sessionId}`;
    const shown = c.get('user')?.organizationId ?? '';
    c.set('formToken', await signText({ purpose: PURPOSE, text: shown, bound }, secrets));
    c.set('sentForm', null);
    c.set('sentParts', (async function* () {})());
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    checkOrigin(c);
    const isUpload = c.req.header('Content-Type')?.startsWith('multipart/form-data') === true;
    const fields = isUpload ? null : await readFormFields(c);
    const token = isUpload ? await readUploadToken(c) : (fields?.get(TOKEN_FIELD) ?? '');
    const opened = await verifySignedText(token, { purpose: PURPOSE, bound }, secrets);
    if (opened === null) {
      // The first of two clicks has ended the session that the cookie names.
      const isEnded = sessionId === undefined && SESSION_COOKIE.test(c.req.header('Cookie') ?? '');
      if (isEnded && c.req.path === PASSWORD_FORM)
        return redirectWith(c, '/app/sign-in', MAYBE_CHANGED);
      throw new PageError(403, FORM_EXPIRED);
    }
    if (shown !== '' && opened !== shown && !SESSION_FORMS.test(c.req.path))
      throw new PageError(409, OTHER_ORGANIZATION);
    c.set('sentForm', fields);
    return next();
  });

/**
 * The sent form, for something that it must create only once: a second click, a reload and the Back
 * button send the same fields in the same session. The day bounds the digest, so that it never
 * names a key that ended so long ago that the account has forgotten it.
 */
export async function sentFormOf(c: PageContext, secrets: Secrets, now: number): Promise<SentForm> {
  const { organizationId, sessionId } = requireSessionUser(c);
  const fields = [...(c.get('sentForm') ?? [])].filter(([name]) => name !== TOKEN_FIELD);
  const text = JSON.stringify([c.req.path, organizationId, utcDay(now), fields]);
  const signed = await signText({ purpose: 'form sent twice', text, bound: sessionId }, secrets);
  return { digest: signed.split('.')[1] as string, since: now - SHOWN_SECONDS * 1_000 };
}
