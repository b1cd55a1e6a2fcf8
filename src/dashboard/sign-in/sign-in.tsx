import { Hono } from 'hono';
import * as z from 'zod';
import { endSession } from '../../accounts/sign-in/auth.ts';
import { signIn } from '../../accounts/sign-in/sign-in.ts';
import { Button, ErrorSummary, Field, Form } from '../form/form.tsx';
import { emptyForm, type FormState, formFields, parseForm, withError } from '../form/form-state.ts';
import { page } from '../layout/page.tsx';
import type { DashboardServices } from '../services/services.ts';
import {
  clientAddress,
  type DashboardEnv,
  type PageContext,
  PageError,
  tooManyAttemptsMessage,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { readDeviceCookie, setSignInCookies } from './device-cookie.ts';

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

const signInForm = z.object({
  email: formFields.email,
  password: formFields.password,
  next: z.string().optional(),
});

const WRONG_CREDENTIALS = 'The email or the password is wrong.';
const WRONG_OR_UNVERIFIED_CREDENTIALS =
  'The email or the password is wrong, or the address is not verified: then open the link we have sent to it.';

function showSignIn(c: PageContext, form: FormState): Promise<Response> {
  const wanted = form.values.get('next') ?? '';
  const content = (
    <>
      <ErrorSummary form={form} />
      <Form c={c} action="/app/sign-in">
        <input type="hidden" name="next" value={wanted} />
        <Field form={form} name="email" type="email" autocomplete="username" required />
        <Field
          form={form}
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <Button>Sign in</Button>
      </Form>
      <p>
        <a href="/app/reset-password">Forgotten the password?</a>
      </p>
      <p>
        New here? <a href="/app/sign-up">Create an account</a>
      </p>
    </>
  );
  return page(c, { title: 'Sign in', status: form.errors.size > 0 ? 422 : 200 }, content);
}

/** /app/sign-in and /app/sign-out. */
export function signInPages({ auth, signIn: ports }: DashboardServices): Hono<DashboardEnv> {
  const pages = new Hono<DashboardEnv>();

  pages.get('/sign-in', async (c) => {
    const next = safeRedirectPath(c.req.query('next'));
    return c.get('user') ? c.redirect(next, 303) : showSignIn(c, emptyForm({ next }));
  });

  pages.post('/sign-in', async (c) => {
    const form = parseForm(c, signInForm);
    if (!form.ok) return showSignIn(c, form);
    const { email, password, next } = form.values;
    const origin = c.get('origin');
    const from = {
      address: clientAddress(c),
      device: readDeviceCookie(c),
      headers: c.req.raw.headers,
    };
    const outcome = await signIn({ email, password, origin, ...from }, await auth(origin), ports);
    switch (outcome.kind) {
      case 'signed_in':
        setSignInCookies(c, outcome);
        return c.redirect(safeRedirectPath(next), 303);
      case 'wrong':
        return showSignIn(
          c,
          withError(c, '', ports.sendsMail ? WRONG_OR_UNVERIFIED_CREDENTIALS : WRONG_CREDENTIALS),
        );
      case 'limited':
        throw new PageError(
          429,
          tooManyAttemptsMessage(outcome.retryAfterSeconds),
          outcome.retryAfterSeconds,
        );
    }
  });

  pages.post('/sign-out', async (c) => {
    const cookies = await endSession(c.req.raw.headers, await auth(c.get('origin')));
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
    return redirectWith(c, '/app/sign-in', 'You have signed out.');
  });
  return pages;
}
