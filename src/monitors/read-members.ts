import * as z from 'zod';
import { ApiError, type ErrorCode } from '../core/errors.ts';
import { inputProblem, lookedUp } from '../core/inputs.ts';
import { MAX_MEMBERS, type MemberInput, type MonitorKind } from '../core/monitors/monitor.ts';
import { parseProfile } from '../core/monitors/profile.ts';
import { phoneBody } from '../core/phone/number.ts';

export const MAX_LABEL_CHARS = 200;

const label = z
  .string()
  .trim()
  .max(MAX_LABEL_CHARS)
  .nullish()
  .describe('Yours; comes back with every event.');

const profileUrl = lookedUp(parseProfile, {
  description: 'URL of a public profile on the professional network, or its name.',
  examples: ['jane-sandbox'],
});

const numberItem = phoneBody({ label });
const contactItem = z.object({ profile_url: profileUrl, label });

/** How members of each kind are written on the wire, and read. */
export const MEMBER_WIRE = {
  number: {
    list: 'numbers',
    plain: 'phone_numbers',
    field: 'phone_number',
    item: numberItem,
    subjectOf: (item: unknown) => (item as z.output<typeof numberItem>).phone_number.e164,
  },
  job_change: {
    list: 'contacts',
    plain: 'profile_urls',
    field: 'profile_url',
    item: contactItem,
    subjectOf: (item: unknown) => (item as z.output<typeof contactItem>).profile_url,
  },
} as const satisfies Record<MonitorKind, unknown>;

function limited(count: number): void {
  if (count > MAX_MEMBERS)
    throw new ApiError('INPUT_LIMIT_EXCEEDED', `A monitor has at most ${MAX_MEMBERS} members.`);
}

/**
 * Parses one looked-up value. @param place in the body; empty for a query @throws ApiError that
 * names it
 */
function parseMember(kind: MonitorKind, value: unknown, place: string): MemberInput {
  const { item, field, subjectOf } = MEMBER_WIRE[kind];
  const parsed = item.safeParse(value);
  if (parsed.success) return { subject: subjectOf(parsed.data), label: parsed.data.label || null };
  const { code, message } = inputProblem(parsed.error.issues, { value, schema: item });
  throw new ApiError(code, `${place && `${place}.`}${message}`, { param: place || field });
}

/** Each subject once: of a repeated one the last label counts. */
const unique = (members: readonly MemberInput[]): MemberInput[] => [
  ...new Map(members.map((member) => [member.subject, member])).values(),
];

function listOf(value: unknown, name: string): unknown[] {
  const refuse = (code: ErrorCode, problem: string) =>
    new ApiError(code, `${name}: ${problem}`, { param: name });
  if (value === undefined || value === null || value === '')
    throw refuse('MISSING_FIELD', 'is required');
  if (!Array.isArray(value)) throw refuse('INVALID_REQUEST', 'must be a list');
  if (value.length === 0) throw refuse('MISSING_FIELD', 'needs at least one entry');
  limited(value.length);
  return value;
}

/**
 * The members of a body: `numbers` or `contacts`. @throws ApiError MISSING_FIELD, INVALID_*,
 * INPUT_LIMIT_EXCEEDED
 */
export function readMembers(kind: MonitorKind, body: Readonly<Record<string, unknown>>) {
  const { list } = MEMBER_WIRE[kind];
  const values = listOf(new Map(Object.entries(body)).get(list), list);
  return unique(
    values.map((value, index) =>
      parseMember(kind, typeof value === 'object' ? value : {}, `${list}.${index}`),
    ),
  );
}

/**
 * The subjects of a body: members as above, or a list of plain values. @throws ApiError as {@link
 * readMembers}
 */
export function readSubjects(kind: MonitorKind, body: Readonly<Record<string, unknown>>): string[] {
  const { plain, field } = MEMBER_WIRE[kind];
  const values = new Map(Object.entries(body)).get(plain);
  const members =
    values === undefined
      ? readMembers(kind, body)
      : listOf(values, plain).map((value, index) =>
          parseMember(kind, { [field]: value }, `${plain}.${index}`),
        );
  return [...new Set(members.map(({ subject }) => subject))];
}

/**
 * The subject a query asks for. A `+` that was not encoded has become a space. @throws ApiError
 * INVALID_INPUT
 */
export const readSubject = (kind: MonitorKind, text: string): string =>
  parseMember(kind, { [MEMBER_WIRE[kind].field]: text.replace(/^ /, '+') }, '').subject;
