import type { Child } from 'hono/jsx';
import type { AccountPorts } from '../../accounts/ports.ts';
import type { InsufficientCredits } from '../../bulk/holds.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { PLANS } from '../../domain/plans.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Accounts } from '../../lookup/account/account.ts';
import type { FreeRow, RowsPrice, UploadedFile } from '../../lookup/jobs/files.ts';
import type { ProductFamily } from '../../lookup/product.ts';
import type { Clock } from '../../lookup/world.ts';
import {
  discardUpload,
  listUploads,
  receiveUpload,
  requireUpload,
  type UploadPorts,
} from '../../uploads/uploads.ts';
import { ApiErrorNotice, catchApiError, Notice, NoticeLine } from '../form/api-error.tsx';
import { ActionForm } from '../form/form.tsx';
import { emptyForm, type FormState, wrongField } from '../form/form-state.ts';
import { formatNumber, pluralize } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { type Fact, Facts, Table } from '../layout/table.tsx';
import { sessionCaller } from '../session/caller.ts';
import { type PageContext, type Pages, requireSessionUser } from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { ChoosePage } from './column-mapping.tsx';
import {
  type CompleteJobSettings,
  type JobSettings,
  priceJob,
  readJobSettings,
  settingsFields,
  startJobFromUpload,
} from './job-settings.ts';
import { NEW_JOB_PATH, UploadPage } from './upload.tsx';

/** Missing credits, and how to get them; the list is kept meanwhile. */
const ShortageNotice = ({
  required,
  available,
  suggestedPlan,
}: Pick<InsufficientCredits, 'required' | 'available' | 'suggestedPlan'>) => (
  <Notice>
    <p>
      <strong>{pluralize(required - available, 'credit')} missing.</strong> This job costs at most{' '}
      {formatNumber(required)}; {formatNumber(available)} are available. Rows paid for within the
      last seven days are included here, and are free in single lookups.
    </p>
    <p>
      Your file and your choices are kept here.{' '}
      <a href="/app/billing">Buy credits or choose a plan</a>
      {suggestedPlan && ` (the smallest that covers this job is ${suggestedPlan.id})`}, then come
      back to this page.
    </p>
  </Notice>
);

const CountWithHint = ({ count, why }: { count: number; why: string }) => (
  <>
    {formatNumber(count)} <span class="hint">{why}</span>
  </>
);

const priceFacts = (price: RowsPrice): Fact[] => [
  ['Rows in the file', formatNumber(price.rows)],
  ['To be looked up', formatNumber(price.billable)],
  ['Duplicates', <CountWithHint count={price.duplicates} why="looked up and charged once" />],
  ['Empty', <CountWithHint count={price.empty} why="skipped, free" />],
  ['Unusable', <CountWithHint count={price.unusable} why="fail with a reason, free" />],
  ['Cannot exist', <CountWithHint count={price.free} why="answered as such, free" />],
];

const DISCOUNT_NOTE =
  'Rows paid for in the last seven days are free, and less is charged if nothing is found.';

/** Unusable rows shown with their reasons before a purchase. */
const SHOWN_UNUSABLE = 5;
/** Share of unusable rows from which a wrong column or product is more likely than bad rows. */
const WARNED_SHARE = 0.2;

/** A row for display: the values of its cells if it is a JSON object. */
function shownInput(input: string): string {
  try {
    const row: unknown = JSON.parse(input);
    return typeof row === 'object' && row !== null ? Object.values(row).join(', ') : input;
  } catch {
    return input;
  }
}

/** @param share share among non-empty rows */
const NotedRows = ({
  count,
  share,
  what,
  caption,
  rows,
}: {
  count: number;
  share: number;
  what: string;
  caption: string;
  rows: readonly FreeRow[];
}) => {
  if (count === 0) return null;
  return (
    <>
      {share > WARNED_SHARE && (
        <NoticeLine>
          <strong>
            {pluralize(count, 'row')} {what}.
          </strong>{' '}
          Check the column, product and country.
        </NoticeLine>
      )}
      <Table
        caption={caption}
        stacked
        head={['Row', 'Input', 'Why']}
        rows={rows
          .slice(0, SHOWN_UNUSABLE)
          .map(({ row, input, reason }) => [formatNumber(row), shownInput(input), reason])}
      />
    </>
  );
};

