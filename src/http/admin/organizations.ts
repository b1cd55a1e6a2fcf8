import * as z from 'zod';
import { describeChanges } from '../../accounts/audit-log.ts';
import { grantCredits, setSubscription } from '../../accounts/credits.ts';
import { closeOrganization } from '../../accounts/deprovisioning.ts';
import {
  changeDefaultCountry,
  createOrganization,
  listOrganizations,
  MAX_LISTED_ORGANIZATIONS,
  type OrganizationSummary,
  requireAccount,
  requireOpenOrganization,
  requireOrganization,
} from '../../accounts/organizations.ts';
import { seedDemo } from '../../accounts/team/demo-organization.ts';
import type { DailyUsage } from '../../accounts/usage.ts';
import { countryCode } from '../../domain/phone/number.ts';
import { SUBSCRIPTION_STATUSES } from '../../domain/plans.ts';
import { REGIONS, type RequestPlace, regionOf } from '../../domain/regions.ts';
import { ApiError } from '../../lib/errors.ts';
import { lineField } from '../../lib/line-field.ts';
import { toIso } from '../../lib/time.ts';
import type { AccountView, Subscription } from '../../lookup/account/account.ts';
import { MAX_CREDITS } from '../../lookup/account/ledger.ts';
import { field } from '../../lookup/answer-fields.ts';
import { timestamp, timestampOrNull } from '../openapi/json-schemas.ts';
import {
  emailField,
  nameField,
  optionalField,
  pageQuery,
  requiredField,
  timestampField,
} from '../request/validation.ts';
import { operatorRoute, organizationParams, pageAnswer, successAnswer } from './shared.ts';

export const planSchema = () =>
  z.object({
    plan: z.string(),
    status: z.enum(SUBSCRIPTION_STATUSES),
    tokens_per_month: z.int(),
    current_period_start: timestamp,
    current_period_end: timestamp,
    trial_end: timestampOrNull,
  });

const describePlan = (subscription: Subscription) => ({
  ...subscription,
  tokensPerMonth: subscription.creditsPerMonth,
  currentPeriodStart: subscription.periodStart,
  currentPeriodEnd: subscription.periodEnd,
});

export const organizationSchema = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    region: z.string().nullable(),
    active: z.boolean(),
    created_at: timestamp,
    default_country: z.string().nullable(),
    suspended_at: timestampOrNull,
  });

export const memberSchema = () =>
  z.object({ id: z.string(), email: z.string(), role: z.string(), created_at: timestamp });

/** A key without its text, which is shown only once. */
export const listedKeySchema = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    mode: z.enum(['live', 'test']),
    last4: z.string(),
    user_id: z.string().nullable(),
    created_at: timestamp,
    expires_at: timestampOrNull,
    revoked_at: timestampOrNull,
    suspended_at: timestampOrNull,
    scopes: z.array(z.string()).nullable(),
    ip_allow: z.array(z.string()).nullable(),
    credits_per_day: z.int().nullable(),
    kept_at: timestampOrNull.describe("Since when it is the organization's own; null: a member's."),
    successor_id: field.textOrNull('Key to which it was rolled.'),
    secret_version: z
      .int()
      .nullable()
      .describe('Version of KEY_SECRET; null until the key is used.'),
  });

const summarySchema = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    region: z.string().nullable(),
    owner_email: z.string().nullable(),
    active: field.boolean('False once it is closed.'),
    created_at: timestamp,
    plan: z.string().nullable(),
    status: z.string().nullable(),
    balance: z.int().nullable().describe('Spendable credits.'),
    last_used_at: timestampOrNull,
    balanced: field.booleanOrNull('What the last reconciliation found.'),
    reconciled_at: timestampOrNull,
  });

/** A row of the list; figures are null if the account cannot be reached. */
const describeSummary = ({ listed, view }: OrganizationSummary) => ({
  ...listed,
  plan: view?.subscription?.plan ?? null,
  status: view?.subscription?.status ?? null,
  balance: view?.statement.totalAvailable ?? null,
  lastUsedAt: view?.lastUsedAt ?? null,
});

/** One customer, from the account alone. */
export function describeOrganization(view: AccountView, usage: readonly DailyUsage[]) {
  const { organization, subscription, nextSubscription, statement } = view;
  const { lookups, credits } = statement.usage.allTime;
  return {
    organization: { defaultCountry: null, suspendedAt: null, ...organization },
    members: view.members,
    apiKeys: view.keys,
    subscription: subscription && describePlan(subscription),
    nextSubscription: nextSubscription && describePlan(nextSubscription),
    balance: {
      ...statement,
      available: statement.totalAvailable,
      subscription: statement.subscription.available,
    },
    lastUsedAt: view.lastUsedAt,
    usage: {
      allTime: { lookups, tokensConsumed: credits },
      byDay: usage.map((row) => ({ ...row, tokensConsumed: row.credits })),
    },
  };
}

