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
 * Members compared and written at once: a round trip for as many, and a statement of a few hundred
 * bytes for each, far below D1's 2 MB of one bound value.
 */
const MEMBERS_AT_ONCE = 500;

/** What was found of each member that was, several chunks at a time. */
async function* foundMembers(
  chunks: AsyncIterable<RunRow[]>,
  findingOf: (rows: RunRow[]) => Map<number, Finding>,
): AsyncGenerator<Map<number, Finding>> {
  let gathered = new Map<number, Finding>();
  for await (const rows of chunks) {
    for (const [id, finding] of findingOf(rows)) gathered.set(id, finding);
    if (gathered.size < MEMBERS_AT_ONCE) continue;
    yield gathered;
    gathered = new Map();
  }
  if (gathered.size > 0) yield gathered;
}

/**
 * Compares what a run found with what was known, and writes both down: some hundred members at a
 * time, each once. Done again it finds every member looked up by this run already. What failed
 * changes nothing.
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
  const findingOf = (rows: RunRow[]) => {
    const findings = findingsOf(rows, first, rules);
    return new Map(
      rows.flatMap(({ input }): [number, Finding][] => {
        const id = memberOf(input);
        const known = findings.has(id) || others.has(id);
        return known ? [[id, { ...findings.get(id), ...others.get(id) } as Finding]] : [];
      }),
    );
  };
  // What was found of some is written while the next are read and compared.
  let writing = Promise.resolve();
  for await (const found of foundMembers(read(first), findingOf)) {
    const members = await findUnchecked(db, monitorId, [...found.keys()], number);
    const checks = members.map((member) =>
      checkOf(member, found.get(member.id) as Finding, run, rules),
    );
    await writing;
    if (checks.length === 0) continue;
    writing = writeChecks(db, { monitorId, runId, number, now: clock.now() }, checks);
    // Its failure is met when it is awaited.
    writing.catch(() => undefined);
  }
  await writing;
}
