import { cancelJob, type ListedJob, listJobs, readJob } from '../../bulk/jobs.ts';
import { type JobFileLinks, linkJobFiles } from '../../bulk/notifications.ts';
import { type ResultRecord, readResults } from '../../bulk/results.ts';
import { cellText } from '../../files/csv-text.ts';
import { reasonOf, resultColumns } from '../../files/result-csv.ts';
import { processedRows } from '../../lookup/jobs/job.ts';
import type { AnyProduct } from '../../lookup/product.ts';
import { NoticeLine } from '../form/api-error.tsx';
import { ActionForm } from '../form/form.tsx';
import {
  formatNumber,
  humanize,
  ModeBadge,
  Moment,
  pluralize,
  truncate,
} from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { Facts, Table } from '../layout/table.tsx';
import { type PageContext, type Pages, visibleRealm } from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { JOB_STATUS_LABELS, JobStatusLabel, JobsPage } from './job-table.tsx';
import type { JobPageServices } from './new-job.tsx';

/** Rows of the preview, and its columns besides the row's input. */
const PREVIEW_ROWS = 20;
const PREVIEW_COLUMNS = 4;

const LiveFigure = ({ name, value }: { name: string; value: number }) => (
  <span data-live={name}>{formatNumber(value)}</span>
);

/** Counters that the page's script updates. */
const Progress = ({ job }: { job: ListedJob }) => {
  const done = processedRows(job.counts);
  return (
    <div class="progress">
      <label for="progress">
        <LiveFigure name="processed" value={done} /> of {formatNumber(job.total)} rows
      </label>
      <progress id="progress" max={Math.max(1, job.total)} value={done} />
      <Facts
        facts={[
          ...(['succeeded', 'failed', 'skipped', 'duplicates'] as const).map(
            (name) =>
              [humanize(name), <LiveFigure name={name} value={job.counts[name]} />] as const,
          ),
          ['Credits used', <LiveFigure name="credits" value={job.credits} />],
        ]}
      />
    </div>
  );
};

const FileLinks = ({ job, links }: { job: ListedJob; links: JobFileLinks }) => {
  if (!job.hasFiles)
    return <p class="hint">The files are available here once the job has ended, for 30 days.</p>;
  const { answers, good, full, results } = links;
  if (!answers || !good || !full || !results)
    return (
      <p class="hint">This service cannot sign links to files. Read the rows through the API.</p>
    );
  return (
    <>
      <p class="actions">
        <a class="button" href={answers}>
          Download all rows
        </a>
        <a class="button quiet" href={good}>
          Download good rows
        </a>
        <a class="button quiet" href={full}>
          Download full.csv
        </a>
        <a class="button quiet" href={results}>
          Download results.csv
        </a>
      </p>
      <p class="hint">
        "All rows" and "good rows" are your own list with its columns unchanged, followed by the
        answers. A row is good if something was found and the answer recommends neither REVIEW nor
        BLOCK. full.csv has every field of each answer; results.csv has the inputs and the
        classification. The links work for an hour. Reload this page for new ones.
      </p>
    </>
  );
};

const ResultRows = ({
  rows,
  product,
}: {
  rows: readonly ResultRecord[];
  product: AnyProduct | null;
}) => {
  if (rows.length === 0) return <p class="hint">No rows are finished yet.</p>;
  const columns = product ? resultColumns(product).slice(3, 3 + PREVIEW_COLUMNS) : [];
  return (
    <Table
      caption="First rows"
      stacked={false}
      head={['Input', 'Status', 'Credits', ...columns.map(({ name }) => humanize(name))]}
      numeric={[2]}
      rows={rows.map((row) => [
        truncate(row.input),
        [humanize(row.status), reasonOf(row)].filter(Boolean).join(': '),
        formatNumber(row.credits),
        ...columns.map((column) => truncate(cellText(column.of(row)))),
      ])}
    />
  );
};

const CancelForm = ({ job }: { job: ListedJob }) => (
  <details class="aside">
    <summary>Cancel this job</summary>
    <p>Rows that have not begun are not looked up or charged. Finished rows stay readable.</p>
    <ActionForm action={`/app/jobs/${job.id}/cancel`} kind="danger" label="Cancel job" />
  </details>
);

