import * as z from 'zod';
import { hash53 } from '../../lib/bytes.ts';
import {
  COMPLAINT_SUBJECT_NAMES,
  type ComplaintSubject,
  isComplaintSubject,
  parseComplaintSubject,
} from './complaint-subjects.ts';
import {
  BY_PHONE_NUMBER,
  column,
  IN_FUTURE,
  isPast,
  optionalColumn,
  phoneNumberKey,
  type RecordDataset,
} from './dataset.ts';

const complaints = z.object({
  phone_number: phoneNumberKey,
  reported_at: z
    .union(
      [z.iso.date(), z.iso.datetime({ offset: true })],
      'must be a date, YYYY-MM-DD, or a date-time, ISO 8601',
    )
    .refine(isPast, IN_FUTURE)
    .describe('When the call was reported, ISO 8601 date or date-time.'),
  subject: optionalColumn(
    z
      .string()
      .trim()
      .max(200)
      .refine(
        isComplaintSubject,
        `must be one of ${COMPLAINT_SUBJECT_NAMES.join(', ')}, or the FTC's wording`,
      ),
  ).describe(
    `What the call was about: ${COMPLAINT_SUBJECT_NAMES.join(', ')}, or the FTC's wording.`,
  ),
  robocall: column.flag('Whether it was a recording or robocall: Y or N.'),
  reference: column.text(
    'Your own id of the report. Two rows alike in every column are one report.',
  ),
});

/** One imported report of an unwanted call, with the columns of its row. */
export type ComplaintRow = z.output<typeof complaints>;

export const COMPLAINT_DATASETS = {
  complaints: {
    keys: BY_PHONE_NUMBER,
    row: complaints,
    storage: 'reports',
    description:
      "Your own reports of unwanted calls, several a number. The FTC's and FCC's complaint files are feeds and need no import.",
  },
} as const satisfies Record<string, RecordDataset>;

/** Public complaint feeds, refreshed by the service and counted with the operator's own reports. */
export const COMPLAINT_FEEDS = ['ftc_complaints', 'fcc_complaints'] as const;
export type ComplaintFeed = (typeof COMPLAINT_FEEDS)[number];

/** Hit of the Records port for a number in a data set of reports: counts by month and subject. */
export const complaintCounts = z.object({
  counts: z.array(
    z.object({
      /** Month of the reports, YYYY-MM. */
      month: z.string(),
      subject: z.enum(COMPLAINT_SUBJECT_NAMES),
      reports: z.int().min(1),
      /** Reports of a recording or robocall. */
      robocalls: z.int().min(0),
      /** Reports without information on whether the call was a robocall. */
      robocallsUnknown: z.int().min(0).default(0),
      /** First and last day of the reports, YYYY-MM-DD. */
      firstOn: z.string(),
      lastOn: z.string(),
    }),
  ),
});

export type ComplaintCount = z.infer<typeof complaintCounts>['counts'][number];

/** One report of an unwanted call, ready for counting. */
export interface ComplaintReport {
  /** Deduplication key: equal hashes mean the same report. */
  hash: number;
  /** Displayed number, E.164. */
  number: string;
  /** Day of the report, YYYY-MM-DD. */
  day: string;
  subject: ComplaintSubject;
  /** Whether it was a recording or robocall; null if unknown. */
  robocall: boolean | null;
}

/** @param row text of all columns that identify the report */
export function complaintReport(
  row: string,
  { number, day, subject, robocall }: Omit<ComplaintReport, 'hash'>,
): ComplaintReport {
  return { hash: hash53(row), number, day, subject, robocall };
}

/**
 * Builds the report of an imported row. In its hash an unknown `robocall` is false: a change would
 * count rows without it again when their file is imported again.
 */
export function importedReport(number: string, row: ComplaintRow): ComplaintReport {
  const { reported_at, subject, robocall = null, reference = '' } = row;
  const whole = [number, reported_at, subject ?? '', robocall ?? false, reference].join('\t');
  return complaintReport(whole, {
    number,
    day: reported_at.slice(0, 10),
    subject: parseComplaintSubject(subject),
    robocall,
  });
}
