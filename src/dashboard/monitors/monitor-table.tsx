import type { KeyMode } from '../../lookup/account/caller.ts';
import { creditsPerRun } from '../../monitors/comparison.ts';
import { MONITOR_KINDS, type MonitorKind, type RunOutcome } from '../../monitors/monitor.ts';
import type { StoredMonitor } from '../../monitors/monitors.ts';
import {
  formatNumber,
  humanize,
  ModeBadge,
  Moment,
  OlderLink,
  pluralize,
} from '../layout/format.tsx';
import { EmptyState, Table } from '../layout/table.tsx';

export const MONITORS_PATH = '/app/monitors';

export const MONITOR_KIND_LABELS: Readonly<
  Record<MonitorKind, { one: string; many: string; title: string }>
> = {
  number: { one: 'number', many: 'numbers', title: 'Phone numbers' },
  job_change: { one: 'contact', many: 'contacts', title: 'Job changes' },
};

const RUN_OUTCOME_LABELS: Readonly<Record<RunOutcome, string>> = {
  completed: 'Completed',
  insufficient_credits: 'Skipped: not enough credits',
  daily_limit: 'Skipped: the daily limit of its API key',
  no_plan: 'Skipped: no paid plan',
  organization_closed: 'Skipped: the organization is closed',
  organization_suspended: 'Skipped: the organization is suspended',
  no_members: 'Nothing to look up',
  no_source: 'Skipped: no source can answer it',
  stopped: 'Stopped',
  lost: 'Interrupted: its credits were returned',
};

export const SKIP_REASONS: Partial<Record<RunOutcome, string>> = {
  insufficient_credits: 'the balance did not cover it',
  daily_limit: 'the daily limit of its API key did not cover it',
  no_plan: 'there is no paid plan',
  organization_suspended: 'the organization is suspended',
  no_source: 'no source can answer it',
};

export function runStateLabel({ active, state }: StoredMonitor): string {
  if (state.runId !== null) return 'A run is in progress';
  if (!active) return 'Paused';
  return state.lastOutcome === null ? 'First run due' : RUN_OUTCOME_LABELS[state.lastOutcome];
}

/** Maximum cost of a run, and cost of the last run. */
export function creditsLabel(monitor: StoredMonitor): string {
  const last = monitor.state.lastCredits;
  const most = `at most ${formatNumber(creditsPerRun(monitor))} per run`;
  return last === null ? most : `${most}; ${formatNumber(last)} for the last`;
}

export const OptionalMoment = ({ at, none }: { at: number | null; none: string }) => (
  <span>{at === null ? none : <Moment at={at} />}</span>
);

/** When the next run begins, or why the account prevents it. */
export const NextRun = ({
  monitor: { state, caller },
  skipReason,
}: {
  monitor: StoredMonitor;
  skipReason: (mode: KeyMode) => RunOutcome | null;
}) => {
  const why = state.nextRunAt === null ? null : skipReason(caller.mode);
  if (why !== null) return <span>Paused: {SKIP_REASONS[why] ?? humanize(why)}</span>;
  return <OptionalMoment at={state.nextRunAt} none="None" />;
};

const NewLinks = () => (
  <p class="actions">
    {MONITOR_KINDS.map((kind) => (
      <a class="button" href={`${MONITORS_PATH}/new?kind=${kind}`}>
        Watch {MONITOR_KIND_LABELS[kind].many}
      </a>
    ))}
  </p>
);

export const MonitorsPage = ({
  monitors,
  nextCursor,
  skipReason,
}: {
  monitors: readonly StoredMonitor[];
  skipReason: (mode: KeyMode) => RunOutcome | null;
  nextCursor: string | null;
}) =>
  monitors.length === 0 ? (
    <EmptyState title="No monitors yet">
      <p>
        A monitor looks up the same numbers or contacts every day or week and reports what has
        changed: here, by webhook, or by email.
      </p>
      <NewLinks />
    </EmptyState>
  ) : (
    <>
      <NewLinks />
      <Table
        caption="Monitors, newest first"
        head={['Name', 'Watches', 'Frequency', 'Credits', 'State', 'Last run', 'Next run', 'Mode']}
        rows={monitors.map((monitor) => [
          <a href={`${MONITORS_PATH}/${monitor.id}`}>{monitor.name}</a>,
          pluralize(monitor.state.memberCount, MONITOR_KIND_LABELS[monitor.kind].one),
          humanize(monitor.frequency),
          creditsLabel(monitor),
          runStateLabel(monitor),
          <OptionalMoment at={monitor.state.lastRunAt} none="None yet" />,
          <NextRun {...{ monitor, skipReason }} />,
          <ModeBadge mode={monitor.caller.mode} />,
        ])}
      />
      <OlderLink path={MONITORS_PATH} cursor={nextCursor} />
    </>
  );
