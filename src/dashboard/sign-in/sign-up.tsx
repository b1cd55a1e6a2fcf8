import * as z from 'zod';
import { createOrganization } from '../../accounts/organizations.ts';
import { limitAttempts, requireAttempt } from '../../accounts/sign-in/attempt-limits.ts';
import { deferWork, type SignInPorts } from '../../accounts/sign-in/ports.ts';
import { signUp } from '../../accounts/sign-in/sign-up.ts';
import { resendVerification } from '../../accounts/sign-in/tokens.ts';
import { invitationsTo } from '../../accounts/team/invitations.ts';
import { isolated } from '../../lib/text.ts';
import { Button, Field, Form, HiddenFields, NewPasswordField } from '../form/form.tsx';
import { emptyForm, type FormState, formFields, handleForm } from '../form/form-state.ts';
import { LinkLine } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { auditOwnChange, type DashboardServices, type PageServices } from '../services/services.ts';
import {
  clientOf,
  clientRegion,
  type PageContext,
  type Pages,
  requirePerson,
  signedInPerson,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { allowProviders, ProviderButtons } from './providers.tsx';
import {
  completeSignIn,
  readSignUpCookie,
  safeRedirectPath,
  setSignUpCookie,
} from './sign-in-cookies.ts';

const signUpForm = z.object({
  name: formFields.name,
  email: formFields.email,
  password: formFields.password,
  organization: formFields.name,
  next: z.string().optional(),
});

function showSignUp(
  c: PageContext,
  form: FormState,
  { providers }: Pick<SignInPorts, 'providers'>,
): Promise<Response> {
  const next = form.values.get('next') ?? '';
  allowProviders(c, providers);
  const content = (
    <>
      <p class="summary">
        An account is free, and so is everything in test mode. Live lookups require a plan, which
        you can choose later.
      </p>
      <Form action="/app/sign-up" form={form}>
        <HiddenFields fields={{ next }} />
        <Field name="name" autocomplete="name" required maxlength={100} />
        <Field name="email" type="email" autocomplete="username" required />
        <NewPasswordField hint="At least 10 characters. A few words are better than one word with symbols." />
        <Field
          name="organization"
          autocomplete="organization"
          required
          maxlength={100}
          hint="Your company or project, which owns the keys and the credits."
        />
        <Button>Create account</Button>
      </Form>
      <ProviderButtons providers={providers} next={next} />
      <p>
        Have an account? <a href={`/app/sign-in?next=${encodeURIComponent(next)}`}>Sign in</a>
      </p>
    </>
  );
  return page(c, { title: 'Create an account', form }, content);
}

const CHECK_MAIL_PATH = '/app/sign-up/mail';

const showCheckMail = (c: PageContext, { email, next }: { email: string; next: string }) =>
  page(
    c,
    { title: 'Check your email' },
    <>
      <p>
        We have sent a link to <strong>{email}</strong>. Open it in this browser to be signed in. If
        you open it in another one,{' '}
        <a href={`/app/sign-in?next=${encodeURIComponent(next)}`}>sign in</a> here afterwards. If no
        email arrives, check your spam folder.
      </p>
      <Form action={CHECK_MAIL_PATH} class="row">
        <Button kind="quiet">Send it again</Button>
        <a href={`/app/sign-up?next=${encodeURIComponent(next)}`}>Use another address</a>
      </Form>
    </>,
  );

export function signUpPages(pages: Pages, services: PageServices): void {
  const { signIn: ports, authSecrets } = services;
  const show = (c: PageContext, form: FormState) => showSignUp(c, form, ports);
  pages.get('/sign-up', async (c) => {
    const next = safeRedirectPath(c.req.query('next'));
    return signedInPerson(c) ? c.redirect(next, 303) : show(c, emptyForm({ next }));
  });
  pages.post(
    '/sign-up',
    handleForm(signUpForm, show, async (c, { next, ...values }) => {
      const from = { ...clientOf(c), origin: c.get('origin'), region: clientRegion(c) };
      const begun = await signUp({ ...values, ...from }, c.get('auth'), ports);
      const to = safeRedirectPath(next);
      if (!begun) {
        await setSignUpCookie(c, { email: values.email, next: to }, authSecrets);
        return c.redirect(CHECK_MAIL_PATH, 303);
      }
      await completeSignIn(c, begun, to, services);
      return redirectWith(c, to, `Welcome, ${isolated(values.name)}. Your account is ready.`);
    }),
  );

  pages.get('/sign-up/mail', async (c) => {
    const pending = await readSignUpCookie(c, authSecrets);
    return pending ? showCheckMail(c, pending) : c.redirect('/app/sign-up', 303);
  });
  pages.post('/sign-up/mail', async (c) => {
    const pending = await readSignUpCookie(c, authSecrets);
    if (!pending) return c.redirect('/app/sign-up', 303);
    const work = resendVerification(pending.email, c.get('origin'), ports);
    deferWork(work, 'a link could not be sent again', ports);
    return redirectWith(
      c,
      CHECK_MAIL_PATH,
      'If the address still has to be verified, a new link has been sent.',
    );
  });
}

const organizationForm = z.object({ organization: formFields.name, next: z.string().optional() });

async function showNewOrganization(
  c: PageContext,
  form: FormState,
  { signIn: ports }: Pick<DashboardServices, 'signIn'>,
): Promise<Response> {
  const invitations = await invitationsTo(requirePerson(c).userId, ports);
  return page(
    c,
    { title: 'Create an organization', form },
    <>
      <p class="summary">
        You do not belong to an organization. If you have been invited to one, open the link of the
        invitation. Otherwise ask to be invited, or create your own.
      </p>
      {invitations.map(({ organizationName, path }) => (
        <LinkLine to={path} look="button">
          {`Join ${isolated(organizationName)}`}
        </LinkLine>
      ))}
      <Form action="/app/organizations/new" form={form}>
        <HiddenFields fields={{ next: form.values.get('next') ?? '' }} />
        <Field name="organization" autocomplete="organization" required />
        <Button>Create organization</Button>
      </Form>
      <ul>
        <li>
          <a href="/app/settings/security">Sign-in and security</a>
        </li>
        <li>
          <a href="/app/settings/delete-account">Delete your account</a>
        </li>
      </ul>
    </>,
  );
}

/** /app/organizations/new: for users without an organization, who left it or deleted it. */
export function organizationPages(pages: Pages, services: DashboardServices): void {
  const { accounts } = services;
  const show = (c: PageContext, form: FormState) => showNewOrganization(c, form, services);
  pages.get('/organizations/new', async (c) => {
    const next = safeRedirectPath(c.req.query('next'));
    return c.get('userWithoutOrganization') ? show(c, emptyForm({ next })) : c.redirect(next, 303);
  });
  pages.post(
    '/organizations/new',
    handleForm(organizationForm, show, async (c, { organization: name, next }) => {
      const to = safeRedirectPath(next);
      const person = c.get('userWithoutOrganization');
      if (!person) return c.redirect(to, 303);
      const owner = { ownerEmail: person.email, ownerId: person.userId };
      requireAttempt(await limitAttempts('organization by account', person.userId, accounts));
      await createOrganization({ name, region: clientRegion(c), ...owner }, accounts);
      await auditOwnChange(c, services, person.userId);
      return redirectWith(c, to, 'The organization is ready.');
    }),
  );
}
