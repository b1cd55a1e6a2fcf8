import type { JobOrder } from '../core/jobs/bulk.ts';
import type { RunRow } from '../core/jobs/runs.ts';
import { findMonitor } from '../store/monitors.ts';
import { type Finding, KINDS, type KindRules } from './kinds.ts';
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

/** Members of one call and one transaction: a few hundred bytes for each. */
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
 * Tells the monitor's object what a run found, some hundred members at a time: it compares that
 * with
 * what was known and writes both down, each member once. What failed changes nothing.
 */
export async function recordRun(
  { run }: JobOrder,
  read: Read,
  { db, objects }: Pick<MonitorPorts, 'db' | 'objects'>,
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
  // What was found of some is written while the next are read.
  let writing = Promise.resolve();
  for await (const found of foundMembers(read(first), findingOf)) {
    await writing;
    writing = objects.record(monitor, { runId, number, kind: monitor.kind }, [...found]);
    // Its failure is met when it is awaited.
    writing.catch(() => undefined);
  }
  await writing;
}
