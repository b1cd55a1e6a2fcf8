import * as z from 'zod';
import { parseInCountry, phoneBody } from '../domain/phone/number.ts';
import { linkedinPageUrl, parseLinkedinPerson } from '../domain/social/linkedin-address.ts';
import { ApiError, type ErrorCode } from '../lib/errors.ts';
import { isAbsent, lookupField } from '../lib/inputs.ts';
import { lineField } from '../lib/line-field.ts';
import { type PageRequest, pageOf, parseRowNumber } from '../lib/page.ts';
import { quoted } from '../lib/text.ts';
import { requireQuota } from '../lookup/account/quotas.ts';
import {
  describeUnusable,
  MAX_UNUSABLE_ROWS,
  type UnusableRow,
  unusableRow,
} from '../lookup/jobs/files.ts';
import { MONITOR_KIND_RULES } from './comparison.ts';
import type { MemberRow } from './member-tables.ts';
import { MAX_MEMBERS, type MemberInput, type MonitorKind, type MonitorRef } from './monitor.ts';
import { answerOf, type MonitorSelector, readMonitor, requireMonitor } from './monitors.ts';
import type { MonitorPorts } from './ports.ts';
import { projectRunState } from './store.ts';

export const MAX_LABEL_CHARS = 200;

const label = lineField(MAX_LABEL_CHARS).nullish().describe('Your label, repeated in every event.');

const profileUrl = lookupField(parseLinkedinPerson, {
  description: 'URL of a public profile on the professional network, or its vanity name.',
  examples: ['jane-sandbox'],
});

const numberItem = phoneBody({ label });
const contactItem = z.object({ profile_url: profileUrl, label });

export const MEMBER_WIRE = {
  number: {
    list: 'numbers',
    plain: 'phone_numbers',
    field: 'phone_number',
    item: numberItem,
    subjectOf: (item: unknown) => (item as z.output<typeof numberItem>).phone_number.e164,
    show: (subject: string) => subject,
  },
  job_change: {
    list: 'contacts',
    plain: 'profile_urls',
    field: 'profile_url',
    item: contactItem,
    subjectOf: (item: unknown) => (item as z.output<typeof contactItem>).profile_url,
    show: (vanity: string) => linkedinPageUrl({ of: 'person', vanity }),
  },
} as const satisfies Record<MonitorKind, unknown>;

function requireMemberCount(count: number, param: string): void {
  if (count <= MAX_MEMBERS) return;
  const message = `A monitor has at most ${MAX_MEMBERS} members.`;
  throw new ApiError('INPUT_LIMIT_EXCEEDED', message, { param });
}

/** How members are parsed: their kind, and the organization's default country. */
export interface MemberReading {
  kind: MonitorKind;
  country: string | undefined;
  /** Products of runs, by which impossible members are refused; absent: none is refused. */
  products?: MonitorPorts['products'];
  /** Set if existing members are selected: then only unreadable text is refused. */
  areSought?: true;
}

/** Most impossible members for which a reason is computed; each is tried in 50 countries. */
const MAX_EXPLAINED = 20;

/** Refuses a member that cannot exist: its input alone makes a lookup free, unless in a sandbox. */
function requirePossible(
  { kind, products, areSought }: MemberReading,
  input: unknown,
  { subject, isExplained }: { subject: string; isExplained: boolean },
): void {
  const [type = ''] = MONITOR_KIND_RULES[kind].types({ includeSpamCheck: false });
  const product = products?.get(type);
  if (product?.price.listed?.(input) !== 0) return;
  if (product.sandbox.some((sample) => sample.subject === subject)) return;
  const why = isExplained ? product.price.whyFree?.(input) : undefined;
  if (areSought && why === undefined) return;
  throw new ApiError('INVALID_INPUT', `${MEMBER_WIRE[kind].field}: ${why ?? 'cannot exist'}`, {
    param: MEMBER_WIRE[kind].field,
  });
}

