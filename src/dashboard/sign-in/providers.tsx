import * as z from 'zod';
import {
  completeProvider,
  openProvider,
  type ProviderFailure,
} from '../../accounts/sign-in/provider-sign-in.ts';
import {
  PROVIDER_NAMES,
  PROVIDER_ORIGINS,
  type ProviderClient,
} from '../../accounts/sign-in/providers.ts';
import { ActionForm } from '../form/form.tsx';
import { type FormState, handleForm } from '../form/form-state.ts';
import type { DashboardServices } from '../services/services.ts';
import {
  appendCookies,
  clientOf,
  type PageContext,
  PageError,
  type Pages,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { completeSignIn, safeRedirectPath } from './sign-in-cookies.ts';

type Providers = readonly Pick<ProviderClient, 'id'>[];

/** Allows forms of this page to lead to the providers' pages. */
export const allowProviders = (c: PageContext, providers: Providers): void =>
  c.set(
    'formTargets',
    providers.map(({ id }) => PROVIDER_ORIGINS[id]),
  );

export const ProviderButtons = ({ providers, next }: { providers: Providers; next: string }) =>
  providers.length === 0 ? null : (
    <div class="row">
      {providers.map(({ id }) => (
        <ActionForm
          action={`/app/sign-in/with/${id}`}
          fields={{ next }}
          kind="quiet"
          label={`Continue with ${PROVIDER_NAMES[id]}`}
        />
      ))}
    </div>
  );

const FAILURE_MESSAGES: Readonly<Record<ProviderFailure, (name: string) => string>> = {
  not_linked: (name) =>
    `An account with this address exists but was never verified. Sign in with its password, or set a new one by email. After that you can sign in with ${name}.`,
  other_linked: (name) =>
    `The account for this address is linked to another ${name} account. Sign in with that one, or another way.`,
  no_person: (name) =>
    `Your ${name} account has no verified email address. Verify it there, or sign in another way.`,
  denied: (name) =>
    `You did not allow ${name} to share your identity. Try again, or sign in another way.`,
  stale: (name) =>
    `The sign-in with ${name} took too long, or was started in another browser. Start again.`,
  failed: (name) =>
    `${name} did not confirm the sign-in. Try again in a minute, or sign in another way.`,
};

/**
 * /app/sign-in/with/{provider}: signing in with Google or GitHub.
 * @param showSignIn the sign-in page, with the refusal of an attempt over the limit
 */
export function providerPages(
  pages: Pages,
  services: DashboardServices,
  showSignIn: (c: PageContext, form: FormState) => Promise<Response>,
): void {
  const { signIn: ports } = services;
  const providerOf = (c: PageContext) => {
    const found = ports.providers.find(({ id }) => id === c.req.param('provider'));
    if (!found) throw new PageError(404, 'This sign-in method does not exist.');
    return found.id;
  };

  pages.post(
    '/sign-in/with/:provider',
    handleForm(z.object({ next: z.string().optional() }), showSignIn, async (c, { next }) => {
      const request = { id: providerOf(c), next: safeRedirectPath(next), ...clientOf(c) };
      const opened = await openProvider(request, c.get('auth'), ports);
      appendCookies(c, opened.cookies);
      return c.redirect(opened.url, 303);
    }),
  );

  pages.get(
    '/sign-in/with/:provider/callback',
    handleForm(z.object({}), showSignIn, async (c) => {
      const id = providerOf(c);
      const request = { id, query: c.req.query(), headers: c.req.raw.headers };
      const done = await completeProvider(request, c.get('auth'), ports);
      if (typeof done === 'string')
        return redirectWith(c, '/app/sign-in', FAILURE_MESSAGES[done](PROVIDER_NAMES[id]), 'bad');
      const next = safeRedirectPath(done.next);
      return (await completeSignIn(c, done.begun, next, services)) ?? c.redirect(next, 303);
    }),
  );
}
