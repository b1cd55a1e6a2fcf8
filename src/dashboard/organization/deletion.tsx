import { Hono } from 'hono';
import * as z from 'zod';
import { closeOrganization } from '../../accounts/deprovisioning.ts';
import { checkPassword, deleteAccount, planDeletion } from '../../accounts/team/own-account.ts';
import { Button, ErrorSummary, Field, Form } from '../form/form.tsx';
import { emptyForm, type FormState, formFields, parseForm, withError } from '../form/form-state.ts';
import { page } from '../layout/page.tsx';
import { auditPageChange, type DashboardServices } from '../services/services.ts';
import {
  type DashboardEnv,
  type PageContext,
  PageError,
  requireOwner,
  requireSessionUser,
  tooManyAttemptsMessage,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { selfReference } from './settings.tsx';

const deletionForm = z.object({ password: formFields.password });

const joinNames = (names: readonly string[]): string => names.join(', ');

const DeletionForm = ({ c, form, action }: { c: PageContext; form: FormState; action: string }) => (
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

const formStatus = (form: FormState) => (form.errors.size > 0 ? 422 : 200);

function showOrganizationDeletion(c: PageContext, form: FormState): Promise<Response> {
  const { organizationName } = requireOwner(c);
  const content = (
    <>
      <p>
        <strong>{organizationName}</strong>: every key and every signed-in agent stops with the next
        call, monitors and their events are deleted, lists that are being looked up are cancelled,
        and all members lose it. Credits that are left are lost. This cannot be undone.
      </p>
      <DeletionForm c={c} form={form} action="/app/settings/delete-organization" />
    </>
  );
  return page(c, { title: 'Delete this organization?', status: formStatus(form) }, content);
}

async function showAccountDeletion(
  c: PageContext,
  { signIn }: DashboardServices,
  form: FormState,
): Promise<Response> {
  const { closes, leaves, stuck } = await planDeletion(requireSessionUser(c).userId, signIn);
  const content = (
    <>
      {closes.length > 0 && (
        <p>{`You are alone in ${joinNames(closes)}: it is deleted with you. Its keys and agents stop, its monitors are deleted, its lists are cancelled, and its credits are lost.`}</p>
      )}
      {leaves.length > 0 && (
        <p>{`You leave ${joinNames(leaves)}. The keys you made there stop, and the agents you let in. Invitations you sent are withdrawn; your monitors and lists go on as the organization’s.`}</p>
      )}
      {stuck.length > 0 ? (
        <p>
          {`You are the only owner of ${joinNames(stuck)}, which has other members. Make one of them an owner, or delete the organization; then you can go. `}
          <a href="/app/team">Team</a>
        </p>
      ) : (
        <DeletionForm c={c} form={form} action="/app/settings/delete-account" />
      )}
    </>
  );
  return page(c, { title: 'Delete your account?', status: formStatus(form) }, content);
}

/** /app/settings/delete-organization and /app/settings/delete-account */
export function deletionPages(services: DashboardServices): Hono<DashboardEnv> {
  const { accounts, auth, signIn } = services;
  const pages = new Hono<DashboardEnv>();

  /** @returns the form again when the password is not right; null when it is */
  async function wrongPassword(c: PageContext): Promise<FormState | null> {
    const form = parseForm(c, deletionForm);
    if (!form.ok) return form;
    const library = await auth(c.get('origin'));
    const check = await checkPassword(selfReference(c), form.values.password, library, signIn);
    if (check.kind === 'limited')
      throw new PageError(
        429,
        tooManyAttemptsMessage(check.retryAfterSeconds),
        check.retryAfterSeconds,
      );
    return check.kind === 'wrong' ? withError(c, 'password', 'is wrong') : null;
  }

  pages.get('/settings/delete-organization', (c) => showOrganizationDeletion(c, emptyForm()));
  pages.post('/settings/delete-organization', async (c) => {
    const { organizationId } = requireOwner(c);
    const wrong = await wrongPassword(c);
    if (wrong) return showOrganizationDeletion(c, wrong);
    await auditPageChange(c, services, null);
    await closeOrganization(organizationId, accounts);
    return redirectWith(c, '/app', 'The organization is deleted.');
  });

  pages.get('/settings/delete-account', (c) => showAccountDeletion(c, services, emptyForm()));
  pages.post('/settings/delete-account', async (c) => {
    const wrong = await wrongPassword(c);
    if (wrong) return showAccountDeletion(c, services, wrong);
    const { userId } = requireSessionUser(c);
    await auditPageChange(c, services, userId);
    const outcome = await deleteAccount(userId, signIn);
    if (outcome.kind === 'stuck') return showAccountDeletion(c, services, emptyForm());
    return redirectWith(c, '/app/sign-in', 'Your account is deleted.');
  });
  return pages;
}
