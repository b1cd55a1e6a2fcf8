import { Hono } from 'hono';
import * as z from 'zod';
import { grantCredits, setSubscription } from '../../accounts/credits.ts';
import {
  addMember,
  createOrganization,
  listOrganizations,
  MAX_LISTED_ORGANIZATIONS,
  type OrganizationSummary,
} from '../../accounts/organizations.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { seedDemo } from '../../accounts/team/demo-organization.ts';
import type { DailyUsage } from '../../accounts/usage.ts';
import { SUBSCRIPTION_STATUSES } from '../../domain/plans.ts';
import { REGIONS, type RequestPlace, regionOf } from '../../domain/regions.ts';
import { ApiError } from '../../lib/errors.ts';
import { toIso, toIsoOrNull } from '../../lib/time.ts';
import type { AccountView, KeyRecord, Member, Subscription } from '../../lookup/account/account.ts';
import { MAX_CREDITS } from '../../lookup/account/ledger.ts';
import type { AppEnv } from '../request/context.ts';
import {
  emailField,
  MAX_BODY_BYTES,
  nameField,
  optionalField,
  requiredField,
  requireJsonBody,
  timestampField,
  validated,
} from '../request/validation.ts';

const describeSubscription = (subscription: Subscription) => ({
  plan: subscription.plan,
  status: subscription.status,
  tokens_per_month: subscription.creditsPerMonth,
  current_period_start: toIso(subscription.periodStart),
  current_period_end: toIso(subscription.periodEnd),
  trial_end: toIsoOrNull(subscription.trialEnd),
});

export const describeOrganizationMember = ({ id, email, role, createdAt }: Member) => ({
  id,
  email,
  role,
  created_at: toIso(createdAt),
});

/** A key without its text: that was shown once. */
const describeApiKey = ({ id, name, mode, last4, userId, ...key }: KeyRecord) => ({
  id,
  name,
  mode,
  last4,
  user_id: userId,
  created_at: toIso(key.createdAt),
  expires_at: toIsoOrNull(key.expiresAt),
  revoked_at: toIsoOrNull(key.revokedAt),
  suspended_at: toIsoOrNull(key.suspendedAt),
  scopes: key.scopes,
  ip_allow: key.ipAllow,
});

const describeBalance = ({ statement }: AccountView) => ({
  available: statement.totalAvailable,
  held: statement.held,
  subscription: statement.subscription.available,
  rollover: statement.rollover,
  purchased: statement.purchased,
});

/** A line of the list: null figures are those of an account that cannot be reached now. */
const describeOrganizationSummary = ({ listed, view }: OrganizationSummary) => ({
  id: listed.id,
  name: listed.name,
  region: listed.region,
  owner_email: listed.ownerEmail,
  created_at: toIso(listed.createdAt),
  plan: view?.subscription?.plan ?? null,
  status: view?.subscription?.status ?? null,
  balance: view?.statement.totalAvailable ?? null,
  last_used_at: toIsoOrNull(view?.lastUsedAt ?? null),
  balanced: listed.balanced,
  reconciled_at: toIsoOrNull(listed.reconciledAt),
});

/** One customer, without what other rooms know of it. */
export function describeOrganization(view: AccountView, usage: readonly DailyUsage[]) {
  const { organization, subscription, nextSubscription, statement } = view;
  const { id, name, region, active, createdAt } = organization;
  return {
    organization: { id, name, region, active, created_at: toIso(createdAt) },
    members: view.members.map(describeOrganizationMember),
    api_keys: view.keys.map(describeApiKey),
    subscription: subscription && describeSubscription(subscription),
    next_subscription: nextSubscription && describeSubscription(nextSubscription),
    balance: describeBalance(view),
    last_used_at: toIsoOrNull(view.lastUsedAt),
    usage: {
      all_time: {
        lookups: statement.usage.allTime.lookups,
        tokens_consumed: statement.usage.allTime.credits,
      },
      by_day: usage.map(({ day, product, lookups, credits }) => ({
        day,
        product,
        lookups,
        tokens_consumed: credits,
      })),
    },
  };
}

const DEFAULT_LISTED = 50;

const organizationBody = z.object({
  name: requiredField(nameField),
  owner_email: requiredField(emailField),
  region: optionalField(z.enum(REGIONS)),
});
const listQuery = z.object({
  q: optionalField(nameField),
  cursor: optionalField(z.string()),
  limit: optionalField(z.coerce.number().int().min(1).max(MAX_LISTED_ORGANIZATIONS)),
});
const memberBody = z.object({ email: requiredField(emailField) });
const subscriptionBody = z.object({
  plan: requiredField(nameField),
  status: requiredField(z.enum(SUBSCRIPTION_STATUSES)),
  tokens_per_month: optionalField(z.int().min(1).max(MAX_CREDITS)),
  current_period_start: optionalField(timestampField),
  current_period_end: optionalField(timestampField),
  trial_end: optionalField(timestampField),
  operation_id: optionalField(nameField),
});
const creditsBody = z.object({
  amount: requiredField(
    z
      .int()
      .min(-MAX_CREDITS)
      .max(MAX_CREDITS)
      .refine((amount) => amount !== 0, 'must not be 0'),
  ),
  note: optionalField(z.string().trim().max(500)),
  id: requiredField(nameField),
});

/** Where the operator's request came from, as far as the platform tells. */
const requestPlace = (request: Request): RequestPlace =>
  (request as Request & { cf?: RequestPlace }).cf ?? {};

/** Organizations, their people, plans and credits. */
export function organizationRoutes(ports: AccountPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const json = requireJsonBody(MAX_BODY_BYTES);

  routes.post('/organizations', json, validated('json', organizationBody), async (c) => {
    const body = c.req.valid('json');
    const { organization, owner } = await createOrganization(
      {
        name: body.name,
        ownerEmail: body.owner_email,
        region: body.region ?? regionOf(requestPlace(c.req.raw)),
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

  routes.get('/organizations', validated('query', listQuery), async (c) => {
    const { q: query, cursor, limit } = c.req.valid('query');
    const request = { query, cursor, limit: limit ?? DEFAULT_LISTED };
    const { organizations, nextCursor } = await listOrganizations(request, ports);
    const data = {
      organizations: organizations.map(describeOrganizationSummary),
      next_cursor: nextCursor,
      has_more: nextCursor !== null,
    };
    return c.json({ success: true, data });
  });

  routes.post('/organizations/:id/members', json, validated('json', memberBody), async (c) => {
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
    validated('json', subscriptionBody),
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

  routes.post('/organizations/:id/credits', json, validated('json', creditsBody), async (c) => {
    const data = await grantCredits(
      { organizationId: c.req.param('id'), ...c.req.valid('json') },
      ports,
    );
    return c.json({ success: true, data });
  });
  return routes;
}

/**
 * The demo organization of a laptop.
 * @param keySecret null where there is to be none: then the path does not exist
 */
export function demoRoutes(ports: AccountPorts, keySecret: string | null): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/demo', async (c) => {
    if (keySecret === null) throw new ApiError('NOT_FOUND');
    const { organizationId, keys, signIn } = await seedDemo(ports, keySecret);
    c.header('Cache-Control', 'no-store');
    const data = { organization_id: organizationId, keys, sign_in: signIn };
    return c.json({ success: true, data });
  });
  return routes;
}
