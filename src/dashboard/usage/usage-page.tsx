import type { agentsOf } from '../../accounts/connections.ts';
import type { AccountUsage, UsageRange } from '../../accounts/read-usage.ts';
import type { AccountView } from '../../core/account/account.ts';
import { AGENT, ORGANIZATION } from '../../core/account/caller.ts';
import { formatDay, formatNumber } from '../layout/format.tsx';
import { EmptyState, Facts, Table } from '../layout/table.tsx';
import { Notice } from '../parts/notice.tsx';
import { shortDay, spoken } from '../parts/words.tsx';
import { type NamedUsage, sumBy } from './sum-usage.ts';
import { UsageCharts } from './usage-charts.tsx';

/** Use that was paid without an API key, by what it is counted under. */
const OTHER_WAYS = new Map([
  ['dashboard', 'Dashboard'],
  ['', 'Without a key'],
  [ORGANIZATION, 'Monitors of former members'],
]);

export type UsageAgents = Awaited<ReturnType<typeof agentsOf>>;

/** What use is counted under, as people know it. */
export function keyNames({ keys }: AccountView, agents: UsageAgents): (keyId: string) => string {
  const names = new Map(keys.map(({ id, name, last4 }) => [id, `${name} (…${last4})`]));
  // A client that signs in again is another agent of the same name.
  for (const [id, { clientName, createdAt }] of agents)
    names.set(id, `${clientName} (agent …${id.slice(-4)}, since ${formatDay(createdAt)})`);
  return (keyId) =>
    names.get(keyId) ??
    OTHER_WAYS.get(keyId) ??
    (keyId.startsWith(AGENT) ? 'Agent' : 'A key that is gone');
}

const Sums = ({ caption, sums }: { caption: string; sums: readonly NamedUsage[] }) => (
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

const RangeForm = ({ from, to, today }: UsageRange & { today: string }) => (
  <form method="get" action="/app/usage" class="line">
    <div class="field">
      <label for="from">From</label>
      <input id="from" type="date" name="from" value={from} max={today} />
    </div>
    <div class="field">
      <label for="to">To</label>
      <input id="to" type="date" name="to" value={to} max={today} />
    </div>
    <button type="submit">Show</button>
  </form>
);

/** Use of a range of days: charts, and sums by product, key and day. */
export const UsagePage = ({
  usage,
  agents,
  range,
  today,
  problem,
}: {
  usage: AccountUsage;
  agents: UsageAgents;
  range: UsageRange;
  today: string;
  problem: string | null;
}) => {
  const { rows, view, isCut } = usage;
  const [total] = sumBy(rows, () => 'all');
  const nameOf = keyNames(view, agents);
  return (
    <>
      {problem && (
        <Notice>
          <p>{problem}</p>
        </Notice>
      )}
      <RangeForm {...range} today={today} />
      {isCut && (
        <p class="hint">There are more figures than fit: the earliest days are left out.</p>
      )}
      {total ? (
        <>
          <Facts
            facts={[
              ['Lookups', formatNumber(total.lookups)],
              ['Credits', formatNumber(total.credits)],
            ]}
          />
          <p>
            <a
              class="button"
              href={`/app/usage.csv?from=${range.from}&to=${range.to}`}
              download={`usage-${range.from}-${range.to}.csv`}
            >
              Download CSV
            </a>
          </p>
          <UsageCharts rows={rows} range={range} />
          <section>
            <h2>Sums</h2>
            <Sums caption="By product" sums={sumBy(rows, ({ product }) => spoken(product))} />
            <Sums caption="By key" sums={sumBy(rows, ({ keyId }) => nameOf(keyId))} />
            <Sums
              caption="By day"
              sums={sumBy(rows, ({ day }) => day)
                .sort((a, b) => b.name.localeCompare(a.name))
                .map((sum) => ({ ...sum, name: shortDay(sum.name) }))}
            />
          </section>
        </>
      ) : (
        <EmptyState title="Nothing was used on these days">
          <p>
            <a href="/app/try">Try a lookup</a>, <a href="/app/jobs/new">upload a list</a>, or{' '}
            <a href="/app/keys">make a key</a> and call the API.
          </p>
        </EmptyState>
      )}
    </>
  );
};
