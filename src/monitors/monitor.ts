import { DAY_MS, HOUR_MS } from '../lib/time.ts';
import type { Caller } from '../lookup/account/caller.ts';
import type { WebhookReceiver } from '../lookup/jobs/webhooks.ts';

export const MONITOR_KINDS = ['number', 'job_change'] as const;
export type MonitorKind = (typeof MONITOR_KINDS)[number];

export const FREQUENCIES = ['daily', 'weekly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** How often a monitor's members are looked up again, in milliseconds. */
export const PERIOD_MS: Readonly<Record<Frequency, number>> = { daily: DAY_MS, weekly: 7 * DAY_MS };

/** Runs are spread over this long after they are due. */
export const SPREAD_MS = HOUR_MS;

export const MAX_MEMBERS = 10_000;

/** Retention of a monitor's events: the oldest beyond the number, and all past the age, go. */
export const MAX_EVENTS = 200_000;
export const EVENT_RETENTION_MS = 365 * DAY_MS;

/** How a run ended, or why there was none. */
export const RUN_OUTCOMES = [
  'completed',
  /** The balance did not cover it. */
  'insufficient_credits',
  /** The daily limit of the key it was made with did not cover it. */
  'daily_limit',
  /** The organization has no paid plan, or is closed. */
  'no_plan',
  'organization_closed',
  /** The operator has suspended it: runs begin again once it is resumed. */
  'organization_suspended',
  /** Nothing to look up, or nothing that could answer. */
  'no_members',
  'no_source',
  /** The monitor was deleted or switched off on the way. */
  'stopped',
  /** Its job is gone: what was set aside went back. */
  'lost',
] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** A monitor as its owner set it up. What it does when, its object says. */
export interface Monitor {
  id: string;
  kind: MonitorKind;
  /** Who made it: runs are paid as this caller's. */
  caller: Caller;
  name: string;
  frequency: Frequency;
  includeSpamCheck: boolean;
  alertEmail: boolean;
  webhook: WebhookReceiver | null;
  active: boolean;
  /** Scheme and host it was made at, for links in mails; empty where none can be trusted. */
  origin: string;
  createdAt: number;
  deletedAt: number | null;
}

/** What a monitor's object needs to know of it to decide when it runs. */
export interface Schedule {
  frequency: Frequency;
  /** False when it is switched off or deleted. */
  active: boolean;
  /** When the first run is due; every later one is due whole periods after. */
  startsAt: number;
}

export const monitorSchedule = (
  monitor: Pick<Monitor, 'frequency' | 'active' | 'createdAt' | 'deletedAt'>,
): Schedule => ({
  frequency: monitor.frequency,
  active: monitor.active && monitor.deletedAt === null,
  startsAt: monitor.createdAt,
});

/** What a monitor's object says of itself. */
export interface RunState {
  /** Counts up with every change, so that an old report never overwrites a newer one. */
  version: number;
  memberCount: number;
  nextRunAt: number | null;
  runId: string | null;
  /** When the last run ended that looked anything up. */
  lastRunAt: number | null;
  lastOutcome: RunOutcome | null;
  lastEndedAt: number | null;
  /** What the last run cost that looked anything up, credits; null before it. */
  lastCredits: number | null;
}

/** A monitor with the state its row last got from the object. */
export type MonitorWithState = Monitor & { state?: RunState };

export type MonitorRef = Pick<Monitor, 'id' | 'caller'>;

export interface MemberInput {
  /** E.164 of a number; the vanity name of a profile. */
  subject: string;
  label: string | null;
}
