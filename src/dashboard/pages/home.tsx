import { Hono } from 'hono';
import { type DashboardEnv, visitorOf } from '../context.ts';
import { formatCredits, formatDay } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { EmptyState, Facts } from '../layout/table.tsx';
import type { DashboardServices } from '../services.ts';

/** /app: balance and plan. */
export function homePage({ accounts }: DashboardServices): Hono<DashboardEnv> {
  const pages = new Hono<DashboardEnv>();
  pages.get('/', async (c) => {
    const { organizationId } = visitorOf(c);
    const view = await accounts.accounts.view(organizationId);
    const plan = view?.subscription ?? null;
    const facts = [
      ['Balance', formatCredits(view?.statement.totalAvailable ?? 0)],
      ['Plan', plan ? plan.plan : 'None'],
      ...(plan ? [['Period ends', formatDay(plan.periodEnd)] as const] : []),
    ] as const;
    const content = (
      <>
        <Facts facts={facts} />
        {!plan && (
          <EmptyState title="No plan yet">
            <p>Keys can be made now; calls are answered once there is a plan.</p>
          </EmptyState>
        )}
        <p>
          <a href="/app/keys">API keys</a>
        </p>
      </>
    );
    return page(c, { title: 'Overview' }, content);
  });
  return pages;
}
