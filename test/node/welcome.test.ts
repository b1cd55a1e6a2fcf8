import { expect, it, vi } from 'vitest';
import { seedDemo, welcomeText } from '../../scripts/dev/demo.ts';

const demo = {
  organization_id: 'org_demo',
  keys: [{ name: 'owner, live', key: 'sk_live_x' }],
  sign_in: { emails: ['owner@example.com'], password: 'secret' },
};
const BASE = 'http://localhost:8787';

it('says what has to be run before anything is for sale, where payments are on', () => {
  const command = 'npm run -s operator -- stripe-prices';
  expect(welcomeText(BASE, demo, { STRIPE_SECRET_KEY: 'sk_test_1' })).toContain(command);
  expect(welcomeText(BASE, demo, {})).not.toContain('stripe');
});

const NOW = new Date('2026-11-27T12:00:00Z');
const period = (month: number) => ({
  current_period_start: `2026-${month}-01T00:00:00.000Z`,
  current_period_end: `2026-${month + 1}-01T00:00:00.000Z`,
});
const REFUSED = { code: 'INVALID_INPUT', message: 'the account is there' };
const GROWTH = { plan: 'growth', tokens_per_month: 7 };

it.each([
  [null, { plan: 'starter', status: 'active', ...period(11) }],
  [{ ...GROWTH, status: 'active', ...period(11) }, undefined],
  [{ ...GROWTH, status: 'canceled', ...period(10) }, undefined],
  [
    { ...GROWTH, status: 'active', ...period(10) },
    { ...GROWTH, status: 'active', ...period(11) },
  ],
])(
  'puts the demo on a plan where it has none, and goes on with one that has run out: %j',
  async (subscription, wanted) => {
    const put: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
      if (url.endsWith('/rebuild-account'))
        return Response.json({ success: false, error: REFUSED }, { status: 400 });
      if (method === 'PUT') put.push([url, JSON.parse(String(body))]);
      const data = url.endsWith('/demo') ? demo : { organization: { active: true }, subscription };
      return Response.json({ success: true, data });
    });
    await seedDemo(BASE, 'x', NOW).finally(() => vi.unstubAllGlobals());
    const url = `${BASE}/admin/organizations/org_demo/subscription`;
    expect(put).toEqual(wanted ? [[url, wanted]] : []);
  },
);

it("rebuilds the demo's account where it was lost, before it makes the demo", async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.slice(`${BASE}/admin`.length));
    const data = url.endsWith('/demo') ? demo : { organization: { active: false } };
    return Response.json({ success: true, data });
  });
  await seedDemo(BASE, 'x', NOW).finally(() => vi.unstubAllGlobals());
  expect(asked.slice(0, 3)).toEqual([
    '/organizations/org_demo/rebuild-account',
    '/rebuild-directory?organization=org_demo',
    '/demo',
  ]);
});

it('begins with the line that says the service is ready', () => {
  expect(welcomeText(BASE, demo, {}).split('\n')[0]).toBe(`Ready on ${BASE}`);
});
