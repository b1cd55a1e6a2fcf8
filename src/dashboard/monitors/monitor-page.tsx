import type { MemberRow } from '../../monitors/member-tables.ts';
import type { StoredEvent, StoredMonitor } from '../../monitors/read-monitors.ts';
import type { PageContext } from '../context.ts';
import { Button, ErrorSummary, Form, TextArea } from '../form/form.tsx';
import type { FormState } from '../form/read-form.ts';
import { Facts, Table } from '../layout/table.tsx';
import { counted, ModeMark, Older, short } from '../parts/words.tsx';
import { uploadAction } from '../session/form-token.ts';
import { Events } from './events.tsx';
import { KIND_WORDS, MONITORS, OptionalMoment, runWords } from './monitors-page.tsx';
import { MembersFile } from './new-monitor-page.tsx';

const Steering = ({ c, monitor }: { c: PageContext; monitor: StoredMonitor }) => {
  const at = `${MONITORS}/${monitor.id}`;
  return (
    <div class="actions">
      {monitor.active && monitor.state.runId === null && (
        <Form c={c} action={`${at}/run`}>
          <Button>Run now</Button>
        </Form>
      )}
      <Form c={c} action={`${at}/${monitor.active ? 'pause' : 'resume'}`}>
        <Button kind="quiet">{monitor.active ? 'Pause' : 'Resume'}</Button>
      </Form>
      {monitor.webhook && (
        <Form c={c} action={`${at}/webhook/remove`}>
          <Button kind="quiet">Remove webhook</Button>
        </Form>
      )}
    </div>
  );
};

const factsOf = (monitor: StoredMonitor) =>
  [
    ['State', runWords(monitor)],
    ['Watches', counted(monitor.state.memberCount, KIND_WORDS[monitor.kind].one)],
    ['Frequency', monitor.frequency],
    ['Last run', <OptionalMoment at={monitor.state.lastRunAt} none="None yet" />],
    ['Next run', <OptionalMoment at={monitor.state.nextRunAt} none="None" />],
    ...(monitor.kind === 'number'
      ? [['Spam check', monitor.includeSpamCheck ? 'Yes' : 'No'] as const]
      : []),
    ['Mail', monitor.alertEmail ? 'To the owner' : 'No'],
    ['Webhook', monitor.webhook ? short(monitor.webhook.url) : 'None'],
    ['Mode', <ModeMark mode={monitor.caller.mode} />],
  ] as const;

const Members = ({
  c,
  monitor,
  members,
}: {
  c: PageContext;
  monitor: StoredMonitor;
  members: readonly MemberRow[];
}) => (
  <Table
    caption={KIND_WORDS[monitor.kind].title}
    head={[monitor.kind === 'number' ? 'Number' : 'Profile', 'Label', 'Last checked', 'Remove']}
    rows={members.map(({ subject, label, checkedAt }) => [
      subject,
      label ?? '',
      <OptionalMoment at={checkedAt} none="Not yet" />,
      <Form c={c} action={`${MONITORS}/${monitor.id}/remove`}>
        <input type="hidden" name="subject" value={subject} />
        <button type="submit" class="quiet" aria-label={`Remove ${subject}`}>
          Remove
        </button>
      </Form>,
    ])}
  />
);

const Add = ({ c, monitor, form }: { c: PageContext; monitor: StoredMonitor; form: FormState }) => (
  <details class="aside" open={form.errors.size > 0}>
    <summary>Add {KIND_WORDS[monitor.kind].many}</summary>
    <ErrorSummary form={form} />
    <form
      method="post"
      action={uploadAction(c, `${MONITORS}/${monitor.id}/add`)}
      enctype="multipart/form-data"
      class="form"
    >
      <TextArea
        form={form}
        name="members"
        label={monitor.kind === 'number' ? 'Numbers' : 'Profiles'}
        hint="One a line; a label may follow behind a comma."
      />
      <MembersFile id="file" />
      <Button>Add</Button>
    </form>
  </details>
);

/** The secret of a webhook, shown when it was made and never again. */
const Secret = ({ secret }: { secret: string }) => (
  <div class="told good" role="status">
    <p>The monitor was created. This is the secret of its webhook; it is not shown again:</p>
    <p>
      <code>{secret}</code>
    </p>
  </div>
);

export interface MonitorPageProps {
  c: PageContext;
  monitor: StoredMonitor;
  members: { members: readonly MemberRow[]; nextCursor: string | null };
  events: { events: readonly StoredEvent[]; nextCursor: string | null };
  /** Of adding members. */
  form: FormState;
  secret?: string | null;
}

/** A monitor: how it stands, what it found, and what it watches. */
export const MonitorPage = ({ c, monitor, members, events, form, secret }: MonitorPageProps) => (
  <>
    {secret && <Secret secret={secret} />}
    <Facts facts={factsOf(monitor)} />
    <Steering c={c} monitor={monitor} />
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      {events.events.length === 0 ? (
        <p class="hint">
          Nothing has changed since it was first looked up. The first run is what later ones are
          compared with.
        </p>
      ) : (
        <Events kind={monitor.kind} events={events.events} />
      )}
      <Older path={`${MONITORS}/${monitor.id}/events`} cursor={events.nextCursor} />
    </section>
    <section aria-labelledby="members">
      <h2 id="members">{KIND_WORDS[monitor.kind].title}</h2>
      <Add c={c} monitor={monitor} form={form} />
      <Members c={c} monitor={monitor} members={members.members} />
      <Older path={`${MONITORS}/${monitor.id}`} cursor={members.nextCursor} />
    </section>
    <details class="aside">
      <summary>Delete this monitor</summary>
      <p>Its runs stop; its events can be read over the API for 30 days.</p>
      <Form c={c} action={`${MONITORS}/${monitor.id}/delete`}>
        <Button kind="danger">Delete monitor</Button>
      </Form>
    </details>
  </>
);
