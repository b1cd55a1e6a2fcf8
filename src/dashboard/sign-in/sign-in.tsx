import * as z from 'zod';
import { endSession } from '../../accounts/sign-in/auth.ts';
import { passSecondStep } from '../../accounts/sign-in/second-step.ts';
import { signIn } from '../../accounts/sign-in/sign-in.ts';
import { Button, CheckBox, Field, Form } from '../form/form.tsx';
import {
  emptyForm,
  type FormState,
  fieldError,
  formFields,
  handleForm,
} from '../form/form-state.ts';
import { page } from '../layout/page.tsx';
import { auditOwnChange, type DashboardServices } from '../services/services.ts';
import { appendCookies, clientAddress, type PageContext, type Pages } from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { completeSignIn, readDeviceCookie } from './sign-in-cookies.ts';

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
      <Form action="/app/sign-in" form={form}>
        <input type="hidden" name="next" value={wanted} />
        <Field name="email" type="email" autocomplete="username" required />
        <Field name="password" type="password" autocomplete="current-password" required />
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
  return page(c, { title: 'Sign in', form }, content);
}

const codeForm = z.object({
  code: z.string().trim().min(1).max(50),
  trust: z.string().optional(),
  next: z.string().optional(),
});

const showSecondStep = (c: PageContext, form: FormState): Promise<Response> =>
  page(
    c,
    { title: 'Second step', form },
    <>
      <Form action="/app/sign-in/second-step" form={form}>
        <input type="hidden" name="next" value={form.values.get('next')} />
        <Field
          name="code"
          autocomplete="one-time-code"
          required
          maxlength={50}
          hint="Six digits of your authenticator app, or a backup code."
        />
        <CheckBox name="trust" label="Do not ask in this browser for 30 days" />
        <Button>Continue</Button>
      </Form>
      <p>
        <a href="/app/sign-in">Sign in as somebody else</a>
      </p>
    </>,
  );

/** /app/sign-in with its second step, and /app/sign-out. */
export function signInPages(pages: Pages, services: DashboardServices): void {
  const { signIn: ports } = services;
  pages.get('/sign-in', async (c) => {
    const next = safeRedirectPath(c.req.query('next'));
    return c.get('user') ? c.redirect(next, 303) : showSignIn(c, emptyForm({ next }));
  });

  pages.post(
    '/sign-in',
    handleForm(signInForm, showSignIn, async (c, { email, password, next }) => {
      const from = {
        origin: c.get('origin'),
        address: clientAddress(c),
        device: readDeviceCookie(c),
        headers: c.req.raw.headers,
      };
      const begun = await signIn({ email, password, ...from }, c.get('auth'), ports);
      if (!begun)
        throw fieldError('', ports.sendsMail ? WRONG_OR_UNVERIFIED_CREDENTIALS : WRONG_CREDENTIALS);
      const to = safeRedirectPath(next);
      return (await completeSignIn(c, begun, to, services)) ?? c.redirect(to, 303);
    }),
  );

  const showCode = (c: PageContext, form: FormState) => showSecondStep(c, form);
  pages.get('/sign-in/second-step', (c) => {
    const next = safeRedirectPath(c.req.query('next'));
    return c.get('user') ? c.redirect(next, 303) : showCode(c, emptyForm({ next }));
  });

  pages.post(
    '/sign-in/second-step',
    handleForm(codeForm, showCode, async (c, { code, trust, next }) => {
      const from = { address: clientAddress(c), headers: c.req.raw.headers };
      const request = { code, trusts: trust === 'on', ...from };
      const passed = await passSecondStep(request, c.get('auth'), ports);
      if (!passed)
        return redirectWith(c, '/app/sign-in', 'Sign in again: the code came too late.', 'bad');
      appendCookies(c, passed.cookies);
      await auditOwnChange(c, services, passed.userId);
      return c.redirect(safeRedirectPath(next), 303);
    }),
  );

  pages.post('/sign-out', async (c) => {
    const cookies = await endSession(c.req.raw.headers, c.get('auth'));
    appendCookies(c, cookies);
    return redirectWith(c, '/app/sign-in', 'You have signed out.');
  });
}
