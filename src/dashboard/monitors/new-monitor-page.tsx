import type { MonitorKind } from '../../core/monitors/monitor.ts';
import type { PageContext } from '../context.ts';
import { Button, CheckBox, ErrorSummary, Field, Select, TextArea } from '../form/form.tsx';
import type { FormState } from '../form/read-form.ts';
import { uploadAction } from '../session/form-token.ts';
import { KIND_WORDS, MONITORS } from './monitors-page.tsx';

const FREQUENCY_CHOICES = {
  number: [
    ['weekly', 'Weekly'],
    ['daily', 'Daily'],
  ],
  job_change: [['weekly', 'Weekly']],
} as const;

const PRICES = {
  number: 'A recheck costs 1 credit a number, 2 with the spam check.',
  job_change: 'A recheck costs 5 credits a contact, nothing where the profile could not be read.',
} as const;

/** A file with members, beside the field they may be pasted into. */
export const MembersFile = ({ id }: { id: string }) => (
  <div class="field">
    <label for={id}>Or upload a file</label>
    <p class="hint" id={`${id}-hint`}>
      CSV, with the label in the column behind.
    </p>
    <input
      id={id}
      type="file"
      name="file"
      accept=".csv,.tsv,.txt,text/csv,text/plain"
      aria-describedby={`${id}-hint`}
    />
  </div>
);

/** A form that makes a monitor. @param once makes two sendings of it one monitor */
export const NewMonitorPage = ({
  c,
  kind,
  form,
  once,
}: {
  c: PageContext;
  kind: MonitorKind;
  form: FormState;
  once: string;
}) => (
  <>
    <p class="summary">{PRICES[kind]} The first run begins within the hour.</p>
    <ErrorSummary form={form} />
    <form
      method="post"
      action={uploadAction(c, `${MONITORS}/new`)}
      enctype="multipart/form-data"
      class="form"
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="once" value={once} />
      <Field form={form} name="name" required maxlength={100} />
      <Select form={form} name="frequency" choices={FREQUENCY_CHOICES[kind]} />
      <TextArea
        form={form}
        name="members"
        label={kind === 'number' ? 'Numbers' : 'Profiles'}
        hint={
          kind === 'number'
            ? 'One a line; a label may follow behind a comma.'
            : 'Addresses of public profiles, one a line; a label may follow behind a comma.'
        }
        rows={8}
      />
      <MembersFile id="file" />
      {kind === 'number' && (
        <Field
          form={form}
          name="country"
          label="Country of numbers without + (optional)"
          hint="Two letters, such as DE; left empty, US."
          maxlength={2}
        />
      )}
      {kind === 'number' && (
        <CheckBox form={form} name="spam" label="Check for spam too, one more credit a number" />
      )}
      <CheckBox form={form} name="alert" label="Tell me of changes by mail" />
      <Field
        form={form}
        name="webhook"
        label="Webhook address (optional)"
        hint="Public HTTPS; told of every change. Its secret is shown once."
        type="url"
      />
      <Select
        form={form}
        name="mode"
        choices={[
          ['live', 'Live'],
          ['test', 'Test: sandbox answers, free'],
        ]}
      />
      <Button>Create monitor</Button>
    </form>
    <p>
      <a href={MONITORS}>All monitors of {KIND_WORDS[kind].many}</a>
    </p>
  </>
);
