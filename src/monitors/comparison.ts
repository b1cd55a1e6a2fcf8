import type { Employment } from '../domain/person/linkedin-profile.ts';
import type { LookupData } from '../lookup/envelope.ts';
import type { AnyProduct } from '../lookup/product.ts';
import type { Monitor, MonitorKind, RunState } from './monitor.ts';

type FieldValue = string | boolean;

/** The fields of a number that are compared, by the names events have for them. */
export const NUMBER_FIELDS = [
  'status',
  'lineType',
  'carrier',
  'ported',
  'dncListed',
  'spamRiskLevel',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** The same in words, for mails. */
const NUMBER_FIELD_WORDS: Readonly<Record<NumberField, string>> = {
  status: 'Status',
  lineType: 'Line type',
  carrier: 'Carrier',
  ported: 'Ported to another carrier',
  dncListed: 'On a Do Not Call list',
  spamRiskLevel: 'Spam risk',
};

/** Values of enumerations by the words for them; a carrier's name stays. */
const valueWords = (field: NumberField, value: FieldValue): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return field === 'carrier' || value === 'VOIP' ? value : value.toLowerCase().replaceAll('_', ' ');
};

/** "On a Do Not Call list: no → yes". */
export const describeChange = (field: NumberField, from: FieldValue, to: FieldValue): string =>
  `${NUMBER_FIELD_WORDS[field]}: ${valueWords(field, from)} → ${valueWords(field, to)}`;

/** A number as a recheck found it; null where it was not found out. */
export type NumberSnapshot = Record<NumberField, FieldValue | null>;

/** What one product's answer says of a number, and which sources said it, where it names them. */
export type NumberFinding = Partial<NumberSnapshot> & {
  sources?: Partial<Record<NumberField, string>>;
};

/** A snapshot on the wire: its fields in snake_case, named as the specification's `changes`. */
export const describeSnapshot = (snapshot: NumberSnapshot | null) =>
  snapshot && {
    ...snapshot,
    line_type: snapshot.lineType,
    dnc_listed: snapshot.dncListed,
    spam_risk_level: snapshot.spamRiskLevel,
  };

export interface NumberState {
  /** As the last recheck found it. */
  seen: NumberSnapshot;
  /** The last known value of each field: what the next recheck is compared with. */
  known: NumberSnapshot;
  /**
   * Of fields whose source is named, the last known value of each source: those of two sources are
   * never compared. Absent of what was found by earlier versions.
   */
  bySource?: Partial<Record<NumberField, [source: string, known: FieldValue][]>>;
}

export interface NumberEvent {
  changes: Partial<Record<NumberField, { from: FieldValue; to: FieldValue }>>;
  previous: NumberSnapshot;
  current: NumberSnapshot;
}

/** A value of an answer by its path; undefined where there is none. */
function valueAtPath(data: LookupData, path: string): unknown {
  let value: unknown = data;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = new Map(Object.entries(value)).get(step);
  }
  return value;
}

interface FieldRule {
  /** Bulk type of the product whose answer holds it. */
  type: string;
  path: string;
  /** Values that say nothing, besides null and an absent one. */
  unknown?: readonly FieldValue[];
  /** Path of the source that the field rests on. */
  source?: string;
  /** Whether the answer itself says that this field was not found out. */
  doubtful?(data: LookupData): boolean;
}

/** Who first held a number's block is a hint of 2014: replacing it is no change. */
const HINT = 'BLOCK_HOLDER';

/** Where each compared field is in the answer, and when it is not known. */
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
    // The level then rests on the kind of number alone.
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
  return unknown.includes(value) || doubtful?.(data) ? null : value;
}

const unknownSnapshot = (): NumberSnapshot =>
  Object.fromEntries(NUMBER_FIELDS.map((field) => [field, null])) as NumberSnapshot;

/** What one product's answer says of a number; fields of other products are left out. */
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
 * Compares what was found with what is known, from the same source where it is named. An unknown
 * value makes no change and leaves the last known one in place, so that a change behind a gap is
 * still found. A change drops what other sources said before, so that none reports it again.
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
  /** The last employment that was found, from whatever source. */
  seen: Employment | null;
  /** The last known one of each source: snapshots of two sources are never compared. */
  bySource: [source: string, known: Employment][];
  /** Rechecks in a row for which no source had the profile. */
  misses: number;
}

export interface ContactEvent {
  type: ContactEventType;
  before: Employment | null;
  after: Employment | null;
}

/** A profile that is missing this often in a row is gone. */
const UNREACHABLE_AFTER = 3;

const EMPLOYMENT_FIELDS = ['title', 'company', 'location'] as const;

/** The fields that make an event, the gravest first. */
const EVENT_BY_FIELD = [
  ['company', 'job_change'],
  ['title', 'title_change'],
] as const satisfies readonly (readonly [keyof Employment, ContactEventType])[];

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

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
 * Compares what was found with what the same source said before. The first find is the baseline; a
 * source that speaks for the first time later only adds its own. A change drops what other sources
 * said before, so that none reports it again.
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
/** What a recheck found, as far as the answers that came say it. */
export type MemberFinding = NumberFinding | ContactFinding;

export interface KindRules {
  /** What members are called in lookups and on the wire. */
  field: 'phone_number' | 'profile_url';
  /** Bulk types of a recheck. The first one's answer has to be there for a comparison. */
  types(monitor: Pick<Monitor, 'includeSpamCheck'>): readonly string[];
  /** What a recheck of one member costs at most, credits. */
  creditsPerRecheck(monitor: Pick<Monitor, 'includeSpamCheck'>): number;
  /** What the answer of one type says. */
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

/** What a run of a monitor costs at most, credits; a test key's costs nothing. */
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
