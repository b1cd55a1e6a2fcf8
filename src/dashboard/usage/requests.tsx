import { readConnections } from '../../accounts/agent-connections.ts';
import {
  listRequests,
  MAX_LISTED_REQUESTS,
  type NamedRequest,
  type RequestFilter,
  type RequestLogReader,
} from '../../accounts/requests/request-log.ts';
import { csvLine } from '../../files/csv-text.ts';
import { ERRORS } from '../../lib/errors.ts';
import { quoted } from '../../lib/text.ts';
import { toIso, utcDay } from '../../lib/time.ts';
import { AGENT_KEY_PREFIX } from '../../lookup/account/caller.ts';
import { REQUEST_LOG_DAYS } from '../../lookup/account/request-log.ts';
import { type AnyProduct, findNamedProduct, type ProductFamily } from '../../lookup/product.ts';
import { NoticeLine } from '../form/api-error.tsx';
import { type Choice, Field } from '../form/form.tsx';
import {
  type Asked,
  askedFilter,
  csvFile,
  DownloadCsv,
  dayRange,
  FilterForm,
  FilterSelect,
  filteredPath,
  readFilter,
  readPages,
} from '../layout/filter.tsx';
import {
  formatNumber,
  humanize,
  keyLabel,
  ModeBadge,
  Moment,
  OlderLink,
} from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { EmptyState, longCell, Table } from '../layout/table.tsx';
import { PageError, type Pages, requireSessionUser, visibleRealm } from '../session/context.ts';

const SHOWN_REQUESTS = 100;

const MAX_CSV_PAGES = 100;

const FIELDS = ['from', 'to', 'product', 'key_id', 'status', 'code', 'request_id'] as const;
type AskedRequests = Asked<(typeof FIELDS)[number]>;

/** @throws PageError 422 for an invalid filter */
function filterOf(asked: AskedRequests, products: readonly AnyProduct[]): RequestFilter {
  const { product, key_id: keyId = null, status, request_id: requestId = null } = asked;
  const code = asked.code?.toUpperCase();
  const named = product === undefined ? null : findNamedProduct(product, products);
  if (product && !named) throw new PageError(422, `There is no product ${quoted(product)}.`);
  if (status && !/^[1-5]\d\d$/.test(status))
    throw new PageError(422, 'A status is a number from 100 to 599.');
  if (code && !Object.hasOwn(ERRORS, code))
    throw new PageError(422, `There is no code ${quoted(code)}.`);
  return {
    ...dayRange(asked),
    product: named?.type ?? null,
    keyId,
    status: status ? Number(status) : null,
    code: code ?? null,
    requestId,
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
  <FilterForm path="/app/requests" asked={asked}>
    <Field name="from" type="date" />
    <Field name="to" type="date" />
    <FilterSelect name="product" choices={products} value={asked.product} />
    <FilterSelect name="key_id" label="Key" choices={keys} value={asked.key_id} />
    <FilterSelect name="status" choices={STATUSES} value={asked.status} />
    <Field name="code" />
    <Field name="request_id" />
  </FilterForm>
);

/** A code that may be broken after its underscores, so that the table fits a small laptop. */
const breakable = (code: string) =>
  code.split('_').map((word, at) =>
    at === 0 ? (
      word
    ) : (
      <>
        _<wbr />
        {word}
      </>
    ),
  );

const Requests = ({ requests }: { requests: readonly NamedRequest[] }) => (
  <Table
    caption="Calls, newest first"
    head={['Time', 'Call', 'Key', 'Mode', 'Status', 'Credits', 'Request id']}
    numeric={[5]}
    rows={requests.map((request) => [
      <Moment at={request.at} />,
      <span>
        {request.product !== null && humanize(request.product)}{' '}
        <span class="hint">
          {request.method ?? 'POST'} {request.path} {request.tool}
        </span>
      </span>,
      longCell(request.keyName ?? 'A deleted key'),
      <ModeBadge mode={request.mode} />,
      <span class={`status ${request.code === null ? 'delivered' : 'failed'}`}>
        {request.status} {request.code && breakable(request.code)}
        <span class="hint"> {formatNumber(request.durationMs)} ms</span>
      </span>,
      formatNumber(request.credits),
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

/** /app/requests: the request log, also as a CSV file, which is whole or refused. */
export function requestPages(pages: Pages, { requestLog, families }: RequestPageServices): void {
  const served = families.flatMap((family) => family.products);
  const products: readonly Choice[] = served
    .map(({ type }) => [type, humanize(type)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b));
  const { accounts, clock } = requestLog.accounts;

  pages.get('/requests', async (c) => {
    const asked = askedFilter(c, FIELDS);
    const { filter, problem } = readFilter(() => filterOf(asked, served));
    const query = { realm: visibleRealm(c), limit: SHOWN_REQUESTS };
    const cursor = c.req.query('cursor') ?? null;
    const user = requireSessionUser(c);
    const [view, agents, found] = await Promise.all([
      accounts.view(user.organizationId),
      readConnections(user, requestLog.accounts),
      filter && listRequests({ ...query, filter, cursor }, requestLog),
    ]);
    const keys: readonly Choice[] = [
      ...(view?.keys ?? []).map((key) => [key.id, keyLabel(key)] as const),
      ...agents.map(
        ({ grantId, clientName }) => [`${AGENT_KEY_PREFIX}${grantId}`, clientName] as const,
      ),
    ];
    return page(
      c,
      { title: 'Requests', status: problem === null ? 200 : 422, wide: true },
      <>
        {problem && <NoticeLine>{problem}</NoticeLine>}
        <Filters {...{ asked, products, keys }} />
        {found?.requests.length === 0 && (
          <EmptyState title="No calls found">
            <p>
              Calls are listed here for {REQUEST_LOG_DAYS} days, including refused ones: when, with
              which key and with what outcome, but never what was looked up.
            </p>
          </EmptyState>
        )}
        {found && found.requests.length > 0 && (
          <>
            <DownloadCsv path={filteredPath('/app/requests.csv', asked)} />
            <Requests requests={found.requests} />
          </>
        )}
        <OlderLink path={filteredPath('/app/requests', asked)} cursor={found?.nextCursor ?? null} />
      </>,
    );
  });

  pages.get('/requests.csv', async (c) => {
    const filter = filterOf(askedFilter(c, FIELDS), served);
    const query = { realm: visibleRealm(c), filter, limit: MAX_LISTED_REQUESTS };
    const lines = await readPages(MAX_CSV_PAGES, async (cursor) => {
      const { requests, nextCursor } = await listRequests({ ...query, cursor }, requestLog);
      return { entries: requests.map(lineOf), nextCursor };
    });
    return csvFile(c, `requests-${utcDay(clock.now())}`, [csvLine(COLUMNS), ...lines]);
  });
}
