import { expect, it } from 'vitest';
import { StaleWhileRevalidate } from '../../src/lib/stale-while-revalidate.ts';

it('returns no value above its greatest age, however often its reading failed meanwhile', async () => {
  let [now, isDown] = [0, false];
  const work: Promise<unknown>[] = [];
  const deps = {
    clock: { now: () => now },
    background: (task: Promise<unknown>) => work.push(task),
  };
  const read = async () => {
    if (isDown) throw new Error('down');
    return now;
  };
  const cached = new StaleWhileRevalidate(read, 10, deps, 100);
  expect(await cached.current()).toBe(0);
  isDown = true;
  for (now = 10; now < 100; now += 10) {
    expect(cached.current()).toBe(0);
    await Promise.all(work);
  }
  await expect(cached.current()).rejects.toThrow('down');
  isDown = false;
  expect(await cached.current()).toBe(100);
});
