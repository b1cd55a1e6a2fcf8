import type { LookupData } from '../core/lookup/envelope.ts';

type Value = string | boolean;

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

/** A number as a recheck found it; null where it was not found out. */
export type NumberSnapshot = Record<NumberField, Value | null>;

/** What a monitor remembers of a number between two runs. */
export interface NumberState {
  /** As the last recheck found it. */
  seen: NumberSnapshot;
  /** The last known value of each field: what the next recheck is compared with. */
  known: NumberSnapshot;
}

export interface NumberEvent {
  changes: Partial<Record<NumberField, { from: Value; to: Value }>>;
  previous: NumberSnapshot;
  current: NumberSnapshot;
}

/** A value of an answer by its path; undefined where there is none. */
function at(data: LookupData, path: string): unknown {
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
  unknown?: readonly Value[];
  /** Whether the answer itself says that this field was not found out. */
  doubtful?(data: LookupData): boolean;
}

/**
 * Who first held the block of a number is a hint of 2014: what replaces it is better known, not
 * changed.
 */
const restsOnBlock =
  (path: string) =>
  (data: LookupData): boolean =>
    at(data, path) === 'BLOCK_HOLDER';

/** Where each compared field is in the answer, and when it is not known. */
const RULES: Readonly<Record<NumberField, FieldRule>> = {
  status: {
    type: 'phone_validation',
    path: 'classification.number_status',
    unknown: ['UNKNOWN'],
    // In the United States and Canada, INVALID is to be treated as unknown (specification, "Phone
    // validation result").
    doubtful: (data) =>
      at(data, 'classification.number_status') === 'INVALID' &&
      at(data, 'classification.coverage') !== 'international',
  },
  lineType: {
    type: 'phone_validation',
    path: 'classification.line_type',
    unknown: ['UNKNOWN'],
    doubtful: restsOnBlock('classification.line_type_basis'),
  },
  carrier: {
    type: 'phone_validation',
    path: 'insights.raw_api_fields.network',
    unknown: ['', 'UNKNOWN'],
    doubtful: restsOnBlock('insights.raw_api_fields.network_source'),
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

function read(data: LookupData, { path, unknown = [], doubtful }: FieldRule): Value | null {
  const value = at(data, path);
  if (typeof value !== 'string' && typeof value !== 'boolean') return null;
  return unknown.includes(value) || doubtful?.(data) ? null : value;
}

/** A snapshot of which nothing is known. */
export const nothingKnown = (): NumberSnapshot =>
  Object.fromEntries(NUMBER_FIELDS.map((field) => [field, null])) as NumberSnapshot;

/** What one product's answer says of a number; fields of other products are left out. */
export function readNumber(type: string, data: LookupData): Partial<NumberSnapshot> {
  const fields = NUMBER_FIELDS.filter((field) => RULES[field].type === type);
  return Object.fromEntries(fields.map((field) => [field, read(data, RULES[field])]));
}

const folded = (value: Value): Value =>
  typeof value === 'string' ? value.normalize('NFKC').trim().toLowerCase() : value;

/**
 * Compares what was found with what is known. What is not known makes no change, and is remembered
 * as it was, so that a value that changed while nobody could tell is still found to have changed.
 * @param before null for a number that was never looked up
 */
export function compareNumber(
  before: NumberState | null,
  found: Partial<NumberSnapshot>,
): { state: NumberState; event: NumberEvent | null } {
  const seen = { ...nothingKnown(), ...found };
  const previous = before?.known ?? nothingKnown();
  const known = { ...previous };
  const changes: NumberEvent['changes'] = {};
  for (const field of NUMBER_FIELDS) {
    const [from, to] = [previous[field], seen[field]];
    if (to === null) continue;
    known[field] = to;
    if (from !== null && folded(from) !== folded(to)) changes[field] = { from, to };
  }
  const state = { seen, known };
  const hasChanged = Object.keys(changes).length > 0;
  return { state, event: hasChanged ? { changes, previous, current: seen } : null };
}
