import * as z from 'zod';
import { ApiError } from '../lib/errors.ts';
import { DAY_MS, HOUR_MS, toIso, utcDay, utcHour } from '../lib/time.ts';
import { wireForm } from '../lib/wire-form.ts';
import { field } from '../lookup/answer-fields.ts';

/** Error codes of lookups that are the service's fault. */
export const SERVICE_FAILURE_CODES = [
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'SERVICE_BUSY',
  'UPSTREAM_TIMEOUT',
];

/** Days shown on the status page. */
export const STATUS_DAYS = 90;

/** Shares of failed calls from which a part counts as degraded, and as an outage. */
const DEGRADED_FROM = 0.05;
const OUTAGE_FROM = 0.5;

type PartState = 'operational' | 'degraded' | 'outage' | 'unknown';

export const INCIDENT_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
type IncidentState = (typeof INCIDENT_STATES)[number];

/** Most incidents kept; the oldest are deleted first. */
const MAX_INCIDENTS = 200;

/** Live calls that a part answered in an hour (`2026-11-23T04`) or day of UTC. */
export interface Availability {
  period: string;
  part: string;
  answered: number;
  /** Failed by the service's fault. */
  failed: number;
}

/** An outage as published by the operator. */
export interface Incident {
  id: string;
  title: string;
  /** Type of a product; null for the whole service. */
  part: string | null;
  startedAt: number;
  resolvedAt: number | null;
  updates: readonly { at: number; state: IncidentState; text: string }[];
}

/** Uptime of a part in one UTC day. */
interface DayUptime {
  date: string;
  /** Percentage of live calls that did not fail by the service's fault; null without calls. */
  uptime: number | null;
}

/** State of a product now and over {@link STATUS_DAYS}. */
export interface PartStatus {
  name: string;
  /** State over this hour and the previous one; unknown without live calls. */
  status: PartState;
  uptime_90d: number | null;
  /** Oldest first. */
  days: DayUptime[];
}

export interface ServiceStatus {
  status: PartState;
  parts: PartStatus[];
  incidents: ReturnType<typeof writeIncident>[];
  updated_at: string;
}

const percent = ({ answered, failed }: { answered: number; failed: number }): number | null =>
  answered + failed === 0 ? null : Math.round((answered / (answered + failed)) * 100_000) / 1_000;

function total(all: readonly Availability[]): { answered: number; failed: number } {
  return {
    answered: all.reduce((sum, { answered }) => sum + answered, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function partState(recent: readonly Availability[]): PartState {
  const { answered, failed } = total(recent);
  if (answered + failed === 0) return 'unknown';
  const share = failed / (answered + failed);
  if (share >= OUTAGE_FROM) return 'outage';
  return share >= DEGRADED_FROM ? 'degraded' : 'operational';
}

const partStatus =
  (all: ReadonlyMap<string, readonly Availability[]>, now: number) =>
  (name: string): PartStatus => {
    const own = all.get(name) ?? [];
    const hours = [utcHour(now), utcHour(now - HOUR_MS)];
    const days = Array.from({ length: STATUS_DAYS }, (_, at) =>
      utcDay(now - (STATUS_DAYS - 1 - at) * DAY_MS),
    );
    const ofDay = new Map(own.map((one) => [one.period, one]));
    return {
      name,
      status: partState(own.filter(({ period }) => hours.includes(period))),
      uptime_90d: percent(total(own.filter(({ period }) => days.includes(period)))),
      days: days.map((date) => {
        const counted = ofDay.get(date);
        return { date, uptime: counted ? percent(counted) : null };
      }),
    };
  };

const state = z.enum(INCIDENT_STATES);
const moment = z.iso.datetime();

export const incidentFields = {
  id: z.string(),
  title: z.string(),
  part: field.textOrNull('Product type; null for the whole service.'),
  state,
  started_at: moment,
  resolved_at: moment.nullable(),
  updates: z.array(z.object({ at: moment, state, text: z.string() })),
};

const writeIncident = wireForm(() => z.object(incidentFields));

/** An incident with the state of its last update. */
const withState = (incident: Incident) => ({
  ...incident,
  state: incident.updates.at(-1)?.state ?? ('investigating' as const),
});

const SEVERITY: readonly PartState[] = ['operational', 'degraded', 'outage'];

/**
 * State of the whole service: the worst of its parts, and at least degraded while an incident is
 * open. Parts without calls are ignored.
 */
function serviceState(parts: readonly PartStatus[], incidents: readonly Incident[]): PartState {
  const open = incidents.some(({ resolvedAt }) => resolvedAt === null) ? 1 : 0;
  const worst = Math.max(open, ...parts.map(({ status }) => SEVERITY.indexOf(status)));
  return SEVERITY[worst] ?? 'operational';
}

/** @param names the parts in order: the products that this deployment can answer */
export function describeStatus(
  names: readonly string[],
  { availability, incidents }: { availability: Availability[]; incidents: Incident[] },
  now: number,
): ServiceStatus {
  const byPart = Map.groupBy(availability, ({ part }) => part);
  const parts = names.map(partStatus(byPart, now));
  return {
    status: serviceState(parts, incidents),
    parts,
    incidents: incidents.map((incident) => writeIncident(withState(incident))),
    updated_at: toIso(now),
  };
}

interface StatusPorts {
  metrics: {
    flush(): Promise<void>;
    object(): {
      readStatus(): Promise<{ availability: Availability[]; incidents: Incident[] }>;
      putIncident(incident: Incident, most: number): Promise<void>;
    };
  };
  clock: { now(): number };
}

/** State of these parts, as far as isolates have reported their counts. */
export async function readStatus(
  names: readonly string[],
  { metrics, clock }: StatusPorts,
): Promise<ServiceStatus> {
  await metrics.flush();
  return describeStatus(names, await metrics.object().readStatus(), clock.now());
}

interface IncidentUpdate {
  state: IncidentState;
  text: string;
}

async function putUpdate(known: Incident, update: IncidentUpdate, { metrics, clock }: StatusPorts) {
  const at = clock.now();
  // A report that follows the end does not move it.
  const resolvedAt = update.state === 'resolved' ? (known.resolvedAt ?? at) : null;
  const incident = { ...known, resolvedAt, updates: [...known.updates, { at, ...update }] };
  await metrics.object().putIncident(incident, MAX_INCIDENTS);
  return withState(incident);
}

/** @param part a product's type; null for the whole service */
export function openIncident(
  { title, part, ...update }: IncidentUpdate & { title: string; part: string | null },
  ports: StatusPorts,
) {
  const opened = {
    id: crypto.randomUUID(),
    title,
    part,
    startedAt: ports.clock.now(),
    updates: [],
  };
  return putUpdate({ ...opened, resolvedAt: null }, update, ports);
}

/** @throws ApiError NOT_FOUND */
export async function updateIncident(id: string, update: IncidentUpdate, ports: StatusPorts) {
  const { incidents } = await ports.metrics.object().readStatus();
  const known = incidents.find((incident) => incident.id === id);
  if (!known) throw new ApiError('NOT_FOUND', 'There is no such incident.');
  return putUpdate(known, update, ports);
}

/** Newest first. */
export const listIncidents = async ({ metrics }: StatusPorts) =>
  (await metrics.object().readStatus()).incidents.map(withState);
