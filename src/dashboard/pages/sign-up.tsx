import { Hono } from 'hono';
import * as z from 'zod';
import { signUp } from '../../accounts/sign-in/sign-up.ts';
import type { DashboardEnv, PageContext } from '../context.ts';
import { Button, ErrorSummary, Field, Form } from '../form/form.tsx';
import { type FormState, fields, freshForm, readForm, withError } from '../form/read-form.ts';
import { page } from '../layout/page.tsx';
import { Refused, tooOften } from '../refused.ts';
import type { DashboardServices } from '../services.ts';
import { addressOf, regionHere } from '../session/address.ts';
import { giveCookies } from '../session/device-cookie.ts';
import { redirectWith } from '../session/flash.ts';

const signUpForm = z.object({
  name: fields.name,
  email: fields.email,
  password: fields.password,
  organization: fields.name,
});

const TAKEN =
  'No account could be made for this address. If you have one, sign in or set a new password.';

function show(c: PageContext, form: FormState): Promise<Response> {
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

const lookAtMail = (c: PageContext) =>
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
    c.get('visitor') ? c.redirect('/app', 303) : show(c, freshForm()),
  );
  pages.post('/sign-up', async (c) => {
    const form = readForm(c, signUpForm);
    if (!form.ok) return show(c, form);
    const origin = c.get('origin');
    const from = { region: regionHere(c), address: addressOf(c), headers: c.req.raw.headers };
    const outcome = await signUp({ ...form.values, ...from, origin }, await auth(origin), ports);
    switch (outcome.kind) {
      case 'signed_in':
        giveCookies(c, outcome);
        return redirectWith(c, '/app', `Welcome, ${form.values.name}. Your account is ready.`);
      case 'look_at_mail':
        return lookAtMail(c);
      case 'taken':
        return show(c, withError(c, 'email', TAKEN));
      case 'password':
        return show(c, withError(c, 'password', outcome.problem));
      case 'limited':
        throw new Refused(429, tooOften(outcome.retryAfterSeconds), outcome.retryAfterSeconds);
    }
  });
  return pages;
}
