import type { Room } from '../mutant.ts';

const SIMULATION = 'test/monitors/simulation.test.ts';
const STEPS = 'test/monitors/steps.test.ts';
const STORAGE = 'test/monitors/storage.test.ts';

/** Runs of monitors: begun, paid, told once. */
export const monitors: Room = {
  name: 'monitors',
  mutants: [
    {
      name: 'a monitor switched off meanwhile runs and pays',
      file: 'src/monitors/state-machine.ts',
      find: '|| !this.#lease.isHeld(token) || !schedule.active) return false;',
      replace: '|| !this.#lease.isHeld(token) || schedule.active === null) return false;',
      tests: [STEPS],
    },
    {
      name: 'an attempt that was overtaken runs all the same',
      file: 'src/monitors/state-machine.ts',
      find: '    if (run?.jobId !== jobId) return false;\n    if',
      replace: '    if (!run) return false;\n    if',
      tests: [STEPS, SIMULATION],
    },
    {
      name: 'a run that is not to be keeps its hold',
      file: 'src/monitors/runs.ts',
      find: 'return jobs.abandon(order);',
      replace: 'return;',
      tests: [STEPS],
    },
    {
      name: 'what an earlier attempt set aside is not given back',
      file: 'src/monitors/runs.ts',
      find: '    await jobs.abandon({ id, caller });\n',
      replace: '',
      tests: [SIMULATION],
    },
    {
      name: 'an earlier attempt counts as undone before it is',
      file: 'src/monitors/runs.ts',
      find: '    await jobs.abandon({ id, caller });\n    await objects.markGivenUp(monitorId, turn, id);\n',
      replace:
        '    await objects.markGivenUp(monitorId, turn, id);\n    await jobs.abandon({ id, caller });\n',
      tests: [STEPS, SIMULATION],
    },
    {
      name: 'a run begins before its object says so',
      file: 'src/monitors/runs.ts',
      find: '  if (!(await objects.commit(monitorId, turn, order.id)))',
      replace:
        '  await jobs.start(order.id);\n  if (!(await objects.commit(monitorId, turn, order.id)))',
      tests: [STEPS, SIMULATION],
    },
    {
      name: 'a lapsed plan does not stop runs',
      file: 'src/monitors/runs.ts',
      find: "mode === 'live' && !isPaid(subscription, now) ? 'no_plan' : null",
      replace: 'null',
      tests: [STEPS, SIMULATION],
    },
    {
      name: 'a slow receiver loses the rest',
      file: 'src/monitors/notifications.ts',
      find: 'if (clock.now() >= endsAt) return false;',
      replace: 'if (clock.now() >= endsAt) return true;',
      tests: [STEPS],
    },
    {
      name: 'a run ends before its receiver was told',
      file: 'src/monitors/notifications.ts',
      find: '  if (!isStopped) {\n    if (!(await deliverEvents',
      replace:
        "  if (!isStopped) {\n    await objects.finish(monitorId, jobId, 'completed');\n    if (!(await deliverEvents",
      tests: [STEPS, SIMULATION],
    },
    {
      name: 'every delivery of a run has the same id',
      file: 'src/monitors/notifications.ts',
      find: "'changed', runId, part, ports);",
      replace: "'changed', runId, '1', ports);",
      tests: [SIMULATION],
    },
    {
      name: 'a lost alarm of a monitor is not set again',
      file: 'src/monitors/durable-object.ts',
      find: 'await this.applyAndRearm((machine, now) => {\n      machine.configure',
      replace: 'await this.apply((machine, now) => {\n      machine.configure',
      tests: [STEPS],
    },
    {
      name: 'a run that fell due meanwhile begins right after the one before',
      file: 'src/monitors/state-machine.ts',
      find: '    this.#end(outcome, jobId, now);\n    this.#passOverDue(now);\n',
      replace: '    this.#end(outcome, jobId, now);\n',
      tests: [STEPS, SIMULATION],
    },
    {
      name: 'a run that is begun stays due',
      file: 'src/monitors/state-machine.ts',
      find: '      this.#begin(now);\n      this.#passOverDue(now);\n',
      replace: '      this.#begin(now);\n',
      tests: [STEPS, SIMULATION],
    },
    {
      name: 'two runs of a monitor are under way',
      file: 'src/monitors/state-machine.ts',
      find: 'return run || !schedule.active ? null : ',
      replace: 'return !schedule.active ? null : ',
      tests: [STEPS, 'test/monitors/monitors.test.ts'],
    },
    {
      name: 'a run is not looked after while it works',
      file: 'src/monitors/state-machine.ts',
      find: "    Object.assign(run, { stage: 'running', stale: [] });\n    this.#lease.park(now + SUPERVISION_MS);\n",
      replace:
        "    Object.assign(run, { stage: 'running', stale: [] });\n    this.#lease.park(null);\n",
      tests: [STEPS, SIMULATION],
    },
    {
      name: 'a job of a cancelled run waits for ever',
      file: 'src/bulk/monitor-runs.ts',
      find: "else if (claim === 'given_up') await abandonJob(order, ports);",
      replace: "else if (claim === 'runs') await abandonJob(order, ports);",
      tests: [STEPS, SIMULATION],
    },
    {
      name: 'a run ends before its changes are written down',
      file: 'src/bulk/monitor-runs.ts',
      find: '    const chunks = await jobs.finished(order.id, 0, MAX_CHUNKS);\n    await runs.record(',
      replace:
        '    const chunks = await jobs.finished(order.id, 0, MAX_CHUNKS);\n    await jobs.end(order.id, lease.turn, { hasFiles: false });\n    await runs.record(',
      tests: [STEPS],
    },
    {
      name: "a monitor's object answers for another organization",
      file: 'src/monitors/durable-object.ts',
      find: 'this.machine?.record.organizationId === caller.organizationId',
      replace: 'this.machine !== null && caller.organizationId.length > 0',
      tests: [STORAGE],
    },
    {
      name: 'a member is compared twice in a run',
      file: 'src/monitors/member-tables.ts',
      find: 'AND run_number < ?',
      replace: 'AND run_number <= ?',
      tests: [STORAGE, SIMULATION],
    },
    {
      name: 'a monitor that was never listed is kept for ever',
      file: 'src/monitors/state-machine.ts',
      find: 'else return this.#lease.isHeld(token);',
      replace: "else this.skip(token, 'stopped', null, now);",
      tests: [STORAGE],
    },
    {
      name: 'a monitor is forgotten while its row is on its way',
      file: 'src/monitors/state-machine.ts',
      find: 'now < unlistedSince + ROW_WAIT_MS',
      replace: 'now < unlistedSince',
      tests: [STORAGE],
    },
    {
      name: 'a run whose job is lost keeps its hold',
      file: 'src/monitors/queue-consumer.ts',
      find: '  if (monitor) await jobs.abandon({ id: jobId, caller: monitor.caller });\n',
      replace: '',
      tests: [STEPS],
    },
    {
      name: 'a run whose job and row are lost never ends',
      file: 'src/monitors/queue-consumer.ts',
      find: '  if (monitor) await jobs.abandon({ id: jobId, caller: monitor.caller });\n',
      replace: '  await jobs.abandon({ id: jobId, caller: monitor!.caller });\n',
      tests: [STEPS],
    },
    {
      name: 'the job of a deleted monitor goes on',
      file: 'src/monitors/queue-consumer.ts',
      find: '    await jobs.cancel({ id: jobId, caller: monitor.caller });\n',
      replace: '    void 0;\n',
      tests: [STEPS],
    },
    {
      name: 'a run that is well is looked after at once again',
      file: 'src/monitors/queue-consumer.ts',
      find: 'return objects.markHealthy(monitorId, lease.turn);',
      replace: 'return;',
      tests: [STEPS],
    },
    {
      name: 'a lost run is not in the row of its monitor',
      file: 'src/monitors/queue-consumer.ts',
      find: "'lost', null);\n  if (state)",
      replace: "'lost', null);\n  if (state === undefined)",
      tests: [STEPS],
    },
    {
      name: 'a run records what it found for a deleted monitor',
      file: 'src/monitors/runs.ts',
      find: '  if (!monitor || monitor.deletedAt !== null) return;\n',
      replace: '  if (!monitor) return;\n',
      tests: [STEPS],
    },
    {
      name: 'a run whose monitor has no row never ends',
      file: 'src/monitors/runs.ts',
      find: '  if (!monitor || monitor.deletedAt !== null) return;\n',
      replace: '  if (monitor!.deletedAt !== null) return;\n',
      tests: [STEPS],
    },
    {
      name: 'one monitor that cannot be woken keeps the others asleep',
      file: 'src/monitors/maintenance.ts',
      find: 'process(monitor).catch(passOver)',
      replace: 'process(monitor)',
      tests: [STEPS],
    },
  ],
};
