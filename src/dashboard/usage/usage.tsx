import { agentsByKeyId } from '../../accounts/agent-connections.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import {
  type AccountUsage,
  lastDays,
  readAccountUsage,
  type UsageRange,
} from '../../accounts/usage.ts';
import { csvLine } from '../../files/csv-text.ts';
import { isolated } from '../../lib/text.ts';
import type { AccountView } from '../../lookup/account/account.ts';
import {
  AGENT_KEY_PREFIX,
  DASHBOARD_KEY_ID,
  ORGANIZATION_KEY_ID,
} from '../../lookup/account/caller.ts';
import { NoticeLine } from '../form/api-error.tsx';
import { Field } from '../form/form.tsx';
import {
  type Asked,
  askedFilter,
  csvFile,
  DownloadCsv,
  FilterForm,
  readFilter,
} from '../layout/filter.tsx';
import { formatDay, formatNumber, humanize, keyLabel, shortDay } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { EmptyState, Facts, Table } from '../layout/table.tsx';
import { type PageContext, PageError, type Pages, requireSessionUser } from '../session/context.ts';
import { type NamedUsage, requestedUsageRange, sumUsageBy, UsageCharts } from './usage-chart.tsx';

/** Labels of usage without an API key, by the id under which it is counted. */
const KEYLESS_LABELS = new Map([
  [DASHBOARD_KEY_ID, 'Dashboard'],
  ['', 'Without a key'],
  [ORGANIZATION_KEY_ID, 'Monitors of former members'],
]);

type UsageAgents = Awaited<ReturnType<typeof agentsByKeyId>>;

/** Maps the ids under which usage is counted to names. */
function keyNamer({ keys }: AccountView, agents: UsageAgents): (keyId: string) => string {
  const names = new Map(keys.map((key) => [key.id, keyLabel(key)]));
  // A client that signs in again is a new agent with the same name.
  for (const [id, { clientName, createdAt }] of agents)
    names.set(
      id,
      `${isolated(clientName)} (agent …${id.slice(-4)}, since ${formatDay(createdAt)})`,
    );
  return (keyId) =>
    names.get(keyId) ??
    KEYLESS_LABELS.get(keyId) ??
    (keyId.startsWith(AGENT_KEY_PREFIX) ? 'Agent' : 'A deleted key');
}

const UsageTotals = ({ caption, sums }: { caption: string; sums: readonly NamedUsage[] }) => (
  <Table
    caption={caption}
    head={[
      caption.replace('By ', '').replace(/^./, (first) => first.toUpperCase()),
      'Lookups',
      'Credits',
    ]}
    numeric={[1, 2]}
    rows={sums.map(({ name, lookups, credits }) => [
      name,
      formatNumber(lookups),
      formatNumber(credits),
    ])}
  />
);

/** Usage of a range of days: charts, and sums by product, key and day. */
const UsagePage = ({
  usage,
  agents,
  range,
  asked,
  today,
  problem,
}: {
  usage: AccountUsage;
  agents: UsageAgents;
  range: UsageRange;
  /** The days in the filter, which are kept where they are refused. */
  asked: Asked<'from' | 'to'>;
  today: string;
  problem: string | null;
}) => {
  const { rows, view, isCut } = usage;
  const [total] = sumUsageBy(rows, () => 'all');
  const nameOf = keyNamer(view, agents);
  return (
    <>
      {problem && <NoticeLine>{problem}</NoticeLine>}
      <FilterForm path="/app/usage" asked={asked}>
        <Field name="from" type="date" max={today} />
        <Field name="to" type="date" max={today} />
      </FilterForm>
      {isCut && (
        <p class="hint">
          There are more figures than fit on the page, so the earliest days are left out.
        </p>
      )}
      {total ? (
        <>
          <Facts
            facts={[
              ['Lookups', formatNumber(total.lookups)],
              ['Credits', formatNumber(total.credits)],
            ]}
          />
          <DownloadCsv
            path={`/app/usage.csv?from=${range.from}&to=${range.to}`}
            name={`usage-${range.from}-${range.to}.csv`}
          />
          <UsageCharts rows={rows} range={range} />
          <section>
            <h2>Totals</h2>
            <UsageTotals
              caption="By product"
              sums={sumUsageBy(rows, ({ product }) => humanize(product))}
            />
            <UsageTotals caption="By key" sums={sumUsageBy(rows, ({ keyId }) => nameOf(keyId))} />
            <UsageTotals
              caption="By day"
              sums={sumUsageBy(rows, ({ day }) => day)
                .sort((a, b) => b.name.localeCompare(a.name))
                .map((sum) => ({ ...sum, name: shortDay(sum.name) }))}
            />
          </section>
        </>
      ) : (
        <EmptyState title="No usage on these days">
          <p>
            <a href="/app/try">Try a lookup</a>, <a href="/app/jobs/new">upload a list</a>, or{' '}
            <a href="/app/keys">create a key</a> and call the API.
          </p>
        </EmptyState>
      )}
    </>
  );
};

const DEFAULT_DAYS = 30;

const MAX_FILE_ROWS = 100_000;
const TOO_MANY_ROWS = `A file has fewer than ${formatNumber(MAX_FILE_ROWS)} rows: choose fewer days.`;

const COLUMNS = ['day', 'product', 'key', 'key_id', 'lookups', 'credits'];

/** /app/usage: what was used, and the same as a CSV file, which is whole or refused. */
export function usagePages(pages: Pages, { accounts }: { accounts: AccountPorts }): void {
  const usualRange = () => lastDays(accounts.clock.now(), DEFAULT_DAYS);
  const askedRange = (c: PageContext) =>
    requestedUsageRange({ from: c.req.query('from'), to: c.req.query('to') }, usualRange());
  const read = async (c: PageContext, range: UsageRange, most?: number) => {
    const { organizationId } = requireSessionUser(c);
    const usage = await readAccountUsage(
      { organizationId, ...range, ...(most && { most }) },
      accounts,
    );
    const keyIds = usage.rows.map(({ keyId }) => keyId);
    const agents = await agentsByKeyId(organizationId, keyIds, accounts);
    return { usage, agents, range };
  };

  pages.get('/usage', async (c) => {
    const { filter, problem } = readFilter(() => askedRange(c));
    const usual = usualRange();
    const asked = filter ? { ...filter } : askedFilter(c, ['from', 'to']);
    const shown = { ...(await read(c, filter ?? usual)), asked, problem, today: usual.to };
    const status = problem === null ? 200 : 422;
    return page(c, { title: 'Usage', status, wide: true }, <UsagePage {...shown} />);
  });

  pages.get('/usage.csv', async (c) => {
    const { usage, agents, range } = await read(c, askedRange(c), MAX_FILE_ROWS);
    if (usage.isCut) throw new PageError(422, TOO_MANY_ROWS);
    const nameOf = keyNamer(usage.view, agents);
    const lines = usage.rows.map(({ day, product, keyId, lookups, credits }) =>
      csvLine([day, product, nameOf(keyId), keyId, lookups, credits]),
    );
    return csvFile(c, `usage-${range.from}-${range.to}`, [csvLine(COLUMNS), ...lines]);
  });
}
