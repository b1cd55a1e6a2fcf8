import * as z from 'zod';
import { openPasskeySignIn, signInWithPasskey } from '../../accounts/sign-in/passkey-sign-in.ts';
import { signedCredential } from '../../accounts/sign-in/passkeys.ts';
import { Button, Form } from '../form/form.tsx';
import { handleForm } from '../form/form-state.ts';
import { page } from '../layout/page.tsx';
import type { DashboardServices } from '../services/services.ts';
import { appendCookies, clientAddress, type PageContext, type Pages } from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { safeRedirectPath } from './redirect-path.ts';
import { completeSignIn } from './sign-in-cookies.ts';

const PASSKEY_PATH = '/app/sign-in/passkey';

/** Leads to the page on which the browser asks for a passkey. */
export const PasskeyButton = ({ next }: { next: string }) => (
  <Form action={PASSKEY_PATH}>
    <input type="hidden" name="next" value={next} />
    <Button kind="quiet">Use a passkey</Button>
  </Form>
);

interface PasskeyFormProps {
  /** What the browser is to do: make a passkey, or sign with one. */
  asks: 'create' | 'get';
  /** Of the ceremony, as JSON that the browser parses. */
  options: object;
  action: string;
  /** Sent along with what the browser gives. */
  fields: Readonly<Record<string, string>>;
}

/** Form that a script completes with what the browser gives for a passkey. */
export const PasskeyForm = ({ asks, options, action, fields }: PasskeyFormProps) => (
  <div data-passkey={asks} data-options={JSON.stringify(options)}>
    <p role="status">A passkey is asked for by a script: allow scripts of this page.</p>
    <Form action={action}>
      {Object.entries({ ...fields, credential: '' }).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Button>Try again</Button>
    </Form>
  </div>
);

/** Script of a page with a {@link PasskeyForm}. */
export const PASSKEY_SCRIPTS = ['/app/passkey.js'] as const;

/** Field with a credential as JSON, of a shape; null for what is none. */
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
  'This passkey was not accepted: it is not one of this service any more, or the page was too old.';

/** /app/sign-in/passkey: signing in with a passkey alone, or in place of a code. */
export function passkeySignInPages(pages: Pages, services: DashboardServices): void {
  const { signIn: ports } = services;
  const from = (c: PageContext) => ({ address: clientAddress(c), headers: c.req.raw.headers });

  pages.post(
    '/sign-in/passkey',
    handleForm(
      nextForm,
      (c) => c.redirect('/app/sign-in', 303),
      async (c, { next }) => {
        const { options, cookies } = await openPasskeySignIn(from(c), c.get('auth'), ports);
        appendCookies(c, cookies);
        const content = (
          <>
            <PasskeyForm
              asks="get"
              options={options}
              action={`${PASSKEY_PATH}/confirm`}
              fields={{ next: safeRedirectPath(next) }}
            />
            <p>
              <a href="/app/sign-in">Sign in another way</a>
            </p>
          </>
        );
        return page(c, { title: 'Your passkey', scripts: PASSKEY_SCRIPTS }, content);
      },
    ),
  );

  pages.post(
    '/sign-in/passkey/confirm',
    handleForm(
      answerForm,
      (c) => redirectWith(c, '/app/sign-in', REFUSED, 'bad'),
      async (c, { next, credential }) => {
        const request = { ...from(c), origin: c.get('origin') };
        const begun =
          credential && (await signInWithPasskey({ credential, ...request }, c.get('auth'), ports));
        if (!begun) return redirectWith(c, '/app/sign-in', REFUSED, 'bad');
        const to = safeRedirectPath(next);
        return (await completeSignIn(c, begun, to, services)) ?? c.redirect(to, 303);
      },
    ),
  );
}
