import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { BegunSession } from '../../accounts/sign-in/sign-in.ts';
import { type Secrets, signText, verifySignedText } from '../../lib/secrets.ts';
import { DAY_SECONDS } from '../../lib/time.ts';
import { auditOwnChange, type DashboardServices } from '../services/services.ts';
import { appendCookies, cookieAttributes, type PageContext } from '../session/context.ts';

/** Base that `next` is resolved against; a reserved name. */
const PLACEHOLDER_ORIGIN = 'https://service.invalid';

/** Anything but these could leave the service, or be read as another origin by a browser. */
const LOCAL_PATH = /^\/(?:app|oauth)(?:[/?][\w\-./~%?&=+:@,!*'()]*)?$/;

/** Home of the dashboard, the default target. */
const HOME_PATH = '/app';
const MAX_CHARS = 2_000;

/**
 * Where to go on after signing in: a path of ours under /app or /oauth, else the dashboard's home.
 * @param wanted as the address or a form says; untrusted
 */
export function safeRedirectPath(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > MAX_CHARS || !LOCAL_PATH.test(wanted)) return HOME_PATH;
  // What a browser makes of it decides: dots may lead elsewhere.
  const url = new URL(wanted, PLACEHOLDER_ORIGIN);
  const isOurs = url.origin === PLACEHOLDER_ORIGIN && LOCAL_PATH.test(url.pathname);
  return isOurs ? `${url.pathname}${url.search}` : HOME_PATH;
}

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

/** Who signed up in this browser and has not verified their address yet. */
interface PendingSignUp {
  /** In lower case. */
  email: string;
  /** Path that was wanted. The mail does not have it: a stranger's sign-up would choose it. */
  next: string;
}

const SIGN_UP_COOKIE = 'lookup_sign_up';
const SIGN_UP_PURPOSE = 'sign-up in this browser';

/** Remembers who signs up in this browser while the link in the mail is waited for. */
export async function setSignUpCookie(
  c: PageContext,
  { email, next }: PendingSignUp,
  secrets: Secrets,
): Promise<void> {
  const text = `${email} ${next}`;
  const value = await signText({ purpose: SIGN_UP_PURPOSE, text }, secrets);
  setCookie(c, SIGN_UP_COOKIE, value, { ...cookieAttributes(c), maxAge: DAY_SECONDS });
}

/** Who signed up in this browser within a day, and is not verified; null for none. */
export async function readSignUpCookie(
  c: PageContext,
  secrets: Secrets,
): Promise<PendingSignUp | null> {
  const cookie = getCookie(c, SIGN_UP_COOKIE) ?? '';
  const text = await verifySignedText(cookie, { purpose: SIGN_UP_PURPOSE }, secrets);
  const [email = '', next = ''] = text?.split(' ') ?? [];
  return email ? { email, next: safeRedirectPath(next) } : null;
}

export const clearSignUpCookie = (c: PageContext): void =>
  void deleteCookie(c, SIGN_UP_COOKIE, cookieAttributes(c));
