import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import {
  createRateLimiter,
  IDLE_HOST,
  nextStart,
  withBackOff,
  withStart,
} from '../../src/vendors/upstream/rate-limiter.ts';

const turns = createRateLimiter(env.RATE_LIMITER);
const host = () => `${crypto.randomUUID()}.test`;
const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = Date.now();
  await work();
  return Date.now() - from;
};

it('never begins more than the limit in any span', () => {
  const pace = { limit: 10, perMs: 60_000 };
  let state = IDLE_HOST;
  const starts = Array.from({ length: 35 }, (_, index) => {
    const start = nextStart(state, pace, index * 100);
    state = withStart(state, pace, start);
    return start;
  });
  expect(starts.slice(0, 11)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 60_000]);
  for (const [index, start] of starts.entries())
    if (index >= 10) expect(start - (starts[index - 10] as number)).toBeGreaterThanOrEqual(60_000);
});

it('leaves a host alone that asks for it, an hour at most', () => {
  const state = withBackOff(IDLE_HOST, 30_000, 1_000);
  expect(nextStart(state, null, 2_000)).toBe(31_000);
  expect(withBackOff(state, 9e9, 1_000).closedUntil).toBe(1_000 + 3_600_000);
  expect(withBackOff(state, 1, 1_000).closedUntil).toBe(31_000);
});

it('paces everybody who asks one host, and refuses who would wait too long', async () => {
  const name = host();
  const pace = { limit: 2, perMs: 150 };
  const take = () => turns.acquire(name, pace, 1_000);
  expect(await elapsed(() => Promise.all([take(), take(), take(), take()]))).toBeGreaterThan(140);
  await Promise.all([take(), take()]);
  await expect(turns.acquire(name, pace, 10)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    aboutInput: true,
  });
  expect(await elapsed(() => turns.acquire(host(), pace, 10))).toBeLessThan(140);
});

it('lets through what may wait for nothing, though the clock moves on within the call', async () => {
  let now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => ++now);
  try {
    await turns.acquire(host(), { limit: 1, perMs: 60_000 }, 0);
  } finally {
    clock.mockRestore();
  }
});

it('asks the object of a host without room no more until there may be room again', async () => {
  let calls = 0;
  const take = async () => {
    calls += 1;
    return calls === 1 ? { refusedForMs: 60_000 } : { waitMs: 0, permit: 'p' };
  };
  const limiter = createRateLimiter({ getByName: () => ({ take }) } as never);
  const pace = { limit: 10, perMs: 60_000 };
  for (let repeat = 0; repeat < 5; repeat++)
    await expect(limiter.acquire('full.test', pace, 1_000)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  expect(calls).toBe(1);
  await limiter.acquire('full.test', pace, 60_000);
  expect(calls).toBe(2);
});

it('remembers across a restart that a host has closed itself', async () => {
  const name = host();
  const turn = await turns.acquire(name, null, 10);
  await turn.release(45_000);
  await evictDurableObject(env.RATE_LIMITER.getByName(name));
  const refused = await turns.acquire(name, null, 1_000).catch((error) => error);
  expect(Number(refused.headers['Retry-After'])).toBeGreaterThan(40);
});

it('asks a serial host one request after another, and does not wait for ever for one that is lost', async () => {
  const name = host();
  const pace = { limit: 1_000, perMs: 1, serial: true };
  const first = await turns.acquire(name, pace, 200);
  await expect(turns.acquire(name, pace, 30)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  const second = turns.acquire(name, pace, 1_000);
  await first.release();
  await second;
  // The second is never ended: its turn is over when its time is.
  const third = await turns.acquire(name, pace, 3_000);
  await third.release();
});
