import { Hono } from 'hono';
import type { BulkPorts } from '../../bulk/ports.ts';
import type { Accounts } from '../../core/account/account.ts';
import { PLANS } from '../../core/account/plans.ts';
import { ApiError } from '../../core/errors.ts';
import type { Upload } from '../../core/jobs/uploads.ts';
import type { ProductFamily } from '../../core/lookup/product.ts';
import { boundaryOf, readForm } from '../../core/multipart.ts';
import type { Clock } from '../../core/ports.ts';
import type { UploadPorts } from '../../uploads/ports.ts';
import { discardUpload, listUploads, requireUpload } from '../../uploads/read-upload.ts';
import { receiveUpload } from '../../uploads/receive-upload.ts';
import { type DashboardEnv, type PageContext, visitorOf } from '../context.ts';
import { type Choice, readChoice } from '../jobs/choice.ts';
import { ChoosePage } from '../jobs/choose-page.tsx';
import { PriceSection, ShortageNotice } from '../jobs/price-section.tsx';
import { type FullChoice, priceChoice, startChoice } from '../jobs/start-job.ts';
import { NEW_JOB, UploadPage } from '../jobs/upload-page.tsx';
import { page } from '../layout/page.tsx';
import { Refusal } from '../parts/notice.tsx';
import { tried } from '../parts/refusals.ts';
import { callerOf } from '../parts/session-caller.ts';
import { redirectWith } from '../session/flash.ts';

/** What the pages of jobs reach. */
export interface JobPageServices {
  families: readonly ProductFamily[];
  /** Organizations' objects. */
  callers: Pick<Accounts, 'admit'>;
  bulk: BulkPorts;
  uploads: UploadPorts;
  clock: Clock;
  /** Goes on with work after the reply. */
  defer(work: Promise<unknown>): void;
}

const path = '/jobs/new';

/** The file of a form, as it arrives. @throws ApiError for a form without one */
async function receiveFile(c: PageContext, uploads: UploadPorts): Promise<Upload> {
  const { organizationId } = visitorOf(c);
  const body = c.req.raw.body;
  const boundary = boundaryOf(c.req.header('Content-Type') ?? '');
  for await (const { name, fileName, bytes } of readForm(body ?? new Blob([]).stream(), boundary))
    if (name === 'file')
      // Awaited here: leaving the loop closes what it reads.
      return await receiveUpload({ organizationId, name: fileName || 'list.csv', bytes }, uploads);
  throw new ApiError('MISSING_FIELD', 'Choose a file.', { param: 'file' });
}

const hasProblems = ({ problems }: Choice): boolean => problems.size > 0;

/** Uploading a list and making a job of it. */
export function newJobPages(services: JobPageServices): Hono<DashboardEnv> {
  const { families, callers, bulk, uploads, clock, defer } = services;
  const pages = new Hono<DashboardEnv>();
  const named = (c: PageContext) => ({
    organizationId: visitorOf(c).organizationId,
    uploadId: c.req.param('upload') ?? '',
  });

  const showUpload = async (c: PageContext, problem: string | null) => {
    const waiting = await listUploads(visitorOf(c).organizationId, uploads);
    const status = problem === null ? 200 : 422;
    return page(
      c,
      { title: 'Upload a list', status },
      <UploadPage c={c} uploads={waiting} problem={problem} />,
    );
  };

  /** The price of what was chosen, or why there is none. */
  async function priceOf(c: PageContext, upload: Upload, choice: FullChoice) {
    const priced = await tried(async () => {
      await callerOf(visitorOf(c), choice.mode, callers, clock.now());
      const [price, balance] = await Promise.all([
        priceChoice(upload, choice, services),
        bulk.ledger.balance(visitorOf(c).organizationId),
      ]);
      return { price, available: balance.available };
    });
    if (!priced.ok) return <Refusal refusal={priced.refusal} />;
    const { price, available } = priced.value;
    const suggestedPlan = PLANS.find((plan) => plan.creditsPerMonth >= price.price) ?? null;
    return <PriceSection {...{ c, upload, choice, price, available, suggestedPlan }} />;
  }

  pages.get(path, (c) => showUpload(c, null));

  pages.post(path, async (c) => {
    const received = await tried(() => receiveFile(c, uploads));
    if (!received.ok) return showUpload(c, received.refusal.message);
    return c.redirect(`${NEW_JOB}/${received.value.id}`, 303);
  });

  pages.get(`${path}/:upload`, async (c) => {
    const upload = await requireUpload(named(c), uploads);
    const choice = readChoice(new URL(c.req.url).searchParams, upload, bulk.products);
    const { product } = choice;
    const isReady = product !== null && choice.isChosen && !hasProblems(choice);
    const price = isReady ? await priceOf(c, upload, { ...choice, product }) : null;
    return page(
      c,
      { title: upload.name, status: hasProblems(choice) ? 422 : 200, wide: true },
      <ChoosePage {...{ c, upload, choice, families }}>{price}</ChoosePage>,
    );
  });

  pages.post(`${path}/:upload/start`, async (c) => {
    const upload = await requireUpload(named(c), uploads);
    const choice = readChoice(c.get('sentForm') ?? new URLSearchParams(), upload, bulk.products);
    const { product } = choice;
    const show = (children: ReturnType<typeof Refusal>, status: 402 | 422) =>
      page(
        c,
        { title: upload.name, status, wide: true },
        <ChoosePage {...{ c, upload, choice, families }}>{children}</ChoosePage>,
      );
    if (!product || !choice.isChosen || hasProblems(choice))
      return show(
        <Refusal refusal={new ApiError('INVALID_REQUEST', 'Choose the columns.')} />,
        422,
      );
    const full = { ...choice, product };
    const making = tried(async () => {
      const caller = await callerOf(visitorOf(c), choice.mode, callers, clock.now());
      return startChoice({ upload, choice: full, caller, origin: c.get('origin') }, services);
    });
    // A browser that pressed twice hangs up on the first; the job is made all the same.
    defer(making.catch(() => undefined));
    const made = await making;
    if (!made.ok) return show(<Refusal refusal={made.refusal} />, 422);
    if (made.value.kind === 'short') return show(<ShortageNotice {...made.value.shortage} />, 402);
    return redirectWith(c, `/app/jobs/${made.value.jobId}`, 'The job has started.');
  });

  pages.post(`${path}/:upload/discard`, async (c) => {
    await discardUpload(named(c), uploads);
    return redirectWith(c, NEW_JOB, 'The file was discarded.');
  });
  return pages;
}
