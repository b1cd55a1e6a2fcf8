import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod';
import { fromBase64Url, toBase64Url } from '../../lib/bytes.ts';
import { cookieAttributes, type FlashMessage, type PageContext } from './context.ts';

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
