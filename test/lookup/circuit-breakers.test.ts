import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/lib/errors.ts';
import {
  Breaker,
  type Breakers,
  createBreakers,
  OPEN_MS,
} from '../../src/lookup/pipeline/circuit-breakers.ts';
import { cancelledError } from '../../src/lookup/pipeline/source-call.ts';
import * as fc from '../support/fast-check.ts';

const LIMIT_MS = 5_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

const succeed = (breaker: Breaker) => breaker.call(LIMIT_MS, async () => 'fine');
const fail = (breaker: Breaker, error: unknown = new ApiError('SERVICE_UNAVAILABLE')) =>
  breaker
    .call(LIMIT_MS, async () => {
      throw error;
    })
    .catch((caught) => caught);

async function opened(): Promise<Breaker> {
  const breaker = new Breaker();
  for (let i = 0; i < 5; i++) await fail(breaker);
  expect(breaker.state).toBe('open');
  return breaker;
}

/** A call beside which others can be tried; `end` lets it finish. */
function pending(breaker: Breaker, cancelled?: AbortSignal) {
  let end!: (outcome: Promise<string>) => void;
  const held = new Promise<string>((resolve) => {
    end = resolve;
  });
  const outcome = breaker.call(LIMIT_MS, () => held, cancelled).catch((error) => error);
  return { outcome, end };
}

it('closed: lets every call through', async () => {
  const breaker = new Breaker();
  expect([breaker.state, breaker.waitMs]).toEqual(['closed', 0]);
  expect(await succeed(breaker)).toBe('fine');
});

it('closed → open: after five failures, not after four', async () => {
  const breaker = new Breaker();
  for (let i = 0; i < 4; i++) await fail(breaker);
  expect(breaker.state).toBe('closed');
  await fail(breaker);
  expect([breaker.state, breaker.waitMs]).toEqual(['open', OPEN_MS[0]]);
});

it('closed → open: when more than half fail, not when half do', async () => {
  const breaker = new Breaker();
  for (let i = 0; i < 10; i++) {
    await succeed(breaker);
    await fail(breaker);
  }
  expect(breaker.state).toBe('closed');
  // The window of 20 drops a success for this failure.
  await fail(breaker);
  expect(breaker.state).toBe('open');
});

it.each([
  new ApiError('INVALID_INPUT'),
  new ApiError('VALIDATION_FAILED'),
  new ApiError('UPSTREAM_ERROR'),
  new ApiError('INTERNAL_ERROR'),
  new ApiError('UPSTREAM_TIMEOUT', undefined, { aboutInput: true }),
])('stays closed whatever the inputs: %s', async (error) => {
  const breaker = new Breaker();
  for (let i = 0; i < 30; i++) expect(await fail(breaker, error)).toBe(error);
  expect(breaker.state).toBe('closed');
});

it('open: refuses without calling, and says when to come back', async () => {
  const breaker = await opened();
  pass(3_500);
  const work = vi.fn();
  await expect(breaker.call(LIMIT_MS, work)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    headers: { 'Retry-After': '7' },
  });
  expect(work).not.toHaveBeenCalled();
});

it('open → half-open → closed: one call that succeeds is enough', async () => {
  const breaker = await opened();
  pass(OPEN_MS[0]! - 1);
  expect((await fail(breaker)).code).toBe('SERVICE_UNAVAILABLE');
  expect(breaker.state).toBe('open');
  pass(1);
  const trial = pending(breaker);
  expect(breaker.state).toBe('half-open');
  trial.end(Promise.resolve('fine'));
  expect(await trial.outcome).toBe('fine');
  expect(breaker.state).toBe('closed');
  // The failures before are forgotten: with this success, three of four are too few calls to tell.
  for (let i = 0; i < 3; i++) await fail(breaker);
  expect(breaker.state).toBe('closed');
});

it('half-open → closed: a failure of the input shows that the source answers', async () => {
  const breaker = await opened();
  pass(OPEN_MS[0]!);
  await fail(breaker, new ApiError('UPSTREAM_ERROR'));
  expect(breaker.state).toBe('closed');
});

it('half-open → open: for longer each time, up to a limit', async () => {
  const breaker = await opened();
  for (const [round, openMs] of [...OPEN_MS, OPEN_MS.at(-1)!, OPEN_MS.at(-1)!].entries()) {
    expect([round, breaker.state, breaker.waitMs]).toEqual([round, 'open', openMs]);
    pass(openMs);
    expect(breaker.waitMs).toBe(0);
    await fail(breaker);
  }
});

it('half-open: refuses other calls at once instead of letting them wait for the trial', async () => {
  const breaker = await opened();
  pass(OPEN_MS[0]!);
  const trial = pending(breaker);
  const work = vi.fn();
  await expect(breaker.call(LIMIT_MS, work)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    headers: { 'Retry-After': '6' },
  });
  expect(work).not.toHaveBeenCalled();
  trial.end(Promise.resolve('fine'));
  await trial.outcome;
  expect(await succeed(breaker)).toBe('fine');
});

