import * as z from 'zod';
import { invite } from '../../accounts/team/invitations.ts';
import {
  changeRole,
  readTeam,
  type TeamMember,
  withdrawInvitation,
} from '../../accounts/team/members.ts';
import { Button, Field, Form, Select } from '../form/form.tsx';
import { emptyForm, type FormState, formFields, handleForm } from '../form/form-state.ts';
import { Day } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { EmptyState, PageSection, Table } from '../layout/table.tsx';
import { auditPageChange, type DashboardServices } from '../services/services.ts';
import {
  ownersOnly,
  type PageContext,
  PageError,
  type Pages,
  requireOwner,
  requireSessionUser,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { requireChangeableMember, TEAM_ERROR_MESSAGES } from './member-removal.tsx';

const ROLES = [
  ['member', 'Member: looks up, uploads, makes keys'],
  ['owner', 'Owner: everything, also people, plan and deletion'],
] as const;

const role = z.enum(['owner', 'member']);
const inviteForm = z.object({ email: formFields.email, role });

/** A member made by the operator has no name but the address, until one is given. */
const MemberName = ({ member: { name, email } }: { member: TeamMember }) =>
  name === email ? (
    email
  ) : (
    <>
      <strong>{name}</strong>
      <br />
      {email}
    </>
  );

function memberActions(c: PageContext, member: TeamMember) {
  const user = requireSessionUser(c);
  const own = member.userId === user.userId;
  const path = `/app/team/${member.userId}`;
  if (own) return <a href={`${path}/remove`}>Leave</a>;
  if (user.role !== 'owner') return '';
  const other = member.role === 'owner' ? 'member' : 'owner';
  return (
    <div class="row">
      <Form action={`${path}/role`}>
        <input type="hidden" name="role" value={other} />
        <Button
          kind="quiet"
          aria-label={`${other === 'owner' ? 'Make owner' : 'Make member'}: ${member.email}`}
        >
          {other === 'owner' ? 'Make owner' : 'Make member'}
        </Button>
      </Form>
      <a href={`${path}/remove`} aria-label={`Remove ${member.email}`}>
        Remove
      </a>
    </div>
  );
}

async function showTeam(
  c: PageContext,
  { accounts, signIn }: DashboardServices,
  form: FormState,
): Promise<Response> {
  const user = requireSessionUser(c);
  const { team, invitations } = await readTeam(user.organizationId, accounts);
  const isOwner = user.role === 'owner';
  const content = (
    <>
      <Table
        caption="Members"
        stacked
        head={['Member', 'Role', 'Since', 'Actions']}
        rows={team.map((member) => [
          <MemberName member={member} />,
          member.role === 'owner' ? 'Owner' : 'Member',
          <Day at={member.joinedAt} />,
          memberActions(c, member),
        ])}
      />
      <PageSection title="Invitations">
        {invitations.length === 0 ? (
          <EmptyState title="Nobody is invited now">
            <p>{isOwner ? 'Invite somebody below.' : 'Owners can invite people.'}</p>
          </EmptyState>
        ) : (
          <Table
            caption="Invitations"
            stacked
            head={['Email', 'Role', 'Until', 'Actions']}
            rows={invitations.map(({ id, email, role: as, expiresAt }) => [
              email,
              as === 'owner' ? 'Owner' : 'Member',
              <Day at={expiresAt} />,
              isOwner ? (
                <Form action={`/app/team/invitations/${id}/withdraw`}>
                  <Button kind="quiet" aria-label={`Withdraw: ${email}`}>
                    Withdraw
                  </Button>
                </Form>
              ) : (
                ''
              ),
            ])}
          />
        )}
      </PageSection>
      {isOwner && (
        <PageSection title="Invite somebody">
          <Form action="/app/team/invitations" form={form}>
            <Field
              name="email"
              type="email"
              required
              hint={
                signIn.sendsMail
                  ? 'They get a link by mail that works for a week.'
                  : 'This service sends no mail: its operator gets the link and passes it on.'
              }
            />
            <Select name="role" choices={ROLES} />
            <Button>Send invitation</Button>
          </Form>
        </PageSection>
      )}
    </>
  );
  return page(c, { title: 'Team', wide: true, form }, content);
}

/** /app/team: members, roles, invitations. */
export function teamPages(pages: Pages, services: DashboardServices): void {
  const { accounts, signIn } = services;
  const show = (c: PageContext, form: FormState) => showTeam(c, services, form);
  pages.get('/team', (c) => show(c, emptyForm({ role: 'member' })));

  pages.post(
    '/team/invitations',
    ownersOnly,
    handleForm(inviteForm, show, async (c, values) => {
      const request = { inviter: requireSessionUser(c), ...values, headers: c.req.raw.headers };
      await invite(request, c.get('auth'), signIn);
      await auditPageChange(c, services, null);
      return redirectWith(c, '/app/team', `${values.email} is invited.`);
    }),
  );

  pages.post('/team/invitations/:id/withdraw', async (c) => {
    const { organizationId } = requireOwner(c);
    const id = c.req.param('id');
    await withdrawInvitation({ organizationId, id }, accounts);
    await auditPageChange(c, services, id);
    return redirectWith(c, '/app/team', 'The invitation is withdrawn: its link leads nowhere now.');
  });

  pages.post('/team/:id/role', async (c) => {
    const { organizationId } = requireOwner(c);
    const { data: to } = role.safeParse(c.get('sentForm')?.get('role'));
    if (!to) throw new PageError(422, 'There is no such role.');
    const { userId, email } = await requireChangeableMember(c, services);
    const refusal = await changeRole({ organizationId, userId, role: to }, accounts);
    if (refusal) return redirectWith(c, '/app/team', TEAM_ERROR_MESSAGES[refusal], 'bad');
    await auditPageChange(c, services, userId);
    return redirectWith(c, '/app/team', `${email} is ${to} now.`);
  });
}