/** @throws ApiError whose message begins with the wrong field */
function parseMember(as: MemberReading, value: unknown, isExplained: boolean): MemberInput {
  const { item, subjectOf } = MEMBER_WIRE[as.kind];
  const parsed: { label?: string | null } = parseInCountry<z.ZodObject>(item, value, as.country);
  const subject = subjectOf(parsed);
  requirePossible(as, parsed, { subject, isExplained });
  return { subject, label: parsed.label || null };
}

/** Deduplicates members; the last label of a subject wins. */
function uniqueMembers(members: readonly MemberInput[]): MemberInput[] {
  const labels = new Map<string, string | null>();
  for (const { subject, label } of members)
    labels.set(subject, label ?? labels.get(subject) ?? null);
  return [...labels].map(([subject, label]) => ({ subject, label }));
}

/** @throws ApiError MISSING_FIELD, INVALID_REQUEST, INPUT_LIMIT_EXCEEDED */
export function requireMemberList(value: unknown, name: string): unknown[] {
  const refuse = (code: ErrorCode, problem: string) =>
    new ApiError(code, `${name}: ${problem}`, { param: name });
  if (isAbsent(value)) throw refuse('MISSING_FIELD', 'is required');
  if (!Array.isArray(value)) throw refuse('INVALID_REQUEST', 'must be a list');
  if (value.length === 0) throw refuse('MISSING_FIELD', 'needs at least one entry');
  requireMemberCount(value.length, name);
  return value;
}

/** Parses a list into distinct members and unusable entries. */
export function readMembers(
  as: MemberReading,
  values: readonly unknown[],
): { members: MemberInput[]; unusable: UnusableRow[] } {
  const { field } = MEMBER_WIRE[as.kind];
  const members: MemberInput[] = [];
  const unusable: UnusableRow[] = [];
  for (const [position, value] of values.entries())
    try {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new ApiError('INVALID_REQUEST', `must be an object with ${quoted(field)}`);
      members.push(parseMember(as, value, unusable.length < MAX_EXPLAINED));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const text = new Map(Object.entries(Object(value))).get(field);
      const sent = text ?? value;
      unusable.push(unusableRow(position, typeof sent === 'string' ? sent : '', error));
    }
  return { members: uniqueMembers(members), unusable };
}

/** Like {@link readMembers}. @throws ApiError that lists unusable entries like a bulk job */
function requireMembers(as: MemberReading, values: readonly unknown[], list: string) {
  const { members, unusable } = readMembers(as, values);
  const [first] = unusable;
  if (!first) return members;
  const { code, row, reason } = first;
  const named = unusable.slice(0, MAX_UNUSABLE_ROWS);
  throw new ApiError(code, `${list}: row ${row}: ${reason}`, {
    param: list,
    details: describeUnusable(unusable.length, named),
  });
}

/**
 * Parses the members of a body: `numbers` or `contacts`, plain `phone_numbers` or `profile_urls`,
 * or both. @throws ApiError MISSING_FIELD, INVALID_*, INPUT_LIMIT_EXCEEDED
 */
export function parseMembers(as: MemberReading, body: Readonly<Record<string, unknown>>) {
  const { list, plain, field } = MEMBER_WIRE[as.kind];
  const given = new Map(Object.entries(body).filter(([, value]) => value !== null));
  const read = (name: string, itemOf: (value: unknown) => unknown) =>
    requireMembers(as, requireMemberList(given.get(name), name).map(itemOf), name);
  const named = given.has(list) || !given.has(plain) ? read(list, (item) => item) : [];
  const bare = given.has(plain) ? read(plain, (value) => ({ [field]: value })) : [];
  return uniqueMembers([...named, ...bare]);
}

/** Parses a subject of a query; a space is an unencoded `+`. @throws ApiError INVALID_INPUT */
export function parseSubject(as: MemberReading, text: string): string {
  const { field } = MEMBER_WIRE[as.kind];
  return parseMember({ ...as, areSought: true }, { [field]: text.replace(/^ /, '+') }, true)
    .subject;
}

