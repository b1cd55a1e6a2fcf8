import { getCookie, setCookie } from 'hono/cookie';
import { DAY_SECONDS } from '../../lib/time.ts';
import { appendCookies, cookieAttributes, type PageContext } from '../session/context.ts';

/** Which account this browser has signed in to before: the last one. */
const COOKIE = 'lookup_device';
const LIFETIME_SECONDS = 180 * DAY_SECONDS;

/** What the browser was given when it signed in; empty when it never did. */
export const readDeviceCookie = (c: PageContext): string => getCookie(c, COOKIE) ?? '';

/** Adds what a sign-in gives to the browser: the session's cookies, and that of the device. */
export function setSignInCookies(
  c: PageContext,
  { cookies = [], device }: { cookies?: readonly string[]; device: string },
): void {
  appendCookies(c, cookies);
  setCookie(c, COOKIE, device, { ...cookieAttributes(c), maxAge: LIFETIME_SECONDS });
}
