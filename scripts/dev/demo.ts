import { type Connection, exchange, Refused } from '../operator/exchange.ts';

export interface DemoKey {
  name: string;
  key: string;
}

export interface Demo {
  organization_id: string;
  keys: DemoKey[];
  /** Of the dashboard. */
  sign_in: { emails: string[]; password: string };
}

interface DemoPlan {
  plan: string;
  status: string;
  tokens_per_month?: number;
  current_period_end: string;
}

interface DemoDetail {
  organization: { active: boolean };
  subscription: DemoPlan | null;
}

/** Before there is a plan, whose period is over. */
const STARTER: DemoPlan = {
  plan: 'starter',
  status: 'active',
  current_period_end: new Date(0).toISOString(),
};

/**
 * Rebuilds the demo's account where its object was deleted and its history was not: a new account
 * would write its history over the old one. Refused (400) where there is nothing to rebuild.
 */
async function rebuildLost(connection: Connection): Promise<void> {
  const post = (path: string) => exchange({ method: 'POST', path }, connection, undefined);
  try {
    await post('/organizations/org_demo/rebuild-account');
  } catch (error) {
    if (error instanceof Refused && error.status === 400) return;
    throw error;
  }
  await post('/rebuild-directory?organization=org_demo');
}

/**
 * Makes the demo organization through the running service, and puts it on `starter` for the current
 * calendar month (UTC) where it has no plan. One that has been set stays, and goes on in the
 * current month where it is active and its period is over.
 */
export async function seedDemo(baseUrl: string, token: string, now: Date): Promise<Demo> {
  const connection = { baseUrl, token };
  await rebuildLost(connection);
  const demo = (await exchange({ method: 'POST', path: '/demo' }, connection, undefined)) as Demo;
  const path = `/organizations/${demo.organization_id}`;
  const found = await exchange({ method: 'GET', path }, connection, undefined);
  const { organization, subscription } = found as DemoDetail;
  const { plan, status, tokens_per_month, current_period_end: end } = subscription ?? STARTER;
  const isDue = status === 'active' && Date.parse(end) <= now.getTime();
  if (!organization.active || !isDue) return demo;
  const monthStart = (offset: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset)).toISOString();
  const period = { current_period_start: monthStart(0), current_period_end: monthStart(1) };
  const body = JSON.stringify({ plan, status, tokens_per_month, ...period });
  const content = { contentType: 'application/json', body };
  await exchange({ method: 'PUT', path: `${path}/subscription` }, connection, content);
  return demo;
}

/** What is printed once the service answers. @param vars as the service is given them */
export function welcomeText(
  baseUrl: string,
  { keys, sign_in }: Demo,
  vars: Readonly<Record<string, string | undefined>>,
): string {
  const [owner] = keys;
  const payments = `
Payments
  npm run -s operator -- stripe-prices   # once for each Stripe: nothing is for sale before
`;
  return `Ready on ${baseUrl}

Demo keys
${keys.map(({ name, key }) => `  ${name.padEnd(14)}  ${key}`).join('\n')}

Try
  curl -s ${baseUrl}/v1/phone -H 'Authorization: Bearer ${owner?.key}' -H 'Content-Type: application/json' -d '{"phone_number":"+14155552671"}'

Dashboard on ${baseUrl}/app
  ${sign_in.emails.join(' or ')}, password ${sign_in.password}
${vars.STRIPE_SECRET_KEY ? payments : ''}
Docs on ${baseUrl}/docs
`;
}
