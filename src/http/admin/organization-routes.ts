import { Hono } from 'hono';
import * as z from 'zod';
import { addMember } from '../../accounts/add-member.ts';
import { createOrganization } from '../../accounts/create-organization.ts';
import { grantCredits } from '../../accounts/grant-credits.ts';
import { listOrganizations, MAX_LISTED_ORGANIZATIONS } from '../../accounts/list-organizations.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { setSubscription } from '../../accounts/set-subscription.ts';
import { MAX_CREDITS } from '../../core/account/ledger.ts';
import { SUBSCRIPTION_STATUSES } from '../../core/account/plans.ts';
import { REGIONS, type RequestPlace, regionOf } from '../../core/account/regions.ts';
import type { AppEnv } from '../context.ts';
import { jsonOnly, MAX_BODY_BYTES, parsed } from '../json-body.ts';
import { describeListed, describeSubscription } from './describe-organization.ts';
import { email, moment, name, optional, required } from './fields.ts';

const DEFAULT_LISTED = 50;

const organizationBody = z.object({
  name: required(name),
  owner_email: required(email),
  region: optional(z.enum(REGIONS)),
});
const listQuery = z.object({
  q: optional(name),
  cursor: optional(z.string()),
  limit: optional(z.coerce.number().int().min(1).max(MAX_LISTED_ORGANIZATIONS)),
});
const memberBody = z.object({ email: required(email) });
const subscriptionBody = z.object({
  plan: required(name),
  status: required(z.enum(SUBSCRIPTION_STATUSES)),
  tokens_per_month: optional(z.int().min(1).max(MAX_CREDITS)),
  current_period_start: optional(moment),
  current_period_end: optional(moment),
  trial_end: optional(moment),
  operation_id: optional(name),
});
const creditsBody = z.object({
  amount: required(
    z
      .int()
      .min(-MAX_CREDITS)
      .max(MAX_CREDITS)
      .refine((amount) => amount !== 0, 'must not be 0'),
  ),
  note: optional(z.string().trim().max(500)),
  id: required(name),
});

/** Where the operator's request came from, as far as the platform tells. */
const placeOf = (request: Request): RequestPlace =>
  (request as Request & { cf?: RequestPlace }).cf ?? {};

/** Organizations, their people, plans and credits. */
export function organizationRoutes(ports: AccountPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const json = jsonOnly(MAX_BODY_BYTES);

  routes.post('/organizations', json, parsed('json', organizationBody), async (c) => {
    const body = c.req.valid('json');
    const { organization, owner } = await createOrganization(
      {
        name: body.name,
        ownerEmail: body.owner_email,
        region: body.region ?? regionOf(placeOf(c.req.raw)),
      },
      ports,
    );
    c.set('madeOrganization', organization.id);
    const data = {
      organization: {
        id: organization.id,
        name: organization.name,
        region: organization.region,
      },
      owner: { id: owner.id, email: owner.email },
    };
    return c.json({ success: true, data });
  });

  routes.get('/organizations', parsed('query', listQuery), async (c) => {
    const { q: query, cursor, limit } = c.req.valid('query');
    const request = { query, cursor, limit: limit ?? DEFAULT_LISTED };
    const { organizations, nextCursor } = await listOrganizations(request, ports);
    const data = {
      organizations: organizations.map(describeListed),
      next_cursor: nextCursor,
      has_more: nextCursor !== null,
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
        creditsPerMonth: body.tokens_per_month,
        periodStart: body.current_period_start,
        periodEnd: body.current_period_end,
        trialEnd: body.trial_end,
        operationId: body.operation_id,
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