/** A job: progress, files and first rows. */
const JobPage = ({
  job,
  links,
  rows,
  product,
}: {
  job: ListedJob;
  links: JobFileLinks;
  rows: readonly ResultRecord[];
  product: AnyProduct | null;
}) => {
  const isRunning = job.endedAt === null;
  return (
    <>
      <p>
        <JobStatusLabel status={job.status} /> <ModeBadge mode={job.mode} />{' '}
        {job.fileName !== null && `${humanize(job.type)}. `}Started <Moment at={job.createdAt} />
        {job.endedAt !== null && (
          <>
            , ended <Moment at={job.endedAt} />
          </>
        )}
      </p>
      {job.status === 'paused_insufficient_credits' && (
        <NoticeLine>
          The balance does not cover the next rows. The job resumes on its own once there are
          credits: <a href="/app/billing">buy credits</a>.
        </NoticeLine>
      )}
      <div data-poll={isRunning ? `/app/jobs/${job.id}/state` : undefined} data-status={job.status}>
        <Progress job={job} />
      </div>
      {isRunning && (
        <p>
          <a href={`/app/jobs/${job.id}`}>Reload</a> <span class="hint">to see the progress.</span>
        </p>
      )}
      <FileLinks job={job} links={links} />
      <h2>
        {rows.length > 0 && rows.length < job.total
          ? `First ${pluralize(rows.length, 'row')}`
          : 'Rows'}
      </h2>
      <ResultRows rows={rows} product={product} />
      {isRunning && <CancelForm job={job} />}
      <p class="hint">
        Job <code>{job.id}</code>
      </p>
    </>
  );
};

const JOBS_LIMIT = 25;
const REFRESH_SECONDS = 5;

const jobReference = (c: PageContext) => ({ ...visibleRealm(c), jobId: c.req.param('id') ?? '' });

/** State for the page's script, which updates the loaded page. */
const liveState = ({ status, counts, credits, total, endedAt }: ListedJob) => ({
  status,
  label: JOB_STATUS_LABELS[status],
  hasEnded: endedAt !== null,
  value: processedRows(counts),
  total,
  shown: Object.fromEntries(
    Object.entries({ processed: processedRows(counts), ...counts, credits }).map(
      ([name, figure]) => [name, formatNumber(figure)],
    ),
  ),
});

/** Pages of the organization's live and test jobs: list, progress, cancellation. */
export function jobPages(pages: Pages, { bulk }: Pick<JobPageServices, 'bulk'>): void {
  pages.get('/jobs', async (c) => {
    const cursor = c.req.query('cursor') ?? null;
    const found = await listJobs({ ...visibleRealm(c), limit: JOBS_LIMIT, cursor }, bulk);
    return page(c, { title: 'Lists', wide: true }, <JobsPage {...found} />);
  });

  pages.get('/jobs/:id', async (c) => {
    const job = await readJob(jobReference(c), bulk);
    const [links, { rows }] = await Promise.all([
      linkJobFiles(job, c.get('origin'), bulk.links),
      readResults({ ...jobReference(c), limit: PREVIEW_ROWS, offset: 0, cursor: null }, bulk),
    ]);
    const product = bulk.products.get(job.type) ?? null;
    const options = {
      title: job.fileName ?? humanize(job.type),
      wide: true,
      ...(job.endedAt === null && {
        scripts: ['/app/progress.js'],
        refreshSeconds: REFRESH_SECONDS,
      }),
    };
    return page(c, options, <JobPage {...{ job, links, rows, product }} />);
  });

  pages.get('/jobs/:id/state', async (c) =>
    c.json(liveState(await readJob(jobReference(c), bulk))),
  );

  pages.post('/jobs/:id/cancel', async (c) => {
    const request = jobReference(c);
    await cancelJob(request, bulk);
    return redirectWith(c, `/app/jobs/${request.jobId}`, 'The job was cancelled.');
  });
}
