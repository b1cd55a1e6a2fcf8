import * as z from 'zod';
import type { ListedKey } from '../../accounts/api-keys.ts';
import { describeChanges } from '../../accounts/audit-log.ts';
import { invite } from '../../accounts/team/invitations.ts';
import {
  changeRole,
  readTeam,
  type TeamMember,
  withdrawInvitation,
} from '../../accounts/team/members.ts';
import {
  isManager,
  mayLookUp,
  mayManage,
  ROLES,
  type Role,
  type SessionUser,
} from '../../lookup/account/members.ts';
import { ActionForm, Button, Field, Form, Select } from '../form/form.tsx';
import { emptyForm, type FormState, formFields, handleForm } from '../form/form-state.ts';
import { Day, pluralize } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { PageSection, Table, TableOrEmpty } from '../layout/table.tsx';
import { auditPageChange, type DashboardServices } from '../services/services.ts';
import { type PageContext, PageError, type Pages, requireSessionUser } from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import {
  findOwnKeys,
  KeyChoice,
  keepField,
  requireChangeableMember,
  requireManageable,
  TEAM_ERROR_MESSAGES,
} from './member-removal.tsx';

const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  billing: 'Billing',
};

const ROLE_SUMMARIES: Readonly<Record<Role, string>> = {
  owner: 'everything, including plan and deletion',
  admin: 'keys, webhooks, and members below owner',
  member: 'lookups, lists, monitors, own keys',
  billing: 'billing and usage only',
};

/** Roles that a manager may assign, lowest first. */
const grantableRoles = (by: Role) =>
  (['member', 'admin', 'billing', 'owner'] as const).filter((role) => mayManage(by, role));

const role = z.enum(ROLES);
const inviteForm = z.object({ email: formFields.email, role });

/** Keys have the role of their maker, until they are kept for the organization. */
const keysRest = (count: number): string =>
  `${pluralize(count, 'API key')} they created ${count === 1 ? 'is' : 'are'} refused while they have this role`;

/** Name of a member; one created by the operator has only an address at first. */
const MemberName = ({ member: { name, email } }: { member: TeamMember }) =>
  name === email ? (
    email
  ) : (
    <span>
      <strong>{name}</strong>
      <br />
      {email}
    </span>
  );

const RestingKeys = ({ member, keys }: { member: TeamMember; keys: readonly ListedKey[] }) => {
  const made = keys.filter(({ userId }) => userId === member.userId);
  return mayLookUp(member.role) || made.length === 0 ? null : (
    <p class="hint">
      <a href="/app/keys">{keysRest(made.length)}</a>
    </p>
  );
};

/** Role selection in a row, without a visible label. */
const RoleForm = ({ member, by }: { member: TeamMember; by: Role }) => (
  <Form action={`/app/team/${member.userId}/role`} class="row">
    <select name="role" aria-label={`Role of ${member.email}`}>
      {grantableRoles(by).map((value) => (
        <option value={value} selected={value === member.role}>
          {ROLE_LABELS[value]}
        </option>
      ))}
    </select>
    <Button kind="quiet" aria-label={`Save the role of ${member.email}`}>
      Save
    </Button>
  </Form>
);

const mayChangeRole = ({ role: by, userId }: SessionUser, member: TeamMember): boolean =>
  userId !== member.userId && mayManage(by, member.role);

function memberActions(user: SessionUser, { userId, email, role: of }: TeamMember) {
  const path = `/app/team/${userId}/remove`;
  if (userId === user.userId) return <a href={path}>Leave</a>;
  return (
    mayManage(user.role, of) && (
      <a href={path} aria-label={`Remove ${email}`}>
        Remove
      </a>
    )
  );
}

