import type { KeyMode } from '../../lookup/account/caller.ts';
import type { ContactEvent, NumberEvent } from '../../monitors/comparison.ts';
import type { MemberRow } from '../../monitors/member-tables.ts';
import type { MonitorKind, RunOutcome } from '../../monitors/monitor.ts';
import type { StoredEvent, StoredMonitor } from '../../monitors/monitors.ts';
import { ShownSecret } from '../form/api-error.tsx';
import { ActionForm, Button, Form } from '../form/form.tsx';
import { type FormState, storedForm } from '../form/form-state.ts';
import { humanize, ModeBadge, Moment, OlderLink, pluralize, truncate } from '../layout/format.tsx';
import { type Fact, Facts, longCell, PageSection, Table } from '../layout/table.tsx';
import {
  creditsLabel,
  MONITOR_KIND_LABELS,
  MONITORS_PATH,
  NextRun,
  OptionalMoment,
  runStateLabel,
} from './monitor-table.tsx';
import { MemberFields, NameFields, SettingsFields } from './new-monitor.tsx';

interface FieldChange {
  name: string;
  before: string;
  after: string;
}

const UNKNOWN = 'unknown';

const formatValue = (value: unknown): string =>
  value === null || value === undefined || value === '' ? UNKNOWN : String(value);

