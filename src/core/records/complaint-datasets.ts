import * as z from 'zod';
import { flag, phoneNumberKey, text } from './columns.ts';
import { COMPLAINT_SUBJECT_NAMES } from './complaint-subjects.ts';
import { BY_PHONE_NUMBER, type RecordDataset } from './dataset.ts';

const complaints = z.object({
  phone_number: phoneNumberKey,
  reported_at: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })])
    .describe('When the call was reported, ISO 8601 date or date-time.'),
  subject: text(
    `What the call was about: ${COMPLAINT_SUBJECT_NAMES.join(', ')}, or the FTC's wording.`,
  ),
  robocall: flag('Whether it was a recording or robocall: Y or N.'),
  reference: text('Your own id of the report. Two rows alike in every column are one report.'),
});

/** One report of an unwanted call, as its reporter gives it. */
export type ComplaintRow = z.output<typeof complaints>;

/** Reports of unwanted calls, counted by number. */
export const COMPLAINT_DATASETS = {
  complaints: {
    keys: BY_PHONE_NUMBER,
    row: complaints,
    storage: 'reports',
    description:
      "Your own reports of unwanted calls, several a number. The FTC's and FCC's complaint files are feeds and need no import.",
  },
} as const satisfies Record<string, RecordDataset>;

/**
 * Public complaint files, kept up to date by the service and counted beside the operator's own
 * reports.
 */
export const COMPLAINT_FEEDS = ['ftc_complaints', 'fcc_complaints'] as const;
export type ComplaintFeed = (typeof COMPLAINT_FEEDS)[number];
