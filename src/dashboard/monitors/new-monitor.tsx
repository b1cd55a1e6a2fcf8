import * as z from 'zod';
import type { ErrorCode } from '../../lib/errors.ts';
import { lineField } from '../../lib/line-field.ts';
import { MAX_NAME_CHARS } from '../../lib/text.ts';
import type { Accounts } from '../../lookup/account/account.ts';
import type { Clock } from '../../lookup/world.ts';
import { type CreatedMonitor, createMonitor } from '../../monitors/lifecycle.ts';
import { MEMBER_WIRE } from '../../monitors/members.ts';
import { FREQUENCIES, MONITOR_KINDS, type MonitorKind } from '../../monitors/monitor.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { catchApiError } from '../form/api-error.tsx';
import {
  Button,
  CheckBox,
  CountrySelect,
  Field,
  Form,
  HiddenFields,
  MODE_CHOICES,
  Select,
  TextArea,
} from '../form/form.tsx';
import { type FormState, formErrors } from '../form/form-state.ts';
import { LinkLine } from '../layout/format.tsx';
import { sessionCaller } from '../session/caller.ts';
import { type PageContext, requireSessionUser } from '../session/context.ts';
import { SHOWN_SECONDS } from '../session/flash.ts';
import { formReading, parseMemberList, readMonitorForm } from './member-list.ts';
import { MONITOR_KIND_LABELS, MONITORS_PATH } from './monitor-table.tsx';

const FREQUENCY_CHOICES = {
  number: [
    ['weekly', 'Weekly'],
    ['daily', 'Daily'],
  ],
  job_change: [['weekly', 'Weekly']],
} as const;

const PRICE_NOTES = {
  number: 'A recheck costs 1 credit per number, 2 with the spam check.',
  job_change: 'A recheck costs 5 credits per contact, or nothing if the profile could not be read.',
} as const;

/** Fields for members: pasted, or in a file. @param country default country of the organization */
export const MemberFields = ({
  kind,
  country,
  rows,
}: {
  kind: MonitorKind;
  country: string | undefined;
  rows?: number;
}) => (
  <>
    <TextArea
      name={MEMBER_WIRE[kind].list}
      label={kind === 'number' ? 'Numbers' : 'Profiles'}
      hint={
        kind === 'number'
          ? 'One per line. A label may follow after a comma, a semicolon or a tab.'
          : 'URLs of public profiles, one per line. A label may follow after a comma, a semicolon or a tab.'
      }
      {...(rows && { rows })}
    />
    <Field
      type="file"
      name="file"
      label="Or upload a file"
      hint="CSV, with the label in the next column."
      accept=".csv,.tsv,.txt,text/csv,text/plain"
    />
    {kind === 'number' && (
      <CountrySelect
        name="country"
        label="Country of numbers without + (optional)"
        usual={country}
      />
    )}
  </>
);

export const SettingsFields = ({ kind }: { kind: MonitorKind }) => (
  <>
    {kind === 'number' && (
      <CheckBox name="include_spam_check" label="Also check for spam, one more credit per number" />
    )}
    <CheckBox name="alert_email" label="Email me about changes" />
    <Field
      name="webhook_url"
      label="Webhook address (optional)"
      hint="Public HTTPS address to which every change is sent. Its secret is shown once."
      type="url"
    />
  </>
);

export const NameFields = ({ kind }: { kind: MonitorKind }) => (
  <>
    <Field name="name" required maxlength={MAX_NAME_CHARS} />
    <Select name="frequency" choices={FREQUENCY_CHOICES[kind]} />
  </>
);

/** A form that makes a monitor. @param once makes two sendings of it one monitor */
export const NewMonitorPage = ({
  kind,
  country,
  form,
  once,
}: {
  kind: MonitorKind;
  country: string | undefined;
  form: FormState;
  once: string;
}) => (
  <>
    <p class="summary">{PRICE_NOTES[kind]} The first run begins within the hour.</p>
    <Form action={`${MONITORS_PATH}/new`} form={form} enctype="multipart/form-data" class="form">
      <HiddenFields fields={{ kind, once }} />
      <NameFields kind={kind} />
      <MemberFields kind={kind} country={country} rows={8} />
      <SettingsFields kind={kind} />
      <Select name="mode" choices={MODE_CHOICES} />
      <Button>Create monitor</Button>
    </Form>
    <LinkLine to={MONITORS_PATH}>All monitors of {MONITOR_KIND_LABELS[kind].many}</LinkLine>
  </>
);

/** Settings, which can also be changed later. */
export const settingsForm = z.object({
  name: lineField(MAX_NAME_CHARS).min(1, 'is required'),
  frequency: z.enum(FREQUENCIES).catch('weekly'),
  include_spam_check: z.literal('on').optional(),
  alert_email: z.literal('on').optional(),
  webhook_url: z.string().trim().optional(),
});

export const settingsOf = (form: z.output<typeof settingsForm>) => ({
  includeSpamCheck: form.include_spam_check === 'on',
  alertEmail: form.alert_email === 'on',
  webhookUrl: form.webhook_url || null,
});

const monitorForm = settingsForm.extend({
  kind: z.enum(MONITOR_KINDS).catch('number'),
  once: z.uuid().catch(() => crypto.randomUUID()),
  mode: z.enum(['live', 'test']).catch('live'),
});

export interface MonitorPageServices {
  callers: Pick<Accounts, 'admit'>;
  monitors: MonitorPorts;
  clock: Clock;
}

type MonitorFormResult =
  | { ok: true; value: CreatedMonitor }
  | { ok: false; form: FormState; once: string };

/** Makes the monitor of a form; sent twice unchanged, it makes one. */
export async function createMonitorFromForm(
  c: PageContext,
  services: MonitorPageServices,
): Promise<MonitorFormResult> {
  const { monitors, callers, clock } = services;
  const fields = await readMonitorForm(c);
  const sent = Object.fromEntries(fields);
  const parsed = monitorForm.safeParse(sent);
  const { kind, once } = monitorForm.pick({ kind: true, once: true }).parse(sent);
  const members = await parseMemberList(await formReading(c, kind, services), fields);
  const values = members.ok ? members.values : members.form.values;
  const errors = new Map(members.ok ? [] : members.form.errors);
  if (!parsed.success)
    for (const [field, problem] of formErrors(parsed.error)) errors.set(field, problem);
  const refused = (code?: ErrorCode) => ({
    ok: false as const,
    form: { values, errors, code },
    once,
  });
  if (!parsed.success || !members.ok) return refused();
  const { name, frequency, mode } = parsed.data;
  const settings = settingsOf(parsed.data);
  const made = await catchApiError(async () => {
    const request = {
      form: { digest: once, since: clock.now() - SHOWN_SECONDS * 1_000 },
      kind,
      name,
      members: members.members,
      ...settings,
      frequency: kind === 'number' ? frequency : ('weekly' as const),
      includeSpamCheck: kind === 'number' && settings.includeSpamCheck,
      caller: await sessionCaller(requireSessionUser(c), mode, callers, clock.now()),
      origin: c.get('origin'),
    };
    return createMonitor(request, monitors);
  });
  if (made.ok) return made;
  const { code, param, message } = made.refusal;
  const isField =
    param !== null && [...Object.keys(settingsForm.shape), MEMBER_WIRE[kind].list].includes(param);
  const isGone = code === 'IDEMPOTENCY_CONFLICT';
  errors.set(
    isField ? param : '',
    isGone ? `${message} Send the form again to create one.` : message,
  );
  return isGone ? { ...refused(), once: crypto.randomUUID() } : refused(isField ? undefined : code);
}
