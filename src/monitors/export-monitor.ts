import { findMonitor } from '../store/monitors.ts';
import type { EventPlace } from './member-tables.ts';
import type { MonitorPorts } from './ports.ts';

const PAGE_ROWS = 500;

/** A monitor's members with what was found of them, and its events, page by page. */
export async function* exportMonitor(
  id: string,
  { db, objects }: Pick<MonitorPorts, 'db' | 'objects'>,
): AsyncGenerator<Record<string, unknown>> {
  const monitor = await findMonitor(db, id);
  if (!monitor) return;
  for (let after = 0; ; ) {
    const members = await objects.read(monitor, 'pageMembers', after, PAGE_ROWS);
    for (const member of members) yield { kind: 'watched', monitor_id: id, ...member };
    after = members.at(-1)?.id ?? 0;
    if (members.length < PAGE_ROWS) break;
  }
  const all = { subject: null, since: null };
  for (let after: EventPlace | null = null; ; ) {
    const events: Awaited<ReturnType<typeof objects.read<'pageEvents'>>> = await objects.read(
      monitor,
      'pageEvents',
      all,
      PAGE_ROWS,
      after,
    );
    for (const event of events) yield { kind: 'event', monitor_id: id, ...event };
    after = events.at(-1) ?? null;
    if (events.length < PAGE_ROWS) return;
  }
}
