import { isPaid } from '../accounts/keys/access-check.ts';
import { ApiError } from '../lib/errors.ts';
import type { AccountView } from '../lookup/account/account.ts';
import type { KeyMode } from '../lookup/account/caller.ts';
import type { JobOrder, RunOrders, RunPart, RunRow, RunShortage } from '../lookup/jobs/job.ts';
import type { AnyProduct } from '../lookup/product.ts';
import { type KindRules, type MemberFinding, MONITOR_KIND_RULES } from './comparison.ts';
import { syncObject } from './lifecycle.ts';
import type { Monitor, RunOutcome } from './monitor.ts';
import { answerOf, readMonitor } from './monitors.ts';
import { notifyRun } from './notifications.ts';
import type { MonitorPorts } from './ports.ts';
import type { RunLease, RunMessage } from './state-machine.ts';
import { findMonitor, projectRunState, type StoredMonitor, updateMonitor } from './store.ts';

const PAGE_MEMBERS = 1_000;

/** Sandbox inputs with an answer, in declared order. */
const answeredInputs = ({ sandbox }: AnyProduct): string[] =>
  sandbox.flatMap((entry) => ('fact' in entry ? [entry.subject] : []));

/**
 * Subject that a test-key run looks up for a member: sandbox inputs in rotation, so that each run
 * finds a change. A subject outside the sandbox is kept, and fails like a single lookup.
 * @param run number of the run, 1 or more
 */
function sandboxSubject(subject: string, run: number, first: AnyProduct, product: AnyProduct) {
  const place = answeredInputs(first).indexOf(subject);
  const inputs = answeredInputs(product);
  if (place === -1 || inputs.length === 0) return subject;
  return inputs[(place + run - 1) % inputs.length] as string;
}

/** Row of a member; the product ignores the field with the member's id. */
export const memberRowText = (field: string, subject: string, memberId: number): string =>
  JSON.stringify({ [field]: subject, member: memberId });

const memberIdOf = (row: string): number => (JSON.parse(row) as { member: number }).member;

async function* memberRows(
  monitor: Monitor,
  run: number,
  type: string,
  ports: Pick<MonitorPorts, 'objects' | 'products'>,
): AsyncGenerator<string> {
  const { field, types } = MONITOR_KIND_RULES[monitor.kind];
  const { products } = ports;
  const first = products.get(types(monitor)[0] as string);
  const product = products.get(type);
  if (!first || !product) throw new Error(`there is no product ${type}`);
  const isTest = monitor.caller.mode === 'test';
  for (let after = 0; ; ) {
    const page = await readMonitor(monitor, ports, 'pageSubjects', after, PAGE_MEMBERS);
    for (const { id, subject } of page)
      yield memberRowText(
        field,
        isTest ? sandboxSubject(subject, run, first, product) : subject,
        id,
      );
    if (page.length < PAGE_MEMBERS) return;
    after = page.at(-1)?.id as number;
  }
}

/** Rows of a run: every member, once for each type of the recheck. Streamed in pages. */
const runParts = (
  monitor: Monitor,
  run: number,
  ports: Pick<MonitorPorts, 'objects' | 'products'>,
): RunPart[] =>
  MONITOR_KIND_RULES[monitor.kind]
    .types(monitor)
    .map((type) => ({ type, rows: () => memberRows(monitor, run, type, ports) }));

/** Why an organization's runs are skipped, by mode; null if they are not. */
export const accountSkipReasons =
  ({ organization, subscription }: AccountView, now: number) =>
  (mode: KeyMode): RunOutcome | null => {
    if (!organization.active) return 'organization_closed';
    if (organization.suspendedAt !== undefined) return 'organization_suspended';
    return mode === 'live' && !isPaid(subscription, now) ? 'no_plan' : null;
  };

/**
 * Why a run is skipped; null if it is not.
 * @throws ApiError SERVICE_UNAVAILABLE while the account is lost, which does not mean closed
 */
async function skipReason(
  monitor: StoredMonitor,
  memberCount: number,
  ports: MonitorPorts,
): Promise<RunOutcome | null> {
  const { caller, kind } = monitor;
  if (!monitor.active || monitor.deletedAt !== null) return 'stopped';
  const account = await ports.accounts.view(caller.organizationId);
  if (!account) throw new ApiError('SERVICE_UNAVAILABLE', undefined, { cause: 'account lost' });
  const why = accountSkipReasons(account, ports.clock.now())(caller.mode);
  if (why !== null) return why;
  if (memberCount === 0) return 'no_members';
  const canAsk =
    caller.mode === 'test' || (await ports.jobs.available(MONITOR_KIND_RULES[kind].types(monitor)));
  return canAsk ? null : 'no_source';
}

/** Job order of a run. Its row count is set once the rows are planned. */
const runOrder = (monitor: Monitor, { run }: RunLease, now: number): JobOrder => {
  const types = MONITOR_KIND_RULES[monitor.kind].types(monitor);
  return {
    id: run.jobId as string,
    caller: monitor.caller,
    type: types[0] as string,
    total: 0,
    webhook: null,
    origin: monitor.origin,
    createdAt: now,
    run: { monitorId: monitor.id, runId: run.id, number: run.number, types },
  };
};

async function skipRun(
  { monitorId, turn }: RunMessage,
  outcome: RunOutcome,
  shortage: RunShortage | null,
  { objects, db }: MonitorPorts,
): Promise<void> {
  const state = await objects.skip(monitorId, turn, outcome, shortage);
  if (state) await projectRunState(db, monitorId, state);
}

