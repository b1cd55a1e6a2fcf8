import { toIso, toIsoOrNull } from '../../core/iso-time.ts';
import type { MonitorKind } from '../../core/monitors/monitor.ts';
import type { MemberRow } from '../../monitors/member-tables.ts';
import { MEMBER_WIRE } from '../../monitors/read-members.ts';
import type { StoredMonitor } from '../../monitors/read-monitors.ts';

/** What the count of members is called. */
export const COUNT_FIELD = { number: 'number_count', job_change: 'contact_count' } as const;

/** A monitor as the specification has it, and how its runs stand. */
export function describeMonitor({ kind, state, ...monitor }: StoredMonitor) {
  return {
    id: monitor.id,
    name: monitor.name,
    frequency: monitor.frequency,
    ...(kind === 'number' && { include_spam_check: monitor.includeSpamCheck }),
    alert_email: monitor.alertEmail,
    webhook_url: monitor.webhook?.url ?? null,
    active: monitor.active,
    [COUNT_FIELD[kind]]: state.memberCount,
    run_id: state.runId,
    next_run_at: toIsoOrNull(state.nextRunAt),
    last_run_at: toIsoOrNull(state.lastRunAt),
    last_outcome: state.lastOutcome,
    created_at: toIso(monitor.createdAt),
  };
}

/** A monitor as the operator sees it: of any organization. */
export const describeWatched = (monitor: StoredMonitor) => ({
  id: monitor.id,
  kind: monitor.kind,
  organization_id: monitor.caller.organizationId,
  mode: monitor.caller.mode,
  name: monitor.name,
  frequency: monitor.frequency,
  active: monitor.active,
  members: monitor.state.memberCount,
  run_id: monitor.state.runId,
  next_run_at: toIsoOrNull(monitor.state.nextRunAt),
  last_run_at: toIsoOrNull(monitor.state.lastRunAt),
  last_outcome: monitor.state.lastOutcome,
  last_ended_at: toIsoOrNull(monitor.state.lastEndedAt),
  created_at: toIso(monitor.createdAt),
});

/** A member, and what was found of it last. */
export const describeMember = (kind: MonitorKind, member: MemberRow) => ({
  [MEMBER_WIRE[kind].field]: member.subject,
  label: member.label,
  last_checked_at: toIsoOrNull(member.checkedAt),
  last_snapshot:
    member.state === null ? null : (JSON.parse(member.state) as { seen: unknown }).seen,
});
