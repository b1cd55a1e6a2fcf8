import type { ComplaintRow } from './complaint-datasets.ts';
import { type ComplaintSubject, readSubject } from './complaint-subjects.ts';
import { hashText } from './text-hash.ts';

/** One report of an unwanted call, ready to be counted. */
export interface ComplaintReport {
  /** Two reports with one hash are the same report. */
  hash: number;
  /** The number that was shown, E.164. */
  number: string;
  /** Day of the report, YYYY-MM-DD. */
  day: string;
  subject: ComplaintSubject;
  robocall: boolean;
}

/** @param row the row as it came, for what makes it the same report: every column of it */
export function complaintReport(
  row: string,
  { number, day, subject, robocall }: Omit<ComplaintReport, 'hash'>,
): ComplaintReport {
  return { hash: hashText(row), number, day, subject, robocall };
}

/** A report the operator imported. */
export function ownReport(number: string, row: ComplaintRow): ComplaintReport {
  const { reported_at, subject, robocall = false, reference = '' } = row;
  const whole = [number, reported_at, subject ?? '', robocall, reference].join('\t');
  return complaintReport(whole, {
    number,
    day: reported_at.slice(0, 10),
    subject: readSubject(subject),
    robocall,
  });
}
