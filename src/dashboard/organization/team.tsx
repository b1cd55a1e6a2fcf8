import { Hono } from 'hono';
import * as z from 'zod';
import { invite } from '../../accounts/team/invitations.ts';
import {
  changeRole,
  readTeam,
  type TeamMember,
  withdrawInvitation,
} from '../../accounts/team/members.ts';
import { Button, ErrorSummary, Field, Form, Select } from '../form/form.tsx';
import { emptyForm, type FormState, formFields, parseForm, withError } from '../form/form-state.ts';
import { Day } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { EmptyState, Table } from '../layout/table.tsx';
import { auditPageChange, type DashboardServices } from '../services/services.ts';
import {
  type DashboardEnv,
  type PageContext,
  PageError,
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
const roleForm = z.object({ role });

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
      <Form c={c} action={`${path}/role`}>
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
        head={['Member', 'Role', 'Since', 'Actions']}
        rows={team.map((member) => [
          <MemberName member={member} />,
          member.role === 'owner' ? 'Owner' : 'Member',
          <Day at={member.joinedAt} />,
          memberActions(c, member),
        ])}
      />
      <section aria-labelledby="invitations-title">
        <h2 id="invitations-title">Invitations</h2>
        {invitations.length === 0 ? (
          <EmptyState title="Nobody is invited now">
            <p>{isOwner ? 'Invite somebody below.' : 'Owners can invite people.'}</p>
          </EmptyState>
        ) : (
          <Table
            caption="Invitations"
            head={['Email', 'Role', 'Until', 'Actions']}
            rows={invitations.map(({ id, email, role: as, expiresAt }) => [
              email,
              as === 'owner' ? 'Owner' : 'Member',
              <Day at={expiresAt} />,
              isOwner ? (
                <Form c={c} action={`/app/team/invitations/${id}/withdraw`}>
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
      </section>
      {isOwner && (
        <section aria-labelledby="invite-title">
          <h2 id="invite-title">Invite somebody</h2>
          <ErrorSummary form={form} />
          <Form c={c} action="/app/team/invitations">
            <Field
              form={form}
              name="email"
              type="email"
              required
              hint={
                signIn.sendsMail
                  ? 'They get a link by mail that works for a week.'
                  : 'This service sends no mail: its operator gets the link and passes it on.'
              }
            />
            <Select form={form} name="role" choices={ROLES} />
            <Button>Send invitation</Button>
          </Form>
        </section>
      )}
    </>
  );
  return page(c, { title: 'Team', wide: true, status: form.errors.size > 0 ? 422 : 200 }, content);
}

/** /app/team: members, roles, invitations. */
export function teamPages(services: DashboardServices): Hono<DashboardEnv> {
  const { accounts, auth, signIn } = services;
  const pages = new Hono<DashboardEnv>();
  pages.get('/team', (c) => showTeam(c, services, emptyForm({ role: 'member' })));

  pages.post('/team/invitations', async (c) => {
    const user = requireOwner(c);
    const form = parseForm(c, inviteForm);
    if (!form.ok) return showTeam(c, services, form);
    const request = { visitor: user, ...form.values, headers: c.req.raw.headers };
    const outcome = await invite(request, await auth(c.get('origin')), signIn);
    if (outcome.kind === 'refused')
      return showTeam(c, services, withError(c, 'email', outcome.why));
    await auditPageChange(c, services, null);
    return redirectWith(c, '/app/team', `${form.values.email} is invited.`);
  });

  pages.post('/team/invitations/:id/withdraw', async (c) => {
    const { organizationId } = requireOwner(c);
    const id = c.req.param('id');
    await withdrawInvitation({ organizationId, id }, accounts);
    await auditPageChange(c, services, id);
    return redirectWith(c, '/app/team', 'The invitation is withdrawn: its link leads nowhere now.');
  });

  pages.post('/team/:id/role', async (c) => {
    const { organizationId } = requireOwner(c);
    const form = parseForm(c, roleForm);
    if (!form.ok) throw new PageError(422, 'There is no such role.');
    const { userId, email } = await requireChangeableMember(c, services);
    const refusal = await changeRole({ organizationId, userId, ...form.values }, accounts);
    if (refusal) return redirectWith(c, '/app/team', TEAM_ERROR_MESSAGES[refusal], 'bad');
    await auditPageChange(c, services, userId);
    return redirectWith(c, '/app/team', `${email} is ${form.values.role} now.`);
  });
  return pages;
}