async function showTeam(c: PageContext, services: DashboardServices, form: FormState) {
  const { accounts, signIn } = services;
  const user = requireSessionUser(c);
  const { organizationId } = user;
  const [{ team, invitations }, keys] = await Promise.all([
    readTeam(organizationId, accounts),
    findOwnKeys({ organizationId }, services),
  ]);
  const mayInvite = isManager(user.role);
  const content = (
    <>
      <Table
        caption="Members"
        head={['Member', 'Role', 'Since', 'Actions']}
        rows={team.map((member) => [
          <>
            <MemberName member={member} />
            <RestingKeys member={member} keys={keys} />
          </>,
          mayChangeRole(user, member) ? (
            <RoleForm member={member} by={user.role} />
          ) : (
            ROLE_LABELS[member.role]
          ),
          <Day at={member.joinedAt} />,
          memberActions(user, member),
        ])}
      />
      <PageSection title="Invitations">
        <TableOrEmpty
          title="No open invitations"
          empty={mayInvite ? 'Invite a colleague below.' : 'Owners and admins can invite people.'}
          caption="Open invitations"
          head={['Email', 'Role', 'Until', 'Actions']}
          rows={invitations.map(({ id, email, role: as, expiresAt }) => [
            email,
            ROLE_LABELS[as],
            <Day at={expiresAt} />,
            mayManage(user.role, as) && (
              <ActionForm
                action={`/app/team/invitations/${id}/withdraw`}
                kind="quiet"
                spoken={`Withdraw: ${email}`}
                label="Withdraw"
              />
            ),
          ])}
        />
      </PageSection>
      {mayInvite && (
        <PageSection title="Invite a colleague">
          <Form action="/app/team/invitations" form={form}>
            <Field
              name="email"
              type="email"
              required
              hint={
                signIn.sendsMail
                  ? 'They receive a link by email that is valid for a week.'
                  : 'This service does not send email. Its operator receives the link and passes it on.'
              }
            />
            <Select
              name="role"
              choices={grantableRoles(user.role).map(
                (value) => [value, `${ROLE_LABELS[value]}: ${ROLE_SUMMARIES[value]}`] as const,
              )}
            />
            <Button>Send invitation</Button>
          </Form>
        </PageSection>
      )}
    </>
  );
  return page(c, { title: 'Team', wide: true, form }, content);
}

/** Marks a form in which the keys to keep were chosen. */
const CHOSEN = 'keys_chosen';

/** Asks which keys of a member the organization keeps before they can look nothing up. */
function showKeyChoice(
  c: PageContext,
  { userId, email }: Pick<TeamMember, 'userId' | 'email'>,
  to: Role,
  keys: readonly ListedKey[],
): Promise<Response> {
  const content = (
    <>
      <p>{`With the role ${to}, ${email} cannot make lookups, and neither can the keys they created.`}</p>
      <Form action={`/app/team/${userId}/role`}>
        <input type="hidden" name="role" value={to} />
        <input type="hidden" name={CHOSEN} value="1" />
        <KeyChoice
          caption="Keys they created"
          keys={keys}
          mayKeep
          others="All others are refused while they have this role."
        />
        <div class="row">
          <Button>Save the role</Button>
          <a href="/app/team">Back</a>
        </div>
      </Form>
    </>
  );
  return page(c, { title: 'Keep keys of this member?' }, content);
}

/** /app/team: members, roles, invitations. */
export function teamPages(pages: Pages, services: DashboardServices): void {
  const { accounts, signIn } = services;
  const show = (c: PageContext, form: FormState) => showTeam(c, services, form);
  pages.get('/team', (c) => show(c, emptyForm({ role: 'member' })));

  pages.post(
    '/team/invitations',
    handleForm(inviteForm, show, async (c, values) => {
      requireManageable(c, values.role);
      const request = { inviter: requireSessionUser(c), ...values, headers: c.req.raw.headers };
      const id = await invite(request, c.get('auth'), signIn);
      await auditPageChange(c, services, id, describeChanges({}, { role: values.role }));
      return redirectWith(c, '/app/team', `${values.email} has been invited.`);
    }),
  );

  pages.post('/team/invitations/:id/withdraw', async (c) => {
    const { organizationId } = requireSessionUser(c);
    const id = c.req.param('id');
    const { invitations } = await readTeam(organizationId, accounts);
    requireManageable(c, invitations.find((each) => each.id === id)?.role ?? 'member');
    await withdrawInvitation({ organizationId, id }, accounts);
    await auditPageChange(c, services, id, null);
    return redirectWith(
      c,
      '/app/team',
      'The invitation has been withdrawn. Its link no longer works.',
    );
  });

  pages.post('/team/:id/role', async (c) => {
    const { organizationId } = requireSessionUser(c);
    const { data: to } = role.safeParse(c.get('sentForm')?.get('role'));
    if (!to) throw new PageError(422, 'There is no such role.');
    const { userId, email, role: from } = await requireChangeableMember(c, services);
    requireManageable(c, to);
    const keys = mayLookUp(to) ? [] : await findOwnKeys({ organizationId, userId }, services);
    const sent = c.get('sentForm');
    if (keys.length > 0 && !sent?.has(CHOSEN)) return showKeyChoice(c, { userId, email }, to, keys);
    const keptKeyIds = keys.map(({ id }) => id).filter((id) => sent?.has(keepField(id)));
    const change = { organizationId, userId, role: to, keptKeyIds };
    const refusal = await changeRole(change, accounts);
    if (refusal) return redirectWith(c, '/app/team', TEAM_ERROR_MESSAGES[refusal], 'bad');
    await auditPageChange(c, services, userId, describeChanges({ role: from }, { role: to }));
    const resting = keys.length - keptKeyIds.length;
    const rest = resting > 0 ? ` ${keysRest(resting)}.` : '';
    return redirectWith(c, '/app/team', `${email} now has the role ${to}.${rest}`);
  });
}
