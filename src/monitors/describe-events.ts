import type { MonitorKind } from '../core/monitors/monitor.ts';
import type { ContactEvent } from './compare-contacts.ts';
import type { NumberEvent } from './compare-numbers.ts';
import type { StoredEvent } from './member-tables.ts';

/**
 * An event as it goes over the wire (specification, "Monitor resources"): deliveries carry it as
 * well as replies.
 */
export function describeEvent(
  kind: MonitorKind,
  { id, subject, label, body, detectedAt }: StoredEvent,
): Record<string, unknown> {
  const detected_at = new Date(detectedAt).toISOString();
  if (kind === 'number') {
    const { changes, previous, current } = JSON.parse(body) as NumberEvent;
    const snapshots = { previous_snapshot: previous, current_snapshot: current };
    return { id, phone_number: subject, label, changes, ...snapshots, detected_at };
  }
  const { type, before, after } = JSON.parse(body) as ContactEvent;
  return { id, profile_url: subject, label, type, before, after, detected_at };
}
