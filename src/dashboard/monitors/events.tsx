import type { MonitorKind } from '../../core/monitors/monitor.ts';
import type { ContactEvent } from '../../monitors/compare-contacts.ts';
import type { NumberEvent } from '../../monitors/compare-numbers.ts';
import type { StoredEvent } from '../../monitors/read-monitors.ts';
import { Moment } from '../layout/format.tsx';
import { Table } from '../layout/table.tsx';
import { spoken } from '../parts/words.tsx';

/** One thing that changed: what it was, and what it is. */
interface Change {
  name: string;
  before: string;
  after: string;
}

const NOTHING = 'unknown';

const shown = (value: unknown): string =>
  value === null || value === undefined || value === '' ? NOTHING : String(value);

/** `lineType` as "Line type". */
const fieldWords = (name: string): string =>
  spoken(name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`));

function changesOf(kind: MonitorKind, body: string): { title: string; changes: Change[] } {
  if (kind === 'number') {
    const { changes } = JSON.parse(body) as NumberEvent;
    const rows = Object.entries(changes).map(([name, change]) => ({
      name: fieldWords(name),
      before: shown(change?.from),
      after: shown(change?.to),
    }));
    return { title: 'Changed', changes: rows };
  }
  const { type, before, after } = JSON.parse(body) as ContactEvent;
  const rows = (['title', 'company', 'location'] as const)
    .filter((name) => before?.[name] !== after?.[name])
    .map((name) => ({
      name: spoken(name),
      before: shown(before?.[name]),
      after: shown(after?.[name]),
    }));
  return { title: spoken(type), changes: rows };
}

const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <ul class="changes">
    {changes.map(({ name, before, after }) => (
      <li>
        {name}: <del>{before}</del> <span aria-hidden="true">→</span> <ins>{after}</ins>
      </li>
    ))}
  </ul>
);

/** What changed about the members of a monitor, newest first. */
export const Events = ({ kind, events }: { kind: MonitorKind; events: readonly StoredEvent[] }) => (
  <Table
    caption="Events, newest first"
    head={[kind === 'number' ? 'Number' : 'Profile', 'Event', 'Before and after', 'Detected']}
    rows={events.map(({ subject, label, body, detectedAt }) => {
      const { title, changes } = changesOf(kind, body);
      return [
        <>
          {subject}
          {label && <span class="hint"> {label}</span>}
        </>,
        title,
        <Changes changes={changes} />,
        <Moment at={detectedAt} />,
      ];
    })}
  />
);
