import * as z from 'zod';
import { documentedAs } from '../../lib/json-schema.ts';
import { toIso, toIsoOrNull } from '../../lib/time.ts';
import { field } from '../../lookup/answer-fields.ts';
import {
  CONTACT_EVENT_TYPES,
  creditsPerRun,
  describeSnapshot,
  NUMBER_FIELDS,
  type NumberField,
  type NumberState,
} from '../../monitors/comparison.ts';
import type { MemberRow } from '../../monitors/member-tables.ts';
import { MEMBER_WIRE } from '../../monitors/members.ts';
import {
  FREQUENCIES,
  MAX_MEMBERS,
  MONITOR_KINDS,
  type MonitorKind,
  RUN_OUTCOMES,
} from '../../monitors/monitor.ts';
import type { StoredMonitor } from '../../monitors/monitors.ts';
import { namedAnswer, namedPageAnswer } from '../openapi/json-schemas.ts';
import { nameField, optionalField, requiredField } from '../request/validation.ts';

export const MEMBER_COUNT_FIELD = { number: 'number_count', job_change: 'contact_count' } as const;

/** A monitor as in the specification, with the state of its runs. */
export function describeMonitor(stored: StoredMonitor) {
  const { kind, state, ...monitor } = stored;
  return {
    id: monitor.id,
    name: monitor.name,
    frequency: monitor.frequency,
    ...(kind === 'number' && { include_spam_check: monitor.includeSpamCheck }),
    alert_email: monitor.alertEmail,
    webhook_url: monitor.webhook?.url ?? null,
    webhook_endpoint_id: monitor.webhook?.endpointId ?? null,
    active: monitor.active,
    [MEMBER_COUNT_FIELD[kind]]: state.memberCount,
    run_id: state.runId,
    next_run_at: toIsoOrNull(state.nextRunAt),
    last_run_at: toIsoOrNull(state.lastRunAt),
    last_outcome: state.lastOutcome,
    credits_per_run: creditsPerRun(stored),
    last_run_credits: state.lastCredits,
    created_at: toIso(monitor.createdAt),
  };
}

export const operatorMonitorSchema = z.object({
  id: field.text('Id of the monitor.'),
  kind: z.enum(['number', 'job_change']),
  organization_id: z.string(),
  mode: z.enum(['live', 'test']),
  name: z.string(),
  frequency: z.enum(FREQUENCIES),
  active: z.boolean(),
  members: z.int(),
  run_id: field.textOrNull('Id of the run in progress; null if there is none.'),
  next_run_at: z.iso.datetime().nullable(),
  last_run_at: z.iso.datetime().nullable(),
  last_outcome: z.enum(RUN_OUTCOMES).nullable(),
  last_ended_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});

/** A monitor for the operator, of any organization. */
export const monitorForOperator = ({ caller, state, ...monitor }: StoredMonitor) => ({
  ...state,
  ...monitor,
  ...caller,
  members: state.memberCount,
});

/** A member, with the result of its last recheck. */
export const describeMonitorMember = (kind: MonitorKind, member: MemberRow) => ({
  [MEMBER_WIRE[kind].field]: MEMBER_WIRE[kind].show(member.subject),
  label: member.label,
  last_checked_at: toIsoOrNull(member.checkedAt),
  last_snapshot: describeLastSnapshot(kind, member.state),
});

function describeLastSnapshot(kind: MonitorKind, state: string | null): unknown {
  if (state === null) return null;
  const { seen } = JSON.parse(state) as Pick<NumberState, 'seen'>;
  return kind === 'number' ? describeSnapshot(seen) : seen;
}

const timestampProperty = (description: string) =>
  z.iso.datetime().nullable().describe(description);
const label = field.textOrNull('Your label; null if there is none.');
const detectedAt = z.iso.datetime().describe('When the run recorded the change.');

const value = z.union([z.string(), z.boolean()]);

const NUMBER_FIELD_DESCRIPTIONS: Readonly<Record<NumberField, string>> = {
  status: 'Status of the number, as `classification.number_status`.',
  lineType: 'Line type, unless it is known only from the old block table.',
  carrier: 'Name of the carrier, unless it is known only from the old block table.',
  ported: 'Whether the number was ported.',
  dncListed: 'Whether the number is on a Do Not Call registry.',
  spamRiskLevel: 'Spam risk level; only with the spam check.',
};

const fieldMap = <Schema extends z.ZodType>(of: (sentence: string) => Schema) =>
  z.object(
    Object.fromEntries(
      NUMBER_FIELDS.map((name) => [name, of(NUMBER_FIELD_DESCRIPTIONS[name])]),
    ) as Record<NumberField, Schema>,
  );

