import type { PhoneNumber } from '../../domain/phone/number.ts';
import type { ComplaintSubject } from '../../lookup/datasets/complaint-subjects.ts';
import { type ComplaintCount, complaintCounts } from '../../lookup/datasets/complaints.ts';
import type { Source } from '../../lookup/source.ts';
import { type ReportsNear, recordHitOf } from '../../lookup/world.ts';
import { findCovered, recordSourceBase, requireCoverage } from './record-source.ts';

/** Consumer reports of calls that showed a number. */
export interface ComplaintHistory {
  reports: number;
  /** Reports of a recording or robocall. */
  robocalls: number;
  /** Reports that do not state whether it was one. */
  robocallsUnknown: number;
  /** Reports of the current calendar month and the two before, as of the lookup. */
  recentReports: number;
  /** Days of the first and the last report, YYYY-MM-DD. */
  firstOn: string;
  lastOn: string;
  /** Most reported first. */
  subjects: { subject: ComplaintSubject; reports: number }[];
  /** Date of the newest report that the service has of any number. */
  asOf: string | null;
}

const DATASET = 'complaints';
const RECENT_MONTHS = 3;

/** First month that still counts as recent, YYYY-MM. */
function recentSince(now: number): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - (RECENT_MONTHS - 1)))
    .toISOString()
    .slice(0, 7);
}

function complaintsBySubject(counts: readonly ComplaintCount[]): ComplaintHistory['subjects'] {
  const reports = new Map<ComplaintSubject, number>();
  for (const count of counts)
    reports.set(count.subject, (reports.get(count.subject) ?? 0) + count.reports);
  return [...reports]
    .map(([subject, total]) => ({ subject, reports: total }))
    .sort((a, b) => b.reports - a.reports || (a.subject < b.subject ? -1 : 1));
}

const sumOf = (
  counts: readonly ComplaintCount[],
  of: 'reports' | 'robocalls' | 'robocallsUnknown',
): number => counts.reduce((total, count) => total + count[of], 0);

/**
 * Reports from the complaint feeds and the operator's file. Null if a feed or file that covers the
 * number has no report of it.
 */
export const complaintRecords: Source<PhoneNumber, ComplaintHistory> = {
  name: 'complaint_records',
  label: 'complaint_reports',
  ...recordSourceBase(DATASET),
  reads: 'io',
  async ask(number, world) {
    const hit = recordHitOf((await findCovered(world, [DATASET], number.e164))[DATASET]);
    if (!hit) return null;
    const { counts } = complaintCounts.parse(hit.data);
    const since = recentSince(world.clock.now());
    return {
      reports: sumOf(counts, 'reports'),
      robocalls: sumOf(counts, 'robocalls'),
      robocallsUnknown: sumOf(counts, 'robocallsUnknown'),
      recentReports: sumOf(
        counts.filter(({ month }) => month >= since),
        'reports',
      ),
      firstOn: counts.map(({ firstOn }) => firstOn).sort()[0] as string,
      lastOn: counts
        .map(({ lastOn }) => lastOn)
        .sort()
        .at(-1) as string,
      subjects: complaintsBySubject(counts),
      asOf: hit.asOf,
    };
  },
};

/**
 * Reports of the numbers near a North American number: numbers are assigned to carriers in blocks
 * of a thousand (47 CFR 52.20).
 */
export const complaintsNear: Source<PhoneNumber, ReportsNear> = {
  name: 'complaint_blocks',
  label: 'complaint_reports',
  ...recordSourceBase(DATASET),
  reads: 'io',
  async ask({ e164, usOrCanada }, { records }) {
    if (!usOrCanada) return null;
    const near = await records.reportsNear(DATASET, e164);
    return near ?? requireCoverage({ records }, DATASET, [e164]);
  },
};
