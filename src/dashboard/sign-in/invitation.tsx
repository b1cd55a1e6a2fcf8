import * as z from 'zod';
import type { SignInPorts } from '../../accounts/sign-in/ports.ts';
import { beginSession, signIn } from '../../accounts/sign-in/sign-in.ts';
import {
  acceptInvitation,
  createInvitedUser,
  type OpenInvitation,
  openInvitation,
} from '../../accounts/team/invitations.ts';
import { isolated } from '../../lib/text.ts';
import { Button, Field, Form, HiddenFields, NewPasswordField } from '../form/form.tsx';
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
  clientOf,
  type PageContext,
  PageError,
  type Pages,
  signedInPerson,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { allowProviders, ProviderButtons } from './providers.tsx';
import { completeSignIn, readDeviceCookie } from './sign-in-cookies.ts';

const joinForm = z.object({
  token: z.string().min(1).max(500),
  name: formFields.name.optional(),
  password: formFields.password.optional(),
});

const NewPerson = () => (
  <>
    <Field name="name" autocomplete="name" required maxlength={100} />
    <NewPasswordField />
  </>
);

/** Next steps of the invited person: join, sign in first, or choose a password. */
function showInvitation(
  c: PageContext,
  invitation: OpenInvitation,
  form: FormState,
  { providers }: Pick<SignInPorts, 'providers'>,
) {
  allowProviders(c, providers);
  const { id, email, organizationName, hasPassword } = invitation;
  const person = signedInPerson(c);
  const token = form.values.get('token') ?? '';
  const here = `/app/invitations/${id}?token=${encodeURIComponent(token)}`;
  const isOther = person !== null && person.email !== email;
  const mustSignIn = person === null && hasPassword;
  const content = (
    <>
      <p>
        {`${email} has been invited to `}
        <strong>{organizationName}</strong>.
      </p>
      {isOther && (
        <p>{`You are signed in as ${person.email}. Sign out, then open the link again.`}</p>
      )}
      {mustSignIn && (
        <LinkLine to={`/app/sign-in?next=${encodeURIComponent(here)}`} look="button">
          Sign in to join
        </LinkLine>
      )}
      {!isOther && !mustSignIn && (
        <Form action={`/app/invitations/${id}`} form={form}>
          <HiddenFields fields={{ token }} />
          {person === null && <NewPerson />}
          <Button>Join</Button>
        </Form>
      )}
      {person === null && !mustSignIn && <ProviderButtons providers={providers} next={here} />}
    </>
  );
  return page(c, { title: 'You are invited', form }, content);
}

/** The request's headers with new cookies. */
function withCookies(headers: Headers, cookies: readonly string[]): Headers {
  const renewed = new Headers(headers);
  const fresh = cookies.map((cookie) => cookie.split(';', 1)[0]);
  if (fresh.length > 0) renewed.set('Cookie', fresh.join('; '));
  return renewed;
}

/** /app/invitations/{id}: target of the link in an invitation. */
export function invitationPages(pages: Pages, services: DashboardServices): void {
  const { signIn: ports } = services;
  const used = () =>
    new PageError(
      404,
      'This invitation has been used or withdrawn, or has expired. Ask for a new one.',
    );
  const named = (c: PageContext, token: string) => ({ id: c.req.param('id') ?? '', token });
  const open = async (c: PageContext, token: string) => {
    const invitation = await openInvitation(named(c, token), ports);
    if (invitation) return invitation;
    throw used();
  };

  /** Signs in a person whom the first sending of the form created. */
  const signInAgain = (c: PageContext, email: string, password: string) => {
    const from = { ...clientOf(c), origin: c.get('origin'), device: readDeviceCookie(c) };
    return signIn({ email, password, ...from }, c.get('auth'), ports);
  };

  /** Answers a form that was sent twice as the first time, once it was accepted. */
  const joinAgain = async (c: PageContext, token: string, password: string | undefined) => {
    const invitation = await openInvitation({ ...named(c, token), status: 'accepted' }, ports);
    const person = signedInPerson(c);
    if (!invitation || (person && person.email !== invitation.email)) return null;
    if (!person) {
      const begun = password ? await signInAgain(c, invitation.email, password) : null;
      if (!begun) return null;
      const asked = await completeSignIn(c, begun, '/app', services);
      if (asked) return asked;
    }
    return redirectWith(c, '/app', `You have joined ${isolated(invitation.organizationName)}.`);
  };

  const show = async (c: PageContext, form: FormState) =>
    showInvitation(c, await open(c, form.values.get('token') ?? ''), form, ports);

  pages.get('/invitations/:id', (c) => show(c, emptyForm({ token: c.req.query('token') ?? '' })));

  pages.post(
    '/invitations/:id',
    handleForm(joinForm, show, async (c, { token, name, password }) => {
      const invitation = await openInvitation(named(c, token), ports);
      if (!invitation) {
        const answer = await joinAgain(c, token, password);
        if (answer) return answer;
        throw used();
      }
      const { email, hasPassword } = invitation;
      const person = signedInPerson(c);
      if (person ? person.email !== email : hasPassword && !password)
        return showInvitation(c, invitation, emptyForm({ token }), ports);
      let userId = person?.userId;
      let { headers } = c.req.raw;
      if (userId === undefined) {
        if (!name) throw fieldError('name', 'is required');
        if (!password) throw fieldError('password', 'is required');
        const id = hasPassword
          ? null
          : await createInvitedUser({ invitation, name, password }, ports);
        const begun =
          id === null
            ? await signInAgain(c, email, password)
            : await beginSession({ id, email }, headers, c.get('auth'), ports);
        if (!begun) return show(c, emptyForm({ token }));
        const here = `/app/invitations/${invitation.id}?token=${encodeURIComponent(token)}`;
        const asked = await completeSignIn(c, begun, here, services);
        if (asked) return asked;
        ({ userId } = begun);
        headers = withCookies(headers, begun.cookies);
      }
      const isIn = await acceptInvitation({ invitation, userId, headers }, c.get('auth'), ports);
      if (isIn) await auditOwnChange(c, services, userId, invitation.id);
      return isIn
        ? redirectWith(c, '/app', `You have joined ${isolated(invitation.organizationName)}.`)
        : redirectWith(c, '/app', 'The invitation could not be accepted.', 'bad');
    }),
  );
}
