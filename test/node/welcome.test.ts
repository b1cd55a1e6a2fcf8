import { expect, it } from 'vitest';
import { welcomeText } from '../../scripts/dev/demo.ts';

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

it('begins with the line that says the service is ready', () => {
  expect(welcomeText(BASE, demo, {}).split('\n')[0]).toBe(`Ready on ${BASE}`);
});
