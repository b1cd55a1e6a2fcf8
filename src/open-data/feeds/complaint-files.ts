import * as z from 'zod';
import { CsvParser } from '../../lib/csv.ts';
import {
  type ComplaintSubject,
  parseComplaintSubject,
} from '../../lookup/datasets/complaint-subjects.ts';
import { type ComplaintReport, complaintReport } from '../../lookup/datasets/complaints.ts';
import { FeedError } from './feed-error.ts';

/**
 * Columns of DNC_Complaint_Numbers_YYYY-MM-DD.csv that are read; every column counts for what makes
 * a report the same.
 */
const FTC_COLUMNS = {
  number: 'Company_Phone_Number',
  createdAt: 'Created_Date',
  subject: 'Subject',
  robocall: 'Recorded_Message_Or_Robocall',
};

const NANP_NUMBER = /^1?([2-9]\d{2}[2-9]\d{6})$/;
const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Reports of one file, and rows of impossible numbers: people type what their display shows. */
interface ComplaintFile {
  reports: ComplaintReport[];
  unusable: number;
}

/** Where the columns are. @throws FeedError when the file is not the FTC's */
function columnPositions(
  header: readonly string[] | undefined,
): Record<keyof typeof FTC_COLUMNS, number> {
  const places = Object.entries(FTC_COLUMNS).map(
    ([name, column]) => [name, header?.indexOf(column) ?? -1] as const,
  );
  const missing = places.filter(([, place]) => place < 0);
  if (missing.length > 0)
    throw new FeedError(
      `the file has no column ${missing.map(([name]) => FTC_COLUMNS[name as keyof typeof FTC_COLUMNS]).join(', ')}`,
    );
  return Object.fromEntries(places) as Record<keyof typeof FTC_COLUMNS, number>;
}

/**
 * The Federal Trade Commission's daily file of Do Not Call complaints. @throws FeedError when it is
 * not of that form
 */
export function parseFtcComplaints(text: string): ComplaintFile {
  const parser = new CsvParser();
  const [header, ...rows] = [...parser.push(text.replace(/^\ufeff/, '')), ...parser.end()];
  const places = columnPositions(header?.cells);
  const reports = rows.flatMap(({ cells }): ComplaintReport[] => {
    const digits = NANP_NUMBER.exec((cells[places.number] ?? '').replace(/\D/g, ''))?.[1];
    const day = DAY.exec(cells[places.createdAt] ?? '')?.[0];
    if (!digits || !day) return [];
    const subject = parseComplaintSubject(cells[places.subject]);
    const robocall = cells[places.robocall]?.trim().toUpperCase() === 'Y';
    return [complaintReport(cells.join('\t'), { number: `+1${digits}`, day, subject, robocall })];
  });
  if (rows.length > 0 && reports.length === 0) throw new FeedError('the file has no usable row');
  return { reports, unusable: rows.length - reports.length };
}

/**
 * The data set "CGB - Unwanted Calls"; its own misspelling. Every field counts for what makes a
 * report the same.
 */
const fccRow = z.looseObject({
  issue_date: z.string().optional(),
  caller_id_number: z.string().optional(),
  type_of_call_or_messge: z.string().optional(),
});
const AUTOMATIC = /prerecorded|autodialed/i;

/** The form does not ask what a call was about, only what kind of call it was. */
const fccSubject = (kind: string): ComplaintSubject =>
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
  const parsed = z.array(fccRow).safeParse(sent);
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
        subject: fccSubject(kind),
        robocall: AUTOMATIC.test(kind),
      }),
    ];
  });
  return { reports, unusable: parsed.data.length - reports.length, rows: parsed.data.length };
}
