import type { JobOrder, RunRef } from '../core/jobs/bulk.ts';
import type { RunRow } from '../core/jobs/runs.ts';
import {
  type Check,
  findUnchecked,
  type MemberRow,
  writeChecks,
} from '../store/monitor-members.ts';
import { findMonitor } from '../store/monitors.ts';
import { type Finding, KINDS, type KindRules, type MemberState } from './kinds.ts';
import { memberOf } from './member-rows.ts';
import type { MonitorPorts } from './ports.ts';

type Read = (type: string) => AsyncIterable<RunRow[]>;

/** What the answers of one type say, by member; failed rows are left out. */
function findingsOf(rows: readonly RunRow[], type: string, rules: KindRules): Map<number, Finding> {
  return new Map(
    rows.flatMap(({ input, data }) =>
      data ? [[memberOf(input), rules.read(type, data)] as const] : [],
    ),
  );
}

/** What the types besides the first say: of ten thousand members a few fields each. */
async function otherFindings(
  types: readonly string[],
  read: Read,
  rules: KindRules,
): Promise<Map<number, Finding>> {
  const all = new Map<number, Finding>();
  for (const type of types.slice(1))
    for await (const rows of read(type))
      for (const [id, finding] of findingsOf(rows, type, rules))
        all.set(id, { ...all.get(id), ...finding });
  return all;
}

/** Names an event by its run and member, so that finding it again is finding the same. */
const eventId = (runId: string, memberId: number): string =>
  `evt_${runId.slice(runId.indexOf('_') + 1)}-${memberId.toString(16).padStart(12, '0')}`;

function checkOf(member: MemberRow, finding: Finding, { runId }: RunRef, rules: KindRules): Check {
  const before = member.state === null ? null : (JSON.parse(member.state) as MemberState);
  const { state, event } = rules.compare(before, finding);
  return {
    memberId: member.id,
    state: JSON.stringify(state),
    event: event && { id: eventId(runId, member.id), body: JSON.stringify(event) },
  };
}

/**
 * Compares what a run found with what was known, and writes both down: a chunk at a time, each
 * member once. Done again it finds every member looked up by this run already. What failed changes
 * nothing.
 */
export async function recordRun(
  { run }: JobOrder,
  read: Read,
  { db, clock }: Pick<MonitorPorts, 'db' | 'clock'>,
): Promise<void> {
  if (!run) throw new Error('a job without a run has no members');
  const { monitorId, runId, number, types } = run;
  const monitor = await findMonitor(db, monitorId);
  if (!monitor || monitor.deletedAt !== null) return;
  const rules = KINDS[monitor.kind];
  const [first] = types as [string];
  const others = await otherFindings(types, read, rules);
  // One chunk is written while the next is read and compared.
  let writing = Promise.resolve();
  for await (const rows of read(first)) {
    const findings = findingsOf(rows, first, rules);
    const asked = rows
      .map(({ input }) => memberOf(input))
      .filter((id) => findings.has(id) || others.has(id));
    const members = await findUnchecked(db, monitorId, asked, number);
    const checks = members.map((member) => {
      const finding = { ...findings.get(member.id), ...others.get(member.id) } as Finding;
      return checkOf(member, finding, run, rules);
    });
    await writing;
    if (checks.length === 0) continue;
    writing = writeChecks(db, { monitorId, runId, number, now: clock.now() }, checks);
    // Its failure is met when it is awaited.
    writing.catch(() => undefined);
  }
  await writing;
}
