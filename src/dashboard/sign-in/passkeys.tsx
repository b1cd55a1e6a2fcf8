import * as z from 'zod';
import { openPasskeySignIn, signInWithPasskey } from '../../accounts/sign-in/passkey-sign-in.ts';
import { signedCredential } from '../../accounts/sign-in/passkeys.ts';
import { ActionForm } from '../form/form.tsx';
import { type FormState, handleForm } from '../form/form-state.ts';
import { LinkLine } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import type { DashboardServices } from '../services/services.ts';
import { appendCookies, clientOf, type PageContext, type Pages } from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { completeSignIn, safeRedirectPath } from './sign-in-cookies.ts';

const PASSKEY_PATH = '/app/sign-in/passkey';

/** Button to the page on which the browser asks for a passkey. */
export const PasskeyButton = ({ next }: { next: string }) => (
  <ActionForm action={PASSKEY_PATH} fields={{ next }} kind="quiet" label="Use a passkey" />
);

interface PasskeyFormProps {
  /** Operation of the browser: create a passkey, or sign with one. */
  asks: 'create' | 'get';
  /** WebAuthn options, as JSON for the browser. */
  options: object;
  action: string;
  /** Fields sent with the browser's result. */
  fields: Readonly<Record<string, string>>;
}

/** Form that a script completes with the browser's passkey result. */
export const PasskeyForm = ({ asks, options, action, fields }: PasskeyFormProps) => (
  <div data-passkey={asks} data-options={JSON.stringify(options)}>
    <p role="status">Using a passkey requires a script. Allow scripts on this page.</p>
    <ActionForm action={action} fields={{ ...fields, credential: '' }} label="Try again" />
  </div>
);

/** Script of a page with a {@link PasskeyForm}. */
export const PASSKEY_SCRIPTS = ['/app/passkey.js'] as const;

/** Field with a credential as JSON; null if it does not match the shape. */
export const credentialField = <Shape extends z.ZodObject>(shape: Shape) =>
  z
    .string()
    .max(32_768)
    .default('')
    .transform((text): z.output<Shape> | null => {
      try {
        return shape.parse(JSON.parse(text));
      } catch {
        return null;
      }
    });

const nextForm = z.object({ next: z.string().optional() });
const answerForm = z.object({
  next: z.string().optional(),
  credential: credentialField(signedCredential),
});

const REFUSED =
  'This passkey was not accepted: it is no longer registered with this service, or the page had expired.';

/**
 * /app/sign-in/passkey: signing in with a passkey alone, or in place of a code.
 * @param showSignIn the sign-in page, with the refusal of an attempt over the limit
 */
export function passkeySignInPages(
  pages: Pages,
  services: DashboardServices,
  showSignIn: (c: PageContext, form: FormState) => Promise<Response>,
): void {
  const { signIn: ports } = services;
  pages.post(
    '/sign-in/passkey',
    handleForm(nextForm, showSignIn, async (c, { next }) => {
      const { options, cookies } = await openPasskeySignIn(clientOf(c), c.get('auth'), ports);
      appendCookies(c, cookies);
      const content = (
        <>
          <PasskeyForm
            asks="get"
            options={options}
            action={`${PASSKEY_PATH}/confirm`}
            fields={{ next: safeRedirectPath(next) }}
          />
          <LinkLine to="/app/sign-in">Sign in another way</LinkLine>
        </>
      );
      return page(c, { title: 'Your passkey', scripts: PASSKEY_SCRIPTS }, content);
    }),
  );

  pages.post(
    '/sign-in/passkey/confirm',
    handleForm(
      answerForm,
      (c, form) =>
        form.status ? showSignIn(c, form) : redirectWith(c, '/app/sign-in', REFUSED, 'bad'),
      async (c, { next, credential }) => {
        const request = { ...clientOf(c), origin: c.get('origin') };
        const begun =
          credential && (await signInWithPasskey({ credential, ...request }, c.get('auth'), ports));
        if (!begun) return redirectWith(c, '/app/sign-in', REFUSED, 'bad');
        const to = safeRedirectPath(next);
        return (await completeSignIn(c, begun, to, services)) ?? c.redirect(to, 303);
      },
    ),
  );
}
