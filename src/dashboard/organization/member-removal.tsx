import { type ListedKey, listKeys } from '../../accounts/api-keys.ts';
import { describeChanges } from '../../accounts/audit-log.ts';
import {
  readTeam,
  removeMember,
  type TeamMember,
  type TeamRefusal,
  teamRefusal,
} from '../../accounts/team/members.ts';
import { listJobsOfMember } from '../../bulk/jobs.ts';
import { isolated } from '../../lib/text.ts';
import { hangsOn, mayManage, type Role } from '../../lookup/account/members.ts';
import { listMonitorsOfMember } from '../../monitors/monitors.ts';
import { keepEndpoints, listEndpointsOfMember } from '../../webhooks/endpoints.ts';
import { Button, Form } from '../form/form.tsx';
import { Day, humanize, ModeBadge } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { longCell, Table } from '../layout/table.tsx';
import { auditPageChange, type DashboardServices } from '../services/services.ts';
import { type PageContext, PageError, type Pages, requireSessionUser } from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { homeOf } from '../session/permissions.ts';

export const TEAM_ERROR_MESSAGES: Readonly<Record<TeamRefusal, string>> = {
  no_such_member: 'There is no such member.',
  last_owner: 'The last owner cannot leave. Make another member an owner first.',
};

/** Access check by role. @throws PageError 403 if the user may not manage members of this role */
export function requireManageable(c: PageContext, role: Role): void {
  if (!mayManage(requireSessionUser(c).role, role))
    throw new PageError(403, 'Admins can manage members below owner; owners can manage all.');
}

/** Access check: a member of the user's organization may be changed by a manager or themself. */
export async function requireChangeableMember(
  c: PageContext,
  { accounts }: DashboardServices,
): Promise<TeamMember> {
  const user = requireSessionUser(c);
  const userId = c.req.param('id');
  if (userId !== user.userId) requireManageable(c, 'member');
  const { team } = await readTeam(user.organizationId, accounts);
  const member = team.find((other) => other.userId === userId);
  if (!member) throw new PageError(404, TEAM_ERROR_MESSAGES.no_such_member);
  if (userId !== user.userId) requireManageable(c, member.role);
  return member;
}

/** Resources that continue without a member, and their receivers, which the member may control. */
const RemainingResources = ({
  left,
}: {
  left: Awaited<ReturnType<typeof findRemainingResources>>;
}) =>
  left.length > 0 ? (
    <>
      <Table
        caption="Continues under the organization"
        head={['Resource', 'Sends events to']}
        rows={left.map(({ href, name, receiver }) => [
          <a href={href}>{name}</a>,
          longCell(receiver ?? 'No receiver'),
        ])}
      />
      <p>
        Events still go to the addresses in this list. An address can be removed on the page of its
        monitor; a list can be cancelled.
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

/** Keys that have not ended. */
async function findLivingKeys(
  organizationId: string,
  { accounts }: DashboardServices,
): Promise<ListedKey[]> {
  const { keys } = await listKeys(organizationId, accounts);
  const now = accounts.clock.now();
  return keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? Infinity) > now,
  );
}

/** Keys whose role is that of their maker. @param userId maker; absent for all */
export async function findOwnKeys(
  { organizationId, userId }: { organizationId: string; userId?: string },
  services: DashboardServices,
): Promise<ListedKey[]> {
  const keys = await findLivingKeys(organizationId, services);
  return keys.filter(
    (key) => key.keptAt === null && (userId === undefined || key.userId === userId),
  );
}

/** Keys that end with a member unless they are kept. */
async function findEndingKeys(
  { organizationId, userId }: { organizationId: string; userId: string },
  services: DashboardServices,
): Promise<ListedKey[]> {
  const keys = await findLivingKeys(organizationId, services);
  return keys.filter((key) => hangsOn(key, userId));
}

/** The member's endpoints, with checkboxes to keep them; without, if the member leaves. */
const EndpointChoice = ({
  made,
  mayKeep,
}: {
  made: Awaited<ReturnType<typeof listEndpointsOfMember>>;
  mayKeep: boolean;
}) =>
  made.length === 0 ? null : (
    <>
      <Table
        caption={mayKeep ? 'Webhook endpoints they created' : 'Webhook endpoints you created'}
        head={['Address', 'Mode', ...(mayKeep ? ['Keep'] : [])]}
        rows={made.map(({ id, url, mode }) => [
          <a href={`/app/webhooks/${id}`}>{url}</a>,
          <ModeBadge mode={mode} />,
          ...(mayKeep
            ? [<input type="checkbox" name={keepField(id)} aria-label={`Keep ${url}`} />]
            : []),
        ])}
      />
      <p class="hint">
        {mayKeep
          ? 'They may own these receivers. Receivers that you keep stay with the organization; all others are switched off.'
          : 'They are switched off. An owner or admin can switch them on again.'}
      </p>
    </>
  );

