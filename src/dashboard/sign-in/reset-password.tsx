import { Hono } from 'hono';
import * as z from 'zod';
import { requestPasswordReset, setPassword } from '../../accounts/sign-in/password-reset.ts';
import { openVerification, verifyEmail } from '../../accounts/sign-in/tokens.ts';
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
import { setSignInCookies } from './device-cookie.ts';

const requestForm = z.object({ email: formFields.email });
const newPasswordForm = z.object({
  token: z.string().min(1).max(200),
  password: formFields.password,
});

const verifyForm = z.object({ token: z.string().min(1).max(500) });

const LINK_EXPIRED = 'This link was used already, or is too old. Ask for another one.';

const formStatus = (form: FormState) => (form.errors.size > 0 ? 422 : 200);

function showRequest(c: PageContext, form: FormState, sendsMail: boolean): Promise<Response> {
  const content = (
    <>
      <p class="summary">
        {sendsMail
          ? 'We send a link that sets a new password to the address you signed up with.'
          : 'This service sends no mail: its operator gets the link, and passes it on to you.'}
      </p>
      <ErrorSummary form={form} />
      <Form c={c} action="/app/reset-password">
        <Field form={form} name="email" type="email" autocomplete="username" required />
        <Button>Send reset link</Button>
      </Form>
      <p>
        <a href="/app/sign-in">Back to signing in</a>
      </p>
    </>
  );
  return page(c, { title: 'Reset the password', status: formStatus(form) }, content);
}

function showNewPassword(c: PageContext, form: FormState): Promise<Response> {
  const content = (
    <>
      <ErrorSummary form={form} />
      <Form c={c} action="/app/new-password">
        <input type="hidden" name="token" value={form.values.get('token')} />
        <Field
          form={form}
          name="password"
          label="New password"
          type="password"
          autocomplete="new-password"
          required
          hint="At least 10 characters. You will be signed out everywhere else."
        />
        <Button>Set password</Button>
      </Form>
    </>
  );
  return page(c, { title: 'Set a new password', status: formStatus(form) }, content);
}

const showVerification = (
  c: PageContext,
  { token, email }: { token: string; email: string },
): Promise<Response> =>
  page(
    c,
    { title: 'Verify your address' },
    <>
      <p>
        An account was made for <strong>{email}</strong>, with a password. If that was not you,
        close this page: the account stays locked.
      </p>
      <Form c={c} action="/app/verify-email">
        <input type="hidden" name="token" value={token} />
        <Button>Verify the address</Button>
      </Form>
    </>,
  );

/** /app/reset-password, /app/new-password and /app/verify-email: what links from mails lead to. */
export function resetPages({ auth, signIn: ports }: DashboardServices): Hono<DashboardEnv> {
  const pages = new Hono<DashboardEnv>();
  const { sendsMail } = ports;

  pages.get('/reset-password', (c) => {
    const token = c.req.query('token');
    return token
      ? showNewPassword(c, emptyForm({ token }))
      : showRequest(c, emptyForm(), sendsMail);
  });

  pages.post('/reset-password', async (c) => {
    const form = parseForm(c, requestForm);
    if (!form.ok) return showRequest(c, form, sendsMail);
    const request = { email: form.values.email, address: clientAddress(c) };
    const wait = await requestPasswordReset(request, await auth(c.get('origin')), ports);
    if (wait !== null) throw new PageError(429, tooManyAttemptsMessage(wait), wait);
    const words = sendsMail
      ? 'If this address has an account, a link is on its way to it.'
      : 'If this address has an account, the operator has a link for it now.';
    return redirectWith(c, '/app/sign-in', words);
  });

  pages.post('/new-password', async (c) => {
    const form = parseForm(c, newPasswordForm);
    if (!form.ok) return showNewPassword(c, form);
    const request = { ...form.values, address: clientAddress(c) };
    const outcome = await setPassword(request, await auth(c.get('origin')), ports);
    switch (outcome.kind) {
      case 'set':
        setSignInCookies(c, outcome);
        return redirectWith(c, '/app/sign-in', 'The password is set. Sign in with it.');
      case 'password':
        return showNewPassword(c, withError(c, 'password', outcome.problem));
      case 'stale_link':
        return redirectWith(c, '/app/reset-password', LINK_EXPIRED, 'bad');
      case 'limited':
        throw new PageError(
          429,
          tooManyAttemptsMessage(outcome.retryAfterSeconds),
          outcome.retryAfterSeconds,
        );
    }
  });

  const stale = (c: PageContext) =>
    redirectWith(c, '/app/sign-in', `${LINK_EXPIRED} Signing in sends one.`, 'bad');

  // Programs that look into a mail's links before its reader does verify nothing.
  pages.get('/verify-email', async (c) => {
    const token = c.req.query('token') ?? '';
    const user = await openVerification(token, ports);
    return user ? showVerification(c, { token, email: user.email }) : stale(c);
  });

  pages.post('/verify-email', async (c) => {
    const form = parseForm(c, verifyForm);
    if (!form.ok || !(await verifyEmail(form.values.token, ports))) return stale(c);
    return redirectWith(c, '/app/sign-in', 'The address is verified. Sign in to go on.');
  });
  return pages;
}
