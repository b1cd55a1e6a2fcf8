import type { AccountPorts } from '../../accounts/ports.ts';
import { type RequestLogReader, readRequestDays } from '../../accounts/requests/request-log.ts';
import type { SignInPorts } from '../../accounts/sign-in/ports.ts';
import {
  type AccountUsage,
  lastDays,
  readAccountUsage,
  type UsageRange,
} from '../../accounts/usage.ts';
import { type ListedJob, listActiveJobs, listJobs } from '../../bulk/jobs.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { PAID_STATUSES, type SubscriptionStatus } from '../../domain/plans.ts';
import { isolated } from '../../lib/text.ts';
import { DAY_MS } from '../../lib/time.ts';
import type { AccountView, Subscription } from '../../lookup/account/account.ts';
import { DASHBOARD_KEY_ID } from '../../lookup/account/caller.ts';
import { CREDIT_ALERT_SHARES } from '../../lookup/account/credit-watch.ts';
import type { WebhookDelivery } from '../../lookup/jobs/webhooks.ts';
import { listMonitors, type StoredMonitor } from '../../monitors/monitors.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { listDeliveries } from '../../webhooks/delivery-log.ts';
import type { WebhookPorts } from '../../webhooks/ports.ts';
import { JobTable } from '../jobs/job-table.tsx';
import {
  formatCredits,
  formatDay,
  formatMoment,
  formatNumber,
  humanize,
  LinkLine,
  pluralize,
} from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { type Fact, Facts, PageSection } from '../layout/table.tsx';
import { SKIP_REASONS } from '../monitors/monitor-table.tsx';
import { type Pages, visibleRealm } from '../session/context.ts';
import {
  CallCharts,
  type CreditForecast,
  ForecastChart,
  forecastCredits,
} from '../usage/call-charts.tsx';
import { UsageCharts } from '../usage/usage-chart.tsx';

/** An alert about what stops working without an action, with the page of that action. */
interface AccountAlert {
  text: string;
  path: string;
  action: string;
}

const EXPIRY_NOTICE_MS = 14 * DAY_MS;

const DELIVERY_WINDOW_MS = DAY_MS;

/** Share of a month's credits below which the balance is low. */
const LOW_SHARE = 0.1;

const UNPAID_MESSAGES: Partial<Record<SubscriptionStatus, string>> = {
  past_due: 'The last payment of the plan failed. Calls are refused until it is paid.',
  unpaid: 'The last payment of the plan failed. Calls are refused until it is paid.',
  canceled: 'The plan was cancelled. Calls are refused until another is chosen.',
  incomplete: 'The first payment of the plan is not complete.',
  paused: 'The plan is paused. Calls are refused until it resumes.',
};

function planAlerts(subscription: Subscription | null, now: number): AccountAlert[] {
  const at = { path: '/app/billing', action: 'Billing' };
  if (!subscription) return [{ ...at, text: 'You have no plan yet, so live calls are refused.' }];
  if (!PAID_STATUSES.includes(subscription.status))
    return [{ ...at, text: UNPAID_MESSAGES[subscription.status] ?? 'The plan is not paid.' }];
  if (subscription.periodEnd <= now)
    return [{ ...at, text: "The plan's period has ended: calls are refused until it is renewed." }];
  return [];
}

/** Percentage of the period's credits used; 0 outside a period. */
const usedPercent = ({ statement: { subscription } }: AccountView): number =>
  subscription.total === 0 ? 0 : Math.floor((subscription.used * 100) / subscription.total);

function balanceAlerts(view: AccountView): AccountAlert[] {
  const { subscription, statement, creditWatch } = view;
  const { totalAvailable } = statement;
  // Bought credits may be left when those of the plan are used.
  const isLow = totalAvailable < (subscription?.creditsPerMonth ?? 0) * LOW_SHARE;
  const at = { path: '/app/billing', action: isLow ? 'Buy credits' : 'Billing' };
  const used = usedPercent(view);
  const [share] = CREDIT_ALERT_SHARES.filter((each) => used >= each).slice(-1);
  const left = `${formatCredits(totalAvailable)} left`;
  const usedText = `${share}% of the plan's credits for this period are used or held. In all, ${left}.`;
  return [
    ...(creditWatch.topUpFailure
      ? [{ ...at, action: 'Billing', text: 'The automatic top-up is switched off.' }]
      : []),
    ...(share
      ? [{ ...at, text: usedText }]
      : isLow
        ? [{ ...at, text: `The balance is low: ${left}.` }]
        : []),
  ];
}

