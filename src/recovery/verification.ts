import { endsByItself, isBehindArchive, isHistoryRule } from '../accounts/ledger/statement.ts';
import { findOrganization } from '../accounts/store-organizations.ts';
import { ApiError } from '../lib/errors.ts';
import { pageKeys } from '../lib/r2.ts';
import { quoted } from '../lib/text.ts';
import { MINUTE_MS, toIso } from '../lib/time.ts';
import { verifySegments } from './ledger-verification.ts';
import type { RecoveryPorts, StoreFinding } from './ports.ts';
import { HeldJobs, MAX_OBJECTS, quotaIds } from './row-rebuilding.ts';
import {
  listDirectoryMembers,
  listPaidTransfers,
  missingJobs,
  missingMonitors,
  missingTables,
  PAGE_ROWS,
  pageActiveMonitorIds,
  pageOrganizationIds,
  pageVerifiedJobs,
} from './store.ts';

/** Organization ids listed at a time from each store. */
const IDS_AT_ONCE = 20;

/** @param command absent for that of the store and code */
type Report = (
  store: StoreFinding['store'],
  code: string,
  id: string,
  command?: string | null,
) => void;

const REBUILD_DIRECTORY = 'rebuild-directory --organization';

/** Repair command for findings of each store, before the organization, if there is one. */
const REPAIR_COMMANDS: Readonly<Partial<Record<StoreFinding['store'], string>>> = {
  account: 'rebuild-account',
  archive: REBUILD_DIRECTORY,
  segments: REBUILD_DIRECTORY,
  directory: REBUILD_DIRECTORY,
  history: REBUILD_DIRECTORY,
  jobs: REBUILD_DIRECTORY,
  monitors: REBUILD_DIRECTORY,
  payments: REBUILD_DIRECTORY,
  webhooks: REBUILD_DIRECTORY,
};

/** Findings that no command can repair. */
const BEYOND_REPAIR = new Set(['object_lost', 'files_missing', 'rows_missing', 'endpoint_lost']);

/** Ids after one, merged from the directory, the archive and the segments. */
export async function organizationsAfter(
  after: string,
  { db, archives, segments }: Pick<RecoveryPorts, 'db' | 'archives' | 'segments'>,
): Promise<string[]> {
  const named = await Promise.all([
    pageOrganizationIds(db, after, IDS_AT_ONCE),
    archives.list(after, IDS_AT_ONCE),
    segments.owners(after, IDS_AT_ONCE),
  ]);
  return [...new Set(named.flat())].sort().slice(0, IDS_AT_ONCE);
}

/** Refuses an organization that no store names, as one misspelt. @throws ApiError NOT_FOUND */
export async function requireNamed(
  id: string,
  { db, accounts, archives, segments }: RecoveryPorts,
): Promise<void> {
  if ((await accounts.view(id)) || (await archives.read(id))) return;
  if ((await segments.list(id, 0, 1)).length > 0 || (await findOrganization(db, id))) return;
  throw new ApiError('NOT_FOUND', `There is no organization ${quoted(id)}.`);
}

const memberSignature = (rows: readonly { id: string; email: string; role: string }[]): string =>
  JSON.stringify(rows.map(({ id, email, role }) => `${id} ${email} ${role}`).sort());

/** The placeholder of a time before the fault, which only the operator knows. */
const BEFORE_THE_FAULT = 'TIME';

/** Reports broken rules: `rebuild-account` is for lost accounts only, and refuses the others. */
async function verifyRules(id: string, ports: RecoveryPorts, report: Report): Promise<void> {
  const invariants = await ports.accounts.invariants(id);
  const present = isBehindArchive(invariants) ? toIso(ports.clock.now()) : null;
  for (const rule of invariants) {
    if (rule.holds) continue;
    const isOutside = isHistoryRule(rule);
    const time = isOutside ? present : BEFORE_THE_FAULT;
    const restore = time === null ? undefined : `restore-account ${id} --to ${time}`;
    const run = restore ?? (endsByItself(rule) ? null : undefined);
    report(isOutside ? 'history' : 'account', 'unbalanced', rule.name, run);
  }
}

