import { routePath } from 'hono/route';
import * as z from 'zod';
import { describeChanges, inDoubt, recordAuditEntry } from '../../accounts/audit-log.ts';
import { ApiError } from '../../lib/errors.ts';
import { lineField } from '../../lib/line-field.ts';
import { describePagination } from '../../lib/page.ts';
import { wireForm } from '../../lib/wire-form.ts';
import { type Caller, callerRealm } from '../../lookup/account/caller.ts';
import { QUOTAS } from '../../lookup/account/quotas.ts';
import { field } from '../../lookup/answer-fields.ts';
import { ANNOUNCED_TYPES } from '../../lookup/jobs/webhooks.ts';
import {
  auditedEndpoint,
  changeEndpoint,
  createEndpoint,
  listEndpoints,
  listWebhookEvents,
  MAX_DESCRIPTION_CHARS,
  MAX_ENDPOINTS,
  MAX_SECRETS,
  MAX_WEBHOOK_EVENTS,
  OVERLAP_HOURS,
  REPEATED_SECONDS,
  removeEndpoint,
  requireEndpoint,
  resendFailed,
  rotateSecret,
  testEndpoint,
} from '../../webhooks/endpoints.ts';
import type { WebhookPorts } from '../../webhooks/ports.ts';
import { requireEndpointManager } from '../../webhooks/redelivery.ts';
import { FAILING_DAYS, MAX_ATTEMPTS } from '../../webhooks/series.ts';
import { namedAnswer, namedPageAnswer } from '../openapi/json-schemas.ts';
import { type RouteCall, route } from '../openapi/route.ts';
import { optionalField, pageQuery, requiredField, timestampField } from '../request/validation.ts';
import {
  deliveryAnswer,
  describeDelivery,
  RESEND_LIMITS_NOTE,
  resendAnswer,
  resendBody,
} from './webhooks-and-files.ts';

const eventTypes = z.array(z.enum(ANNOUNCED_TYPES)).min(1).max(ANNOUNCED_TYPES.length);

const endpointSchema = z.object({
  id: field.text('Id of the endpoint; begins with `we_`.'),
  url: field.text('URL of the receiver.'),
  description: field.text('Your description; empty if none was given.'),
  events: z.array(z.enum(ANNOUNCED_TYPES)).describe('Types of events that are sent to it.'),
  active: field.boolean('Whether the endpoint is on. If false, nothing is sent to it.'),
  disabled_reason: field.enumOrNull(
    ['requested', 'failing'],
    `Why the endpoint is off. failing: every attempt for ${FAILING_DAYS} days failed.`,
  ),
  failing_since: z.iso
    .datetime()
    .nullable()
    .describe('When attempts began to fail; null if the last one did not fail.'),
  previous_secret_ends_at: z.iso
    .datetime()
    .nullable()
    .describe(
      'When the most recently replaced secret stops signing; null if no replaced secret signs.',
    ),
  created_at: z.iso.datetime(),
});

const writeEndpoint = wireForm(() => endpointSchema);

type Endpoint = Awaited<ReturnType<typeof requireEndpoint>>;

const describeEndpoint = ({ previousEndsAt, ...endpoint }: Endpoint, now: number) =>
  writeEndpoint({
    ...endpoint,
    events: (endpoint.events ?? ANNOUNCED_TYPES) as typeof ANNOUNCED_TYPES,
    previousSecretEndsAt: (previousEndsAt ?? 0) > now ? previousEndsAt : null,
  });

interface EndpointRouteServices {
  webhooks: WebhookPorts;
}

const ID_EXAMPLE = 'we_7c9e6679-7425-40de-944b-e07fc1f90ae7';
const params = { id: { description: 'Id of the endpoint.', example: ID_EXAMPLE } };

const referenceOf = ({ c, param }: RouteCall<unknown, unknown>) => ({
  ...callerRealm(c.get('caller')),
  endpointId: param('id'),
});

