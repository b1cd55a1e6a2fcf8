import type { Employment } from '../domain/person/linkedin-profile.ts';
import { isolated } from '../lib/text.ts';
import type { LookupData } from '../lookup/envelope.ts';
import type { AnyProduct } from '../lookup/product.ts';
import type { Monitor, MonitorKind, RunState } from './monitor.ts';

type FieldValue = string | boolean;

/** Longest text of a finding that is kept: carriers, titles and companies come without a limit. */
const MAX_TEXT_CHARS = 500;

const cutText = (text: string): string => text.slice(0, MAX_TEXT_CHARS).toWellFormed();

/** Compared fields of a number, by their names in events. */
export const NUMBER_FIELDS = [
  'status',
  'lineType',
  'carrier',
  'ported',
  'dncListed',
  'spamRiskLevel',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** Names of the fields in mails. */
const NUMBER_FIELD_LABELS: Readonly<Record<NumberField, string>> = {
  status: 'Status',
  lineType: 'Line type',
  carrier: 'Carrier',
  ported: 'Ported to another carrier',
  dncListed: 'On a Do Not Call list',
  spamRiskLevel: 'Spam risk',
};

/** Text of a value in mails; a carrier's name is unchanged. */
const valueText = (field: NumberField, value: FieldValue): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'carrier') return isolated(value);
  return value === 'VOIP' ? value : value.toLowerCase().replaceAll('_', ' ');
};

/** "On a Do Not Call list: no → yes". */
export const describeChange = (field: NumberField, from: FieldValue, to: FieldValue): string =>
  `${NUMBER_FIELD_LABELS[field]}: ${valueText(field, from)} → ${valueText(field, to)}`;

/** Values found by a recheck; null if unknown. */
export type NumberSnapshot = Record<NumberField, FieldValue | null>;

/** Values from one product's answer, with their sources if the answer names them. */
type NumberFinding = Partial<NumberSnapshot> & {
  sources?: Partial<Record<NumberField, string>>;
};

/** A snapshot on the wire, in snake_case with the names of the specification's `changes`. */
export const describeSnapshot = (snapshot: NumberSnapshot | null) =>
  snapshot && {
    ...snapshot,
    line_type: snapshot.lineType,
    dnc_listed: snapshot.dncListed,
    spam_risk_level: snapshot.spamRiskLevel,
  };

export interface NumberState {
  /** Result of the last recheck. */
  seen: NumberSnapshot;
  /** Last known value of each field, with which the next recheck is compared. */
  known: NumberSnapshot;
  /**
   * Last known value per source, for fields with a named source: values of different sources are
   * never compared. Absent in states written by earlier versions.
   */
  bySource?: Partial<Record<NumberField, [source: string, known: FieldValue][]>>;
}

export interface NumberEvent {
  changes: Partial<Record<NumberField, { from: FieldValue; to: FieldValue }>>;
  previous: NumberSnapshot;
  current: NumberSnapshot;
}

/** The value at a path of an answer; undefined if absent. */
function valueAtPath(data: LookupData, path: string): unknown {
  let value: unknown = data;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = new Map(Object.entries(value)).get(step);
  }
  return value;
}

interface FieldRule {
  /** Bulk type of the product that provides the field. */
  type: string;
  path: string;
  /** Values that mean unknown, besides null and absent. */
  unknown?: readonly FieldValue[];
  /** Path of the field's source. */
  source?: string;
  /** Whether the answer marks this field as not determined. */
  doubtful?(data: LookupData): boolean;
}

/** Source of a carrier from the block table of 2014; replacing it is not a change. */
const HINT = 'BLOCK_HOLDER';

/** Location of each compared field in the answer, and when it counts as unknown. */
const FIELD_RULES: Readonly<Record<NumberField, FieldRule>> = {
  status: {
    type: 'phone_validation',
    path: 'classification.number_status',
    unknown: ['UNKNOWN'],
    // In the United States and Canada, INVALID is to be treated as unknown (specification, "Phone
    // validation result").
    doubtful: (data) =>
      valueAtPath(data, 'classification.number_status') === 'INVALID' &&
      valueAtPath(data, 'classification.coverage') !== 'international',
  },
  lineType: {
    type: 'phone_validation',
    path: 'classification.line_type',
    unknown: ['UNKNOWN'],
    source: 'classification.line_type_basis',
  },
  carrier: {
    type: 'phone_validation',
    path: 'insights.raw_api_fields.network',
    unknown: ['', 'UNKNOWN'],
    source: 'insights.raw_api_fields.network_source',
  },
  ported: { type: 'phone_validation', path: 'insights.routing.is_ported' },
  dncListed: { type: 'phone_validation', path: 'insights.compliance.dnc_listed' },
  spamRiskLevel: {
    type: 'phone_spam',
    path: 'risk_assessment.risk_level',
    unknown: ['UNKNOWN'],
    // Without complaint data, the level depends on the kind of number only.
    doubtful: ({ risk_assessment: risk }) =>
      risk?.risk_factors.includes('SPAM_REPORTS_NOT_CHECKED') ?? true,
  },
};

