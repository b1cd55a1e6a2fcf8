import * as z from 'zod';
import { type MonitorKind, RUN_OUTCOMES } from '../../core/monitors/monitor.ts';
import { CONTACT_EVENT_TYPES } from '../../monitors/compare-contacts.ts';
import { NUMBER_FIELDS, type NumberField } from '../../monitors/compare-numbers.ts';
import { MEMBER_WIRE } from '../../monitors/read-members.ts';
import { COUNT_FIELD } from '../monitors/describe-monitors.ts';
import { pagination, wrapped } from './wrapped.ts';

const moment = (description: string) => z.iso.datetime().nullable().describe(description);
const label = z.string().nullable().describe('As you gave it; null for none.');
const detectedAt = z.iso.datetime().describe('When the run that found it wrote it down.');

const value = z.union([z.string(), z.boolean()]);

/** What each compared field says. */
const FIELD_SENTENCES: Readonly<Record<NumberField, string>> = {
  status: 'Status of the number, as `classification.number_status`.',
  lineType: 'Type of the line, unless only the old block table tells it.',
  carrier: 'Name of the carrier, unless only the old block table tells it.',
  ported: 'Whether the number was ported.',
  dncListed: 'Whether it is on a Do Not Call registry.',
  spamRiskLevel: 'Level of the spam risk; only with the spam check.',
};

const byField = <Schema extends z.ZodType>(of: (sentence: string) => Schema) =>
  z.object(
    Object.fromEntries(NUMBER_FIELDS.map((field) => [field, of(FIELD_SENTENCES[field])])) as Record<
      NumberField,
      Schema
    >,
  );

const snapshot = byField((sentence) =>
  value.nullable().describe(`${sentence} Null where it is not known.`),
);
const employment = z
  .object({
    title: z.string().nullable().describe('Null where the source does not say.'),
    company: z.string().nullable().describe('Null where the source does not say.'),
    location: z.string().nullable().describe('Null where the source does not say.'),
  })
  .nullable();

/** What the names of the schemas begin with. */
export const SCHEMA_NAME = { number: 'NumberMonitor', job_change: 'JobChangeMonitor' } as const;

const phoneNumber = z.string().describe('In E.164.');
const profile = z.string().describe('Name of the profile: the last step of its URL.');

const event = {
  number: z.object({
    id: z.string().describe('Id of the event.'),
    phone_number: phoneNumber,
    label,
    changes: byField((sentence) =>
      z
        .object({
          from: value.describe('What was known.'),
          to: value.describe('What is known now.'),
        })
        .optional()
        .describe(sentence),
    ).describe('Each field that was known and is known to be another now.'),
    previous_snapshot: snapshot.nullable().describe('The last known value of each field.'),
    current_snapshot: snapshot.nullable().describe('As the run found it.'),
    detected_at: detectedAt,
  }),
  job_change: z.object({
    id: z.string().describe('Id of the event.'),
    profile_url: profile,
    label,
    type: z
      .enum(CONTACT_EVENT_TYPES)
      .describe(
        'baseline: the first find. profile_unreachable: nobody had it three times in a row.',
      ),
    before: employment.describe('What the same source said before.'),
    after: employment.describe('What it says now.'),
    detected_at: detectedAt,
  }),
};

const member = {
  number: z.object({
    phone_number: phoneNumber,
    label,
    last_checked_at: moment('When it was looked up last; null before the first run.'),
    last_snapshot: snapshot.nullable().describe('As the last recheck found it; null before it.'),
  }),
  job_change: z.object({
    profile_url: profile,
    label,
    last_checked_at: moment('When it was looked up last; null before the first run.'),
    last_snapshot: employment.describe('What was found last.'),
  }),
};