export const keepField = (id: string) => `keep.${id}`;

/** Keys that hang on a member, with checkboxes to keep them; without, if the member leaves. */
export const KeyChoice = ({
  caption,
  keys,
  mayKeep,
  others = 'All others end at once.',
}: {
  caption: string;
  keys: readonly ListedKey[];
  mayKeep: boolean;
  /** What becomes of keys that are not kept. */
  others?: string;
}) =>
  keys.length === 0 ? null : (
    <>
      <Table
        caption={caption}
        head={['Name', 'Of', 'Ends in', 'Mode', 'Last used', ...(mayKeep ? ['Keep'] : [])]}
        rows={keys.map(({ id, name, keptAt, userEmail, last4, mode, lastUsedDay }) => [
          name,
          keptAt === null ? (userEmail ?? 'A former member') : 'The organization',
          <code>{`…${last4}`}</code>,
          <ModeBadge mode={mode} />,
          lastUsedDay ? <Day at={Date.parse(lastUsedDay)} /> : 'Not recently',
          ...(mayKeep
            ? [<input type="checkbox" name={keepField(id)} aria-label={`Keep ${isolated(name)}`} />]
            : []),
        ])}
      />
      {mayKeep && (
        <p class="hint">
          A key that you keep stays valid, and one that they created becomes the organization’s.
          They may have a copy of it, so roll it soon. {others}
        </p>
      )}
    </>
  );

async function showRemovalForm(
  c: PageContext,
  { userId, email }: TeamMember,
  services: DashboardServices,
): Promise<Response> {
  const user = requireSessionUser(c);
  const { organizationName, organizationId, userId: ownUserId } = user;
  const own = userId === ownUserId;
  const whose = own ? 'You lose' : `${email} loses`;
  const they = own ? 'you' : 'they';
  const title = own ? 'Leave this organization?' : 'Remove this member?';
  const { team } = await readTeam(organizationId, services.accounts);
  const refusal = teamRefusal(team, userId);
  if (refusal) {
    const content = (
      <p>
        {TEAM_ERROR_MESSAGES[refusal]} <a href="/app/team">Team</a>
      </p>
    );
    return page(c, { title }, content);
  }
  const content = (
    <>
      <p>
        {`${whose} access to ${isolated(organizationName)} at once. Keys ${they} created or rolled for it, unless they are kept, and all agents ${they} allowed stop working with the next call. Invitations ${they} sent are withdrawn. Credits, results, monitors and lists stay with the organization.`}
      </p>
      <RemainingResources
        left={await findRemainingResources({ organizationId, userId }, services)}
      />
      <Form action={`/app/team/${userId}/remove`}>
        <KeyChoice
          caption={own ? 'Keys you created or rolled, which end' : 'Keys they created or rolled'}
          keys={await findEndingKeys({ organizationId, userId }, services)}
          mayKeep={!own}
        />
        <EndpointChoice
          made={await listEndpointsOfMember({ organizationId, userId }, services.webhooks)}
          mayKeep={!own}
        />
        <div class="row">
          <Button kind="danger">{own ? 'Leave' : 'Remove'}</Button>
          <a href={homeOf(user)}>Back</a>
        </div>
      </Form>
    </>
  );
  return page(c, { title }, content);
}

/** /app/team/{id}/remove: lists what a member leaves behind, then removes the member. */
export function removalPages(pages: Pages, services: DashboardServices): void {
  const { accounts } = services;
  pages.get('/team/:id/remove', async (c) =>
    showRemovalForm(c, await requireChangeableMember(c, services), services),
  );

  pages.post('/team/:id/remove', async (c) => {
    const { organizationId, userId: own } = requireSessionUser(c);
    const { userId, email, role } = await requireChangeableMember(c, services);
    const maker = { organizationId, userId };
    const isKept = ({ id }: { id: string }) => c.get('sentForm')?.has(keepField(id)) === true;
    const keys = userId === own ? [] : await findEndingKeys(maker, services);
    const keptKeyIds = keys.filter(isKept).map(({ id }) => id);
    const made = userId === own ? [] : await listEndpointsOfMember(maker, services.webhooks);
    const ids = made.filter(isKept).map(({ id }) => id);
    if (ids.length > 0) await keepEndpoints({ ...maker, ids }, services.webhooks);
    const refusal = await removeMember({ organizationId, userId, keptKeyIds }, accounts);
    if (refusal) return redirectWith(c, '/app/team', TEAM_ERROR_MESSAGES[refusal], 'bad');
    await auditPageChange(c, services, userId, describeChanges({}, { role }));
    return userId === own
      ? redirectWith(c, '/app', 'You have left the organization.')
      : redirectWith(c, '/app/team', `${email} has been removed.`);
  });
}
