import {
  ANY_AUDIT_ENTRY,
  AUDIT_DAYS,
  type AuditEntry,
  type AuditFilter,
  auditedPeople,
  invitedPeople,
  readAuditLog,
} from '../../accounts/audit-log.ts';
import { csvLine } from '../../files/csv-text.ts';
import { quoted } from '../../lib/text.ts';
import { toIso, utcDay } from '../../lib/time.ts';
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
import { keyLabel, Moment, OlderLink } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { EmptyState, longCell, Table } from '../layout/table.tsx';
import type { DashboardServices } from '../services/services.ts';
import { type PageContext, PageError, type Pages, requireSessionUser } from '../session/context.ts';
import auditedActions from './audited-actions.json' with { type: 'json' };

/** Labels of routes, grouped by subject. Other routes are shown as their path. */
export const AUDITED_ACTIONS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries(auditedActions),
);

const LABELS: ReadonlyMap<string, string> = new Map(
  [...AUDITED_ACTIONS.values()].flatMap((actions) => Object.entries(actions)),
);

/** Labels of `DELETE` for routes that also have another method. */
const DELETION_LABELS: ReadonlyMap<string, string> = new Map([
  ['/admin/api-keys/:id', 'Revoked a key'],
  ['/v1/webhook-endpoints/:id', 'Deleted a webhook endpoint by a key'],
]);

/** Labels of payments, by the kind that their entry has as method. */
const PAYMENT_LABELS: ReadonlyMap<string, string> = new Map([
  ['PERIOD', 'Granted the credits of a period'],
  ['LATE_PERIOD', 'Granted the credits of a period that is over'],
  ['PACK', 'Granted purchased credits'],
  ['MISMATCH', 'Refused a payment that does not match its order'],
  ['REFUND', 'Took credits back for a refund'],
  ['DISPUTE', 'Took credits back for a dispute'],
  ['RETURNED', 'Gave credits back'],
]);

const paymentLabel = (method: string): string =>
  PAYMENT_LABELS.get(method) ?? 'Set the plan by its subscription';

const DELETED_ACCOUNT = 'A deleted account';

const actionLabel = ({ method, route, actor, target }: AuditEntry): string =>
  route === '/app/team/:id/remove' && actor === target
    ? 'Left the organization'
    : route === '/stripe/webhook'
      ? paymentLabel(method)
      : ((method === 'DELETE' ? DELETION_LABELS.get(route) : null) ??
        LABELS.get(route) ??
        `${method} ${route}`);

const FIELDS = ['from', 'to', 'who', 'what'] as const;
type AskedEntries = Asked<(typeof FIELDS)[number]>;

/** @param people people in the log @throws PageError 422 for an invalid filter */
function filterOf(
  c: PageContext,
  { who, what, ...days }: AskedEntries,
  people: ReadonlyMap<string, string>,
): AuditFilter {
  const actions = what === undefined ? undefined : AUDITED_ACTIONS.get(what);
  if (who && !people.has(who)) throw new PageError(422, `The log has no person ${quoted(who)}.`);
  if (what && !actions) throw new PageError(422, `The log has no changes of ${quoted(what)}.`);
  return {
    ...ANY_AUDIT_ENTRY,
    organizationId: requireSessionUser(c).organizationId,
    actor: who ?? null,
    routes: actions ? Object.keys(actions) : null,
    ...dayRange(days),
  };
}

async function namesOf(
  c: PageContext,
  { accounts }: DashboardServices,
): Promise<{ people: Map<string, string>; names: Map<string, string> }> {
  const { organizationId } = requireSessionUser(c);
  const [view, invited, audited] = await Promise.all([
    accounts.accounts.view(organizationId),
    invitedPeople(organizationId, accounts),
    auditedPeople(organizationId, accounts),
  ]);
  const members = view?.members.map(({ id, email }) => [id, email] as const) ?? [];
  const others = [['operator', 'The operator'] as const, ['stripe', 'Stripe'] as const];
  const people = new Map([...others, ...audited, ...members]);
  const keys = view?.keys.map((key) => [key.id, keyLabel(key)] as const) ?? [];
  const guests = [...invited].map(([id, email]) => [id, email ?? DELETED_ACCOUNT] as const);
  return { people, names: new Map([...people, ...keys, ...guests]) };
}

