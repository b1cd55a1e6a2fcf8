import { exchange } from '../operator/exchange.ts';

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

/**
 * Makes the demo organization through the running service, and puts it on `starter` for the current
 * calendar month (UTC). Twice in a month grants once.
 */
export async function seedDemo(baseUrl: string, token: string, now: Date): Promise<Demo> {
  const connection = { baseUrl, token };
  const demo = (await exchange({ method: 'POST', path: '/demo' }, connection, undefined)) as Demo;
  const monthStart = (offset: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset)).toISOString();
  const plan = {
    plan: 'starter',
    status: 'active',
    current_period_start: monthStart(0),
    current_period_end: monthStart(1),
  };
  const content = { contentType: 'application/json', body: JSON.stringify(plan) };
  const path = `/organizations/${demo.organization_id}/subscription`;
  await exchange({ method: 'PUT', path }, connection, content);
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
