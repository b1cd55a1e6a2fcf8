import { Hono } from 'hono';
import * as z from 'zod';
import { addMember } from '../../accounts/add-member.ts';
import { createOrganization } from '../../accounts/create-organization.ts';
import { grantCredits } from '../../accounts/grant-credits.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { setSubscription } from '../../accounts/set-subscription.ts';
import { MAX_CREDITS } from '../../core/ledger.ts';
import { SUBSCRIPTION_STATUSES } from '../../core/plans.ts';
import type { AppEnv } from '../context.ts';
import { toIso, toIsoOrNull } from '../iso-time.ts';
import { jsonOnly, MAX_BODY_BYTES, parsed } from '../json-body.ts';
import { email, moment, name, optional, required } from './fields.ts';

const organizationBody = z.object({ name: required(name), owner_email: required(email) });
const memberBody = z.object({ email: required(email) });
const subscriptionBody = z.object({
  plan: required(name),
  status: required(z.enum(SUBSCRIPTION_STATUSES)),
  tokens_per_month: optional(z.int().min(1).max(MAX_CREDITS)),
  current_period_start: optional(moment),
  current_period_end: optional(moment),
  trial_end: optional(moment),
});
const creditsBody = z.object({
  amount: required(z.int().min(1).max(MAX_CREDITS)),
  note: optional(z.string().trim().max(500)),
  id: required(name),
});

const describeSubscription = (subscription: Awaited<ReturnType<typeof setSubscription>>) => ({
  plan: subscription.plan,
  status: subscription.status,
  tokens_per_month: subscription.tokensPerMonth,
  current_period_start: toIso(subscription.currentPeriodStart),
  current_period_end: toIso(subscription.currentPeriodEnd),
  trial_end: toIsoOrNull(subscription.trialEnd),
});

/** Organizations, their people, plans and credits. */
export function organizationRoutes(ports: AccountPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const json = jsonOnly(MAX_BODY_BYTES);

  routes.post('/organizations', json, parsed('json', organizationBody), async (c) => {
    const body = c.req.valid('json');
    const { organization, owner } = await createOrganization(
      { name: body.name, ownerEmail: body.owner_email },
      ports,
    );
    const data = {
      organization: { id: organization.id, name: organization.name },
      owner: { id: owner.id, email: owner.email },
    };
    return c.json({ success: true, data });
  });

  routes.post('/organizations/:id/members', json, parsed('json', memberBody), async (c) => {
    const user = await addMember(
      { organizationId: c.req.param('id'), email: c.req.valid('json').email },
      ports,
    );
    return c.json({
      success: true,
      data: { user: { id: user.id, email: user.email, role: user.role } },
    });
  });

  routes.put(
    '/organizations/:id/subscription',
    json,
    parsed('json', subscriptionBody),
    async (c) => {
      const body = c.req.valid('json');
      const request = {
        organizationId: c.req.param('id'),
        plan: body.plan,
        status: body.status,
        tokensPerMonth: body.tokens_per_month,
        currentPeriodStart: body.current_period_start,
        currentPeriodEnd: body.current_period_end,
        trialEnd: body.trial_end,
      };
      const subscription = await setSubscription(request, ports);
      return c.json({ success: true, data: { subscription: describeSubscription(subscription) } });
    },
  );

  routes.post('/organizations/:id/credits', json, parsed('json', creditsBody), async (c) => {
    const data = await grantCredits(
      { organizationId: c.req.param('id'), ...c.req.valid('json') },
      ports,
    );
    return c.json({ success: true, data });
  });
  return routes;
}