type MemberPorts = Pick<MonitorPorts, 'db' | 'objects' | 'products'>;

const tooManyMembers = (members: number) =>
  new ApiError(
    'INPUT_LIMIT_EXCEEDED',
    `A monitor has at most ${MAX_MEMBERS} members; these would make ${members}.`,
  );

/** @throws ApiError INPUT_LIMIT_EXCEEDED */
export function requireMemberLimit(members: number): void {
  if (members > MAX_MEMBERS) throw tooManyMembers(members);
}

type QuotaPorts = Pick<MonitorPorts, 'accounts'>;

/**
 * Claims the quota for a monitor's total number of members, before they are added. Quota of removed
 * members is released when the monitor is deleted, or by the next reconciliation.
 * @throws ApiError INPUT_LIMIT_EXCEEDED
 */
const claimMemberQuota = (
  { id, caller: { organizationId, mode } }: MonitorRef,
  count: number,
  { accounts }: QuotaPorts,
): Promise<void> =>
  requireQuota(organizationId, { kind: 'monitorMembers', mode, id, count }, accounts);

export async function releaseMonitorQuotas(
  { id, caller: { organizationId } }: MonitorRef,
  { accounts }: QuotaPorts,
): Promise<void> {
  for (const kind of ['monitorMembers', 'monitors'] as const)
    await accounts.releaseQuota(organizationId, { kind, id });
}

/**
 * Claims the quotas of a new monitor and of its members, both or neither.
 * @throws ApiError INPUT_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED
 */
export async function claimMonitorQuotas(
  monitor: MonitorRef,
  members: number,
  ports: QuotaPorts,
): Promise<void> {
  const { organizationId, mode } = monitor.caller;
  const { id } = monitor;
  await requireQuota(organizationId, { kind: 'monitors', mode, id }, ports.accounts);
  try {
    await claimMemberQuota(monitor, members, ports);
  } catch (error) {
    await ports.accounts.releaseQuota(organizationId, { kind: 'monitors', id });
    throw error;
  }
}

/**
 * Adds members; existing ones get the new label. The quota is claimed first; the object refuses
 * more than it allows, and returns the number that would result.
 * @returns the number of members now
 * @throws ApiError NOT_FOUND, INPUT_LIMIT_EXCEEDED
 */
export async function addMembers(
  { members, ...named }: MonitorSelector & { members: readonly MemberInput[] },
  ports: MemberPorts & QuotaPorts,
): Promise<number> {
  const monitor = await requireMonitor(named, ports);
  for (let quota = 0; ; ) {
    const answer = answerOf(monitor, await ports.objects.addMembers(monitor, members, quota));
    if (typeof answer !== 'number') {
      await projectRunState(ports.db, monitor.id, answer);
      return answer.memberCount;
    }
    requireMemberLimit(answer);
    await claimMemberQuota(monitor, answer, ports);
    quota = answer;
  }
}

/** Removes members; unknown ones are skipped. @returns the number of members now */
export async function removeMembers(
  { subjects, ...named }: MonitorSelector & { subjects: readonly string[] },
  ports: MemberPorts,
): Promise<number> {
  const monitor = await requireMonitor(named, ports);
  const state = answerOf(monitor, await ports.objects.removeMembers(monitor, subjects));
  await projectRunState(ports.db, monitor.id, state);
  return state.memberCount;
}

export const MAX_LISTED_MEMBERS = 1_000;

/**
 * Members in order of addition. @throws ApiError NOT_FOUND, INVALID_INPUT for an invalid cursor
 */
export async function listMembers(
  { limit, cursor, ...named }: MonitorSelector & PageRequest,
  ports: MemberPorts,
): Promise<{ members: MemberRow[]; nextCursor: string | null }> {
  const monitor = await requireMonitor(named, ports);
  const after = parseRowNumber(cursor) ?? 0;
  const rows = await readMonitor(monitor, ports, 'pageMembers', after, limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => String(id));
  return { members: page, nextCursor };
}
