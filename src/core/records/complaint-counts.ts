import * as z from 'zod';
import { COMPLAINT_SUBJECT_NAMES } from './complaint-subjects.ts';

/**
 * What the Records port answers for one number of a data set that keeps reports: counts by month
 * and subject.
 */
export const complaintCounts = z.object({
  counts: z.array(
    z.object({
      /** YYYY-MM of the reports. */
      month: z.string(),
      subject: z.enum(COMPLAINT_SUBJECT_NAMES),
      reports: z.int().min(1),
      /** Those that a recording or robocall was reported of. */
      robocalls: z.int().min(0),
      /** First and last day of the reports, YYYY-MM-DD. */
      firstOn: z.string(),
      lastOn: z.string(),
    }),
  ),
});

export type ComplaintCount = z.infer<typeof complaintCounts>['counts'][number];
