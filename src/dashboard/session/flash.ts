import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod';
import { fromBase64Url, toBase64Url } from '../../lib/bytes.ts';
import { type Secrets, signText, verifySignedText } from '../../lib/secrets.ts';
import {
  cookieAttributes,
  type FlashMessage,
  type PageContext,
  requireSessionUser,
} from './context.ts';

const COOKIE = 'lookup_notice';
const LIFETIME_SECONDS = 60;

/** Longest message, because a cookie holds only four kilobytes. */
const MAX_TEXT_CHARS = 300;

const flashMessage = z.object({
  kind: z.enum(['good', 'bad']),
  text: z.string().max(MAX_TEXT_CHARS),
});

/** Takes the flash message of the previous page, so that it is shown once. */
export function takeFlash(c: PageContext): FlashMessage | null {
  const sent = getCookie(c, COOKIE);
  if (sent === undefined) return null;
  deleteCookie(c, COOKIE, cookieAttributes(c));
  try {
    const text = new TextDecoder().decode(fromBase64Url(sent) ?? new Uint8Array());
    return flashMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Post/redirect/get: the browser loads the page by a separate request, so that a reload repeats
 * nothing.
 * @param path below /app
 */
export function redirectWith(
  c: PageContext,
  path: string,
  text: string,
  kind: FlashMessage['kind'] = 'good',
): Response {
  const shown = text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS - 1)}…` : text;
  const body = toBase64Url(new TextEncoder().encode(JSON.stringify({ kind, text: shown })));
  setCookie(c, COOKIE, body, { ...cookieAttributes(c), maxAge: LIFETIME_SECONDS });
  return c.redirect(path, 303);
}

/** Cookie that passes a new secret to the page that shows it. */
const SECRET_COOKIE = 'lookup_new_secret';

/**
 * How long a new secret can be shown, and how long the form that created it creates no second one.
 */
export const SHOWN_SECONDS = 300;

/** A new secret with what its page says about it. */
type NewSecret = Readonly<Record<string, string>>;

const newSecret = z.record(z.string(), z.string());

const secretCookie = (c: PageContext, path: string) => ({
  ...cookieAttributes(c),
  path,
  sameSite: 'Strict' as const,
});

/** The cookie is valid on one page and for the session that created the secret. */
const secretClaim = (c: PageContext, path: string) => ({
  purpose: 'new secret',
  bound: `${requireSessionUser(c).sessionId} ${path}`,
});

/** Redirects to the page that shows a new secret, so that a reload creates no second one. */
export async function redirectToSecret(
  c: PageContext,
  path: string,
  created: NewSecret,
  secrets: Secrets,
): Promise<Response> {
  const value = await signText({ ...secretClaim(c, path), text: JSON.stringify(created) }, secrets);
  setCookie(c, SECRET_COOKIE, value, { ...secretCookie(c, path), maxAge: SHOWN_SECONDS });
  return c.redirect(path, 303);
}

/** The secret that this page shows; null if there is none. @param once not after a reload */
export async function takeSecret(
  c: PageContext,
  secrets: Secrets,
  { once }: { once: boolean },
): Promise<NewSecret | null> {
  const { path } = c.req;
  const sent = getCookie(c, SECRET_COOKIE);
  if (sent === undefined) return null;
  if (once) deleteCookie(c, SECRET_COOKIE, secretCookie(c, path));
  const text = await verifySignedText(sent, secretClaim(c, path), secrets);
  return text === null ? null : newSecret.parse(JSON.parse(text));
}