/**
 * Makes a change and writes it to the audit log, also if the service failed and it may have been
 * made; the actor is the key's user.
 * @param change gets the member who makes it; null for the organization
 * @param toldOf the target of the change, with old and new values
 * @throws ApiError as {@link requireEndpointManager}, or as the change
 */
async function managed<Change>(
  { c }: Pick<RouteCall<unknown, unknown>, 'c'>,
  webhooks: WebhookPorts,
  change: (caller: Caller, userId: string | null) => Promise<Change>,
  toldOf: (changed: Change) => { target: string; changes?: string | null },
): Promise<Change> {
  const caller = c.get('caller');
  const { organizationId, userId } = caller;
  const record = async (told: { target: string | null; changes?: string | null }) => {
    const entry = {
      organizationId,
      actor: userId,
      method: c.req.method,
      route: routePath(c, -1),
      ...told,
      requestId: c.get('requestId'),
      address: c.req.header('CF-Connecting-IP') ?? null,
    };
    await recordAuditEntry(entry, webhooks).catch((cause) =>
      webhooks.warn('a change could not be written to the audit log', cause),
    );
  };
  const userOrNull = await requireEndpointManager(caller, webhooks);
  try {
    const changed = await change(caller, userOrNull);
    await record(toldOf(changed));
    return changed;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 500;
    if (status >= 500)
      await record({ target: c.req.param('id') ?? null, changes: inDoubt(status) });
    throw error;
  }
}

const endpointAnswer = namedAnswer('WebhookEndpointResponse', () => endpointSchema);

const secretAnswer = namedAnswer('WebhookEndpointSecretResponse', () =>
  endpointSchema.extend({
    secret: field.text('Secret that signs the deliveries. Shown only in this response.'),
  }),
);

const { most, perDay } = QUOTAS.webhookEndpoints.ceiling;

const descriptionField = optionalField(lineField(MAX_DESCRIPTION_CHARS)).describe(
  'Your description.',
);

const createRoute = route({
  endpoint: 'POST /v1/webhook-endpoints',
  operationId: 'createWebhookEndpoint',
  summary: 'Create a webhook endpoint',
  description: `Free. From now on the organization's events are sent to the endpoint. Each is tried up to ${MAX_ATTEMPTS} times over a day, until the receiver answers 2xx. An endpoint that only fails for ${FAILING_DAYS} days is switched off, and the owners get an email. Live keys create endpoints for live events, test keys for sandbox events, and keys with scopes for the events of their products. An organization has at most ${most} at a time and creates at most ${perDay} per day.`,
  body: {
    name: 'WebhookEndpointRequest',
    schema: z.object({
      url: requiredField(z.string()).describe('Public HTTPS address of the receiver.'),
      events: optionalField(eventTypes).describe('Types of events to send to it; by default all.'),
      description: descriptionField,
      active: optionalField(z.boolean()).describe(
        'If false, nothing is sent to it until it is switched on.',
      ),
    }),
    example: { url: 'https://example.com/webhooks', events: ['bulk_job.completed'] },
  },
  status: 201,
  answer: secretAnswer,
  errors: ['UnusableEndpoint', 'ReceiverUnresolved'],
  async handle({ c, body, form }, { webhooks }: EndpointRouteServices) {
    const create = (caller: Caller, userId: string | null) =>
      createEndpoint(
        {
          ...callerRealm(caller),
          mode: caller.mode,
          userId,
          url: body.url,
          description: body.description ?? '',
          events: body.events,
          active: body.active ?? true,
          ...(form && { form }),
        },
        webhooks,
      );
    const { endpoint, secret } = await managed({ c }, webhooks, create, (made) => ({
      target: made.endpoint.id,
      changes: describeChanges({}, auditedEndpoint(made.endpoint)),
    }));
    return { ...describeEndpoint(endpoint, webhooks.clock.now()), secret };
  },
});

