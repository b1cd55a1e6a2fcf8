import type { Room } from '../mutant.ts';

const FAILURES = 'test/bulk/failures.test.ts';
const RECOVERY = 'test/bulk/recovery.test.ts';
const SIMULATION = 'test/bulk/simulation.test.ts';
const CREATE = 'test/bulk/create-job.test.ts';
const STEPS = 'test/bulk/steps.test.ts';

/** Jobs: their hold, their chunks, their end. */
export const bulk: Room = {
  name: 'bulk',
  mutants: [
    {
      name: 'a chunk pays its own attempt result though another was written',
      file: 'src/bulk/chunks.ts',
      find: 'return winner === text ? results : decodeRecords(winner);',
      replace: 'return winner ? results : decodeRecords(winner);',
      tests: [STEPS],
    },
    {
      name: 'a chunk reports another attempt than it paid',
      file: 'src/bulk/chunks.ts',
      find: 'chunkOutcomeOf(attempted, attempt, payments)',
      replace: 'chunkOutcomeOf(attempted, attempt + 1, payments)',
      tests: [STEPS],
    },
    {
      name: 'a result is written over another',
      file: 'src/bulk/store-files.ts',
      find: "if (await bucket.put(key, text, { onlyIf: { etagDoesNotMatch: '*' } })) return text;",
      replace: 'if (await bucket.put(key, text)) return text;',
      tests: [STEPS],
    },
    {
      name: 'each attempt of a chunk is paid under an id of its own',
      file: 'src/bulk/chunks.ts',
      find: 'const settlement = { id: `',
      replace: 'const settlement = { id: crypto.randomUUID() + `',
      tests: [STEPS, FAILURES],
    },
    {
      name: 'a chunk that ends the job closes its hold',
      file: 'src/bulk/chunks.ts',
      find: 'holdId: order.id, items, final: false };',
      replace: 'holdId: order.id, items, final: true };',
      tests: [FAILURES, SIMULATION],
    },
    {
      name: 'a chunk that cannot be paid at the last chance leaves its id unused',
      file: 'src/bulk/chunks.ts',
      find: '    outcome = await accounts.settle(organizationId, { ...settlement, items: [] });\n',
      replace: '    return () => BALANCE_TOO_SMALL;\n',
      tests: [FAILURES],
    },
    {
      name: 'rows of a chunk that were found are looked up again with its next attempt',
      file: 'src/bulk/chunks.ts',
      find: "if (earlier && earlier.state !== 'waiting') return earlier;",
      replace: "if (earlier && earlier.state === 'failed') return earlier;",
      tests: [FAILURES],
    },
    {
      name: 'a chunk that was begun before looks for no attempt result',
      file: 'src/bulk/chunks.ts',
      find: 'const written = work.isFirst ? null : await read(attempt);',
      replace: 'const written = work ? null : await read(attempt);',
      tests: [STEPS, FAILURES],
    },
    {
      name: 'a hold ends with its job',
      file: 'src/bulk/holds.ts',
      find: 'lifetimeMs: jobLifetime(order) + SETTLE_LIMIT_MS,',
      replace: 'lifetimeMs: jobLifetime(order),',
      tests: [STEPS, RECOVERY],
    },
    {
      name: 'the end of a job is notified before it is recorded',
      file: 'src/bulk/queue-consumer.ts',
      find: '  await recordJobEnd(ports.db, state);\n',
      replace:
        '  await notifyJobEnd(lease.order, state, ports);\n  await recordJobEnd(ports.db, state);\n',
      tests: [STEPS],
    },
    {
      name: 'a job is done with before its end was notified',
      file: 'src/bulk/queue-consumer.ts',
      find: '  await notifyJobEnd(lease.order, state, ports);\n  await ports.jobs.markNotified(lease.order.id, lease.turn, null);\n',
      replace:
        '  await ports.jobs.markNotified(lease.order.id, lease.turn, null);\n  await notifyJobEnd(lease.order, state, ports);\n',
      tests: [STEPS],
    },
    {
      name: 'a job ends before its files are written',
      file: 'src/bulk/queue-consumer.ts',
      find: 'const hasFiles = await writeResultFiles(order, ports);\n  return ports.jobs.end(order.id, token, { hasFiles });',
      replace:
        'const ended = await ports.jobs.end(order.id, token, { hasFiles: true });\n  await writeResultFiles(order, ports);\n  return ended;',
      tests: [STEPS],
    },
    {
      name: 'a job keeps what is left of its hold until that expires',
      file: 'src/bulk/queue-consumer.ts',
      find: '  await releaseJobHold(order.id, order.caller, ports.accounts);\n',
      replace: '',
      tests: [FAILURES],
    },
    {
      name: 'a job in doubt is undone',
      file: 'src/bulk/job-creation.ts',
      find: '    if (!(error instanceof CommitOutcomeUnknown)) await abandonJob(order, ports);\n',
      replace: '    await abandonJob(order, ports);\n',
      tests: [RECOVERY],
    },
    {
      name: 'a job that was refused keeps what was set aside',
      file: 'src/bulk/job-creation.ts',
      find: "  if (caller.mode === 'live') await accounts.void(caller.organizationId, { id });\n",
      replace: '',
      tests: [RECOVERY],
    },
    {
      name: 'the key of a job in doubt is free at once',
      file: 'src/bulk/job-creation.ts',
      find: '      if (!(error instanceof CommitOutcomeUnknown))\n        await deleteIdempotencyClaim(',
      replace: '      await deleteIdempotencyClaim(',
      tests: [RECOVERY, STEPS],
    },
    {
      name: 'a job whose creator is still at work is given up',
      file: 'src/bulk/job-creation.ts',
      find: 'else if (order.createdAt + CREATION_LIMIT_MS <= ports.pipeline.world.clock.now())',
      replace: 'else if (order.createdAt)',
      tests: [STEPS, RECOVERY],
    },
    {
      name: 'a job begins before its price is set aside',
      file: 'src/bulk/job-creation.ts',
      find: '  await jobs.prepare({ ...order, total: plannedTotal(plan) }, plan.chunks);\n',
      replace:
        '  await jobs.prepare({ ...order, total: plannedTotal(plan) }, plan.chunks);\n  await jobs.start(id);\n',
      tests: [STEPS, RECOVERY],
    },
    {
      name: 'an Idempotency-Key answers for another job',
      file: 'src/bulk/job-creation.ts',
      find: '  if (holder.requestHash !== requestHash) {\n',
      replace: '  if (holder.requestHash === null) {\n',
      tests: [CREATE],
    },
    {
      name: 'a chunk that is reported twice counts twice',
      file: 'src/bulk/state-machine.ts',
      find: "    this.chunks.change(chunk, { phase: 'done', attempt, payments, dueAt: null });\n",
      replace:
        "    this.chunks.change(chunk, { phase: chunk.phase === 'done' ? 'done' : 'running', dueAt: null });\n",
      tests: [FAILURES],
    },
    {
      name: 'a doubled message is worked on twice',
      file: 'src/bulk/state-machine.ts',
      find: "    if (chunk.phase === 'running' && now < (chunk.dueAt ?? 0)) return null;\n",
      replace: '',
      tests: [FAILURES],
    },
    {
      name: 'a paused job goes on looking rows up',
      file: 'src/bulk/state-machine.ts',
      find: 'if (this.#isPaused(now) && !chunk.unpaid) {',
      replace: 'if (this.#isPaused(now) && chunk.unpaid === null) {',
      tests: [FAILURES],
    },
    {
      name: 'a paused job never asks again whether there are credits',
      file: 'src/bulk/state-machine.ts',
      find: '    if (first) this.chunks.change(first, { dueAt });\n',
      replace: '    if (first) this.chunks.change(first, { dueAt: dueAt * 0 || null });\n',
      tests: [FAILURES],
    },
    {
      name: 'one that was overtaken ends the job all the same',
      file: 'src/bulk/state-machine.ts',
      find: '    if (!this.#lease.isHeld(token)) return null;\n    if (this.record.stage',
      replace: '    if (this.record.stage',
      tests: [RECOVERY],
    },
    {
      name: 'a message that is lost stays lost',
      file: 'src/bulk/state-machine.ts',
      find: 'const dueAt = sentAt + resendAfterMs(sends);',
      replace: 'const dueAt = sentAt + resendAfterMs(sends) * 1e6;',
      tests: [FAILURES],
    },
    {
      name: 'a chunk whose consumer is silent is never sent again',
      file: 'src/bulk/state-machine.ts',
      find: "if (chunk.phase === 'running' && !all) this.retryAfterFailure(chunk, now);",
      replace: "if (chunk.phase === 'running' && !all) continue;",
      tests: [STEPS],
    },
    {
      name: 'messages are sent before what they tell of is on disk',
      file: 'src/lib/state-machine-object.ts',
      find: '        this.write(machine);\n',
      replace: '        if (machine.outbox.length === 0) this.write(machine);\n',
      tests: [FAILURES],
    },
    {
      name: 'a job whose rule broke half way keeps its memory',
      file: 'src/lib/state-machine-object.ts',
      find: 'this.ctx.abort(`the state machine broke',
      replace: 'void (`the state machine broke',
      tests: [STEPS],
    },
    {
      name: 'a lost alarm of a job is not set again',
      file: 'src/bulk/durable-object.ts',
      find: 'return (await this.applyAndRearm(',
      replace: 'return (await this.apply(',
      tests: [STEPS, RECOVERY],
    },
    {
      name: 'one job that cannot be woken keeps the others asleep',
      file: 'src/bulk/maintenance.ts',
      find: 'limit(() => one(job).catch(passOver))',
      replace: 'limit(() => one(job))',
      tests: [RECOVERY],
    },
    {
      name: 'facts of a chunk are counted as cached and are not',
      file: 'src/bulk/queue-consumer.ts',
      find: '    await writeChunkToCache(order, chunk, products, ports);\n',
      replace: '',
      tests: [SIMULATION],
    },
    {
      name: 'an older fact of a job replaces a newer one',
      file: 'src/bulk/queue-consumer.ts',
      find: '      if (known?.consulted && known.foundAt >= found.foundAt) return;\n',
      replace: '',
      tests: [RECOVERY],
    },
    {
      name: 'a cancelled job waits for its files with its credits',
      file: 'src/bulk/jobs.ts',
      find: '  if (concluding) await releaseJobHold(row.id, row, ports.accounts);\n',
      replace: '',
      tests: [STEPS, 'test/bulk/jobs.test.ts'],
    },
    {
      name: 'a failed attempt is not offered again',
      file: 'src/lib/lease.ts',
      find: 'if (this.isHeld(attempt)) this.offer(now, retryAfterMs(this.#record.sends));',
      replace: 'if (this.isHeld(attempt)) this.#record.dueAt = null;',
      tests: [STEPS],
    },
    {
      name: 'a lease is acquired twice',
      file: 'src/lib/lease.ts',
      find: 'if (record.taken || record.turn !== attempt || record.dueAt === null) return false;',
      replace: 'if (record.turn !== attempt || record.dueAt === null) return false;',
      tests: [RECOVERY],
    },
  ],
};
