import type { ListedJob } from '../../bulk/read-jobs.ts';
import type { ResultRecord } from '../../bulk/row-records.ts';
import { processedRows } from '../../core/jobs/bulk.ts';
import type { AnyProduct } from '../../core/lookup/product.ts';
import { cellText } from '../../files/csv-text.ts';
import { resultColumns } from '../../files/result-columns.ts';
import type { PageContext } from '../context.ts';
import { Button, Form } from '../form/form.tsx';
import { formatNumber, Moment } from '../layout/format.tsx';
import { Facts, Table } from '../layout/table.tsx';
import { ModeMark, short, spoken } from '../parts/words.tsx';
import { Status } from './jobs-page.tsx';

/** Rows of the preview, and columns beside the row's own. */
export const PREVIEW_ROWS = 20;
const PREVIEW_COLUMNS = 4;

/** Both files of a job: addresses that need no key for an hour; null where there are none. */
export interface JobLinks {
  results: string | null;
  full: string | null;
}

const Live = ({ name, value }: { name: string; value: number }) => (
  <span data-live={name}>{formatNumber(value)}</span>
);

/** Counters that the page's script keeps up to date. */
const Progress = ({ job }: { job: ListedJob }) => {
  const done = processedRows(job.counts);
  return (
    <div class="progress">
      <label for="progress">
        <Live name="processed" value={done} /> of {formatNumber(job.total)} rows
      </label>
      <progress id="progress" max={Math.max(1, job.total)} value={done} />
      <Facts
        facts={[
          ...(['succeeded', 'failed', 'skipped', 'duplicates'] as const).map(
            (name) => [spoken(name), <Live name={name} value={job.counts[name]} />] as const,
          ),
          ['Credits used', <Live name="credits" value={job.credits} />],
        ]}
      />
    </div>
  );
};

const Files = ({ job, links }: { job: ListedJob; links: JobLinks }) => {
  if (!job.hasFiles)
    return <p class="hint">The files are here as soon as the job has ended, for 30 days.</p>;
  if (!links.results || !links.full)
    return <p class="hint">This service cannot sign links to files; read the rows over the API.</p>;
  return (
    <>
      <p class="actions">
        <a class="button" href={links.results}>
          Download results.csv
        </a>
        <a class="button quiet" href={links.full}>
          Download full.csv
        </a>
      </p>
      <p class="hint">
        results.csv has the row, its status and the classification; full.csv has every field. The
        links work for an hour; load this page again for new ones.
      </p>
    </>
  );
};

const Rows = ({ rows, product }: { rows: readonly ResultRecord[]; product: AnyProduct | null }) => {
  if (rows.length === 0) return <p class="hint">No row has ended yet.</p>;
  const columns = product ? resultColumns(product).slice(3, 3 + PREVIEW_COLUMNS) : [];
  return (
    <Table
      caption="First rows"
      head={['Input', 'Status', 'Credits', ...columns.map(({ name }) => spoken(name))]}
      numeric={[2]}
      rows={rows.map((row) => [
        short(row.input),
        row.errorMessage === null ? row.status : `${row.status}: ${row.errorMessage}`,
        formatNumber(row.credits),
        ...columns.map((column) => short(cellText(column.of(row)))),
      ])}
    />
  );
};

const Cancel = ({ c, job }: { c: PageContext; job: ListedJob }) => (
  <details class="aside">
    <summary>Cancel this job</summary>
    <p>What has not begun is not looked up and not charged; what is done stays readable.</p>
    <Form c={c} action={`/app/jobs/${job.id}/cancel`}>
      <Button kind="danger">Cancel job</Button>
    </Form>
  </details>
);

/** A job: how far it is, both files, and its first rows. */
export const JobPage = ({
  c,
  job,
  links,
  rows,
  product,
}: {
  c: PageContext;
  job: ListedJob;
  links: JobLinks;
  rows: readonly ResultRecord[];
  product: AnyProduct | null;
}) => {
  const isRunning = job.endedAt === null;
  return (
    <>
      <p>
        <Status status={job.status} /> <ModeMark mode={job.mode} /> Started{' '}
        <Moment at={job.createdAt} />
        {job.endedAt !== null && (
          <>
            , ended <Moment at={job.endedAt} />
          </>
        )}
      </p>
      {job.status === 'paused_insufficient_credits' && (
        <div class="notice bad" role="alert">
          <p>
            The balance does not cover the next rows. The job goes on by itself once there are
            credits: <a href="/app/billing">buy credits</a>.
          </p>
        </div>
      )}
      <div data-poll={isRunning ? `/app/jobs/${job.id}/state` : undefined} data-status={job.status}>
        <Progress job={job} />
      </div>
      {isRunning && (
        <p>
          <a href={`/app/jobs/${job.id}`}>Reload</a> <span class="hint">to see how far it is.</span>
        </p>
      )}
      <Files job={job} links={links} />
      <h2>Rows</h2>
      <Rows rows={rows} product={product} />
      {isRunning && <Cancel c={c} job={job} />}
      <p class="hint">
        Job <code>{job.id}</code>
      </p>
    </>
  );
};
