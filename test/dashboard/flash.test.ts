import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { DashboardEnv } from '../../src/dashboard/session/context.ts';
import { redirectWith, takeFlash } from '../../src/dashboard/session/flash.ts';

it.each([
  ['The key was made.', 'The key was made.'],
  [`${'é'.repeat(300)}.`, `${'é'.repeat(299)}…`],
])('is shown on the next page, cut where it is long', async (sent, shown) => {
  const app = new Hono<DashboardEnv>();
  app.use(async (c, next) => {
    c.set('origin', 'https://lookup.test');
    await next();
  });
  app.get('/app/sent', (c) => redirectWith(c, '/app', sent));
  app.get('/app', (c) => c.json(takeFlash(c)));
  const { headers } = await app.request('/app/sent');
  const cookie = headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const next = await app.request('/app', { headers: { Cookie: cookie } });
  expect(await next.json()).toEqual({ kind: 'good', text: shown });
});
