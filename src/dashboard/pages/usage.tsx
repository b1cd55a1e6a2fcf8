import { Hono } from 'hono';
import { agentsOf } from '../../accounts/connections.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { lastDays, readAccountUsage } from '../../accounts/read-usage.ts';
import { csvLine } from '../../files/csv-text.ts';
import { type DashboardEnv, type PageContext, visitorOf } from '../context.ts';
import { page } from '../layout/page.tsx';
import { askedRange } from '../usage/sum-usage.ts';
import { keyNames, UsagePage } from '../usage/usage-page.tsx';

/** Shown where nobody asks for other days. */
const USUAL_DAYS = 30;

const COLUMNS = ['day', 'product', 'key', 'key_id', 'lookups', 'credits'];

/** /app/usage: what was used, and the same as a CSV file. */
export function usagePages({ accounts }: { accounts: AccountPorts }): Hono<DashboardEnv> {
  const pages = new Hono<DashboardEnv>();
  const read = async (c: PageContext) => {
    const { organizationId } = visitorOf(c);
    const usual = lastDays(accounts.clock.now(), USUAL_DAYS);
    const asked = askedRange({ from: c.req.query('from'), to: c.req.query('to') }, usual);
    const usage = await readAccountUsage({ organizationId, ...asked.range }, accounts);
    const keyIds = usage.rows.map(({ keyId }) => keyId);
    const agents = await agentsOf(organizationId, keyIds, accounts);
    return { ...asked, usage, agents, today: usual.to };
  };

  pages.get('/usage', async (c) => {
    const shown = await read(c);
    const status = shown.problem === null ? 200 : 422;
    return page(c, { title: 'Usage', status, wide: true }, <UsagePage {...shown} />);
  });

  pages.get('/usage.csv', async (c) => {
    const { usage, agents, range } = await read(c);
    const nameOf = keyNames(usage.view, agents);
    const lines = usage.rows.map(({ day, product, keyId, lookups, credits }) =>
      csvLine([day, product, nameOf(keyId), keyId, lookups, credits]),
    );
    return c.body([csvLine(COLUMNS), ...lines].join(''), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="usage-${range.from}-${range.to}.csv"`,
    });
  });
  return pages;
}