function keyAlerts({ keys }: AccountView, now: number): AccountAlert[] {
  return keys
    .filter(
      ({ revokedAt, expiresAt, successorId }) =>
        revokedAt === null &&
        expiresAt !== null &&
        expiresAt < now + EXPIRY_NOTICE_MS &&
        // A key that was rolled ends as planned.
        (successorId === null || expiresAt > now),
    )
    .map(({ name, last4, expiresAt }) => ({
      text: `The key ${name} (…${last4}) ${
        (expiresAt ?? 0) <= now ? 'has expired' : `expires on ${formatMoment(expiresAt ?? 0)}`
      }.`,
      path: '/app/keys',
      action: 'Keys',
    }));
}

/** Events whose latest delivery to a receiver failed. @param deliveries newest first */
function deliveryAlerts(deliveries: readonly WebhookDelivery[], now: number): AccountAlert[] {
  const latest = new Map<string, WebhookDelivery>();
  for (const delivery of deliveries) {
    const sent = `${delivery.eventId}\n${delivery.endpointId ?? delivery.url}`;
    if (delivery.createdAt > now - DELIVERY_WINDOW_MS && !latest.has(sent))
      latest.set(sent, delivery);
  }
  const failed = [...latest.values()].filter(({ status }) => status === 'failed').length;
  if (failed === 0) return [];
  const text = `${pluralize(failed, 'webhook delivery', 'webhook deliveries')} failed in the last day.`;
  return [{ text, path: '/app/deliveries', action: 'Deliveries' }];
}

const monitorAlerts = (monitors: readonly StoredMonitor[]): AccountAlert[] =>
  monitors.flatMap(({ id, name, active, state }) => {
    const why = state.lastOutcome && SKIP_REASONS[state.lastOutcome];
    if (!active || !why) return [];
    const text = `The last run of the monitor ${isolated(name)} was skipped: ${why}.`;
    return [{ text, path: `/app/monitors/${id}`, action: 'Monitor' }];
  });

/** Alerts of an organization, most severe first. */
export const accountAlerts = ({
  view,
  deliveries,
  monitors,
  now,
}: {
  view: AccountView;
  deliveries: readonly WebhookDelivery[];
  monitors: readonly StoredMonitor[];
  now: number;
}): AccountAlert[] => [
  ...planAlerts(view.subscription, now),
  ...balanceAlerts(view),
  ...monitorAlerts(monitors),
  ...deliveryAlerts(deliveries, now),
  ...keyAlerts(view, now),
];

const Alerts = ({ alerts }: { alerts: readonly AccountAlert[] }) =>
  alerts.length === 0 ? null : (
    <section class="notice bad" aria-labelledby="attention">
      <h2 id="attention" class="attention-title">
        Needs attention
      </h2>
      <ul>
        {alerts.map(({ text, path, action }) => (
          <li>
            {text} <a href={path}>{action}</a>
          </li>
        ))}
      </ul>
    </section>
  );

function usageFacts({ view }: AccountUsage): Fact[] {
  const { subscription, statement } = view;
  const { currentPeriod } = statement.usage;
  return [
    ['Balance', formatCredits(statement.totalAvailable)],
    statement.held > 0 && ['Held by jobs', formatCredits(statement.held)],
    ['Plan', subscription ? humanize(subscription.plan) : 'None'],
    subscription && ['Period ends', formatDay(subscription.periodEnd)],
    ['Lookups this period', formatNumber(currentPeriod.lookups)],
    ['Credits this period', formatNumber(currentPeriod.credits)],
  ];
}

/** An onboarding step, and whether the account shows that it was done. */
interface OnboardingStep {
  done: boolean;
  path: string;
  label: string;
  hint: string;
}

/** Onboarding steps of a new organization, derived from the account's state. */
function onboardingSteps(
  { keys, keyUse, subscription }: AccountView,
  { hasJobs, sendsMail }: { hasJobs: boolean; sendsMail: boolean },
): OnboardingStep[] {
  const called = Object.keys(keyUse).some((id) => id !== DASHBOARD_KEY_ID);
  const verified = { done: true, path: '/app/settings', label: 'Verify your address', hint: '' };
  return [
    ...(sendsMail ? [verified] : []),
    {
      done: DASHBOARD_KEY_ID in keyUse,
      path: '/app/try/phone',
      label: 'Try a lookup',
      hint: 'On this site. Free in test mode.',
    },
    {
      done: keys.length > 0,
      path: '/app/keys',
      label: 'Create a key',
      hint: 'A test key is free and needs no plan.',
    },
    {
      done: called,
      path: '/docs',
      label: 'Call the API',
      hint: 'The page of a new key shows the command. The reference has one for each product.',
    },
    {
      done: hasJobs,
      path: '/app/jobs/new',
      label: 'Upload a list',
      hint: 'Look up every row of a file. Also works in test mode.',
    },
    {
      done: subscription !== null,
      path: '/app/billing',
      label: 'Choose a plan',
      hint: 'Live lookups require a plan.',
    },
  ];
}

