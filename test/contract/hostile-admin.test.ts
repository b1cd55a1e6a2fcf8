import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { operatorDocument } from '../../src/http/admin.ts';
import { createOrganization, operate } from '../support/api.ts';
import { send } from '../support/deployment.ts';
import {
  MOST_BYTES,
  MOST_MS,
  requestsOf,
  type Sent,
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
    let before = await everything(id);
    const ask = async ({ what, path, body, headers }: Sent) => {
      const startedAt = performance.now();
      const response = await send(path, {
        method: operation.method,
        headers: {
          ...{ Authorization: 'Bearer admin_test', ...headers },
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      const took = performance.now() - startedAt;
      const problem = (why: string) => problems.push(`${short(what)}: ${why} ${short(text)}`);
      if (took > MOST_MS) problem(`took ${took} ms`);
      const after = await everything(id);
      if (response.ok) {
        before = after;
        return;
      }
      if (after !== before) problem('changes something');
      before = after;
      const { error } = JSON.parse(text);
      if (response.status >= 500 && !UNREACHED.includes(error.code)) problem('fails');
      if (text.length > MOST_BYTES) problem(`answers ${text.length} characters`);
      const codes = operation.codes.get(response.status) ?? [];
      if (response.status !== 404 && !codes.includes(error.code))
        problem(`${response.status} undocumented`);
    };
    for (const request of requestsOf(operation, ids)) await ask(request);
    expect(problems).toEqual([]);
  },
  600_000,
);