/** `lineType` as "Line type". */
const fieldTitle = (name: string): string =>
  humanize(name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`));

function eventChanges(kind: MonitorKind, body: string): { title: string; changes: FieldChange[] } {
  if (kind === 'number') {
    const { changes } = JSON.parse(body) as NumberEvent;
    const rows = Object.entries(changes).map(([name, change]) => ({
      name: fieldTitle(name),
      before: formatValue(change?.from),
      after: formatValue(change?.to),
    }));
    return { title: 'Changed', changes: rows };
  }
  const { type, before, after } = JSON.parse(body) as ContactEvent;
  const rows = (['title', 'company', 'location'] as const)
    .filter((name) => before?.[name] !== after?.[name])
    .map((name) => ({
      name: humanize(name),
      before: formatValue(before?.[name]),
      after: formatValue(after?.[name]),
    }));
  return { title: humanize(type), changes: rows };
}

const FieldChanges = ({ changes }: { changes: readonly FieldChange[] }) => (
  <ul class="changes">
    {changes.map(({ name, before, after }) => (
      <li>
        {name}: <del>{before}</del> <span aria-hidden="true">→</span> <ins>{after}</ins>
      </li>
    ))}
  </ul>
);

const EventTable = ({ kind, events }: { kind: MonitorKind; events: readonly StoredEvent[] }) => (
  <Table
    caption="Events, newest first"
    head={[kind === 'number' ? 'Number' : 'Profile', 'Event', 'Before and after', 'Detected']}
    rows={events.map(({ subject, label, body, detectedAt }) => {
      const { title, changes } = eventChanges(kind, body);
      return [
        <span>
          {subject}
          {label && <span class="hint"> {label}</span>}
        </span>,
        title,
        <FieldChanges changes={changes} />,
        <Moment at={detectedAt} />,
      ];
    })}
  />
);

/** Events of a monitor, newest first. */
export const Events = ({
  monitor: { kind, state },
  events,
}: {
  monitor: StoredMonitor;
  events: readonly StoredEvent[];
}) =>
  events.length === 0 ? (
    <p class="hint">
      {state.lastRunAt === null
        ? 'Nothing has been looked up yet.'
        : 'Nothing has changed since the first run.'}{' '}
      Later runs are compared with the first one.
    </p>
  ) : (
    <EventTable kind={kind} events={events} />
  );

const MonitorControls = ({ monitor }: { monitor: StoredMonitor }) => {
  const at = `${MONITORS_PATH}/${monitor.id}`;
  return (
    <div class="actions">
      {monitor.active && monitor.state.runId === null && (
        <ActionForm action={`${at}/run`} label="Run now" />
      )}
      <ActionForm
        action={`${at}/${monitor.active ? 'pause' : 'resume'}`}
        kind="quiet"
        label={monitor.active ? 'Pause' : 'Resume'}
      />
      {monitor.webhook && (
        <ActionForm action={`${at}/webhook/remove`} kind="quiet" label="Remove webhook" />
      )}
    </div>
  );
};

const Receiver = ({ webhook }: Pick<StoredMonitor, 'webhook'>) => {
  if (!webhook) return <>None</>;
  if (webhook.url !== null) return <>{truncate(webhook.url)}</>;
  return <a href={`/app/webhooks/${webhook.endpointId}`}>A webhook endpoint</a>;
};

const monitorFacts = ({
  monitor,
  skipReason,
}: Pick<MonitorPageProps, 'monitor' | 'skipReason'>): Fact[] => [
  ['State', runStateLabel(monitor)],
  ['Watches', pluralize(monitor.state.memberCount, MONITOR_KIND_LABELS[monitor.kind].one)],
  ['Frequency', humanize(monitor.frequency)],
  ['Last run', <OptionalMoment at={monitor.state.lastRunAt} none="None yet" />],
  ['Next run', <NextRun {...{ monitor, skipReason }} />],
  ['Credits', creditsLabel(monitor)],
  monitor.kind === 'number' && ['Spam check', monitor.includeSpamCheck ? 'Yes' : 'No'],
  ['Mail', monitor.alertEmail ? 'To the owner' : 'No'],
  ['Webhook', <Receiver webhook={monitor.webhook} />],
  ['Mode', <ModeBadge mode={monitor.caller.mode} />],
];

const Members = ({
  monitor,
  members,
}: {
  monitor: StoredMonitor;
  members: readonly MemberRow[];
}) => (
  <Table
    caption={`Watched ${MONITOR_KIND_LABELS[monitor.kind].many}`}
    head={[monitor.kind === 'number' ? 'Number' : 'Profile', 'Label', 'Last checked', 'Remove']}
    rows={members.map(({ subject, label, checkedAt }) => [
      subject,
      longCell(label),
      <OptionalMoment at={checkedAt} none="Not yet" />,
      <ActionForm
        action={`${MONITORS_PATH}/${monitor.id}/remove`}
        fields={{ subject }}
        kind="quiet"
        spoken={`Remove ${subject}`}
        label="Remove"
      />,
    ])}
  />
);

const AddMembers = ({
  monitor,
  country,
  form,
}: Pick<MonitorPageProps, 'monitor' | 'country' | 'form'>) => (
  <details class="aside" open={form.errors.size > 0}>
    <summary>Add {MONITOR_KIND_LABELS[monitor.kind].many}</summary>
    <Form
      action={`${MONITORS_PATH}/${monitor.id}/add`}
      form={form}
      enctype="multipart/form-data"
      class="form"
    >
      <MemberFields kind={monitor.kind} country={country} />
      <Button>Add</Button>
    </Form>
  </details>
);

export const currentSettings = ({
  name,
  frequency,
  includeSpamCheck,
  alertEmail,
  webhook,
}: StoredMonitor): FormState =>
  storedForm({
    name,
    frequency,
    webhook_url: webhook?.url ?? '',
    ...(includeSpamCheck && { include_spam_check: 'on' }),
    ...(alertEmail && { alert_email: 'on' }),
  });

const ChangeMonitor = ({ monitor, form }: { monitor: StoredMonitor; form: FormState | null }) => (
  <details class="aside" open={form !== null}>
    <summary>Change this monitor</summary>
    <Form
      action={`${MONITORS_PATH}/${monitor.id}/change`}
      form={form ?? currentSettings(monitor)}
      class="form"
    >
      <NameFields kind={monitor.kind} />
      <SettingsFields kind={monitor.kind} />
      <Button kind="quiet">Save changes</Button>
    </Form>
  </details>
);

interface MonitorPageProps {
  monitor: StoredMonitor;
  skipReason: (mode: KeyMode) => RunOutcome | null;
  country: string | undefined;
  members: { members: readonly MemberRow[]; nextCursor: string | null };
  events: { events: readonly StoredEvent[]; nextCursor: string | null };
  form: FormState;
  changes: FormState | null;
  /** Of a webhook that the form before created. */
  secret: string | undefined;
}

export const MonitorPage = ({
  monitor,
  skipReason,
  country,
  members,
  events,
  form,
  changes,
  secret,
}: MonitorPageProps) => (
  <>
    {secret && (
      <ShownSecret secret={secret}>This is the secret of the monitor's webhook</ShownSecret>
    )}
    <Facts facts={monitorFacts({ monitor, skipReason })} />
    <MonitorControls monitor={monitor} />
    <ChangeMonitor monitor={monitor} form={changes} />
    <PageSection title="Events">
      <Events monitor={monitor} events={events.events} />
      <OlderLink path={`${MONITORS_PATH}/${monitor.id}/events`} cursor={events.nextCursor} />
    </PageSection>
    <PageSection title={MONITOR_KIND_LABELS[monitor.kind].title}>
      <AddMembers monitor={monitor} country={country} form={form} />
      <Members monitor={monitor} members={members.members} />
      <OlderLink path={`${MONITORS_PATH}/${monitor.id}`} cursor={members.nextCursor} />
    </PageSection>
    <details class="aside">
      <summary>Delete this monitor</summary>
      <p>Its runs stop. Its events can be read through the API for 30 days.</p>
      <ActionForm
        action={`${MONITORS_PATH}/${monitor.id}/delete`}
        kind="danger"
        label="Delete monitor"
      />
    </details>
  </>
);
