import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleEntry, type RunningWorker, startWorker } from '../../bench/support/start-worker.ts';

let worker: RunningWorker;
beforeAll(async () => {
  const modules = await bundleEntry('test/node/mail-worker.ts');
  const email = {
    send_email: [{ name: 'EMAIL', allowed_destination_addresses: ['a@example.com'] }],
  };
  worker = await startWorker({ name: 'mail', modules, email } as never);
});
afterAll(() => worker.stop());

const send = async (mail: object): Promise<string> => {
  const whole = { subject: 'One change', text: 'One change.', html: '<p>One change.</p>' };
  const body = JSON.stringify({ ...whole, unsubscribeUrl: null, ...mail });
  return (await fetch(worker.origin, { method: 'POST', body })).text();
};

it('is taken by the platform’s binding, with both parts and the link that ends it', async () => {
  expect(await send({ to: 'a@example.com' })).toBe('sent');
  expect(
    await send({ to: 'a@example.com', unsubscribeUrl: 'https://api.example.com/unsubscribe/x' }),
  ).toBe('sent');
  expect(await send({ to: 'b@example.com' })).toContain('b@example.com');
}, 60_000);
