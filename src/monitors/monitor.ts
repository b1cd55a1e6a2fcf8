import { DAY_MS, HOUR_MS } from '../lib/time.ts';
import type { Caller } from '../lookup/account/caller.ts';
import type { WebhookReceiver } from '../lookup/jobs/webhooks.ts';

export const MONITOR_KINDS = ['number', 'job_change'] as const;
export type MonitorKind = (typeof MONITOR_KINDS)[number];

export const FREQUENCIES = ['daily', 'weekly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Interval between rechecks, in milliseconds. */
export const PERIOD_MS: Readonly<Record<Frequency, number>> = { daily: DAY_MS, weekly: 7 * DAY_MS };

/** Runs are spread over this time after they are due. */
export const SPREAD_MS = HOUR_MS;

export const MAX_MEMBERS = 10_000;

/** Retention of a monitor's events, by number and by age. */
export const MAX_EVENTS = 200_000;
export const EVENT_RETENTION_MS = 365 * DAY_MS;

/** Result of a run, or why it was skipped. */
export const RUN_OUTCOMES = [
  'completed',
  /** The balance did not cover it. */
  'insufficient_credits',
  /** The daily limit of the key that created the monitor did not cover it. */
  'daily_limit',
  /** The organization has no paid plan, or is closed. */
  'no_plan',
  'organization_closed',
  /** The operator has suspended the organization; runs continue once it is resumed. */
  'organization_suspended',
  /** There are no members, or no configured source. */
  'no_members',
  'no_source',
  /** The monitor was deleted or switched off during the run. */
  'stopped',
  /** The run's job was lost, and its hold was released. */
  'lost',
] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** A monitor's settings. Its object has the schedule and state of runs. */
export interface Monitor {
  id: string;
  kind: MonitorKind;
  /** Creator; runs are charged to this caller. */
  caller: Caller;
  name: string;
  frequency: Frequency;
  includeSpamCheck: boolean;
  alertEmail: boolean;
  webhook: WebhookReceiver | null;
  active: boolean;
  /** Scheme and host for links in mails; empty if none can be trusted. */
  origin: string;
  createdAt: number;
  deletedAt: number | null;
}

/** Settings from which a monitor's object derives its schedule. */
export interface Schedule {
  frequency: Frequency;
  /** False if it is switched off or deleted. */
  active: boolean;
  /** When the first run is due; later ones are due in whole periods after it. */
  startsAt: number;
}

export const monitorSchedule = (
  monitor: Pick<Monitor, 'frequency' | 'active' | 'createdAt' | 'deletedAt'>,
): Schedule => ({
  frequency: monitor.frequency,
  active: monitor.active && monitor.deletedAt === null,
  startsAt: monitor.createdAt,
});

/** State of a monitor's object. */
export interface RunState {
  /** Incremented with each change, so that an old report never overwrites a newer one. */
  version: number;
  memberCount: number;
  nextRunAt: number | null;
  runId: string | null;
  /** End of the last run with lookups. */
  lastRunAt: number | null;
  lastOutcome: RunOutcome | null;
  lastEndedAt: number | null;
  /** Cost of the last run with lookups, in credits; null if there was none. */
  lastCredits: number | null;
}

/** A monitor with the last projected state of its object. */
export type MonitorWithState = Monitor & {
  state?: RunState;
  /** Since when its object lacks settings of the row; null if it has them. */
  unsyncedSince?: number | null;
};

export type MonitorRef = Pick<Monitor, 'id' | 'caller'>;

export interface MemberInput {
  /** E.164 number, or vanity name of a profile. */
  subject: string;
  label: string | null;
}
