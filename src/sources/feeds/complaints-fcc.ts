import * as z from 'zod';
import { type ComplaintReport, complaintReport } from '../../core/records/complaint-report.ts';
import type { ComplaintSubject } from '../../core/records/complaint-subjects.ts';
import type { ComplaintFile } from './complaints-ftc.ts';
import { FeedError } from './feed-error.ts';

/**
 * The data set "CGB - Unwanted Calls"; its own misspelling. Every field counts for what makes a
 * report the same.
 */
const row = z.looseObject({
  issue_date: z.string().optional(),
  caller_id_number: z.string().optional(),
  type_of_call_or_messge: z.string().optional(),
});

const NANP_NUMBER = /^1?([2-9]\d{2}[2-9]\d{6})$/;
const DAY = /^\d{4}-\d{2}-\d{2}/;
const AUTOMATIC = /prerecorded|autodialed/i;

/** The form does not ask what a call was about, only what kind of call it was. */
const subjectOf = (kind: string): ComplaintSubject =>
  /abandoned/i.test(kind) ? 'DROPPED_CALL' : 'NOT_PROVIDED';

/** One page of rows, oldest first (Socrata's SODA 2 queries). */
export function fccPageUrl(base: string, since: string, limit: number, offset: number): string {
  const url = new URL(base);
  url.searchParams.set(
    '$where',
    `issue_date >= '${since}T00:00:00' AND caller_id_number IS NOT NULL`,
  );
  url.searchParams.set('$order', 'issue_date, :id');
  url.searchParams.set('$limit', String(limit));
  url.searchParams.set('$offset', String(offset));
  return url.href;
}

/**
 * One page of the Federal Communications Commission's complaints. @throws FeedError when it is not
 * of that form
 */
export function parseFccComplaints(text: string): ComplaintFile & { rows: number } {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch (cause) {
    throw new FeedError('the file is not JSON', { cause });
  }
  const parsed = z.array(row).safeParse(sent);
  if (!parsed.success) throw new FeedError('the file is not a list of complaints');
  const reports = parsed.data.flatMap((complaint): ComplaintReport[] => {
    const digits = NANP_NUMBER.exec((complaint.caller_id_number ?? '').replace(/\D/g, ''))?.[1];
    const day = DAY.exec(complaint.issue_date ?? '')?.[0];
    if (!digits || !day) return [];
    const kind = complaint.type_of_call_or_messge ?? '';
    // Fields come in any order, and a row without a field means the same as before it was added.
    const whole = JSON.stringify(Object.entries(complaint).sort(([a], [b]) => (a < b ? -1 : 1)));
    return [
      complaintReport(whole, {
        number: `+1${digits}`,
        day,
        subject: subjectOf(kind),
        robocall: AUTOMATIC.test(kind),
      }),
    ];
  });
  return { reports, unusable: parsed.data.length - reports.length, rows: parsed.data.length };
}
