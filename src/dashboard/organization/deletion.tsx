import * as z from 'zod';
import { describeChanges } from '../../accounts/audit-log.ts';
import { closeOrganization } from '../../accounts/deprovisioning.ts';
import { confirmPerson, deleteAccount, planDeletion } from '../../accounts/team/own-account.ts';
import { isolated } from '../../lib/text.ts';
import { Button, Form } from '../form/form.tsx';
import { emptyForm, type FormState, handleForm } from '../form/form-state.ts';
import { page } from '../layout/page.tsx';
import { auditOwnChange, auditPageChange, type DashboardServices } from '../services/services.ts';
import {
  type PageContext,
  type Pages,
  requirePerson,
  requireSessionUser,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { selfReference } from './settings.tsx';
import { PasswordField } from './ways-in.tsx';

const deletionForm = z.object({ password: z.string().max(1_000).default('') });

const DeletionForm = ({ form, action }: { form: FormState; action: string }) => (
  <Form action={action} form={form}>
    <PasswordField />
    <div class="row">
      <Button kind="danger">Delete permanently</Button>
      <a href="/app/settings">Keep it</a>
    </div>
  </Form>
);

/** What outlives an organization, and what its payments come to. */
const WhatFollows = () => (
  <>
    <p>
      Its lists can no longer be opened, so download what you need first. Rows and results of
      finished lists are deleted 30 days after they were made. File links that were already issued
      work until they expire, within the hour.
    </p>
    <p>
      A plan is not renewed, and what was paid for it is not refunded. A payment in progress, such
      as a bank transfer, is not stopped, and its credits are lost too.
    </p>
  </>
);

function showOrganizationDeletion(c: PageContext, form: FormState): Promise<Response> {
  const { organizationName } = requireSessionUser(c);
  const content = (
    <>
      <p>
        <strong>{organizationName}</strong>: all keys and signed-in agents stop working with the
        next call, monitors and their events are deleted, running lists are cancelled, and all
        members lose access. Remaining credits are lost. This cannot be undone.
      </p>
      <WhatFollows />
      <DeletionForm form={form} action="/app/settings/delete-organization" />
    </>
  );
  return page(c, { title: 'Delete this organization?', form }, content);
}

async function showAccountDeletion(c: PageContext, { signIn }: DashboardServices, form: FormState) {
  const { closes, leaves, stuck } = await planDeletion(requirePerson(c).userId, signIn);
  const content = (
    <>
      {closes.length > 0 && (
        <>
          <p>{`You are the only member of ${closes.map(isolated).join(', ')}, so it is deleted with your account. Its keys and agents stop, its monitors are deleted, its running lists are cancelled, and its credits are lost.`}</p>
          <WhatFollows />
        </>
      )}
      {leaves.length > 0 && (
        <p>{`You leave ${leaves.map(isolated).join(', ')}. The keys you created or rolled there and the agents you allowed stop. Invitations you sent are withdrawn. Your monitors and lists stay with the organization.`}</p>
      )}
      {stuck.length > 0 ? (
        <p>
          {`You are the only owner of ${stuck.map(isolated).join(', ')}, which has other members. Make one of them an owner, or delete the organization. Then you can delete your account. `}
          <a href="/app/team">Team</a>
        </p>
      ) : (
        <DeletionForm form={form} action="/app/settings/delete-account" />
      )}
    </>
  );
  return page(c, { title: 'Delete your account?', form }, content);
}

/** /app/settings/delete-organization and /app/settings/delete-account */
export function deletionPages(pages: Pages, services: DashboardServices): void {
  const { accounts, signIn } = services;

  const check = (c: PageContext, password: string) =>
    confirmPerson(selfReference(c), password, c.get('auth'), signIn);
  const showAccount = (c: PageContext, form = emptyForm()) =>
    showAccountDeletion(c, services, form);

  pages.get('/settings/delete-organization', (c) => showOrganizationDeletion(c, emptyForm()));
  pages.post(
    '/settings/delete-organization',
    handleForm(deletionForm, showOrganizationDeletion, async (c, { password }) => {
      await check(c, password);
      const { organizationId, organizationName: name } = requireSessionUser(c);
      await auditPageChange(c, services, null, describeChanges({}, { name }));
      await closeOrganization(organizationId, accounts);
      return redirectWith(c, '/app', 'The organization is deleted.');
    }),
  );

  pages.get('/settings/delete-account', (c) => showAccount(c));
  pages.post(
    '/settings/delete-account',
    handleForm(deletionForm, showAccount, async (c, { password }) => {
      await check(c, password);
      const { userId } = requirePerson(c);
      const { stuck } = await planDeletion(userId, signIn);
      if (stuck.length === 0) await auditOwnChange(c, services, userId);
      if (!(await deleteAccount(userId, signIn))) return showAccount(c);
      return redirectWith(c, '/app/sign-in', 'Your account is deleted.');
    }),
  );
}
