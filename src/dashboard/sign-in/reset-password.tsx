import * as z from 'zod';
import {
  isResetLink,
  requestPasswordReset,
  setPassword,
} from '../../accounts/sign-in/password-reset.ts';
import { beginSession } from '../../accounts/sign-in/sign-in.ts';
import { openVerification, verifyEmail } from '../../accounts/sign-in/tokens.ts';
import { isolated } from '../../lib/text.ts';
import { ActionForm, Button, Field, Form, HiddenFields, NewPasswordField } from '../form/form.tsx';
import { emptyForm, type FormState, formFields, handleForm } from '../form/form-state.ts';
import { LinkLine } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { auditOwnChange, type PageServices } from '../services/services.ts';
import { clientAddress, type PageContext, type Pages } from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import {
  clearSignUpCookie,
  completeSignIn,
  readSignUpCookie,
  setSignInCookies,
} from './sign-in-cookies.ts';

const requestForm = z.object({ email: formFields.email });
const newPasswordForm = z.object({
  token: z.string().min(1).max(200),
  password: formFields.password,
});

const verifyForm = z.object({ token: z.string().min(1).max(500) });

const LINK_EXPIRED = 'This link has already been used or has expired. Request a new one.';

function showRequest(c: PageContext, form: FormState, sendsMail: boolean): Promise<Response> {
  const content = (
    <>
      <p class="summary">
        {sendsMail
          ? 'We will email a link for setting a new password to the address you signed up with.'
          : 'This service does not send email. Its operator receives the link and passes it on to you.'}
      </p>
      <Form action="/app/reset-password" form={form}>
        <Field name="email" type="email" autocomplete="username" required />
        <Button>Send reset link</Button>
      </Form>
      <LinkLine to="/app/sign-in">Back to sign-in</LinkLine>
    </>
  );
  return page(c, { title: 'Reset your password', form }, content);
}

const showNewPassword = (c: PageContext, form: FormState): Promise<Response> =>
  page(
    c,
    { title: 'Set a new password', form },
    <Form action="/app/new-password" form={form}>
      <HiddenFields fields={{ token: form.values.get('token') ?? '' }} />
      <NewPasswordField
        label="New password"
        hint="At least 10 characters. You will be signed out everywhere else."
      />
      <Button>Set password</Button>
    </Form>,
  );

const showVerification = (c: PageContext, { token, email }: { token: string; email: string }) =>
  page(
    c,
    { title: 'Verify your address' },
    <>
      <p>
        An account was created for <strong>{email}</strong>, with a password. If that was not you,
        close this page: the account stays locked.
      </p>
      <ActionForm action="/app/verify-email" fields={{ token }} label="Verify the address" />
    </>,
  );

/** /app/reset-password, /app/new-password and /app/verify-email: targets of links in mails. */
export function resetPages(pages: Pages, services: PageServices): void {
  const { signIn: ports, authSecrets } = services;
  const { sendsMail } = ports;
  const show = (c: PageContext, form: FormState) => showRequest(c, form, sendsMail);

  const askAgain = (c: PageContext) => redirectWith(c, '/app/reset-password', LINK_EXPIRED, 'bad');

  pages.get('/reset-password', async (c) => {
    const token = c.req.query('token');
    if (!token) return show(c, emptyForm());
    return (await isResetLink(token, ports))
      ? showNewPassword(c, emptyForm({ token }))
      : askAgain(c);
  });

  pages.post(
    '/reset-password',
    handleForm(requestForm, show, async (c, { email }) => {
      await requestPasswordReset({ email, address: clientAddress(c) }, c.get('auth'), ports);
      const message = sendsMail
        ? 'If this address has an account, a link has been sent to it.'
        : 'If this address has an account, the operator now has a link for it.';
      return redirectWith(c, '/app/sign-in', message);
    }),
  );

  pages.post(
    '/new-password',
    handleForm(newPasswordForm, showNewPassword, async (c, values) => {
      const request = { ...values, address: clientAddress(c) };
      const isSet = await setPassword(request, c.get('auth'), ports);
      if (!isSet) return askAgain(c);
      setSignInCookies(c, isSet);
      await auditOwnChange(c, services, isSet.userId);
      return redirectWith(c, '/app/sign-in', 'The password has been set. Sign in with it.');
    }),
  );

  const stale = (c: PageContext) =>
    redirectWith(
      c,
      '/app/sign-in',
      sendsMail ? `${LINK_EXPIRED} Signing in sends you one.` : LINK_EXPIRED,
      'bad',
    );

  // A GET verifies nothing, because programs may open the links of a mail before its reader does.
  pages.get('/verify-email', async (c) => {
    const token = c.req.query('token') ?? '';
    const user = await openVerification(token, ports);
    return user ? showVerification(c, { token, email: user.email }) : stale(c);
  });

  pages.post(
    '/verify-email',
    handleForm(verifyForm, stale, async (c, { token }) => {
      const user = await verifyEmail(token, ports);
      if (!user) return stale(c);
      const signedUp = await readSignUpCookie(c, authSecrets);
      clearSignUpCookie(c);
      // Another browser may belong to a person with whose address a stranger signed up.
      if (signedUp?.email !== user.email)
        return redirectWith(c, '/app/sign-in', 'The address is verified. Sign in to continue.');
      const begun = await beginSession(user, c.req.raw.headers, c.get('auth'), ports);
      const asked = await completeSignIn(c, begun, signedUp.next, services);
      if (asked) return asked;
      return redirectWith(
        c,
        signedUp.next,
        `Welcome, ${isolated(user.name)}. The address is verified.`,
      );
    }),
  );
}
