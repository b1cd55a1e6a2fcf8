import { Hono } from 'hono';
import * as z from 'zod';
import { endSession } from '../../accounts/sign-in/auth.ts';
import { signIn } from '../../accounts/sign-in/sign-in.ts';
import type { DashboardEnv, PageContext } from '../context.ts';
import { Button, ErrorSummary, Field, Form } from '../form/form.tsx';
import { type FormState, fields, freshForm, readForm, withError } from '../form/read-form.ts';
import { page } from '../layout/page.tsx';
import { Refused, tooOften } from '../refused.ts';
import type { DashboardServices } from '../services.ts';
import { addressOf } from '../session/address.ts';
import { deviceCookie, giveCookies } from '../session/device-cookie.ts';
import { redirectWith } from '../session/flash.ts';
import { nextPath } from '../session/next-path.ts';

const signInForm = z.object({
  email: fields.email,
  password: fields.password,
  next: z.string().optional(),
});

const WRONG = 'The email or the password is wrong.';
const WRONG_OR_UNVERIFIED =
  'The email or the password is wrong, or the address is not verified: then open the link we have sent to it.';

function show(c: PageContext, form: FormState): Promise<Response> {
  const wanted = form.values.get('next') ?? '';
  const content = (
    <>
      <ErrorSummary form={form} />
      <Form c={c} action="/app/sign-in">
        <input type="hidden" name="next" value={wanted} />
        <Field form={form} name="email" type="email" autocomplete="username" required />
        <Field
          form={form}
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <Button>Sign in</Button>
      </Form>
      <p>
        <a href="/app/reset-password">Forgotten the password?</a>
      </p>
      <p>
        New here? <a href="/app/sign-up">Create an account</a>
      </p>
    </>
  );
  return page(c, { title: 'Sign in', status: form.errors.size > 0 ? 422 : 200 }, content);
}

/** /app/sign-in and /app/sign-out. */
export function signInPages({ auth, signIn: ports }: DashboardServices): Hono<DashboardEnv> {
  const pages = new Hono<DashboardEnv>();

  pages.get('/sign-in', async (c) => {
    const next = nextPath(c.req.query('next'));
    return c.get('visitor') ? c.redirect(next, 303) : show(c, freshForm({ next }));
  });

  pages.post('/sign-in', async (c) => {
    const form = readForm(c, signInForm);
    if (!form.ok) return show(c, form);
    const { email, password, next } = form.values;
    const origin = c.get('origin');
    const from = { address: addressOf(c), device: deviceCookie(c), headers: c.req.raw.headers };
    const outcome = await signIn({ email, password, origin, ...from }, await auth(origin), ports);
    switch (outcome.kind) {
      case 'signed_in':
        giveCookies(c, outcome);
        return c.redirect(nextPath(next), 303);
      case 'wrong':
        return show(c, withError(c, '', ports.sendsMail ? WRONG_OR_UNVERIFIED : WRONG));
      case 'limited':
        throw new Refused(429, tooOften(outcome.retryAfterSeconds), outcome.retryAfterSeconds);
    }
  });

  pages.post('/sign-out', async (c) => {
    const cookies = await endSession(c.req.raw.headers, await auth(c.get('origin')));
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
    return redirectWith(c, '/app/sign-in', 'You have signed out.');
  });
  return pages;
}
