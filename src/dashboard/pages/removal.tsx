import { Hono } from 'hono';
import {
  readTeam,
  removeMember,
  type TeamMember,
  type TeamRefusal,
} from '../../accounts/team/change-team.ts';
import { jobsMadeBy } from '../../bulk/read-jobs.ts';
import { monitorsMadeBy } from '../../monitors/read-monitors.ts';
import { audited } from '../audited.ts';
import { type DashboardEnv, type PageContext, requireOwner, visitorOf } from '../context.ts';
import { Button, Form } from '../form/form.tsx';
import { page } from '../layout/page.tsx';
import { Table } from '../layout/table.tsx';
import { spoken } from '../parts/words.tsx';
import { Refused } from '../refused.ts';
import type { DashboardServices } from '../services.ts';
import { redirectWith } from '../session/flash.ts';

export const REFUSALS: Readonly<Record<TeamRefusal, string>> = {
  no_such_member: 'There is no such member.',
  last_owner: 'The last owner cannot go. Make somebody else an owner first.',
};

/** A member of the visitor's own organization, whom the visitor may change: an owner, or itself. */
export async function changeable(
  c: PageContext,
  { accounts }: DashboardServices,
): Promise<TeamMember> {
  const visitor = visitorOf(c);
  const userId = c.req.param('id');
  if (userId !== visitor.userId) requireOwner(c);
  const { team } = await readTeam(visitor.organizationId, accounts);
  const member = team.find((other) => other.userId === userId);
  if (!member) throw new Refused(404, REFUSALS.no_such_member);
  return member;
}

/** What goes on without a member, and whom it tells: they may control the receivers. */
const LeftRunning = ({ left }: { left: Awaited<ReturnType<typeof leftRunning>> }) =>
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

async function leftRunning(
  maker: { organizationId: string; userId: string },
  { bulk, monitors }: DashboardServices,
) {
  const [watching, running] = await Promise.all([
    monitorsMadeBy(maker, monitors),
    jobsMadeBy(maker, bulk),
  ]);
  return [
    ...watching.map(({ id, name, webhook }) => {
      const receiver = webhook?.url ?? null;
      return { href: `/app/monitors/${id}`, name: `Monitor ${name}`, receiver };
    }),
    ...running.map(({ id, type, webhookUrl: receiver }) => {
      return { href: `/app/jobs/${id}`, name: `List: ${spoken(type)}`, receiver };
    }),
  ];
}

async function askRemoval(
  c: PageContext,
  { userId, email }: TeamMember,
  services: DashboardServices,
): Promise<Response> {
  const { organizationName, organizationId, userId: visitorId } = visitorOf(c);
  const own = userId === visitorId;
  const whose = own ? 'You lose' : `${email} loses`;
  const they = own ? 'you' : 'they';
  const content = (
    <>
      <p>
        {`${whose} access to ${organizationName} at once. Every key ${they} made for it and every agent ${they} let in stops with the next call, and invitations ${they} sent are withdrawn. Credits, results, monitors and lists stay with the organization.`}
      </p>
      <LeftRunning left={await leftRunning({ organizationId, userId }, services)} />
      <Form c={c} action={`/app/team/${userId}/remove`} class="row">
        <Button kind="danger">{own ? 'Leave' : 'Remove'}</Button>
        <a href="/app/team">Back</a>
      </Form>
    </>
  );
  const title = own ? 'Leave this organization?' : 'Remove this member?';
  return page(c, { title }, content);
}

/** /app/team/{id}/remove: what becomes of what a member leaves, then the removal. */
export function removalPages(services: DashboardServices): Hono<DashboardEnv> {
  const { accounts } = services;
  const pages = new Hono<DashboardEnv>();
  pages.get('/team/:id/remove', async (c) =>
    askRemoval(c, await changeable(c, services), services),
  );

  pages.post('/team/:id/remove', async (c) => {
    const { organizationId, userId: own } = visitorOf(c);
    const { userId, email } = await changeable(c, services);
    const refusal = await removeMember({ organizationId, userId }, accounts);
    if (refusal) return redirectWith(c, '/app/team', REFUSALS[refusal], 'bad');
    await audited(c, services, userId);
    return userId === own
      ? redirectWith(c, '/app', 'You have left.')
      : redirectWith(c, '/app/team', `${email} is removed.`);
  });
  return pages;
}
