import { Hono } from 'hono';
import * as z from 'zod';
import { createOrganization } from '../../accounts/organizations.ts';
import { limitAttempts } from '../../accounts/sign-in/attempt-limits.ts';
import { signUp } from '../../accounts/sign-in/sign-up.ts';
import { Button, ErrorSummary, Field, Form } from '../form/form.tsx';
import { emptyForm, type FormState, formFields, parseForm, withError } from '../form/form-state.ts';
import { page } from '../layout/page.tsx';
import type { DashboardServices } from '../services/services.ts';
import {
  clientAddress,
  clientRegion,
  type DashboardEnv,
  type PageContext,
  PageError,
  tooManyAttemptsMessage,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { setSignInCookies } from './device-cookie.ts';

const signUpForm = z.object({
  name: formFields.name,
  email: formFields.email,
  password: formFields.password,
  organization: formFields.name,
});

const EMAIL_TAKEN =
  'No account could be made for this address. If you have one, sign in or set a new password.';

function showSignUp(c: PageContext, form: FormState): Promise<Response> {
  const content = (
    <>
      <p class="summary">An account is free. Lookups need a plan, which comes after.</p>
      <ErrorSummary form={form} />
      <Form c={c} action="/app/sign-up">
        <Field form={form} name="name" autocomplete="name" required maxlength={100} />
        <Field form={form} name="email" type="email" autocomplete="username" required />
        <Field
          form={form}
          name="password"
          type="password"
          autocomplete="new-password"
          required
          hint="At least 10 characters. A few words are better than one with signs in it."
        />
        <Field
          form={form}
          name="organization"
          autocomplete="organization"
          required
          maxlength={100}
          hint="Your company or project: it owns the keys and the credits."
        />
        <Button>Create account</Button>
      </Form>
      <p>
        Have an account? <a href="/app/sign-in">Sign in</a>
      </p>
    </>
  );
  return page(c, { title: 'Create an account', status: form.errors.size > 0 ? 422 : 200 }, content);
}

const showCheckMail = (c: PageContext) =>
  page(
    c,
    { title: 'Look at your mail' },
    <p>
      We have sent you a link. Open it to go on. If nothing comes, look in the folder for unwanted
      mail, or sign up again.
    </p>,
  );

/** /app/sign-up */
export function signUpPages({ auth, signIn: ports }: DashboardServices): Hono<DashboardEnv> {
  const pages = new Hono<DashboardEnv>();
  pages.get('/sign-up', async (c) =>
    c.get('user') ? c.redirect('/app', 303) : showSignUp(c, emptyForm()),
  );
  pages.post('/sign-up', async (c) => {
    const form = parseForm(c, signUpForm);
    if (!form.ok) return showSignUp(c, form);
    const origin = c.get('origin');
    const from = { region: clientRegion(c), address: clientAddress(c), headers: c.req.raw.headers };
    const outcome = await signUp({ ...form.values, ...from, origin }, await auth(origin), ports);
    switch (outcome.kind) {
      case 'signed_in':
        setSignInCookies(c, outcome);
        return redirectWith(c, '/app', `Welcome, ${form.values.name}. Your account is ready.`);
      case 'look_at_mail':
        return showCheckMail(c);
      case 'taken':
        return showSignUp(c, withError(c, 'email', EMAIL_TAKEN));
      case 'password':
        return showSignUp(c, withError(c, 'password', outcome.problem));
      case 'limited':
        throw new PageError(
          429,
          tooManyAttemptsMessage(outcome.retryAfterSeconds),
          outcome.retryAfterSeconds,
        );
    }
  });
  return pages;
}

const organizationForm = z.object({ organization: formFields.name });

const showNewOrganization = (c: PageContext, form: FormState): Promise<Response> =>
  page(
    c,
    { title: 'Create an organization', status: form.errors.size > 0 ? 422 : 200 },
    <>
      <p class="summary">
        You belong to no organization now. Ask to be invited to one, or make your own.
      </p>
      <ErrorSummary form={form} />
      <Form c={c} action="/app/organizations/new">
        <Field form={form} name="organization" autocomplete="organization" required />
        <Button>Create organization</Button>
      </Form>
    </>,
  );

/** /app/organizations/new: for users without an organization, as theirs was left or deleted. */
export function organizationPages({ accounts }: DashboardServices): Hono<DashboardEnv> {
  const pages = new Hono<DashboardEnv>();
  pages.get('/organizations/new', async (c) =>
    c.get('userWithoutOrganization')
      ? showNewOrganization(c, emptyForm())
      : c.redirect('/app', 303),
  );
  pages.post('/organizations/new', async (c) => {
    const form = parseForm(c, organizationForm);
    if (!form.ok) return showNewOrganization(c, form);
    const person = c.get('userWithoutOrganization');
    if (!person) return c.redirect('/app', 303);
    const owner = { ownerEmail: person.email, ownerId: person.userId };
    const wait = await limitAttempts('organization by account', person.userId, accounts);
    if (wait !== null) throw new PageError(429, tooManyAttemptsMessage(wait), wait);
    const { organization: name } = form.values;
    await createOrganization({ name, region: clientRegion(c), ...owner }, accounts);
    return redirectWith(c, '/app', 'The organization is ready.');
  });
  return pages;
}
