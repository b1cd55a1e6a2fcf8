import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { operatorDocument } from '../../src/http/admin.ts';
import { createOrganization, operate } from '../support/api.ts';
import {
  answerProblems,
  requestsOf,
  type Sent,
  sendHostile,
  short,
  triedOperations,
} from './hostile-operations.ts';

// The operator's operations as hostile-http.test.ts has those of callers: refused as documented,
// with everything as it was before, or answered.

/** What the world outside, which a test has none of, is behind. */
const UNREACHED = ['SERVICE_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'UPSTREAM_ERROR'];

/** Everything in both databases, and what the account of an organization says of itself. */
async function everything(id: string): Promise<string> {
  const rows = async (database: D1Database) => {
    const { results } = await database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'")
      .all<{ name: string }>();
    // An import that was given up is seen by no reader, and waits to be purged.
    const which = (name: string) => (name === 'imports' ? "WHERE state <> 'abandoned'" : '');
    const all = results
      .filter(({ name }) => name !== 'sqlite_sequence')
      .map(({ name }) => database.prepare(`SELECT * FROM "${name}" ${which(name)}`));
    return (await database.batch(all)).map((table) => table.results);
  };
  const account = await env.ACCOUNT.getByName(id).view();
  const lists = await Promise.all([rows(env.DB), rows(env.RECORDS)]);
  return JSON.stringify([lists, { ...account, usage: null }]);
}

/** {@link everything} once work that earlier operations left behind their replies has ended. */
async function everythingSettled(id: string): Promise<string> {
  for (let last = await everything(id); ; ) {
    await scheduler.wait(100);
    const now = await everything(id);
    if (now === last) return now;
    last = now;
  }
}

it.each(triedOperations(operatorDocument(), '/admin/'))(
  '%s refuses hostile values as documented and changes nothing, or answers them',
  async (_, operation) => {
    const problems: string[] = [];
    const { id, ownerKeyId } = await createOrganization();
    const incident = { title: 'Slow', text: 'We look into it.', state: 'investigating' };
    const { id: incidentId } = await operate('POST', '/incidents', incident);
    const ids = new Map([
      ['/admin/organizations/', id],
      ['/admin/api-keys/', ownerKeyId],
      ['/admin/incidents/', String(incidentId)],
      ['/admin/records/', 'do_not_call'],
      ['/admin/feeds/', 'tor_exits'],
    ]);
    let before = await everythingSettled(id);
    const ask = async (sent: Sent) => {
      const answered = await sendHostile(operation, sent, 'admin_test');
      const whys = answerProblems(operation, answered, UNREACHED);
      const after = await everything(id);
      if (!answered.response.ok && after !== before) whys.push('changes something');
      before = after;
      for (const why of whys) problems.push(`${short(sent.what)}: ${why} ${short(answered.text)}`);
    };
    for (const request of requestsOf(operation, ids)) await ask(request);
    expect(problems).toEqual([]);
  },
  600_000,
);
