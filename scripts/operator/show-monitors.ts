interface WatchedMonitor {
  id: string;
  kind: string;
  organization_id: string;
  name: string;
  frequency: string;
  active: boolean;
  members: number;
  run_id: string | null;
  next_run_at: string | null;
  last_outcome: string | null;
  last_ended_at: string | null;
}

function line(monitor: WatchedMonitor): string {
  const { id, kind, members, frequency, organization_id, name } = monitor;
  const next = monitor.run_id ? 'running now' : `next ${monitor.next_run_at ?? 'never'}`;
  const last = monitor.last_outcome
    ? `${monitor.last_outcome} at ${monitor.last_ended_at}`
    : 'no run yet';
  const state = monitor.active ? '' : '  switched off';
  return `${id}  ${kind}  ${members} members ${frequency}  ${next}  ${last}${state}  ${organization_id}  ${name}`;
}

/** Monitors, one line each. */
export function showMonitors(data: unknown): string {
  const { monitors } = data as { monitors: WatchedMonitor[] };
  return monitors.length === 0 ? 'There is no monitor.' : monitors.map(line).join('\n');
}