const DEFAULT_LISTED = 50;

/** Location of the operator's request, as far as the platform provides it. */
const requestPlace = (request: Request): RequestPlace =>
  (request as Request & { cf?: RequestPlace }).cf ?? {};

const createRoute = operatorRoute({
  endpoint: 'POST /admin/organizations',
  operationId: 'createOrganization',
  summary: 'Create an organization and its owner',
  description: 'The owner has no password until a link sets one.',
  isOnce: true,
  body: {
    schema: z.object({
      name: requiredField(nameField),
      owner_email: requiredField(emailField).describe('Email address of the owner.'),
      region: optionalField(z.enum(REGIONS)).describe(
        'Region of its account; by default near the request.',
      ),
    }),
    example: { name: 'Example Ltd', owner_email: 'owner@example.com' },
  },
  answer: successAnswer(() => ({
    organization: z.object({ id: z.string(), name: z.string(), region: z.string().nullable() }),
    owner: z.object({ id: z.string(), email: z.string() }),
  })),
  async handle({ c, body, form }, { accounts }) {
    const region = body.region ?? regionOf(requestPlace(c.req.raw));
    const made = await createOrganization({ ...body, region, ...(form && { form }) }, accounts);
    c.set('madeOrganization', made.organization.id);
    return made;
  },
});

const listRoute = operatorRoute({
  endpoint: 'GET /admin/organizations',
  operationId: 'listOrganizations',
  summary: 'Organizations, newest first',
  description: 'Figures are null if an account cannot be reached now.',
  query: z.object({
    q: optionalField(nameField).describe('Part of a name, an id or an email address.'),
    ...pageQuery(MAX_LISTED_ORGANIZATIONS, DEFAULT_LISTED),
  }),
  answer: pageAnswer('organizations', summarySchema),
  async handle({ query: { q, ...page } }, { accounts }) {
    const listed = await listOrganizations({ query: q, ...page }, accounts);
    return { ...listed, organizations: listed.organizations.map(describeSummary) };
  },
});

const changeRoute = operatorRoute({
  endpoint: 'PATCH /admin/organizations/:id',
  operationId: 'changeOrganization',
  summary: 'Set the default country',
  description:
    'Country in which phone numbers without + are read if a request names none; if it is not set, US.',
  params: organizationParams,
  body: {
    schema: z.object({
      default_country: countryCode.nullable().describe('ISO 3166-1 alpha-2; null for none.'),
    }),
    example: { default_country: 'DE' },
  },
  answer: successAnswer(() => ({
    organization: z.object({ id: z.string(), default_country: z.string().nullable() }),
  })),
  errors: ['NotThere', 'ChangeConflict'],
  async handle({ c, param, body }, { accounts }) {
    const { id } = await requireOpenOrganization(accounts.db, param('id'));
    c.set('changes', await changeDefaultCountry(id, body.defaultCountry, accounts));
    return { organization: { id, ...body } };
  },
});

const suspendRoute = (verb: 'suspend' | 'resume') =>
  operatorRoute({
    endpoint: `POST /admin/organizations/:id/${verb}`,
    operationId: `${verb}Organization`,
    summary: verb === 'suspend' ? 'Refuse every credential of an organization' : 'End a suspension',
    description:
      'Keys, agents and lookups in the dashboard are refused from the next call on, and monitor runs are skipped. Work in progress finishes. Members can still sign in, read, end running work and pay open invoices.',
    params: organizationParams,
    answer: successAnswer(() => ({ id: z.string(), suspended_at: timestampOrNull })),
    errors: ['NotThere', 'ChangeConflict'],
    async handle({ param }, { accounts: { db, accounts } }) {
      const { id } = await requireOpenOrganization(db, param('id'));
      await accounts.setSuspended(id, verb === 'suspend');
      const { organization } = await requireAccount(id, { accounts });
      return { id, suspendedAt: organization.suspendedAt ?? null };
    },
  });

const closeRoute = operatorRoute({
  endpoint: 'POST /admin/organizations/:id/close',
  operationId: 'closeOrganization',
  summary: 'Close an organization permanently',
  description:
    'None of its credentials are accepted any more; its agents, invitations, jobs, monitors, uploads and payments end. Its ledger stays. Every later change is refused with 409.',
  params: organizationParams,
  body: {
    schema: z.object({
      name: requiredField(nameField).describe('Name of the organization, as confirmation.'),
    }),
    example: { name: 'Example Ltd' },
  },
  answer: successAnswer(() => ({ id: z.string(), active: z.boolean() })),
  errors: ['NotThere'],
  async handle({ param, body }, { accounts }) {
    const { id, name } = await requireOrganization(accounts.db, param('id'));
    if (body.name !== name)
      throw new ApiError('INVALID_INPUT', 'The name does not match.', { param: 'name' });
    await closeOrganization(id, accounts);
    return { id, active: false };
  },
});