const listRoute = route({
  endpoint: 'GET /v1/webhook-endpoints',
  operationId: 'listWebhookEndpoints',
  summary: "The organization's webhook endpoints, newest first",
  description: 'Free.',
  query: z.object(pageQuery(MAX_ENDPOINTS, MAX_ENDPOINTS, 'endpoints')),
  answer: namedPageAnswer('WebhookEndpointListResponse', 'endpoints', () =>
    z.array(endpointSchema).describe('One page of results.'),
  ),
  async handle({ c, query }, { webhooks }: EndpointRouteServices) {
    const page = await listEndpoints({ ...callerRealm(c.get('caller')), ...query }, webhooks);
    const now = webhooks.clock.now();
    return {
      endpoints: page.endpoints.map((endpoint) => describeEndpoint(endpoint, now)),
      pagination: describePagination(query.limit, page.nextCursor),
    };
  },
});

const readRoute = route({
  endpoint: 'GET /v1/webhook-endpoints/:id',
  operationId: 'getWebhookEndpoint',
  summary: 'A webhook endpoint',
  description:
    'Free. The secret is not included: it is shown only when the endpoint is created and when the secret is replaced.',
  params,
  answer: endpointAnswer,
  errors: ['NotFound'],
  handle: async (call, { webhooks }: EndpointRouteServices) =>
    describeEndpoint(await requireEndpoint(referenceOf(call), webhooks), webhooks.clock.now()),
});

const changeRoute = route({
  endpoint: 'PATCH /v1/webhook-endpoints/:id',
  operationId: 'changeWebhookEndpoint',
  summary: 'Change a webhook endpoint, switch it on or off',
  description:
    'Free. Fields that are left out keep their values. Deliveries that have not ended go to the new address. Nothing is sent to an endpoint that is off: its deliveries end as ENDPOINT_INACTIVE.',
  params,
  body: {
    name: 'WebhookEndpointChanges',
    schema: z.object({
      url: optionalField(z.string().min(1)).describe('Public HTTPS address of the receiver.'),
      events: optionalField(eventTypes).describe('Types of events that are sent to it.'),
      description: descriptionField,
      active: optionalField(z.boolean()).describe('Whether anything is sent to it.'),
    }),
    example: { active: false },
  },
  answer: endpointAnswer,
  errors: ['NotFound', 'ReceiverUnresolved'],
  async handle(call, { webhooks }: EndpointRouteServices) {
    const change = () => changeEndpoint(referenceOf(call), call.body, webhooks);
    const { endpoint } = await managed(call, webhooks, change, (changed) => ({
      target: changed.endpoint.id,
      changes: describeChanges(auditedEndpoint(changed.before), auditedEndpoint(changed.endpoint)),
    }));
    return describeEndpoint(endpoint, webhooks.clock.now());
  },
});

const deleteRoute = route({
  endpoint: 'DELETE /v1/webhook-endpoints/:id',
  operationId: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint',
  description: 'Free. Pending deliveries to it are not sent; its deliveries stay listed.',
  params,
  answer: namedAnswer('DeletedWebhookEndpointResponse', () =>
    z.object({
      id: field.text('Id of the endpoint.'),
      deleted: z.literal(true).describe('Always true.'),
    }),
  ),
  errors: ['NotFound'],
  async handle(call, { webhooks }: EndpointRouteServices) {
    const id = call.param('id');
    const remove = () => removeEndpoint(referenceOf(call), webhooks);
    await managed(call, webhooks, remove, (removed) => ({
      target: id,
      changes: describeChanges({}, auditedEndpoint(removed)),
    }));
    return { id, deleted: true };
  },
});

const rotateRoute = route({
  endpoint: 'POST /v1/webhook-endpoints/:id/rotate-secret',
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the secret of an endpoint',
  description: `Free. For ${OVERLAP_HOURS} hours \`webhook-signature\` is also signed with the old secret; \`X-Service-Signature\` is signed with the new one only. Each replaced secret keeps signing for its ${OVERLAP_HOURS} hours. While ${MAX_SECRETS} secrets sign, another replacement is refused with RATE_LIMIT_EXCEEDED until the oldest ends. A repeat within ${REPEATED_SECONDS} seconds replaces nothing and gets the same secret, so that a lost reply loses none.`,
  params,
  answer: secretAnswer,
  errors: ['NotFound'],
  async handle(call, { webhooks }: EndpointRouteServices) {
    const rotate = () => rotateSecret(referenceOf(call), webhooks);
    const change = { target: call.param('id') };
    const { endpoint, secret } = await managed(call, webhooks, rotate, () => change);
    return { ...describeEndpoint(endpoint, webhooks.clock.now()), secret };
  },
});