async function verifyDirectory(id: string, ports: RecoveryPorts, report: Report): Promise<void> {
  const [listed, view] = await Promise.all([
    findOrganization(ports.db, id),
    ports.accounts.view(id),
  ]);
  if (!view) return report('account', 'lost', id);
  const { organization, members } = view;
  if (!listed) return report('directory', 'organization_missing', id);
  const isSame =
    listed.name === organization.name &&
    listed.region === organization.region &&
    listed.active === organization.active;
  if (!isSame) report('directory', 'organization_differs', id);
  const known = (await listDirectoryMembers(ports.db, id)).map((row) => ({
    ...row,
    id: row.userId,
  }));
  // Members of a closed organization are removed with its directory entry.
  if (organization.active && memberSignature(known) !== memberSignature(members))
    report('directory', 'members_differ', id);
  await verifyRules(id, ports, report);
  const isMissing = (await ports.archives.read(id)) === null;
  if (isMissing && !(await isFirstArchiveDue(id, ports))) report('archive', 'missing', id);
}

/** Whether an account was just made: its first archive is written seconds later. */
async function isFirstArchiveDue(
  id: string,
  { recovery, clock }: Pick<RecoveryPorts, 'recovery' | 'clock'>,
): Promise<boolean> {
  const { backups, archiveDueAt } = (await recovery.export(id)).account;
  return !backups && (archiveDueAt ?? 0) > clock.now() - MINUTE_MS;
}

/** Payments that moved or claimed credits by D1, but whose operation the account lacks. */
export async function unknownPayments(
  id: string,
  { db, recovery }: Pick<RecoveryPorts, 'db' | 'recovery'>,
): Promise<string[]> {
  const known = new Set((await recovery.export(id)).calls.map(([call]) => call));
  const isKnown = (transferId: string) =>
    [`grant:${transferId}`, `subscription:${transferId}`, `grant:${transferId}:late`].some((name) =>
      known.has(name),
    );
  return (await listPaidTransfers(db, id)).flatMap(({ id: transferId }) =>
    isKnown(transferId) ? [] : [transferId],
  );
}

/** Reports started jobs without a row, as the row is written before a job starts. */
async function reportMissing(
  ids: readonly string[],
  { db, jobs }: Pick<RecoveryPorts, 'db' | 'jobs'>,
  report: Report,
): Promise<void> {
  for (const id of (await missingJobs(db, ids)).slice(0, MAX_OBJECTS)) {
    const state = await jobs.state(id);
    if (state && state.status !== 'pending') report('jobs', 'row_missing', id);
  }
}

/** Compares a page of jobs with their objects. @returns the page's last; null if none follows */
async function verifyJobs(
  id: string,
  after: string,
  ports: RecoveryPorts,
  report: Report,
): Promise<string | null> {
  const jobs = await pageVerifiedJobs(ports.db, id, after);
  for (const job of jobs) {
    const state = job.endedAt === null ? await ports.jobs.state(job.id) : null;
    if (job.endedAt === null && !state) report('jobs', 'object_lost', job.id);
    else if (state && state.endedAt !== null) report('jobs', 'end_missing', job.id);
    const { rows, resultsFile } = ports.jobs.files(job.id);
    if (job.hasFiles && !(await ports.results.head(resultsFile)))
      report('jobs', 'files_missing', job.id);
    else if (!job.hasFiles && !(await ports.results.head(rows)))
      report('jobs', 'rows_missing', job.id);
  }
  return jobs.length < PAGE_ROWS ? null : (jobs.at(-1)?.id ?? null);
}

async function verifyMonitors(
  id: string,
  claimed: readonly string[],
  ports: RecoveryPorts,
  report: Report,
): Promise<void> {
  for (const missing of await missingMonitors(ports.db, claimed))
    if (await ports.monitors.state(missing)) report('monitors', 'row_missing', missing);
  for (let after = ''; ; ) {
    const monitors = await pageActiveMonitorIds(ports.db, id, after);
    for (const monitor of monitors) {
      after = monitor;
      if (!(await ports.monitors.state(monitor))) report('monitors', 'object_lost', monitor);
    }
    if (monitors.length < PAGE_ROWS) return;
  }
}

async function verifyUploads(id: string, ports: RecoveryPorts, report: Report): Promise<void> {
  const { keys } = await pageKeys(ports.results, `uploads/${id}/`);
  const present = new Set(keys);
  for (const key of keys) {
    const upload = key.slice(0, key.lastIndexOf('.'));
    if (!present.has(`${upload}.json`)) report('uploads', 'not_described', key);
    else if (key === `${upload}.json` && !present.has(`${upload}.csv`))
      report('uploads', 'bytes_missing', key);
  }
}

