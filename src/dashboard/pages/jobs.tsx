import { type Context, Hono } from 'hono';
import { jobFileKeys } from '../../bulk/announce.ts';
import { cancelJob } from '../../bulk/cancel-job.ts';
import { type ListedJob, listJobs, readJob } from '../../bulk/read-jobs.ts';
import { readResults } from '../../bulk/read-results.ts';
import { processedRows } from '../../core/jobs/bulk.ts';
import { type DashboardEnv, type PageContext, visitorOf } from '../context.ts';
import { type JobLinks, JobPage, PREVIEW_ROWS } from '../jobs/job-page.tsx';
import { JobsPage, STATUS_WORDS } from '../jobs/jobs-page.tsx';
import { formatNumber } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { spoken } from '../parts/words.tsx';
import { redirectWith } from '../session/flash.ts';
import type { JobPageServices } from './new-job.tsx';

const LISTED = 25;
const REFRESH_SECONDS = 5;

const realmOf = (c: PageContext) => ({
  organizationId: visitorOf(c).organizationId,
  mode: null,
  scopes: null,
});

const named = (c: Context<DashboardEnv, '/jobs/:id'>) => ({
  ...realmOf(c),
  jobId: c.req.param('id'),
});

/** What the page's script shows in place of what the page was loaded with. */
const liveState = ({ status, counts, credits, total, endedAt }: ListedJob) => ({
  status,
  words: STATUS_WORDS[status],
  hasEnded: endedAt !== null,
  value: processedRows(counts),
  total,
  shown: Object.fromEntries(
    Object.entries({ processed: processedRows(counts), ...counts, credits }).map(
      ([name, figure]) => [name, formatNumber(figure)],
    ),
  ),
});

/** Jobs of the organization, live and test ones: listed, watched, cancelled. */
export function jobPages({ bulk }: Pick<JobPageServices, 'bulk'>): Hono<DashboardEnv> {
  const pages = new Hono<DashboardEnv>();

  async function linksOf(c: PageContext, job: ListedJob): Promise<JobLinks> {
    const { links } = bulk;
    if (!links || !job.hasFiles) return { results: null, full: null };
    const keys = jobFileKeys(job.id);
    const origin = c.get('origin');
    return {
      results: await links.link(keys.results, origin),
      full: await links.link(keys.full, origin),
    };
  }

  pages.get('/jobs', async (c) => {
    const cursor = c.req.query('cursor') ?? null;
    const found = await listJobs({ ...realmOf(c), limit: LISTED, cursor }, bulk);
    return page(c, { title: 'Lists', wide: true }, <JobsPage {...found} />);
  });

  pages.get('/jobs/:id', async (c) => {
    const job = await readJob(named(c), bulk);
    const [links, { rows }] = await Promise.all([
      linksOf(c, job),
      readResults({ ...named(c), limit: PREVIEW_ROWS, offset: 0, cursor: null }, bulk),
    ]);
    const product = bulk.products.get(job.type) ?? null;
    const options = {
      title: spoken(job.type),
      wide: true,
      ...(job.endedAt === null && {
        scripts: ['/app/progress.js'],
        refreshSeconds: REFRESH_SECONDS,
      }),
    };
    return page(c, options, <JobPage {...{ c, job, links, rows, product }} />);
  });

  pages.get('/jobs/:id/state', async (c) =>
    c.json(liveState(await readJob(named(c as never), bulk))),
  );

  pages.post('/jobs/:id/cancel', async (c) => {
    const request = named(c as never);
    await cancelJob(request, bulk);
    return redirectWith(c, `/app/jobs/${request.jobId}`, 'The job was cancelled.');
  });
  return pages;
}
