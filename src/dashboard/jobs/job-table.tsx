import type { ListedJob } from '../../bulk/jobs.ts';
import { type JobStatus, processedRows } from '../../lookup/jobs/job.ts';
import {
  formatNumber,
  humanize,
  LinkLine,
  ModeBadge,
  Moment,
  OlderLink,
} from '../layout/format.tsx';
import { EmptyState, Table } from '../layout/table.tsx';

export const JOB_STATUS_LABELS: Readonly<Record<JobStatus, string>> = {
  pending: 'Waiting to start',
  processing: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  paused_insufficient_credits: 'Paused: not enough credits',
  cancelled: 'Cancelled',
};

export const JobStatusLabel = ({ status }: { status: JobStatus }) => (
  <span class={`status ${status}`}>{JOB_STATUS_LABELS[status]}</span>
);

export const JobTable = ({ jobs, label }: { jobs: readonly ListedJob[]; label: string }) => (
  <Table
    caption={label}
    head={['Job', 'Product', 'Status', 'Rows', 'Done', 'Credits', 'Mode', 'Started']}
    numeric={[3, 4, 5]}
    rows={jobs.map((job) => [
      <a href={`/app/jobs/${job.id}`}>{job.fileName ?? humanize(job.type)}</a>,
      humanize(job.type),
      <JobStatusLabel status={job.status} />,
      formatNumber(job.total),
      formatNumber(processedRows(job.counts)),
      formatNumber(job.credits),
      <ModeBadge mode={job.mode} />,
      <Moment at={job.createdAt} />,
    ])}
  />
);

export const JobsPage = ({
  jobs,
  nextCursor,
}: {
  jobs: readonly ListedJob[];
  nextCursor: string | null;
}) => (
  <>
    {jobs.length === 0 && (
      <EmptyState title="No lists yet">
        <p>Upload a list, choose what to look up, and see the price before it starts.</p>
      </EmptyState>
    )}
    <LinkLine to="/app/jobs/new" look="button">
      Upload a list
    </LinkLine>
    {jobs.length > 0 && <JobTable label="Jobs, newest first" jobs={jobs} />}
    <OlderLink path="/app/jobs" cursor={nextCursor} />
  </>
);
