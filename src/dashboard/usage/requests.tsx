import {
  listRequests,
  MAX_LISTED_REQUESTS,
  type NamedRequest,
  type RequestFilter,
  type RequestLogReader,
} from '../../accounts/requests/request-log.ts';
import { csvLine } from '../../files/csv-text.ts';
import { DAY_MS, toIso, utcDay } from '../../lib/time.ts';
import { REQUEST_LOG_DAYS } from '../../lookup/account/request-log.ts';
import type { ProductFamily } from '../../lookup/product.ts';
import type { Choice } from '../form/form.tsx';
import {
  type Asked,
  askedFilter,
  csvFile,
  DownloadCsv,
  dayStart,
  FilterInput,
  FilterSelect,
  filteredPath,
  readPages,
} from '../layout/filter.tsx';
import { formatNumber, humanize, ModeBadge, Moment, OlderLink } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { EmptyState, Table } from '../layout/table.tsx';
import { type Pages, requireSessionUser, visibleRealm } from '../session/context.ts';

const SHOWN_REQUESTS = 100;

/** Pages of one file. */
const MAX_CSV_PAGES = 100;

/** Fields of the filter as the address has them. */
const FIELDS = ['from', 'to', 'product', 'key_id', 'status', 'code', 'request_id'] as const;
type AskedRequests = Asked<(typeof FIELDS)[number]>;

/** What is no day or status filters nothing. */
function filterOf(asked: AskedRequests): RequestFilter {
  const { from, to, product = null, key_id: keyId = null, status, code } = asked;
  const last = dayStart(to);
  return {
    since: dayStart(from),
    until: last === null ? null : last + DAY_MS,
    product,
    keyId,
    status: status && /^\d{3}$/.test(status) ? Number(status) : null,
    code: code?.toUpperCase() ?? null,
    requestId: asked.request_id ?? null,
  };
}

const STATUSES: readonly Choice[] = [
  200, 201, 202, 400, 402, 403, 404, 405, 409, 415, 429, 500, 503,
]
  .map(String)
  .map((status) => [status, status]);

const Filters = ({
  asked,
  products,
  keys,
}: {
  asked: AskedRequests;
  products: readonly Choice[];
  keys: readonly Choice[];
}) => (
  <form method="get" action="/app/requests" class="line">
    <FilterInput name="from" label="From" type="date" value={asked.from} />
    <FilterInput name="to" label="To" type="date" value={asked.to} />
    <FilterSelect name="product" label="Product" choices={products} value={asked.product} />
    <FilterSelect name="key_id" label="Key" choices={keys} value={asked.key_id} />
    <FilterSelect name="status" label="Status" choices={STATUSES} value={asked.status} />
    <FilterInput name="code" label="Code" type="text" value={asked.code} />
    <FilterInput name="request_id" label="Request id" type="text" value={asked.request_id} />
    <button type="submit">Show</button>
  </form>
);

const Requests = ({ requests }: { requests: readonly NamedRequest[] }) => (
  <Table
    caption="Calls, newest first"
    head={['Time', 'Call', 'Key', 'Mode', 'Status', 'Credits', 'Milliseconds', 'Request id']}
    numeric={[5, 6]}
    rows={requests.map((request) => [
      <Moment at={request.at} />,
      <span>
        {request.product !== null && humanize(request.product)}{' '}
        <span class="hint">
          {request.method ?? 'POST'} {request.path} {request.tool}
        </span>
      </span>,
      request.keyName ?? 'A key that is gone',
      <ModeBadge mode={request.mode} />,
      <span class={`status ${request.code === null ? 'delivered' : 'failed'}`}>
        {request.status} {request.code}
      </span>,
      formatNumber(request.credits),
      formatNumber(request.durationMs),
      <a href={`/app/requests?request_id=${request.id}`}>
        <code>{request.id}</code>
      </a>,
    ])}
  />
);

const COLUMNS =
  'id,batch_id,at,method,path,product,mode,key_id,key,status,code,credits,processing_time_ms,tool'.split(
    ',',
  );

const lineOf = (request: NamedRequest): string =>
  csvLine([
    request.id,
    request.batchId,
    toIso(request.at),
    request.method ?? 'POST',
    request.path,
    request.product,
    request.mode,
    request.keyId,
    request.keyName,
    request.status,
    request.code,
    request.credits,
    request.durationMs,
    request.tool ?? null,
  ]);

interface RequestPageServices {
  requestLog: RequestLogReader;
  families: readonly ProductFamily[];
}

/** /app/requests: the log of calls, and the same as a CSV file. */
export function requestPages(pages: Pages, { requestLog, families }: RequestPageServices): void {
  const products: readonly Choice[] = families
    .flatMap((family) => family.products)
    .map(({ type }) => [type, humanize(type)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b));
  const { accounts, clock } = requestLog.accounts;

  pages.get('/requests', async (c) => {
    const asked = askedFilter(c, FIELDS);
    const query = { realm: visibleRealm(c), filter: filterOf(asked), limit: SHOWN_REQUESTS };
    const [view, found] = await Promise.all([
      accounts.view(requireSessionUser(c).organizationId),
      listRequests({ ...query, cursor: c.req.query('cursor') ?? null }, requestLog),
    ]);
    const keys: readonly Choice[] = (view?.keys ?? []).map(({ id, name, last4 }) => [
      id,
      `${name} (…${last4})`,
    ]);
    return page(
      c,
      { title: 'Requests', wide: true },
      <>
        <Filters {...{ asked, products, keys }} />
        {found.requests.length === 0 ? (
          <EmptyState title="No such calls">
            <p>
              Calls are listed here for {REQUEST_LOG_DAYS} days, refused ones too: when, with which
              key and how they went, and never what was looked up.
            </p>
          </EmptyState>
        ) : (
          <>
            <DownloadCsv path={filteredPath('/app/requests.csv', asked)} />
            <Requests requests={found.requests} />
          </>
        )}
        <OlderLink path={filteredPath('/app/requests', asked)} cursor={found.nextCursor} />
      </>,
    );
  });

  pages.get('/requests.csv', async (c) => {
    const filter = filterOf(askedFilter(c, FIELDS));
    const query = { realm: visibleRealm(c), filter, limit: MAX_LISTED_REQUESTS };
    const lines = await readPages(MAX_CSV_PAGES, async (cursor) => {
      const { requests, nextCursor } = await listRequests({ ...query, cursor }, requestLog);
      return { entries: requests.map(lineOf), nextCursor };
    });
    return csvFile(c, `requests-${utcDay(clock.now())}`, [csvLine(COLUMNS), ...lines]);
  });
}
