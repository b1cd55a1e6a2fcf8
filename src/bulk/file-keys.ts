import { jobKeys } from '../store/bulk-objects.ts';

/** Object keys of a job's two files, for links to them. */
export const jobFileKeys = (jobId: string) => ({
  results: jobKeys.resultsFile(jobId),
  full: jobKeys.fullFile(jobId),
});