function readNumberField(
  data: LookupData,
  { path, source, unknown = [], doubtful }: FieldRule,
): FieldValue | null {
  const value = valueAtPath(data, path);
  if (source && valueAtPath(data, source) === HINT) return null;
  if (typeof value !== 'string' && typeof value !== 'boolean') return null;
  if (unknown.includes(value) || doubtful?.(data)) return null;
  return typeof value === 'string' ? cutText(value) : value;
}

const unknownSnapshot = (): NumberSnapshot =>
  Object.fromEntries(NUMBER_FIELDS.map((field) => [field, null])) as NumberSnapshot;

/** Reads the compared fields of one product's answer. */
export function readNumber(type: string, data: LookupData): NumberFinding {
  const fields = NUMBER_FIELDS.filter((field) => FIELD_RULES[field].type === type);
  const sources = fields.flatMap((field) => {
    const { source } = FIELD_RULES[field];
    const named = source && valueAtPath(data, source);
    return typeof named === 'string' ? [[field, named]] : [];
  });
  return {
    ...Object.fromEntries(
      fields.map((field) => [field, readNumberField(data, FIELD_RULES[field])]),
    ),
    ...(sources.length > 0 && { sources: Object.fromEntries(sources) }),
  };
}

const foldedValue = (value: FieldValue): FieldValue =>
  typeof value === 'string' ? value.normalize('NFKC').trim().toLowerCase() : value;

/**
 * Compares found values with known ones, of the same source if it is named. An unknown value is not
 * a change and keeps the last known one, so that a change across a gap is still found. A change
 * drops earlier values of other sources, so that they do not report it again.
 * @param before null for a number that was never looked up
 */
export function compareNumber(
  before: NumberState | null,
  { sources = {}, ...found }: NumberFinding,
): { state: NumberState; event: NumberEvent | null } {
  const seen = { ...unknownSnapshot(), ...found };
  const previous = { ...(before?.known ?? unknownSnapshot()) };
  const known = { ...previous };
  const bySource = { ...before?.bySource };
  const changes: NumberEvent['changes'] = {};
  for (const field of NUMBER_FIELDS) {
    const [to, source] = [seen[field], sources[field]];
    if (to === null) continue;
    const said = new Map(bySource[field]);
    const from = source && before?.bySource ? (said.get(source) ?? null) : previous[field];
    const isChange = from !== null && foldedValue(from) !== foldedValue(to);
    if (isChange) {
      changes[field] = { from, to };
      previous[field] = from;
      said.clear();
    }
    if (source) bySource[field] = [...said.set(source, to)];
    known[field] = to;
  }
  const state = { seen, known, bySource };
  const hasChanged = Object.keys(changes).length > 0;
  return { state, event: hasChanged ? { changes, previous, current: seen } : null };
}

export const CONTACT_EVENT_TYPES = [
  'job_change',
  'title_change',
  'profile_unreachable',
  'baseline',
] as const;
type ContactEventType = (typeof CONTACT_EVENT_TYPES)[number];

export type ContactFinding = { found: false } | { found: true; source: string; now: Employment };

export interface ContactState {
  /** The last employment found, from any source. */
  seen: Employment | null;
  /** Last known employment per source: snapshots of different sources are never compared. */
  bySource: [source: string, known: Employment][];
  /** Consecutive rechecks in which no source had the profile. */
  misses: number;
}

export interface ContactEvent {
  type: ContactEventType;
  before: Employment | null;
  after: Employment | null;
}

/** Consecutive misses after which a profile counts as unreachable. */
const UNREACHABLE_AFTER = 3;

const EMPLOYMENT_FIELDS = ['title', 'company', 'location'] as const;

/** Event types by changed field, most important first. */
const EVENT_BY_FIELD = [
  ['company', 'job_change'],
  ['title', 'title_change'],
] as const satisfies readonly (readonly [keyof Employment, ContactEventType])[];

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? cutText(value) : null;

/** Reads the answer of the job change lookup. */
export function readContact({ classification }: LookupData): ContactFinding {
  const { matched, source, title, company, location } = classification;
  if (matched !== true || typeof source !== 'string') return { found: false };
  return {
    found: true,
    source,
    now: { title: textOrNull(title), company: textOrNull(company), location: textOrNull(location) },
  };
}

