import type { AccountUsage, UsageRange } from '../../accounts/read-usage.ts';
import type { ListedJob } from '../../bulk/read-jobs.ts';
import { JobTable } from '../jobs/jobs-page.tsx';
import { formatCredits, formatDay, formatNumber } from '../layout/format.tsx';
import { EmptyState, Facts } from '../layout/table.tsx';
import { spoken } from '../parts/words.tsx';
import { UsageCharts } from '../usage/usage-charts.tsx';
import type { Concern } from './attention.ts';

const Attention = ({ concerns }: { concerns: readonly Concern[] }) =>
  concerns.length === 0 ? null : (
    <section class="told bad" aria-labelledby="attention">
      <h2 id="attention" class="attention-title">
        Needs attention
      </h2>
      <ul>
        {concerns.map(({ text, path, action }) => (
          <li>
            {text} <a href={path}>{action}</a>
          </li>
        ))}
      </ul>
    </section>
  );

function factsOf({ view }: AccountUsage) {
  const { subscription, statement } = view;
  const { currentPeriod } = statement.usage;
  return [
    ['Balance', formatCredits(statement.totalAvailable)],
    ...(statement.held > 0 ? [['Held by jobs', formatCredits(statement.held)] as const] : []),
    ['Plan', subscription ? spoken(subscription.plan) : 'None'],
    ...(subscription ? [['Period ends', formatDay(subscription.periodEnd)] as const] : []),
    ['Lookups this period', formatNumber(currentPeriod.lookups)],
    ['Credits this period', formatNumber(currentPeriod.credits)],
  ] as const;
}

const FirstSteps = () => (
  <EmptyState title="Nothing was looked up yet">
    <ol>
      <li>
        <a href="/app/try">Try a lookup</a> here, in test mode for free.
      </li>
      <li>
        <a href="/app/keys">Make a key</a> and call the API; the <a href="/docs">reference</a> has a
        command for each product.
      </li>
      <li>
        <a href="/app/jobs/new">Upload a list</a> to look up all of it.
      </li>
    </ol>
  </EmptyState>
);

/** The first page: what there is, what was used, what runs, and what needs attention. */
export const HomePage = ({
  usage,
  range,
  running,
  concerns,
}: {
  usage: AccountUsage;
  range: UsageRange;
  running: readonly ListedJob[];
  concerns: readonly Concern[];
}) => (
  <>
    <Attention concerns={concerns} />
    <Facts facts={factsOf(usage)} />
    {usage.rows.length === 0 ? (
      <FirstSteps />
    ) : (
      <section aria-labelledby="use">
        <h2 id="use">The last 30 days</h2>
        <UsageCharts rows={usage.rows} range={range} />
        <p>
          <a href="/app/usage">All usage, by product and key</a>
        </p>
      </section>
    )}
    <section aria-labelledby="running">
      <h2 id="running">Running lists</h2>
      {running.length === 0 ? (
        <p class="hint">
          None. <a href="/app/jobs/new">Upload a list</a> or see <a href="/app/jobs">all lists</a>.
        </p>
      ) : (
        <JobTable label="Running lists" jobs={running} />
      )}
    </section>
  </>
);