/** The last step: summary and maximum price of the job, and the button to start it. */
const PriceSection = ({
  upload,
  choice,
  price,
  available,
  suggestedPlan,
}: {
  upload: UploadedFile;
  choice: CompleteJobSettings;
  price: RowsPrice;
  /** Credits available now. */
  available: number;
  suggestedPlan: InsufficientCredits['suggestedPlan'];
}) => {
  const cost = choice.mode === 'live' ? price.price : 0;
  const isShort = cost > available;
  const filled = Math.max(1, price.rows - price.empty);
  return (
    <section class="price" aria-labelledby="price">
      <h2 id="price">Price</h2>
      <Facts
        facts={[
          ...priceFacts(price),
          ['Price', choice.mode === 'test' ? 'Free' : `${pluralize(cost, 'credit')} at most`],
          ['Balance', pluralize(available, 'credit')],
          !isShort && ['Balance left if everything is charged', formatNumber(available - cost)],
        ]}
      />
      <p class="hint">
        {choice.mode === 'test' ? 'Test jobs are answered by the sandbox.' : DISCOUNT_NOTE}
      </p>
      <NotedRows
        count={price.unusable}
        share={price.unusable / filled}
        what="cannot be looked up"
        caption="First unusable rows"
        rows={price.reasons}
      />
      <NotedRows
        count={price.free}
        share={price.free / filled}
        what={price.free === 1 ? 'has a value that cannot exist' : 'have values that cannot exist'}
        caption="First rows with values that cannot exist"
        rows={price.freeReasons}
      />
      {price.billable === 0 && (
        <NoticeLine>There are no rows to look up. Choose another column or product.</NoticeLine>
      )}
      {isShort && (
        <ShortageNotice required={cost} available={available} suggestedPlan={suggestedPlan} />
      )}
      {!isShort && price.billable > 0 && (
        <ActionForm
          action={`${NEW_JOB_PATH}/${upload.id}/start`}
          fields={Object.fromEntries(settingsFields(choice))}
          label="Start job"
        />
      )}
    </section>
  );
};

export interface JobPageServices {
  families: readonly ProductFamily[];
  callers: Pick<Accounts, 'admit'>;
  accounts: { accounts: Pick<AccountPorts['accounts'], 'view'> };
  bulk: BulkPorts;
  uploads: UploadPorts;
  clock: Clock;
  /** Continues work after the reply. */
  defer(work: Promise<unknown>): void;
}

const NEW_JOB_ROUTE = '/jobs/new';

/** Streams the file of a form. @throws ApiError for a form without a file */
async function receiveFile(c: PageContext, uploads: UploadPorts): Promise<UploadedFile> {
  const { organizationId } = requireSessionUser(c);
  for await (const { name, fileName, bytes } of c.get('sentParts'))
    if (name === 'file')
      // Awaited here, because leaving the loop closes the stream.
      return await receiveUpload({ organizationId, name: fileName || 'list.csv', bytes }, uploads);
  throw new ApiError('MISSING_FIELD', 'Choose a file.', { param: 'file' });
}

const hasProblems = ({ problems }: JobSettings): boolean => problems.size > 0;

