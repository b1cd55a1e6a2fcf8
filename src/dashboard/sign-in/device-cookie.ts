import { getCookie, setCookie } from 'hono/cookie';
import type { PageContext } from '../session/context.ts';

/** Which account this browser has signed in to before: the last one. */
const COOKIE = 'lookup_device';
const LIFETIME_SECONDS = 180 * 86_400;

/** What the browser was given when it signed in; empty when it never did. */
export const readDeviceCookie = (c: PageContext): string => getCookie(c, COOKIE) ?? '';

/** Adds what a sign-in gives to the browser: the session's cookies, and that of the device. */
export function setSignInCookies(
  c: PageContext,
  { cookies = [], device }: { cookies?: readonly string[]; device: string },
): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
  setCookie(c, COOKIE, device, {
    path: '/app',
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.get('origin').startsWith('https:'),
    maxAge: LIFETIME_SECONDS,
  });
}
