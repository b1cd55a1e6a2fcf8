import { type ComplaintReport, complaintReport } from '../../core/records/complaint-report.ts';
import { readSubject } from '../../core/records/complaint-subjects.ts';
import { CsvParser } from '../../core/records/csv.ts';
import { FeedError } from './feed-error.ts';

/**
 * Columns of DNC_Complaint_Numbers_YYYY-MM-DD.csv that are read; every column counts for what makes
 * a report the same.
 */
const COLUMNS = {
  number: 'Company_Phone_Number',
  createdAt: 'Created_Date',
  subject: 'Subject',
  robocall: 'Recorded_Message_Or_Robocall',
};

const NANP_NUMBER = /^1?([2-9]\d{2}[2-9]\d{6})$/;
const DAY = /^\d{4}-\d{2}-\d{2}/;

/**
 * Reports of one file, and rows of numbers nobody can have: people type what their display shows.
 */
export interface ComplaintFile {
  reports: ComplaintReport[];
  unusable: number;
}

/** Where the columns are. @throws FeedError when the file is not the FTC's */
function placesOf(header: readonly string[] | undefined): Record<keyof typeof COLUMNS, number> {
  const places = Object.entries(COLUMNS).map(
    ([name, column]) => [name, header?.indexOf(column) ?? -1] as const,
  );
  const missing = places.filter(([, place]) => place < 0);
  if (missing.length > 0)
    throw new FeedError(
      `the file has no column ${missing.map(([name]) => COLUMNS[name as keyof typeof COLUMNS]).join(', ')}`,
    );
  return Object.fromEntries(places) as Record<keyof typeof COLUMNS, number>;
}

/**
 * The Federal Trade Commission's daily file of Do Not Call complaints. @throws FeedError when it is
 * not of that form
 */
export function parseFtcComplaints(text: string): ComplaintFile {
  const parser = new CsvParser();
  const [header, ...rows] = [...parser.push(text.replace(/^\ufeff/, '')), ...parser.end()];
  const places = placesOf(header?.cells);
  const reports = rows.flatMap(({ cells }): ComplaintReport[] => {
    const digits = NANP_NUMBER.exec((cells[places.number] ?? '').replace(/\D/g, ''))?.[1];
    const day = DAY.exec(cells[places.createdAt] ?? '')?.[0];
    if (!digits || !day) return [];
    const subject = readSubject(cells[places.subject]);
    const robocall = cells[places.robocall]?.trim().toUpperCase() === 'Y';
    return [complaintReport(cells.join('\t'), { number: `+1${digits}`, day, subject, robocall })];
  });
  if (rows.length > 0 && reports.length === 0) throw new FeedError('the file has no usable row');
  return { reports, unusable: rows.length - reports.length };
}