const foldedText = (value: string): string =>
  value
    .normalize('NFKC')
    .replace(/[\p{P}\p{Z}\s]+/gu, ' ')
    .trim()
    .toLowerCase();

const differs = (from: string | null, to: string | null): boolean =>
  from !== null && to !== null && foldedText(from) !== foldedText(to);

function compareMissingContact(before: ContactState): {
  state: ContactState;
  event: ContactEvent | null;
} {
  const misses = Math.min(UNREACHABLE_AFTER, before.misses + 1);
  const isNews = misses === UNREACHABLE_AFTER && before.misses < UNREACHABLE_AFTER;
  const event = { type: 'profile_unreachable', before: before.seen, after: null } as const;
  return { state: { ...before, misses }, event: isNews ? event : null };
}

/**
 * Compares an employment with the last one of the same source. The first one found is the baseline;
 * a source seen for the first time later only adds its own baseline. A change drops earlier
 * employments of other sources, so that they do not report it again.
 * @param before null for a contact of which nothing was found yet
 */
export function compareContact(
  before: ContactState | null,
  finding: ContactFinding,
): { state: ContactState; event: ContactEvent | null } {
  const known = before ?? { seen: null, bySource: [], misses: 0 };
  if (!finding.found) return compareMissingContact(known);
  const { source, now } = finding;
  const bySource = new Map(known.bySource);
  const previous = bySource.get(source) ?? null;
  const merged = { ...now };
  for (const field of EMPLOYMENT_FIELDS) merged[field] ??= previous?.[field] ?? null;
  const remembered = (map: Map<string, Employment>): ContactState => ({
    seen: now,
    bySource: [...map.set(source, merged)],
    misses: 0,
  });
  if (known.bySource.length === 0)
    return { state: remembered(bySource), event: { type: 'baseline', before: null, after: now } };
  const change = EVENT_BY_FIELD.find(([field]) => previous && differs(previous[field], now[field]));
  if (!change) return { state: remembered(bySource), event: null };
  const event = { type: change[1], before: previous, after: now };
  return { state: remembered(new Map()), event };
}

export type MemberState = NumberState | ContactState;
/** Result of a recheck, from the answers that succeeded. */
export type MemberFinding = NumberFinding | ContactFinding;

export interface KindRules {
  /** Name of the member field in lookups and on the wire. */
  field: 'phone_number' | 'profile_url';
  /** Bulk types of a recheck. What one of them did not answer counts as unknown. */
  types(monitor: Pick<Monitor, 'includeSpamCheck'>): readonly string[];
  /** Maximum cost of rechecking one member, in credits. */
  creditsPerRecheck(monitor: Pick<Monitor, 'includeSpamCheck'>): number;
  /** Reads the answer of one type. */
  read(type: string, data: LookupData): MemberFinding;
  /** @param before null for a member that was never looked up */
  compare(
    before: MemberState | null,
    found: MemberFinding,
  ): { state: MemberState; event: NumberEvent | ContactEvent | null };
}

export const MONITOR_KIND_RULES: Readonly<Record<MonitorKind, KindRules>> = {
  number: {
    field: 'phone_number',
    types: ({ includeSpamCheck }) =>
      includeSpamCheck ? ['phone_validation', 'phone_spam'] : ['phone_validation'],
    creditsPerRecheck: ({ includeSpamCheck }) => (includeSpamCheck ? 2 : 1),
    read: readNumber,
    compare: (before, found) => compareNumber(before as NumberState | null, found as NumberFinding),
  },
  job_change: {
    field: 'profile_url',
    types: () => ['job_change'],
    creditsPerRecheck: () => 5,
    read: (_, data) => readContact(data),
    compare: (before, found) =>
      compareContact(before as ContactState | null, found as ContactFinding),
  },
};

/** Maximum cost of a run, in credits; a run with a test key is free. */
export const creditsPerRun = ({
  kind,
  caller,
  state,
  ...monitor
}: Pick<Monitor, 'kind' | 'caller' | 'includeSpamCheck'> & {
  state: Pick<RunState, 'memberCount'>;
}): number =>
  caller.mode === 'test'
    ? 0
    : state.memberCount * MONITOR_KIND_RULES[kind].creditsPerRecheck(monitor);

export const monitorProductTypes = (
  monitor: Pick<Monitor, 'kind' | 'includeSpamCheck'>,
  products: ReadonlyMap<string, AnyProduct>,
): string[] =>
  MONITOR_KIND_RULES[monitor.kind].types(monitor).map((type) => products.get(type)?.type ?? type);