const ACTIONS: readonly Choice[] = [...AUDITED_ACTIONS.keys()].map((name) => [name, name]);

const Filter = ({ asked, people }: { asked: AskedEntries; people: readonly Choice[] }) => (
  <FilterForm path="/app/audit" asked={asked}>
    <Field name="from" type="date" />
    <Field name="to" type="date" />
    <FilterSelect name="who" choices={people} value={asked.who} />
    <FilterSelect name="what" choices={ACTIONS} value={asked.what} />
  </FilterForm>
);

const COLUMNS = 'at,actor_id,actor,action,target,name,address,request_id,changes'.split(',');

const SHOWN_ENTRIES = 100;
const CSV_PAGE_ENTRIES = 1_000;
const MAX_CSV_PAGES = 10;

/** /app/audit: the audit log, also as a CSV file of at most 10,000 rows, whole or refused. */
export function auditPages(pages: Pages, services: DashboardServices): void {
  const { accounts } = services;

  pages.get('/audit', async (c) => {
    const asked = askedFilter(c, FIELDS);
    const place = { limit: SHOWN_ENTRIES, cursor: c.req.query('cursor') ?? null };
    const { people, names } = await namesOf(c, services);
    const { filter, problem } = readFilter(() => filterOf(c, asked, people));
    const found = filter && (await readAuditLog(filter, place, accounts));
    const rowOf = (entry: AuditEntry) => [
      <Moment at={entry.at} />,
      people.get(entry.actor) ?? DELETED_ACCOUNT,
      actionLabel(entry),
      entry.target && longCell(names.get(entry.target) ?? <code>{entry.target}</code>),
      longCell(entry.changes),
      entry.address ?? '',
    ];
    const content = (
      <>
        <p class="summary">
          Sign-ins and changes of keys, people, plan, webhooks and settings, for {AUDIT_DAYS} days.
        </p>
        {problem && <NoticeLine>{problem}</NoticeLine>}
        <Filter asked={asked} people={[...people]} />
        {found?.entries.length === 0 && (
          <EmptyState title="No entries found">
            <p>No entries match the filter, or they are no longer kept.</p>
          </EmptyState>
        )}
        {found && found.entries.length > 0 && (
          <>
            <DownloadCsv path={filteredPath('/app/audit.csv', asked)} />
            <Table
              caption="Audit log, newest first"
              head={['Time', 'Who', 'What', 'Target', 'Changes', 'Address']}
              rows={found.entries.map(rowOf)}
            />
          </>
        )}
        <OlderLink path={filteredPath('/app/audit', asked)} cursor={found?.nextCursor ?? null} />
      </>
    );
    const status = problem === null ? 200 : 422;
    return page(c, { title: 'Audit log', status, wide: true }, content);
  });

  pages.get('/audit.csv', async (c) => {
    const { people, names } = await namesOf(c, services);
    const filter = filterOf(c, askedFilter(c, FIELDS), people);
    const lineOf = (entry: AuditEntry) =>
      csvLine([
        toIso(entry.at),
        entry.actor,
        people.get(entry.actor) ?? DELETED_ACCOUNT,
        actionLabel(entry),
        entry.target,
        names.get(entry.target ?? '') ?? null,
        entry.address,
        entry.requestId,
        entry.changes,
      ]);
    const lines = await readPages(MAX_CSV_PAGES, async (cursor) => {
      const found = await readAuditLog(filter, { limit: CSV_PAGE_ENTRIES, cursor }, accounts);
      return { entries: found.entries.map(lineOf), nextCursor: found.nextCursor };
    });
    return csvFile(c, `audit-${utcDay(accounts.clock.now())}`, [csvLine(COLUMNS), ...lines]);
  });
}