/** Where an organization's next step begins: after a job, or else after a ledger entry. */
interface Position {
  seq: number;
  balance: number;
  job: string;
}

/** An organization, and its {@link Position}. */
const CURSOR = /^(\w{1,64}):(\d{1,15}):(-?\d{1,16})(?::(job_[\w-]{1,64}))?$/;

async function verifyOrganization(
  id: string,
  from: Position,
  ports: RecoveryPorts,
): Promise<{ findings: StoreFinding[]; next: Position | null }> {
  const findings: StoreFinding[] = [];
  const report: Report = (store, code, of, command) => {
    const usual = BEYOND_REPAIR.has(code) ? undefined : REPAIR_COMMANDS[store];
    const run = command === undefined ? (usual ? `${usual} ${id}` : null) : command;
    findings.push({ organization: id, store, code, id: of, run });
  };
  if (from.seq === 0 && from.job === '') {
    // Entries that are still in the account cannot be compared, so they are archived first.
    await ports.accounts.archiveEntries(id).catch(() => undefined);
    await verifyDirectory(id, ports, report);
    for (const payment of await unknownPayments(id, ports))
      report('payments', 'not_in_account', payment);
    const claimed = await quotaIds(id, ports);
    await reportMissing(claimed.jobs, ports, report);
    await verifyMonitors(id, claimed.monitors, ports, report);
    const endpoints = await ports.endpoints.compare(id, claimed.endpoints);
    for (const endpoint of endpoints.lost) report('webhooks', 'endpoint_lost', endpoint);
    for (const endpoint of endpoints.restorable) report('webhooks', 'row_missing', endpoint);
    for (const endpoint of endpoints.uncopied) report('webhooks', 'copy_missing', endpoint.id);
    await verifyUploads(id, ports, report);
  }
  if (from.seq === 0) {
    const job = await verifyJobs(id, from.job, ports, report);
    if (job !== null) return { findings, next: { seq: 0, balance: 0, job } };
  }
  const held = new HeldJobs(ports.clock.now());
  const next = await verifySegments(id, from, ports, report, held);
  await reportMissing(held.ids, ports, report);
  return { findings, next: next && { ...next, job: '' } };
}

/** Tables missing from D1. While one is missing, nothing else can be compared. */
async function verifyTables({ db, recordsDb, tables }: RecoveryPorts): Promise<StoreFinding[]> {
  const [lost, lostRecords] = await Promise.all([
    missingTables(db, tables.db),
    missingTables(recordsDb, tables.records),
  ]);
  const finding = (store: StoreFinding['store']) => (id: string) =>
    ({ organization: null, store, code: 'table_missing', id, run: null }) as const;
  return [...lost.map(finding('database')), ...lostRecords.map(finding('records'))];
}

/**
 * Compares the stores of one organization, or of the next one after a cursor; the last step
 * compares record files. Each step reads a bounded part. A missing table ends the comparison.
 * @returns findings of the step, and the organization (null if none is left); `nextCursor` is null
 * once everything is checked
 */
export async function verifyStores(
  request: { organizationId: string | null; cursor: string | null },
  ports: RecoveryPorts,
) {
  const lost = await verifyTables(ports);
  if (lost.length > 0) return { organization: null, findings: lost, nextCursor: null };
  const match = CURSOR.exec(request.cursor ?? '');
  const [, last = '', seq = 0, balance = 0, job = ''] = match ?? [];
  const from = { seq: Number(seq), balance: Number(balance), job };
  const isWithin = from.seq > 0 || job !== '';
  const current = request.organizationId ?? (isWithin ? last : null);
  const ids = current ? [current] : await organizationsAfter(last, ports);
  const id = ids[0];
  if (id === undefined)
    return { organization: null, findings: await ports.verifyRecords(), nextCursor: null };
  const { findings, next } = await verifyOrganization(id, from, ports);
  const isWhole = request.organizationId !== null && next === null;
  const place = [id, next?.seq ?? 0, next?.balance ?? 0, ...(next?.job ? [next.job] : [])];
  return { organization: id, findings, nextCursor: isWhole ? null : place.join(':') };
}