/** Pages to upload a list and create a job from it. */
export function newJobPages(pages: Pages, services: JobPageServices): void {
  const { families, callers, bulk, uploads, clock, defer } = services;
  const named = (c: PageContext) => ({
    organizationId: requireSessionUser(c).organizationId,
    uploadId: c.req.param('upload') ?? '',
  });

  const showUpload = async (c: PageContext, form: FormState) => {
    const waiting = await listUploads(requireSessionUser(c).organizationId, uploads);
    return page(c, { title: 'Upload a list', form }, <UploadPage uploads={waiting} form={form} />);
  };

  /** An uploaded file, and the default country of its organization. */
  const requireList = async (c: PageContext) => {
    const [upload, account] = await Promise.all([
      requireUpload(named(c), uploads),
      services.accounts.accounts.view(requireSessionUser(c).organizationId),
    ]);
    return { upload, country: account?.organization.defaultCountry };
  };

  /** @param below the price, or why the job was not started */
  const showChoice = (
    c: PageContext,
    list: Awaited<ReturnType<typeof requireList>>,
    choice: JobSettings,
    status: 200 | 402 | 422,
    below: Child,
  ) =>
    page(
      c,
      { title: list.upload.name, status, wide: true },
      <ChoosePage {...{ ...list, choice, families }}>{below}</ChoosePage>,
    );

  /** The price of the choice, or why there is none. */
  async function priceOf(c: PageContext, upload: UploadedFile, choice: CompleteJobSettings) {
    const priced = await catchApiError(async () => {
      const caller = await sessionCaller(requireSessionUser(c), choice.mode, callers, clock.now());
      const { organizationId } = requireSessionUser(c);
      const [price, balance, view] = await Promise.all([
        priceJob(upload, choice, caller.defaultCountry, services),
        bulk.accounts.balance(organizationId),
        services.accounts.accounts.view(organizationId),
      ]);
      const own = view?.subscription?.creditsPerMonth ?? 0;
      return { price, available: balance.available, own };
    });
    if (!priced.ok) return <ApiErrorNotice refusal={priced.refusal} />;
    const { price, available, own } = priced.value;
    const suggestedPlan =
      PLANS.find(({ creditsPerMonth: most }) => most >= price.price && most > own) ?? null;
    return <PriceSection {...{ upload, choice, price, available, suggestedPlan }} />;
  }

  pages.get(NEW_JOB_ROUTE, (c) => showUpload(c, emptyForm()));

  pages.post(NEW_JOB_ROUTE, async (c) => {
    const received = await catchApiError(() => receiveFile(c, uploads));
    if (!received.ok) return showUpload(c, wrongField(emptyForm(), 'file', received.refusal));
    return c.redirect(`${NEW_JOB_PATH}/${received.value.id}`, 303);
  });

  pages.get(`${NEW_JOB_ROUTE}/:upload`, async (c) => {
    const list = await requireList(c);
    const { upload, country } = list;
    const sent = new URL(c.req.url).searchParams;
    const choice = readJobSettings(sent, upload, bulk.products, country);
    const { product } = choice;
    const isReady = product !== null && choice.isChosen && !hasProblems(choice);
    const price = isReady ? await priceOf(c, upload, { ...choice, product }) : null;
    return showChoice(c, list, choice, hasProblems(choice) ? 422 : 200, price);
  });

  pages.post(`${NEW_JOB_ROUTE}/:upload/start`, async (c) => {
    const list = await requireList(c);
    const { upload, country } = list;
    const sent = c.get('sentForm') ?? new URLSearchParams();
    const choice = readJobSettings(sent, upload, bulk.products, country);
    const { product } = choice;
    const show = (status: 402 | 422, notice: Child) => showChoice(c, list, choice, status, notice);
    const refuse = (refusal: ApiError) => show(422, <ApiErrorNotice refusal={refusal} />);
    if (!product || !choice.isChosen || hasProblems(choice))
      return refuse(new ApiError('INVALID_REQUEST', 'Choose the columns.'));
    const full = { ...choice, product };
    const making = catchApiError(async () => {
      const caller = await sessionCaller(requireSessionUser(c), choice.mode, callers, clock.now());
      const request = { upload, choice: full, caller, origin: c.get('origin') };
      return startJobFromUpload(request, services);
    });
    // After a second click, the browser aborts the first request; its job must still be created.
    defer(making.catch(() => undefined));
    const made = await making;
    if (!made.ok) return refuse(made.refusal);
    if (made.value.kind === 'insufficient_credits')
      return show(402, <ShortageNotice {...made.value.shortage} />);
    return redirectWith(c, `/app/jobs/${made.value.jobId}`, 'The job has started.');
  });

  pages.post(`${NEW_JOB_ROUTE}/:upload/discard`, async (c) => {
    await discardUpload(named(c), uploads);
    return redirectWith(c, NEW_JOB_PATH, 'The file was discarded.');
  });
}
