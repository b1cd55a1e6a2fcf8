import * as z from 'zod';
import type { SignInPorts } from '../../accounts/sign-in/ports.ts';
import { beginSession } from '../../accounts/sign-in/sign-in.ts';
import {
  acceptInvitation,
  createInvitedUser,
  type OpenInvitation,
  openInvitation,
} from '../../accounts/team/invitations.ts';
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
import { type PageContext, PageError, type Pages, signedInPerson } from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { allowProviders, ProviderButtons } from './providers.tsx';
import { completeSignIn } from './sign-in-cookies.ts';

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
        {`${email} is invited to `}
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
  const open = async (c: PageContext, token: string) => {
    const invitation = await openInvitation({ id: c.req.param('id') ?? '', token }, ports);
    if (invitation) return invitation;
    throw new PageError(
      404,
      'This invitation was used or withdrawn, or is too old. Ask for another one.',
    );
  };

  const show = async (c: PageContext, form: FormState) =>
    showInvitation(c, await open(c, form.values.get('token') ?? ''), form, ports);

  pages.get('/invitations/:id', (c) => show(c, emptyForm({ token: c.req.query('token') ?? '' })));

  pages.post(
    '/invitations/:id',
    handleForm(joinForm, show, async (c, { token, name, password }) => {
      const invitation = await open(c, token);
      const { email } = invitation;
      const person = signedInPerson(c);
      if (person ? person.email !== email : invitation.hasPassword)
        return showInvitation(c, invitation, emptyForm({ token }), ports);
      let userId = person?.userId;
      let { headers } = c.req.raw;
      if (userId === undefined) {
        if (!name) throw fieldError('name', 'is required');
        if (!password) throw fieldError('password', 'is required');
        const id = await createInvitedUser({ invitation, name, password }, ports);
        if (id === null) return show(c, emptyForm({ token }));
        const begun = await beginSession({ id, email }, headers, c.get('auth'), ports);
        const here = `/app/invitations/${invitation.id}?token=${encodeURIComponent(token)}`;
        const asked = await completeSignIn(c, begun, here, services);
        if (asked) return asked;
        ({ userId } = begun);
        headers = withCookies(headers, begun.cookies);
      }
      const isIn = await acceptInvitation({ invitation, userId, headers }, c.get('auth'), ports);
      if (isIn) await auditOwnChange(c, services, userId, invitation.id);
      return isIn
        ? redirectWith(c, '/app', `You have joined ${invitation.organizationName}.`)
        : redirectWith(c, '/app', 'The invitation could not be accepted.', 'bad');
    }),
  );
}
