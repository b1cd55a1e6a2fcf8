import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { BegunSession } from '../../accounts/sign-in/sign-in.ts';
import { type Secrets, signText, verifySignedText } from '../../lib/secrets.ts';
import { DAY_SECONDS } from '../../lib/time.ts';
import { auditOwnChange, type DashboardServices } from '../services/services.ts';
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

const SECOND_STEP_PATH = '/app/sign-in/second-step';

/**
 * Completes a sign-in: gives the browser its cookies, and writes it to the audit log.
 * @param next path to go on to
 * @returns the page that asks for a code, where one is asked for; null where there is a session
 */
export async function completeSignIn(
  c: PageContext,
  begun: BegunSession,
  next: string,
  services: Pick<DashboardServices, 'accounts' | 'log'>,
): Promise<Response | null> {
  setSignInCookies(c, begun);
  if (begun.needsCode)
    return c.redirect(`${SECOND_STEP_PATH}?next=${encodeURIComponent(next)}`, 303);
  await auditOwnChange(c, services, begun.userId);
  return null;
}

/** The address this browser signed up with and has not verified yet. */
const SIGN_UP_COOKIE = 'lookup_sign_up';
const SIGN_UP_PURPOSE = 'sign-up in this browser';

/** Remembers who signs up in this browser while the link in the mail is waited for. */
export async function setSignUpCookie(
  c: PageContext,
  email: string,
  secrets: Secrets,
): Promise<void> {
  const value = await signText({ purpose: SIGN_UP_PURPOSE, text: email }, secrets);
  setCookie(c, SIGN_UP_COOKIE, value, { ...cookieAttributes(c), maxAge: DAY_SECONDS });
}

/** The address that this browser signed up with, in lower case; null for none within a day. */
export const readSignUpCookie = (c: PageContext, secrets: Secrets): Promise<string | null> =>
  verifySignedText(getCookie(c, SIGN_UP_COOKIE) ?? '', { purpose: SIGN_UP_PURPOSE }, secrets);

export const clearSignUpCookie = (c: PageContext): void =>
  void deleteCookie(c, SIGN_UP_COOKIE, cookieAttributes(c));
