import { beforeAll, expect, it, vi } from 'vitest';
import { openApiDocument } from '../../src/http/docs/openapi-document.ts';
import { families } from '../../src/products/index.ts';
import { call, createOrganization, type TestOrganization } from '../support/api.ts';
import { fixtureLimits } from '../support/fixture-family.ts';
import {
  answerProblems,
  requestsOf,
  type Sent,
  sendHostile,
  short,
  triedOperations,
} from './hostile-operations.ts';
import { fillTables } from './keys.ts';

// Every operation with a body, a query or an id in its path, as the document has them, with hostile
// values in the place of each: refused as documented and free, or answered; in bounds both ways.

const CALLS_PER_KEY = 150;
/** What a key without an upstream is answered, and an upstream that is none. */
const UNREACHED = ['SERVICE_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'UPSTREAM_QUOTA_EXHAUSTED'];

/** What a path names before an id. */
const THINGS = [
  ['/v1/webhook-endpoints/', { url: 'https://example.com/' }],
  [
    '/v1/number-monitors/',
    { name: 'm', frequency: 'weekly', numbers: [{ phone_number: '+14155550100' }] },
  ],
] as const;

/** An organization with credits, and with the thing that a path names. */
async function newCaller(path: string) {
  const organization = await createOrganization({ credits: 100_000_000 });
  const { owner: token } = organization;
  const ids = new Map<string, string>();
  for (const [before, body] of THINGS)
    if (path.startsWith(before)) {
      const made = await call('POST', before.slice(0, -1), { token, body });
      ids.set(before, made.body.data.id);
    }
  return { ...organization, ids };
}

/** Credits that can be spent now. */
const balanceOf = async ({ teammate: token }: TestOrganization): Promise<number> =>
  (await call('GET', '/v1/account', { token })).body.data.tokens.total_available;

beforeAll(fillTables);

it.each(triedOperations(openApiDocument(families, fixtureLimits), '/v1/'))(
  '%s refuses hostile values as documented and free, or answers them',
  async (_, operation) => {
    const problems: string[] = [];
    let caller = await newCaller(operation.path);
    let left = CALLS_PER_KEY;
    let credits = await balanceOf(caller);
    const ask = async (sent: Sent) => {
      const answered = await sendHostile(operation, sent, caller.owner);
      const { response, text } = answered;
      const problem = (why: string) => problems.push(`${short(sent.what)}: ${why} ${short(text)}`);
      for (const why of answerProblems(operation, answered, UNREACHED)) problem(why);
      if (response.ok) {
        const { data } = JSON.parse(text);
        credits -= data.metadata?.credits_used ?? data.credits_used ?? 0;
        // What runs on in the background is paid by another account than what follows.
        if (response.status > 200) left = 0;
        return;
      }
      const isFree = async () => expect(await balanceOf(caller)).toBe(credits);
      await vi.waitFor(isFree, { timeout: 2_000 }).catch(() => problem('is charged'));
    };
    for (const request of requestsOf(operation, caller.ids)) {
      if (left-- === 0) {
        [caller, left] = [await newCaller(operation.path), CALLS_PER_KEY];
        credits = await balanceOf(caller);
      }
      await ask(request);
    }
    expect(problems).toEqual([]);
  },
  600_000,
);