const Onboarding = ({ steps }: { steps: readonly OnboardingStep[] }) => (
  <PageSection title="Getting started">
    <ol class="steps">
      {steps.map(({ done, path, label, hint }) => (
        <li class={done ? 'done' : ''}>
          <a href={path}>{label}</a>
          {done ? <span class="mark good">Done</span> : <span class="hint"> {hint}</span>}
        </li>
      ))}
    </ol>
  </PageSection>
);

/** The home page: balance, plan, usage, running jobs and alerts. */
const HomePage = ({
  usage,
  range,
  calls,
  forecast,
  running,
  alerts,
  steps,
}: {
  usage: AccountUsage;
  calls: Awaited<ReturnType<typeof readRequestDays>>;
  forecast: CreditForecast | null;
  range: UsageRange;
  running: readonly ListedJob[];
  alerts: readonly AccountAlert[];
  steps: readonly OnboardingStep[];
}) => (
  <>
    <Alerts alerts={alerts} />
    <Facts facts={usageFacts(usage)} />
    {steps.some(({ done }) => !done) && <Onboarding steps={steps} />}
    {usage.rows.length > 0 && (
      <PageSection title="The last 30 days">
        <p class="hint">
          Lookups are answers in live mode, including free answers and rows of lists and monitors.
          Lookup calls do not include those rows, but include calls that were refused or failed, and
          calls in test mode.
        </p>
        <UsageCharts rows={usage.rows} range={range} />
        {calls.some(
          ({ answered, refused, failed, test }) => answered + refused + failed + test > 0,
        ) && <CallCharts days={calls} />}
        {forecast && (
          <div class="charts">
            <ForecastChart forecast={forecast} />
          </div>
        )}
        <LinkLine to="/app/usage">All usage, by product and key</LinkLine>
      </PageSection>
    )}
    <PageSection title="Running lists">
      {running.length === 0 ? (
        <p class="hint">
          None. <a href="/app/jobs/new">Upload a list</a> or see <a href="/app/jobs">all lists</a>.
        </p>
      ) : (
        <JobTable label="Running lists" jobs={running} />
      )}
    </PageSection>
  </>
);

/** Days of usage shown; the request log goes back as far. */
const USAGE_DAYS = 30;

/** Most entries shown; older ones are on their own pages. */
const DELIVERIES_LIMIT = 100;
const MONITORS_LIMIT = 100;

export interface HomeServices {
  accounts: AccountPorts;
  requestLog: RequestLogReader;
  bulk: BulkPorts;
  monitors: MonitorPorts;
  webhooks: WebhookPorts;
  signIn: Pick<SignInPorts, 'sendsMail'>;
}

/** /app: balance, plan, usage, running jobs and alerts. */
export function homePage(pages: Pages, services: HomeServices): void {
  const { accounts, requestLog, bulk, monitors, webhooks } = services;
  pages.get('/', async (c) => {
    const realm = visibleRealm(c);
    const now = accounts.clock.now();
    const range = lastDays(now, USAGE_DAYS);
    const [usage, calls, { jobs }, running, listed, { deliveries }] = await Promise.all([
      readAccountUsage({ ...realm, ...range }, accounts),
      readRequestDays(realm.organizationId, USAGE_DAYS, requestLog),
      listJobs({ ...realm, limit: 1, cursor: null }, bulk),
      listActiveJobs(realm.organizationId, bulk),
      listMonitors({ ...realm, kind: null, limit: MONITORS_LIMIT, cursor: null }, monitors),
      listDeliveries({ ...realm, limit: DELIVERIES_LIMIT, cursor: null }, webhooks),
    ]);
    const forecast = forecastCredits(usage.view, usage.rows, { from: range.from, now });
    const alerts = accountAlerts({ view: usage.view, deliveries, monitors: listed.monitors, now });
    const { sendsMail } = services.signIn;
    const steps = onboardingSteps(usage.view, { hasJobs: jobs.length > 0, sendsMail });
    return page(
      c,
      { title: 'Overview', wide: true },
      <HomePage {...{ usage, range, calls, forecast, running, alerts, steps }} />,
    );
  });
}