it('half-open: a trial whose request was cut off gives its place to the next call', async () => {
  const breaker = await opened();
  pass(OPEN_MS[0]!);
  pending(breaker);
  pass(LIMIT_MS + 1_000);
  const second = pending(breaker);
  expect(breaker.state).toBe('half-open');
  expect(breaker.waitMs).toBe(LIMIT_MS + 1_000);
  second.end(Promise.resolve('fine'));
  expect(await second.outcome).toBe('fine');
  expect(breaker.state).toBe('closed');
});

it('half-open: the late end of a trial that lost its place changes nothing', async () => {
  const breaker = await opened();
  pass(OPEN_MS[0]!);
  const lost = pending(breaker);
  pass(LIMIT_MS + 1_000);
  expect((await fail(breaker)).code).toBe('SERVICE_UNAVAILABLE');
  expect(breaker.state).toBe('open');
  lost.end(Promise.resolve('fine'));
  expect(await lost.outcome).toBe('fine');
  expect(breaker.state).toBe('open');
});

it('half-open: a trial that its caller cancelled is neither success nor failure', async () => {
  const breaker = await opened();
  pass(OPEN_MS[0]!);
  const leaving = new AbortController();
  const trial = pending(breaker, leaving.signal);
  expect([breaker.state, breaker.waitMs]).toEqual(['half-open', LIMIT_MS + 1_000]);
  leaving.abort();
  trial.end(Promise.reject(cancelledError()));
  expect(await trial.outcome).toMatchObject({ status: 499 });
  // The next call is the trial, and its failure waits as the first trial's would.
  expect([breaker.state, breaker.waitMs]).toEqual(['open', 0]);
  await fail(breaker);
  expect([breaker.state, breaker.waitMs]).toEqual(['open', OPEN_MS[1]]);
});

it('half-open: a cancelled trial that lost its place changes nothing', async () => {
  const breaker = await opened();
  pass(OPEN_MS[0]!);
  const leaving = new AbortController();
  const lost = pending(breaker, leaving.signal);
  pass(LIMIT_MS + 1_000);
  expect(await succeed(breaker)).toBe('fine');
  leaving.abort();
  lost.end(Promise.reject(cancelledError()));
  await lost.outcome;
  expect(breaker.state).toBe('closed');
});

/** Five failures of one organization, as far as it may still ask. */
async function failFor(breakers: Breakers, organization: string, source = 'a') {
  for (let i = 0; i < 5; i++) await fail(breakers.admit(source, organization));
}

const isAdmitted = (breakers: Breakers, organization: string, source = 'a'): boolean => {
  try {
    breakers.admit(source, organization);
    return true;
  } catch {
    return false;
  }
};

it('keeps one breaker per source', async () => {
  const breakers = createBreakers();
  await failFor(breakers, 'org_1');
  expect([isAdmitted(breakers, 'org_1'), isAdmitted(breakers, 'org_1', 'b')]).toEqual([
    false,
    true,
  ]);
});

it('opens for everyone when it has opened for three organizations, until the trials', async () => {
  const breakers = createBreakers();
  await failFor(breakers, 'org_1');
  await failFor(breakers, 'org_2');
  expect(isAdmitted(breakers, 'org_bystander')).toBe(true);
  await failFor(breakers, 'org_3');
  expect(isAdmitted(breakers, 'org_bystander')).toBe(false);
  expect(isAdmitted(breakers, 'org_newcomer', 'b')).toBe(true);
  pass(OPEN_MS[0]! - 1);
  expect(() => breakers.admit('a', 'org_bystander')).toThrow('temporarily unavailable');
  pass(1);
  expect(isAdmitted(breakers, 'org_bystander')).toBe(true);
});

it('never opens for others by what two organizations do, whatever they ask and when', async () => {
  const failures = [
    new ApiError('SERVICE_UNAVAILABLE'),
    new ApiError('UPSTREAM_TIMEOUT'),
    new ApiError('UPSTREAM_QUOTA_EXHAUSTED'),
    new ApiError('UPSTREAM_ERROR'),
    new TypeError('x is undefined'),
    'no error at all',
    null,
  ];
  const step = fc.record({
    organization: fc.constantFrom('org_hostile', 'org_accomplice'),
    failure: fc.constantFrom(...failures),
    waitMs: fc.oneof({ weight: 40, arbitrary: fc.constant(0) }, fc.constantFrom(1_000, 10_000)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
      const breakers = createBreakers();
      for (const { organization, failure, waitMs } of steps) {
        pass(waitMs);
        if (isAdmitted(breakers, organization)) {
          const breaker = breakers.admit('a', organization);
          await (failure === null ? succeed(breaker) : fail(breaker, failure));
        }
        expect(await succeed(breakers.admit('a', 'org_bystander'))).toBe('fine');
      }
    }),
  );
});
