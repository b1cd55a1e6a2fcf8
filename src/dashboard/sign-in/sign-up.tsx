import * as z from 'zod';
import { createOrganization } from '../../accounts/organizations.ts';
import { limitAttempts, requireAttempt } from '../../accounts/sign-in/attempt-limits.ts';
import { signUp } from '../../accounts/sign-in/sign-up.ts';
import { Button, Field, Form } from '../form/form.tsx';
import { emptyForm, type FormState, formFields, handleForm } from '../form/form-state.ts';
import { page } from '../layout/page.tsx';
import type { DashboardServices } from '../services/services.ts';
import { clientAddress, clientRegion, type PageContext, type Pages } from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { setSignInCookies } from './device-cookie.ts';

const signUpForm = z.object({
  name: formFields.name,
  email: formFields.email,
  password: formFields.password,
  organization: formFields.name,
});

function showSignUp(c: PageContext, form: FormState): Promise<Response> {
  const content = (
    <>
      <p class="summary">An account is free. Lookups need a plan, which comes after.</p>
      <Form action="/app/sign-up" form={form}>
        <Field name="name" autocomplete="name" required maxlength={100} />
        <Field name="email" type="email" autocomplete="username" required />
        <Field
          name="password"
          type="password"
          autocomplete="new-password"
          required
          hint="At least 10 characters. A few words are better than one with signs in it."
        />
        <Field
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
  return page(c, { title: 'Create an account', form }, content);
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
export function signUpPages(pages: Pages, { signIn: ports }: DashboardServices): void {
  pages.get('/sign-up', async (c) =>
    c.get('user') ? c.redirect('/app', 303) : showSignUp(c, emptyForm()),
  );
  pages.post(
    '/sign-up',
    handleForm(signUpForm, showSignUp, async (c, values) => {
      const from = {
        origin: c.get('origin'),
        region: clientRegion(c),
        address: clientAddress(c),
        headers: c.req.raw.headers,
      };
      const begun = await signUp({ ...values, ...from }, c.get('auth'), ports);
      if (!begun) return showCheckMail(c);
      setSignInCookies(c, begun);
      return redirectWith(c, '/app', `Welcome, ${values.name}. Your account is ready.`);
    }),
  );
}

const organizationForm = z.object({ organization: formFields.name });

const showNewOrganization = (c: PageContext, form: FormState): Promise<Response> =>
  page(
    c,
    { title: 'Create an organization', form },
    <>
      <p class="summary">
        You belong to no organization now. Ask to be invited to one, or make your own.
      </p>
      <Form action="/app/organizations/new" form={form}>
        <Field name="organization" autocomplete="organization" required />
        <Button>Create organization</Button>
      </Form>
    </>,
  );

/** /app/organizations/new: for users without an organization, as theirs was left or deleted. */
export function organizationPages(pages: Pages, { accounts }: DashboardServices): void {
  pages.get('/organizations/new', async (c) =>
    c.get('userWithoutOrganization')
      ? showNewOrganization(c, emptyForm())
      : c.redirect('/app', 303),
  );
  pages.post(
    '/organizations/new',
    handleForm(organizationForm, showNewOrganization, async (c, { organization: name }) => {
      const person = c.get('userWithoutOrganization');
      if (!person) return c.redirect('/app', 303);
      const owner = { ownerEmail: person.email, ownerId: person.userId };
      requireAttempt(await limitAttempts('organization by account', person.userId, accounts));
      await createOrganization({ name, region: clientRegion(c), ...owner }, accounts);
      return redirectWith(c, '/app', 'The organization is ready.');
    }),
  );
}