const snapshotField = (sentence: string) =>
  value.nullable().describe(`${sentence} Null if it is not known.`);
const snapshotSchema = fieldMap(snapshotField).extend({
  line_type: snapshotField('Same as `lineType`.'),
  dnc_listed: snapshotField('Same as `dncListed`.'),
  spam_risk_level: snapshotField('Same as `spamRiskLevel`.'),
});
const employmentSchema = z
  .object({
    title: field.textOrNull('Job title; null if the source does not have it.'),
    company: field.textOrNull('Company; null if the source does not have it.'),
    location: field.textOrNull('Location; null if the source does not have it.'),
  })
  .nullable();

const MONITOR_SCHEMA_NAMES = { number: 'NumberMonitor', job_change: 'JobChangeMonitor' } as const;

const phoneNumber = field.text('Phone number in E.164.');
const profileUrl = z.url().describe('URL of the profile.');

const eventSchemas = {
  number: z.object({
    id: field.text('Id of the event.'),
    phone_number: phoneNumber,
    label,
    changes: fieldMap((sentence) =>
      z
        .object({
          from: value.describe('Previous value.'),
          to: value.describe('New value.'),
        })
        .optional()
        .describe(sentence),
    ).describe('Each field whose value was known before and is known to be different now.'),
    previous_snapshot: snapshotSchema.nullable().describe('The last known value of each field.'),
    current_snapshot: snapshotSchema.nullable().describe('The values that the run found.'),
    detected_at: detectedAt,
  }),
  job_change: z.object({
    id: field.text('Id of the event.'),
    profile_url: profileUrl,
    label,
    type: field.enum(
      CONTACT_EVENT_TYPES,
      'Kind of event. baseline: the first time the profile was found. profile_unreachable: no source had it three times in a row.',
    ),
    before: employmentSchema.describe('What the same source gave before.'),
    after: employmentSchema.describe('What it gives now.'),
    detected_at: detectedAt,
  }),
};

const lastCheckedAt = timestampProperty(
  'When a recheck of it was last answered, also if nothing was found; null before the first answer. A recheck that failed, or for which no source was available, changes nothing here.',
);

const memberSchemas = {
  number: z.object({
    phone_number: phoneNumber,
    label,
    last_checked_at: lastCheckedAt,
    last_snapshot: snapshotSchema
      .nullable()
      .describe('Values that the last recheck found; null before the first one.'),
  }),
  job_change: z.object({
    profile_url: profileUrl,
    label,
    last_checked_at: lastCheckedAt,
    last_snapshot: employmentSchema.describe('Employment that was found last.'),
  }),
};

const monitorSchema = (kind: MonitorKind) =>
  z.object({
    id: field.text('Id of the monitor.'),
    name: field.text('Name that you gave the monitor.'),
    frequency: field.enum(['daily', 'weekly'], 'How often members are looked up again.'),
    ...(kind === 'number' && {
      include_spam_check: field.boolean('Whether a recheck also looks up spam reports.'),
    }),
    alert_email: field.boolean('Whether the owner gets an email when a run finds changes.'),
    webhook_url: field.textOrNull(
      "Receiver of the monitor's changes; null if the monitor has no receiver of its own.",
    ),
    webhook_endpoint_id: field.textOrNull(
      'Id of the webhook endpoint to which changes are sent; null if the monitor has none of its own.',
    ),
    active: field.boolean('Whether the monitor runs.'),
    [MEMBER_COUNT_FIELD[kind]]: field.count('Number of members.'),
    run_id: field.textOrNull('Id of the run in progress; null if there is none.'),
    next_run_at: timestampProperty('When the next scheduled run begins; null if there is none.'),
    last_run_at: timestampProperty('When the last run that looked anything up ended.'),
    last_outcome: field.enumOrNull(
      RUN_OUTCOMES,
      'How the last run ended, or why it did not take place; null before the first.',
    ),
    credits_per_run: field.count(
      kind === 'number'
        ? 'The most a run can cost with the current members: 1 credit each, 2 with the spam check.'
        : 'The most a run can cost with the current members: 5 credits each.',
    ),
    last_run_credits: field.countOrNull(
      'Cost of the last run that looked anything up (the run of `last_run_at`); null before the first.',
    ),
    created_at: z.iso.datetime(),
    webhook_secret: z
      .string()
      .optional()
      .describe('Secret that signs the deliveries. Shown once, when the webhook is registered.'),
  });

const id = field.text('Id of the monitor.');