const testRoute = route({
  endpoint: 'POST /v1/webhook-endpoints/:id/test',
  operationId: 'testWebhookEndpoint',
  summary: 'Send a webhook.test to an endpoint',
  description:
    "Free. One attempt, signed with the endpoint's secret. The limits of `POST /v1/webhook-test` apply.",
  params,
  answer: deliveryAnswer,
  errors: ['NotFound'],
  async handle(call, { webhooks }: EndpointRouteServices) {
    const test = () => testEndpoint(referenceOf(call), webhooks);
    return describeDelivery(
      await managed(call, webhooks, test, () => ({ target: call.param('id') })),
    );
  },
});

const resendRoute = route({
  endpoint: 'POST /v1/webhook-endpoints/:id/redeliver',
  operationId: 'redeliverFailedWebhooks',
  summary: 'Resend all failed deliveries',
  description: `Free. Restarts the attempts of deliveries to this endpoint that failed or wait for a further attempt, for events since a given time, oldest first. ${RESEND_LIMITS_NOTE}`,
  params,
  body: resendBody,
  status: 202,
  answer: resendAnswer,
  errors: ['NotFound'],
  async handle(call, { webhooks }: EndpointRouteServices) {
    const resend = () => resendFailed(referenceOf(call), call.body.since, webhooks);
    return {
      deliveries: await managed(call, webhooks, resend, () => ({ target: call.param('id') })),
    };
  },
});

const eventSchema = z.object({
  id: field.text('Id of the event, the same in every delivery of it.'),
  type: field.enum(ANNOUNCED_TYPES, 'Type of the event.'),
  created_at: z.iso.datetime(),
  data: z
    .record(z.string(), z.unknown())
    .describe("The status object of a job, or the findings of a monitor's run."),
});

type ListedEvent = Awaited<ReturnType<typeof listWebhookEvents>>['events'][number];

const describeEvent = ({ body }: ListedEvent): z.infer<typeof eventSchema> => JSON.parse(body);

const eventsRoute = route({
  endpoint: 'GET /v1/events',
  operationId: 'listEvents',
  summary: 'List events, newest first',
  description:
    'Free. Every event of the organization in the form in which it is delivered, whether or not it was delivered. A receiver that was down can catch up here. The newest 5,000 events are kept, for 30 days.',
  query: z.object({
    ...pageQuery(MAX_WEBHOOK_EVENTS, MAX_WEBHOOK_EVENTS, 'events'),
    type: optionalField(z.enum(ANNOUNCED_TYPES)).describe('Only events of this type.'),
    since: optionalField(timestampField).describe('Only events recorded at or after this time.'),
  }),
  answer: namedPageAnswer('EventListResponse', 'events', () =>
    z.array(eventSchema).describe('One page of results.'),
  ),
  async handle({ c, query }, { webhooks }: EndpointRouteServices) {
    const page = await listWebhookEvents({ ...callerRealm(c.get('caller')), ...query }, webhooks);
    return {
      events: page.events.map(describeEvent),
      pagination: describePagination(query.limit, page.nextCursor),
    };
  },
});

/** Endpoints and events. Free; counted in the account window. */
export const webhookEndpointRoutes = {
  tag: {
    name: 'Webhook endpoints and events',
    description: 'Receivers of all events of an organization, and the events themselves.',
  },
  routes: [
    createRoute,
    listRoute,
    readRoute,
    changeRoute,
    deleteRoute,
    rotateRoute,
    testRoute,
    resendRoute,
    eventsRoute,
  ],
  schemas: [['WebhookEndpoint', endpointSchema] as const, ['Event', eventSchema] as const],
};
