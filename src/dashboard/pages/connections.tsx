import { Hono } from 'hono';
import { endConnection, readConnections } from '../../accounts/connections.ts';
import { audited } from '../audited.ts';
import { type DashboardEnv, type PageContext, visitorOf } from '../context.ts';
import { Button, Form } from '../form/form.tsx';
import { Day } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { EmptyState, Table } from '../layout/table.tsx';
import { Refused } from '../refused.ts';
import type { DashboardServices } from '../services.ts';
import { redirectWith } from '../session/flash.ts';

type Connection = Awaited<ReturnType<typeof readConnections>>[number];

/** Whose agents a visitor sees: an owner everybody's, a member the own. */
async function visible(c: PageContext, { accounts }: DashboardServices): Promise<Connection[]> {
  const { userId, organizationId, role } = visitorOf(c);
  const all = await readConnections(organizationId, accounts);
  return role === 'owner' ? all : all.filter((each) => each.userId === userId);
}

const HEAD = ['Agent', 'By', 'Published by', 'May', 'Since', ''];

/** /app/connections: agents that are signed in by OAuth, and "Disconnect". */
export function connectionPages(services: DashboardServices): Hono<DashboardEnv> {
  const { accounts } = services;
  const pages = new Hono<DashboardEnv>();

  pages.get('/connections', async (c) => {
    const { organizationId } = visitorOf(c);
    const connections = await visible(c, services);
    const view = await accounts.accounts.view(organizationId);
    const emails = new Map(view?.members.map(({ id, email }) => [id, email]));
    const rowOf = ({ grantId, clientName, clientDomain, scopes, ...each }: Connection) => [
      clientName,
      emails.get(each.userId) ?? 'A former member',
      clientDomain ?? 'Nobody vouches for it',
      scopes.join(', '),
      <Day at={each.createdAt} />,
      <Form c={c} action={`/app/connections/${grantId}/end`} class="row">
        <Button kind="danger" aria-label={`Disconnect ${clientName}`}>
          Disconnect
        </Button>
      </Form>,
    ];
    const content =
      connections.length === 0 ? (
        <EmptyState title="No agents are signed in">
          <p>
            Give an agent the address <code>{`${c.get('origin')}/mcp`}</code>: it sends you here to
            let it in. With an API key it reaches every product.
          </p>
        </EmptyState>
      ) : (
        <Table caption="Signed in agents" head={HEAD} rows={connections.map(rowOf)} />
      );
    return page(c, { title: 'Connections', wide: true }, content);
  });

  pages.post('/connections/:id/end', async (c) => {
    const grantId = c.req.param('id');
    const found = (await visible(c, services)).find((each) => each.grantId === grantId);
    if (!found) throw new Refused(404, 'There is no such connection.');
    await endConnection({ organizationId: visitorOf(c).organizationId, grantId }, accounts);
    await audited(c, services, grantId);
    return redirectWith(c, '/app/connections', `${found.clientName} is disconnected.`);
  });
  return pages;
}
