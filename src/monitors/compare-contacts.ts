import type { LookupData } from '../core/lookup/envelope.ts';
import type { Employment } from '../core/monitors/employment.ts';

export const CONTACT_EVENT_TYPES = [
  'job_change',
  'title_change',
  'profile_unreachable',
  'baseline',
] as const;
export type ContactEventType = (typeof CONTACT_EVENT_TYPES)[number];

/** What a recheck of a profile answered. */
export type ContactFinding = { found: false } | { found: true; source: string; now: Employment };

/** What a monitor remembers of a contact between two runs. */
export interface ContactState {
  /** The last employment that was found, from whatever source. */
  seen: Employment | null;
  /** The last known one of each source: snapshots of two sources are never compared. */
  bySource: [source: string, known: Employment][];
  /** Rechecks in a row for which nobody had the profile. */
  misses: number;
}

export interface ContactEvent {
  type: ContactEventType;
  before: Employment | null;
  after: Employment | null;
}

/** A profile that is missing this often in a row is gone. */
export const UNREACHABLE_AFTER = 3;

const EMPLOYMENT_FIELDS = ['title', 'company', 'location'] as const;

/** The fields that make an event, the gravest first. */
const EVENT_OF = [
  ['company', 'job_change'],
  ['title', 'title_change'],
] as const satisfies readonly (readonly [keyof Employment, ContactEventType])[];

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** Reads the answer of the job change lookup. */
export function readContact({ classification }: LookupData): ContactFinding {
  const { matched, source, title, company, location } = classification;
  if (matched !== true || typeof source !== 'string') return { found: false };
  return {
    found: true,
    source,
    now: { title: text(title), company: text(company), location: text(location) },
  };
}

const folded = (value: string): string =>
  value
    .normalize('NFKC')
    .replace(/[\p{P}\p{Z}\s]+/gu, ' ')
    .trim()
    .toLowerCase();

const differs = (from: string | null, to: string | null): boolean =>
  from !== null && to !== null && folded(from) !== folded(to);

function missed(before: ContactState): { state: ContactState; event: ContactEvent | null } {
  const misses = Math.min(UNREACHABLE_AFTER, before.misses + 1);
  const isNews = misses === UNREACHABLE_AFTER && before.misses < UNREACHABLE_AFTER;
  const event = { type: 'profile_unreachable', before: before.seen, after: null } as const;
  return { state: { ...before, misses }, event: isNews ? event : null };
}

/**
 * Compares what was found with what the same source said before. The first find is the baseline; a
 * source that speaks for the first time later only adds its own. Once a change is told, what other
 * sources said before is forgotten, so that none tells it again.
 * @param before null for a contact of which nothing was found yet
 */
export function compareContact(
  before: ContactState | null,
  finding: ContactFinding,
): { state: ContactState; event: ContactEvent | null } {
  const known = before ?? { seen: null, bySource: [], misses: 0 };
  if (!finding.found) return missed(known);
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
  const change = EVENT_OF.find(([field]) => previous && differs(previous[field], now[field]));
  if (!change) return { state: remembered(bySource), event: null };
  const event = { type: change[1], before: previous, after: now };
  return { state: remembered(new Map()), event };
}
