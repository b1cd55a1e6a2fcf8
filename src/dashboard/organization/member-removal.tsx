import {
  readTeam,
  removeMember,
  type TeamMember,
  type TeamRefusal,
} from '../../accounts/team/members.ts';
import { listJobsOfMember } from '../../bulk/jobs.ts';
import { listMonitorsOfMember } from '../../monitors/monitors.ts';
import { Button, Form } from '../form/form.tsx';
import { humanize } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { Table } from '../layout/table.tsx';
import { auditPageChange, type DashboardServices } from '../services/services.ts';
import {
  type PageContext,
  PageError,
  type Pages,
  requireOwner,
  requireSessionUser,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';

export const TEAM_ERROR_MESSAGES: Readonly<Record<TeamRefusal, string>> = {
  no_such_member: 'There is no such member.',
  last_owner: 'The last owner cannot go. Make somebody else an owner first.',
};

/** Access check: a member of the user's own organization, by an owner or the member itself. */
export async function requireChangeableMember(
  c: PageContext,
  { accounts }: DashboardServices,
): Promise<TeamMember> {
  const user = requireSessionUser(c);
  const userId = c.req.param('id');
  if (userId !== user.userId) requireOwner(c);
  const { team } = await readTeam(user.organizationId, accounts);
  const member = team.find((other) => other.userId === userId);
  if (!member) throw new PageError(404, TEAM_ERROR_MESSAGES.no_such_member);
  return member;
}

/** What goes on without a member, and its receivers, which the member may control. */
const RemainingResources = ({
  left,
}: {
  left: Awaited<ReturnType<typeof findRemainingResources>>;
}) =>
  left.length > 0 ? (
    <>
      <Table
        caption="Goes on as the organization's"
        head={['What', 'Tells']}
        rows={left.map(({ href, name, receiver }) => [
          <a href={href}>{name}</a>,
          receiver ?? 'Nobody',
        ])}
      />
      <p>
        Whoever controls an address in this list goes on being told. A monitor's page removes its
        address; a list can be cancelled.
      </p>
    </>
  ) : null;

async function findRemainingResources(
  maker: { organizationId: string; userId: string },
  { bulk, monitors }: DashboardServices,
) {
  const [watching, running] = await Promise.all([
    listMonitorsOfMember(maker, monitors),
    listJobsOfMember(maker, bulk),
  ]);
  return [
    ...watching.map(({ id, name, webhook }) => {
      const receiver = webhook?.url ?? webhook?.endpointId ?? null;
      return { href: `/app/monitors/${id}`, name: `Monitor ${name}`, receiver };
    }),
    ...running.map(({ id, type, webhookUrl, webhookEndpointId }) => {
      const receiver = webhookUrl ?? webhookEndpointId;
      return { href: `/app/jobs/${id}`, name: `List: ${humanize(type)}`, receiver };
    }),
  ];
}

async function showRemovalForm(
  c: PageContext,
  { userId, email }: TeamMember,
  services: DashboardServices,
): Promise<Response> {
  const { organizationName, organizationId, userId: ownUserId } = requireSessionUser(c);
  const own = userId === ownUserId;
  const whose = own ? 'You lose' : `${email} loses`;
  const they = own ? 'you' : 'they';
  const content = (
    <>
      <p>
        {`${whose} access to ${organizationName} at once. Every key ${they} made for it and every agent ${they} let in stops with the next call, and invitations ${they} sent are withdrawn. Credits, results, monitors and lists stay with the organization.`}
      </p>
      <RemainingResources
        left={await findRemainingResources({ organizationId, userId }, services)}
      />
      <Form action={`/app/team/${userId}/remove`} class="row">
        <Button kind="danger">{own ? 'Leave' : 'Remove'}</Button>
        <a href="/app/team">Back</a>
      </Form>
    </>
  );
  const title = own ? 'Leave this organization?' : 'Remove this member?';
  return page(c, { title }, content);
}

/** /app/team/{id}/remove: lists what a member leaves, then removes the member. */
export function removalPages(pages: Pages, services: DashboardServices): void {
  const { accounts } = services;
  pages.get('/team/:id/remove', async (c) =>
    showRemovalForm(c, await requireChangeableMember(c, services), services),
  );

  pages.post('/team/:id/remove', async (c) => {
    const { organizationId, userId: own } = requireSessionUser(c);
    const { userId, email } = await requireChangeableMember(c, services);
    const refusal = await removeMember({ organizationId, userId }, accounts);
    if (refusal) return redirectWith(c, '/app/team', TEAM_ERROR_MESSAGES[refusal], 'bad');
    await auditPageChange(c, services, userId);
    return userId === own
      ? redirectWith(c, '/app', 'You have left.')
      : redirectWith(c, '/app/team', `${email} is removed.`);
  });
}
