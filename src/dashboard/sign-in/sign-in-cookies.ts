import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { BegunSession } from '../../accounts/sign-in/sign-in.ts';
import { type Secrets, signText, verifySignedText } from '../../lib/secrets.ts';
import { DAY_SECONDS } from '../../lib/time.ts';
import { auditOwnChange, type DashboardServices } from '../services/services.ts';
import { appendCookies, cookieAttributes, type PageContext } from '../session/context.ts';

/** Base for resolving `next`; a reserved name. */
const PLACEHOLDER_ORIGIN = 'https://service.invalid';

/** Allowed paths. Others could leave the service, or be read as another origin by a browser. */
const LOCAL_PATH = /^\/(?:app|oauth)(?:[/?][\w\-./~%?&=+:@,!*'()]*)?$/;

/** Home of the dashboard, the default target. */
const HOME_PATH = '/app';
const MAX_CHARS = 2_000;

/**
 * Redirect target after sign-in: a path under /app or /oauth, else the dashboard's home.
 * @param wanted untrusted target in the URL or a form
 */
export function safeRedirectPath(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > MAX_CHARS || !LOCAL_PATH.test(wanted)) return HOME_PATH;
  // Resolved like by a browser, because dot segments may lead elsewhere.
  const url = new URL(wanted, PLACEHOLDER_ORIGIN);
  const isOurs = url.origin === PLACEHOLDER_ORIGIN && LOCAL_PATH.test(url.pathname);
  return isOurs ? `${url.pathname}${url.search}` : HOME_PATH;
}

/** Cookie with the last account that this browser has signed in to. */
const COOKIE = 'lookup_device';
const LIFETIME_SECONDS = 180 * DAY_SECONDS;

/** The device cookie of an earlier sign-in; empty if there was none. */
export const readDeviceCookie = (c: PageContext): string => getCookie(c, COOKIE) ?? '';

/** Sets the cookies of a sign-in: those of the session, and the device cookie. */
export function setSignInCookies(
  c: PageContext,
  { cookies = [], device }: { cookies?: readonly string[]; device: string },
): void {
  appendCookies(c, cookies);
  setCookie(c, COOKIE, device, { ...cookieAttributes(c), maxAge: LIFETIME_SECONDS });
}

const SECOND_STEP_PATH = '/app/sign-in/second-step';

/**
 * Completes a sign-in: sets the cookies, and writes it to the audit log.
 * @param next path to continue at
 * @returns the page that asks for a code, if one is required; null if the session exists
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

/** Sign-up in this browser whose address is not verified yet. */
interface PendingSignUp {
  /** In lower case. */
  email: string;
  /** Requested path. Not in the mail, because a stranger's sign-up could choose it. */
  next: string;
}

const SIGN_UP_COOKIE = 'lookup_sign_up';
const SIGN_UP_PURPOSE = 'sign-up in this browser';

/** Remembers a sign-up in this browser until the link in the mail is opened. */
export async function setSignUpCookie(
  c: PageContext,
  { email, next }: PendingSignUp,
  secrets: Secrets,
): Promise<void> {
  const text = `${email} ${next}`;
  const value = await signText({ purpose: SIGN_UP_PURPOSE, text }, secrets);
  setCookie(c, SIGN_UP_COOKIE, value, { ...cookieAttributes(c), maxAge: DAY_SECONDS });
}

/** Unverified sign-up in this browser within a day; null if there is none. */
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