/** Deactivates the monitor of a closed organization, which has no user left. */
async function deactivateMonitor(monitor: StoredMonitor, ports: MonitorPorts): Promise<void> {
  const { db, clock } = ports;
  const changed = await updateMonitor(db, monitor.id, { active: false }, clock.now());
  if (changed) await syncObject(changed, ports);
}

/**
 * Starts a run: holds its whole price, commits the run in its object, and only then starts its job.
 * Safe to stop anywhere: the next attempt voids this one's hold, and so does the recovery of this
 * attempt's job.
 */
export async function startRun(lease: RunLease, ports: MonitorPorts): Promise<void> {
  const { db, jobs, objects, clock } = ports;
  const { monitorId, turn, run, leftover } = lease;
  const monitor = await findMonitor(db, monitorId);
  if (!monitor) return objects.handleMissingRow(monitorId, turn);
  const { caller } = monitor;
  for (const id of run.stale) {
    await jobs.abandon({ id, caller });
    await objects.markGivenUp(monitorId, turn, id);
  }
  if (leftover) await jobs.forget(leftover);
  const outcome = await skipReason(monitor, lease.memberCount, ports);
  if (outcome) {
    await skipRun(lease, outcome, null, ports);
    if (outcome === 'organization_closed') await deactivateMonitor(monitor, ports);
    return;
  }
  const order = runOrder(monitor, lease, clock.now());
  const shortage = await jobs.prepare(order, runParts(monitor, run.number, ports));
  if (shortage) return skipRun(lease, shortage.reason, shortage, ports);
  if (!(await objects.commit(monitorId, turn, order.id))) return jobs.abandon(order);
  await jobs.start(order.id);
  const state = await objects.state(monitorId);
  if (state) await projectRunState(db, monitorId, state);
}

type ReadRows = (type: string) => AsyncIterable<RunRow[]>;

/** Findings of one type by member, without failed rows. */
function findingsByMember(
  rows: readonly RunRow[],
  type: string,
  rules: KindRules,
): Map<number, MemberFinding> {
  return new Map(
    rows.flatMap(({ input, data }) =>
      data ? [[memberIdOf(input), rules.read(type, data)] as const] : [],
    ),
  );
}

/** Findings of all types but the first: a few fields for each of up to ten thousand members. */
async function secondaryFindings(
  types: readonly string[],
  read: ReadRows,
  rules: KindRules,
): Promise<Map<number, MemberFinding>> {
  const all = new Map<number, MemberFinding>();
  for (const type of types.slice(1))
    for await (const rows of read(type))
      for (const [id, finding] of findingsByMember(rows, type, rules))
        all.set(id, { ...all.get(id), ...finding });
  return all;
}

/** Members per call and transaction, with a few hundred bytes each. */
const BATCH_MEMBERS = 500;

/** Findings of members with an answer, in batches of several chunks. */
async function* foundMembers(
  chunks: AsyncIterable<RunRow[]>,
  findingOf: (rows: RunRow[]) => Map<number, MemberFinding>,
): AsyncGenerator<Map<number, MemberFinding>> {
  let gathered = new Map<number, MemberFinding>();
  for await (const rows of chunks) {
    for (const [id, finding] of findingOf(rows)) gathered.set(id, finding);
    if (gathered.size < BATCH_MEMBERS) continue;
    yield gathered;
    gathered = new Map();
  }
  if (gathered.size > 0) yield gathered;
}

/**
 * Records a run's findings in the monitor's object, some hundred members at a time. The object
 * compares them with known states and stores events and states, once per member. Failed rows change
 * nothing.
 */
async function recordRun(
  { run }: JobOrder,
  read: ReadRows,
  { db, objects }: Pick<MonitorPorts, 'db' | 'objects'>,
): Promise<void> {
  if (!run) throw new Error('a job without a run has no members');
  const { monitorId, runId, number, types } = run;
  const monitor = await findMonitor(db, monitorId);
  if (!monitor || monitor.deletedAt !== null) return;
  const rules = MONITOR_KIND_RULES[monitor.kind];
  const [first] = types as [string];
  const others = await secondaryFindings(types, read, rules);
  const findingOf = (rows: RunRow[]) => {
    const findings = findingsByMember(rows, first, rules);
    return new Map(
      rows.flatMap(({ input }): [number, MemberFinding][] => {
        const id = memberIdOf(input);
        const known = findings.has(id) || others.has(id);
        return known ? [[id, { ...findings.get(id), ...others.get(id) } as MemberFinding]] : [];
      }),
    );
  };
  // A batch is written while the next one is read.
  let writing: Promise<unknown> = Promise.resolve();
  for await (const found of foundMembers(read(first), findingOf)) {
    await writing;
    writing = objects
      .record(monitor, { runId, number, kind: monitor.kind }, [...found])
      .then((answer) => answerOf(monitor, answer));
    // A failure is handled when it is awaited.
    writing.catch(() => undefined);
  }
  await writing;
}

/**
 * The port through which jobs of runs use the monitors.
 * @param ports lazy, because the jobs are created before the monitors
 */
export const createRunOrders = (
  products: ReadonlyMap<string, AnyProduct>,
  ports: () => MonitorPorts,
): RunOrders => ({
  products,
  claim: async ({ id, run }) => (run ? ports().objects.claim(run.monitorId, id) : 'given_up'),
  record: (order, read) => recordRun(order, read, ports()),
  notify: (order, state) => notifyRun(order, state, ports()),
});
