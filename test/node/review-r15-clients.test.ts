import { expect, it, vi } from 'vitest';
import { send } from '../../scripts/operator/send.ts';

it('the operator’s command line asks a step again that failed once', async () => {
  const replies = [
    Response.json({ success: true, data: { findings: ['a'], next_cursor: 'org_1:0:0' } }),
    Response.json(
      { success: false, error: { code: 'SERVICE_BUSY', message: 'No.' } },
      { status: 503 },
    ),
    Response.json({ success: true, data: { findings: ['b'], next_cursor: null } }),
  ];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => replies.shift()!);
  const request = { method: 'GET', path: '/verify-stores', steps: true } as const;
  const found = await send(request, { baseUrl: 'https://api.test', token: 't' }).catch(
    ({ message }) => message,
  );
  spy.mockRestore();
  expect(found).toEqual({ findings: ['a', 'b'] });
});