const periodDate = timestampField.refine((at) => at >= 0, 'must not be before 1970');

const subscriptionRoute = operatorRoute({
  endpoint: 'PUT /admin/organizations/:id/subscription',
  operationId: 'setSubscription',
  summary: 'Set the plan, its state and its period',
  description:
    'Without dates, the current period continues, or a period of one month begins now. The status canceled or unpaid also drops the period set ahead, which the answer has as dropped_subscription. While a Stripe subscription is active, the subscription decides.',
  params: organizationParams,
  body: {
    schema: z.object({
      plan: requiredField(nameField),
      status: requiredField(z.enum(SUBSCRIPTION_STATUSES)),
      tokens_per_month: optionalField(z.int().min(1).max(MAX_CREDITS)).describe(
        'Credits per period; by default those of the plan.',
      ),
      current_period_start: optionalField(periodDate),
      current_period_end: optionalField(periodDate),
      trial_end: optionalField(periodDate),
      operation_id: optionalField(nameField).describe(
        'Id that makes the change take effect only once.',
      ),
    }),
    example: { plan: 'growth', status: 'active' },
  },
  answer: successAnswer(() => ({
    subscription: planSchema(),
    next_subscription: planSchema().nullable().describe('The period set ahead.'),
    dropped_subscription: planSchema()
      .nullable()
      .describe('The period set ahead that this change dropped; it never begins.'),
  })),
  errors: ['NotThere', 'ChangeConflict'],
  async handle({ c, param, body }, { accounts }) {
    const { tokensPerMonth, currentPeriodStart, currentPeriodEnd, ...fields } = body;
    const request = {
      organizationId: param('id'),
      creditsPerMonth: tokensPerMonth,
      periodStart: currentPeriodStart,
      periodEnd: currentPeriodEnd,
      ...fields,
    };
    const set = await setSubscription(request, accounts);
    const { plan, status, creditsPerMonth, periodEnd, ahead, dropped } = set;
    const audited = { plan, status, tokens_per_month: creditsPerMonth, until: toIso(periodEnd) };
    const ended = dropped && { dropped: `${dropped.plan} from ${toIso(dropped.periodStart)}` };
    c.set('changes', describeChanges({}, { ...audited, ...ended }));
    return {
      subscription: describePlan(set),
      nextSubscription: ahead && describePlan(ahead),
      droppedSubscription: dropped && describePlan(dropped),
    };
  },
});

const creditsRoute = operatorRoute({
  endpoint: 'POST /admin/organizations/:id/credits',
  operationId: 'grantCredits',
  summary: 'Grant purchased credits, or take unspent ones back',
  description: 'Each id takes effect only once.',
  params: organizationParams,
  body: {
    schema: z.object({
      amount: requiredField(
        z
          .int()
          .min(-MAX_CREDITS)
          .max(MAX_CREDITS)
          .refine((amount) => amount !== 0, 'must not be 0'),
      ).describe('Number of credits; negative to take credits back. Not 0.'),
      note: optionalField(lineField(500)),
      id: requiredField(nameField).describe('Your own id, for example of the invoice.'),
    }),
    example: { amount: 5_000, note: 'invoice 17', id: 'invoice-17' },
  },
  answer: successAnswer(() => ({
    granted: z.int(),
    balance: z.int().describe('Spendable credits now.'),
  })),
  errors: ['NotThere', 'ChangeConflict'],
  async handle({ c, param, body }, { accounts }) {
    const request = { organizationId: param('id'), ...body, note: body.note || null };
    const done = await grantCredits(request, accounts);
    const { granted: credits } = done;
    const asked = credits === body.amount ? {} : { asked_for: body.amount };
    c.set('changes', describeChanges({}, { credits, ...asked }));
    return done;
  },
});

/** Only if the deployment has a secret for demo keys, as in local development. */
const demoRoute = operatorRoute({
  endpoint: 'POST /admin/demo',
  operationId: 'seedDemo',
  summary: 'Create the demo organization for local development',
  description: 'Available only if the deployment has a demo.',
  answer: successAnswer(() => ({
    organization_id: z.string(),
    keys: z.array(z.object({ name: z.string(), key: z.string() })),
    sign_in: z.object({ emails: z.array(z.string()), password: z.string() }),
  })),
  errors: ['NotThere'],
  async handle({ c }, { accounts, demoSecret }) {
    if (demoSecret === null) throw new ApiError('NOT_FOUND');
    const demo = await seedDemo(accounts, demoSecret);
    c.header('Cache-Control', 'no-store');
    return demo;
  },
});

export const organizationRoutes = {
  tag: { name: 'Organizations', description: 'Customers, their people, plans and credits.' },
  routes: [
    createRoute,
    listRoute,
    changeRoute,
    suspendRoute('suspend'),
    suspendRoute('resume'),
    closeRoute,
    subscriptionRoute,
    creditsRoute,
    demoRoute,
  ],
};