const monitor = (kind: MonitorKind) =>
  z.object({
    id: z.string().describe('Id of the monitor.'),
    name: z.string().describe('As you gave it.'),
    frequency: z.enum(['daily', 'weekly']).describe('How often members are looked up again.'),
    ...(kind === 'number' && {
      include_spam_check: z.boolean().describe('Whether a recheck asks for spam reports too.'),
    }),
    alert_email: z.boolean().describe('Whether the owner gets a mail when a run finds changes.'),
    webhook_url: z.string().nullable().describe('Where changes are told; null for nowhere.'),
    active: z.boolean().describe('False stops runs.'),
    [COUNT_FIELD[kind]]: z.int().min(0).describe('Members.'),
    run_id: z.string().nullable().describe('The run under way; null when none is.'),
    next_run_at: moment('When the next scheduled run begins; null when none will.'),
    last_run_at: moment('When the last run ended that looked anything up.'),
    last_outcome: z
      .enum(RUN_OUTCOMES)
      .nullable()
      .describe('How the last run ended, or why there was none; null before the first.'),
    created_at: z.iso.datetime(),
    webhook_secret: z
      .string()
      .optional()
      .describe('Signs the deliveries. Shown once, when the webhook is registered.'),
  });

const schemasOf = (kind: MonitorKind): [string, z.ZodType][] => {
  const name = SCHEMA_NAME[kind];
  const one = monitor(kind);
  return [
    [`${name}Response`, wrapped(one)],
    [
      `${name}ListResponse`,
      wrapped(z.object({ monitors: z.array(one).describe('One page of monitors.'), pagination })),
    ],
    [
      `${name}DeletedResponse`,
      wrapped(
        z.object({
          id: z.string().describe('Id of the monitor.'),
          deleted: z.literal(true).describe('Always true.'),
        }),
      ),
    ],
    [
      `${name}RunResponse`,
      wrapped(
        z.object({
          id: z.string().describe('Id of the monitor.'),
          run_id: z.string().describe('Comes back in what the run tells.'),
        }),
      ),
    ],
    [
      `${name}CountResponse`,
      wrapped(z.object({ [COUNT_FIELD[kind]]: z.int().describe('Members now.') })),
    ],
    [
      `${name}MemberListResponse`,
      wrapped(
        z.object({
          [MEMBER_WIRE[kind].list]: z.array(member[kind]).describe('In the order they were added.'),
          pagination,
        }),
      ),
    ],
    [`${name}Event`, event[kind]],
    [
      `${name}EventListResponse`,
      wrapped(z.object({ events: z.array(event[kind]).describe('Newest first.'), pagination })),
    ],
  ];
};

/** Named schemas of what the monitors' paths answer. */
export const monitorSchemas: [string, z.ZodType][] = [
  ...schemasOf('number'),
  ...schemasOf('job_change'),
];

const webhookUrl = 'Public HTTPS address that is told of changes, and of skipped runs.';

const settings = (kind: MonitorKind) => ({
  name: z.string().max(200).describe('Yours.'),
  frequency: (kind === 'number' ? z.enum(['daily', 'weekly']) : z.enum(['weekly'])).describe(
    'How often members are looked up again.',
  ),
  ...(kind === 'number' && {
    include_spam_check: z
      .boolean()
      .optional()
      .describe('Also look up spam reports: 2 credits a recheck instead of 1.'),
  }),
  alert_email: z.boolean().optional().describe('One mail to the owner for a run with changes.'),
});

const members = (kind: MonitorKind) =>
  z.array(MEMBER_WIRE[kind].item).min(1).max(10_000).describe('Each once; up to 10,000.');

/**
 * Named schemas of what the monitors' paths are sent. Parsing is done by the fields of the routes.
 */
export const monitorRequests: [string, z.ZodType][] = (['number', 'job_change'] as const).flatMap(
  (kind): [string, z.ZodType][] => {
    const { list, plain, field } = MEMBER_WIRE[kind];
    const name = SCHEMA_NAME[kind];
    const url = z.string().describe(webhookUrl);
    return [
      [
        `${name}Request`,
        z.object({ ...settings(kind), webhook_url: url.optional(), [list]: members(kind) }),
      ],
      [
        `${name}Changes`,
        z
          .object({
            ...settings(kind),
            active: z.boolean().describe('False stops runs; a run under way goes on.'),
            webhook_url: url.nullable().describe('Null removes it; another one gets a new secret.'),
          })
          .partial(),
      ],
      [`${name}Members`, z.object({ [list]: members(kind) })],
      [
        `${name}MembersToRemove`,
        z.object({
          [plain]: z
            .array(z.string())
            .optional()
            .describe(`The ${field} of each, instead of ${list}.`),
          [list]: members(kind).optional(),
        }),
      ],
    ];
  },
);
