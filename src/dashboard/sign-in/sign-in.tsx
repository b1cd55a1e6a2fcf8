import * as z from 'zod';
import { endSession } from '../../accounts/sign-in/auth.ts';
import type { SignInPorts } from '../../accounts/sign-in/ports.ts';
import { signIn } from '../../accounts/sign-in/sign-in.ts';
import { passSecondStep } from '../../accounts/team/second-step.ts';
import { Button, CheckBox, Field, Form, HiddenFields } from '../form/form.tsx';
import {
  emptyForm,
  type FormState,
  fieldError,
  formFields,
  handleForm,
} from '../form/form-state.ts';
import { LinkLine } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { auditOwnChange, type DashboardServices } from '../services/services.ts';
import {
  appendCookies,
  clientOf,
  type PageContext,
  type Pages,
  signedInPerson,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { PasskeyButton, passkeySignInPages } from './passkeys.tsx';
import { allowProviders, ProviderButtons, providerPages } from './providers.tsx';
import { completeSignIn, readDeviceCookie, safeRedirectPath } from './sign-in-cookies.ts';

const signInForm = z.object({
  email: formFields.email,
  password: formFields.password,
  next: z.string().optional(),
});

const WRONG_CREDENTIALS = 'The email address or the password is wrong.';
const WRONG_OR_UNVERIFIED_CREDENTIALS =
  'The email address or the password is wrong, or the address is not verified. To verify it, open the link that we sent to it.';

function showSignIn(
  c: PageContext,
  form: FormState,
  { providers }: Pick<SignInPorts, 'providers'>,
): Promise<Response> {
  const wanted = form.values.get('next') ?? '';
  allowProviders(c, providers);
  const content = (
    <>
      <Form action="/app/sign-in" form={form}>
        <HiddenFields fields={{ next: wanted }} />
        <Field name="email" type="email" autocomplete="username" required />
        <Field name="password" type="password" autocomplete="current-password" required />
        <Button>Sign in</Button>
      </Form>
      <PasskeyButton next={wanted} />
      <ProviderButtons providers={providers} next={wanted} />
      <LinkLine to="/app/reset-password">Forgot your password?</LinkLine>
      <p>
        New here? <a href={`/app/sign-up?next=${encodeURIComponent(wanted)}`}>Create an account</a>
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

function showSecondStep(c: PageContext, form: FormState): Promise<Response> {
  const next = form.values.get('next') ?? '';
  return page(
    c,
    { title: 'Second step', form },
    <>
      <Form action="/app/sign-in/second-step" form={form}>
        <HiddenFields fields={{ next }} />
        <Field
          name="code"
          autocomplete="one-time-code"
          required
          maxlength={50}
          hint="Six digits from your authenticator app, or a backup code."
        />
        <CheckBox name="trust" label="Do not ask again in this browser for 30 days" />
        <Button>Continue</Button>
      </Form>
      <PasskeyButton next={next} />
      <LinkLine to="/app/sign-in">Sign in with another account</LinkLine>
    </>,
  );
}

/** /app/sign-in with its second step and other ways to sign in, and /app/sign-out. */
export function signInPages(pages: Pages, services: DashboardServices): void {
  const { signIn: ports } = services;
  const show = (c: PageContext, form: FormState) => showSignIn(c, form, ports);
  providerPages(pages, services, show);
  passkeySignInPages(pages, services, show);
  pages.get('/sign-in', async (c) => {
    const next = safeRedirectPath(c.req.query('next'));
    return signedInPerson(c) ? c.redirect(next, 303) : show(c, emptyForm({ next }));
  });

  pages.post(
    '/sign-in',
    handleForm(signInForm, show, async (c, { email, password, next }) => {
      const from = { ...clientOf(c), origin: c.get('origin'), device: readDeviceCookie(c) };
      const begun = await signIn({ email, password, ...from }, c.get('auth'), ports);
      if (!begun)
        throw fieldError('', ports.sendsMail ? WRONG_OR_UNVERIFIED_CREDENTIALS : WRONG_CREDENTIALS);
      const to = safeRedirectPath(next);
      return (await completeSignIn(c, begun, to, services)) ?? c.redirect(to, 303);
    }),
  );

  pages.get('/sign-in/second-step', async (c) => {
    const next = safeRedirectPath(c.req.query('next'));
    return signedInPerson(c) ? c.redirect(next, 303) : showSecondStep(c, emptyForm({ next }));
  });

  pages.post(
    '/sign-in/second-step',
    handleForm(codeForm, showSecondStep, async (c, { code, trust, next }) => {
      const request = { code, trusts: trust === 'on', ...clientOf(c) };
      const passed = await passSecondStep(request, c.get('auth'), ports);
      if (!passed)
        return redirectWith(
          c,
          '/app/sign-in',
          'Sign in again: there were too many wrong codes, or this code was already used or has expired.',
          'bad',
        );
      appendCookies(c, passed.cookies);
      await auditOwnChange(c, services, passed.userId);
      return c.redirect(safeRedirectPath(next), 303);
    }),
  );

  pages.post('/sign-out', async (c) => {
    appendCookies(c, await endSession(c.req.raw.headers, c.get('auth')));
    return redirectWith(c, '/app/sign-in', 'You are signed out.');
  });
}
