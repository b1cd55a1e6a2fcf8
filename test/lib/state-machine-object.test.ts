import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.useRealTimers());

it('does not put off the alarm of an overdue message with every event', async () => {
  const job = env.BULK_JOB.getByName('job_overdue');
  await runInDurableObject(job, async (object, { storage }) => {
    const set = () => Reflect.apply(Reflect.get(object, 'setAlarm'), object, [{ nextDueAt: 1 }]);
    const now = Date.now();
    vi.useFakeTimers({ now, toFake: ['Date'] });
    set();
    const first = await storage.getAlarm();
    vi.setSystemTime(now + 600);
    set();
    expect(await storage.getAlarm()).toBe(first);
    await storage.deleteAlarm();
  });
});