function answersOf(kind: MonitorKind) {
  const name = MONITOR_SCHEMA_NAMES[kind];
  const one = monitorSchema(kind);
  return {
    monitor: namedAnswer(`${name}Response`, () => one),
    list: namedPageAnswer(`${name}ListResponse`, 'monitors', () =>
      z.array(one).describe('One page of monitors.'),
    ),
    deleted: namedAnswer(`${name}DeletedResponse`, () =>
      z.object({ id, deleted: z.literal(true).describe('Always true.') }),
    ),
    run: namedAnswer(`${name}RunResponse`, () =>
      z.object({ id, run_id: field.text('Id of the run, repeated in its events.') }),
    ),
    count: namedAnswer(`${name}CountResponse`, () =>
      z.object({ [MEMBER_COUNT_FIELD[kind]]: z.int().describe('Current number of members.') }),
    ),
    members: namedPageAnswer(`${name}MemberListResponse`, MEMBER_WIRE[kind].list, () =>
      z.array(memberSchemas[kind]).describe('Members in the order they were added.'),
    ),
    events: namedPageAnswer(`${name}EventListResponse`, 'events', () =>
      z.array<z.ZodType>(eventSchemas[kind]).describe('Events, newest first.'),
    ),
  };
}

export const monitorAnswers = { number: answersOf('number'), job_change: answersOf('job_change') };

/** Named schemas inside these answers. */
export const monitorEventSchemas = MONITOR_KINDS.map(
  (kind) => [`${MONITOR_SCHEMA_NAMES[kind]}Event`, eventSchemas[kind]] as const,
);

const webhookUrl = field.text('Public HTTPS address that receives changes and skipped runs.');

const webhookEndpointId = field.text(
  'Id of a webhook endpoint, used instead of `webhook_url`, with its own secret and retries.',
);

/** Contacts are rechecked weekly only (contract, "Monitors"). */
const frequencyField = (kind: MonitorKind) =>
  (kind === 'number' ? z.enum(FREQUENCIES) : z.enum(['weekly'])).describe(
    'How often members are looked up again.',
  );

const spamCheckField = optionalField(z.boolean()).describe(
  'Also look up spam reports, at 2 credits per recheck instead of 1.',
);

/** Settings of a monitor of either kind. Contacts have no spam check, so it is omitted there. */
const settings = (kind: MonitorKind) => ({
  ...((kind === 'number' ? { include_spam_check: spamCheckField } : {}) as {
    include_spam_check: typeof spamCheckField;
  }),
  alert_email: optionalField(z.boolean()).describe(
    'Send the owner one email for each run with changes.',
  ),
});

const yourName = nameField.describe('Name of your choice.');

/** Members are parsed by their verb, which has its own limit and names the invalid member. */
const memberList = (kind: MonitorKind) =>
  z.array(MEMBER_WIRE[kind].item).min(1).max(MAX_MEMBERS).describe('The members, each once.');

function bodiesOf(kind: MonitorKind) {
  const { list, plain, field: subject } = MEMBER_WIRE[kind];
  const create = {
    name: requiredField(yourName),
    frequency: requiredField(frequencyField(kind)),
    ...settings(kind),
    active: optionalField(z.boolean()).describe(
      'False creates it switched off; its first run is due when it is switched on. True by default.',
    ),
    webhook_url: optionalField(webhookUrl),
    webhook_endpoint_id: optionalField(webhookEndpointId),
  };
  const subjects = field.textList(
    `The \`${subject}\` of each member, instead of or in addition to \`${list}\`.`,
  );
  const memberChange = () =>
    z.object({
      [list]: documentedAs(z.unknown(), memberList(kind)).optional(),
      [plain]: documentedAs(z.unknown(), subjects.min(1)).optional(),
    });
  return {
    create: z.object({
      ...create,
      [list]: documentedAs(requiredField(z.unknown()), memberList(kind)),
    } as typeof create),
    change: z.object({
      name: optionalField(yourName),
      frequency: optionalField(frequencyField(kind)),
      ...settings(kind),
      active: optionalField(z.boolean()).describe('False stops runs; a run in progress continues.'),
      webhook_url: webhookUrl
        .nullish()
        .describe(
          'Public HTTPS address that receives changes and skipped runs. Null removes the receiver; a different address gets a new secret.',
        ),
      webhook_endpoint_id: webhookEndpointId
        .nullish()
        .describe(
          'Id of a webhook endpoint, used instead of `webhook_url`. Null removes the receiver.',
        ),
    }),
    // Two schemas, because each has its own name in the document.
    add: memberChange(),
    remove: memberChange(),
  };
}

export const monitorBodies = { number: bodiesOf('number'), job_change: bodiesOf('job_change') };
