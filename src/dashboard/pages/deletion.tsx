import { Hono } from 'hono';
import * as z from 'zod';
import { closeOrganization } from '../../accounts/deprovision.ts';
import { checkPassword, deleteAccount, planDeletion } from '../../accounts/sign-in/own-account.ts';
import { audited } from '../audited.ts';
import { type DashboardEnv, type PageContext, requireOwner, visitorOf } from '../context.ts';
import { Button, ErrorSummary, Field, Form } from '../form/form.tsx';
import { type FormState, fields, freshForm, readForm, withError } from '../form/read-form.ts';
import { page } from '../layout/page.tsx';
import { Refused, tooOften } from '../refused.ts';
import type { DashboardServices } from '../services.ts';
import { redirectWith } from '../session/flash.ts';
import { selfOf } from './settings.tsx';

const deletionForm = z.object({ password: fields.password });

const named = (names: readonly string[]): string => names.join(', ');

const Ask = ({ c, form, action }: { c: PageContext; form: FormState; action: string }) => (
  <>
    <ErrorSummary form={form} />
    <Form c={c} action={action}>
      <Field
        form={form}
        name="password"
        type="password"
        autocomplete="current-password"
        required
        hint="Yours, once more."
      />
      <div class="row">
        <Button kind="danger">Delete for ever</Button>
        <a href="/app/settings">Keep it</a>
      </div>
    </Form>
  </>
);

const statusOf = (form: FormState) => (form.errors.size > 0 ? 422 : 200);

function askOrganization(c: PageContext, form: FormState): Promise<Response> {
  const { organizationName } = requireOwner(c);
  const content = (
    <>
      <p>
        <strong>{organizationName}</strong>: every key and every signed-in agent stops with the next
        call, monitors and their events are deleted, lists that are being looked up are cancelled,
        and all members lose it. Credits that are left are lost. This cannot be undone.
      </p>
      <Ask c={c} form={form} action="/app/settings/delete-organization" />
    </>
  );
  return page(c, { title: 'Delete this organization?', status: statusOf(form) }, content);
}

async function askAccount(
  c: PageContext,
  { signIn }: DashboardServices,
  form: FormState,
): Promise<Response> {
  const { closes, leaves, stuck } = await planDeletion(visitorOf(c).userId, signIn);
  const content = (
    <>
      {closes.length > 0 && (
        <p>{`You are alone in ${named(closes)}: it is deleted with you. Its keys and agents stop, its monitors are deleted, its lists are cancelled, and its credits are lost.`}</p>
      )}
      {leaves.length > 0 && (
        <p>{`You leave ${named(leaves)}. The keys you made there stop, and the agents you let in. Invitations you sent are withdrawn; your monitors and lists go on as the organization’s.`}</p>
      )}
      {stuck.length > 0 ? (
        <p>
          {`You are the only owner of ${named(stuck)}, which has other members. Make one of them an owner, or delete the organization; then you can go. `}
          <a href="/app/team">Team</a>
        </p>
      ) : (
        <Ask c={c} form={form} action="/app/settings/delete-account" />
      )}
    </>
  );
  return page(c, { title: 'Delete your account?', status: statusOf(form) }, content);
}

/** /app/settings/delete-organization and /app/settings/delete-account */
export function deletionPages(services: DashboardServices): Hono<DashboardEnv> {
  const { accounts, auth, signIn } = services;
  const pages = new Hono<DashboardEnv>();

  /** @returns the form again when the password is not right; null when it is */
  async function wrongPassword(c: PageContext): Promise<FormState | null> {
    const form = readForm(c, deletionForm);
    if (!form.ok) return form;
    const library = await auth(c.get('origin'));
    const check = await checkPassword(selfOf(c), form.values.password, library, signIn);
    if (check.kind === 'limited')
      throw new Refused(429, tooOften(check.retryAfterSeconds), check.retryAfterSeconds);
    return check.kind === 'wrong' ? withError(c, 'password', 'is wrong') : null;
  }

  pages.get('/settings/delete-organization', (c) => askOrganization(c, freshForm()));
  pages.post('/settings/delete-organization', async (c) => {
    const { organizationId } = requireOwner(c);
    const wrong = await wrongPassword(c);
    if (wrong) return askOrganization(c, wrong);
    await audited(c, services, null);
    await closeOrganization(organizationId, accounts);
    return redirectWith(c, '/app', 'The organization is deleted.');
  });

  pages.get('/settings/delete-account', (c) => askAccount(c, services, freshForm()));
  pages.post('/settings/delete-account', async (c) => {
    const wrong = await wrongPassword(c);
    if (wrong) return askAccount(c, services, wrong);
    const { userId } = visitorOf(c);
    await audited(c, services, userId);
    const outcome = await deleteAccount(userId, signIn);
    if (outcome.kind === 'stuck') return askAccount(c, services, freshForm());
    return redirectWith(c, '/app/sign-in', 'Your account is deleted.');
  });
  return pages;
}
