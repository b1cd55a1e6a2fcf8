import * as z from 'zod';
import { linkOrigin } from '../../lib/origin.ts';
import { describePagination } from '../../lib/page.ts';
import { callerRealm } from '../../lookup/account/caller.ts';
import { QUOTAS } from '../../lookup/account/quotas.ts';
import {
  type CreatedMonitor,
  changeMonitor,
  createMonitor,
  deleteMonitor,
  runMonitor,
} from '../../monitors/lifecycle.ts';
import {
  addMembers,
  listMembers,
  MAX_LISTED_MEMBERS,
  MEMBER_WIRE,
  parseMembers,
  parseSubject,
  removeMembers,
} from '../../monitors/members.ts';
import { MONITOR_KINDS, type MonitorKind } from '../../monitors/monitor.ts';
import {
  listEvents,
  listMonitors,
  MAX_LISTED_EVENTS,
  MAX_LISTED_MONITORS,
  requireMonitor,
} from '../../monitors/monitors.ts';
import { describeMonitorEvent } from '../../monitors/notifications.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { type RouteCall, route } from '../openapi/route.ts';
import { optionalField, pageQuery, timestampField } from '../request/validation.ts';
import {
  describeMonitor,
  describeMonitorMember,
  MEMBER_COUNT_FIELD,
  monitorAnswers,
  monitorBodies,
  monitorEventSchemas,
} from './monitor-schemas.ts';

/** Ten thousand members with labels do not fit in the usual megabyte. */
const MAX_MEMBER_BODY_BYTES = 4 * 1_048_576;

const DEFAULT_MONITORS_LIMIT = 20;
const DEFAULT_ROWS_LIMIT = 100;

export const MONITOR_PATHS = {
  number: '/v1/number-monitors',
  job_change: '/v1/job-change-monitors',
} as const satisfies Record<MonitorKind, string>;

/** Names of each kind in operations and schemas. */
const NAMES = {
  number: { one: 'number monitor', id: 'NumberMonitor', Members: 'Numbers' },
  job_change: { one: 'job change monitor', id: 'JobChangeMonitor', Members: 'Contacts' },
} as const satisfies Record<MonitorKind, unknown>;

const PRICE_NOTES = {
  number: 'A recheck costs 1 credit per number, 2 with the spam check.',
  job_change:
    'A recheck costs 5 credits per contact, 0 if no source has the profile. While no source of job changes is configured, this call is refused with SERVICE_UNAVAILABLE.',
} as const satisfies Record<MonitorKind, string>;

const EXAMPLES = {
  number: {
    name: 'Customers',
    members: [{ phone_number: '+14155550100', label: 'customer 17' }],
    subject: '+14155550100',
  },
  job_change: {
    name: 'Champions',
    members: [{ profile_url: 'jane-sandbox', label: 'Example Ltd' }],
    subject: 'jane-sandbox',
  },
} as const satisfies Record<MonitorKind, unknown>;

interface MonitorRouteServices {
  monitors: MonitorPorts;
  /** Scheme and host in links; if undefined, those of the request. */
  publicUrl: string | undefined;
}

/** The secret of a webhook is shown only when it is created. */
const describeCreatedMonitor = ({ monitor, webhookSecret }: CreatedMonitor) => ({
  ...describeMonitor(monitor),
  ...(webhookSecret && { webhook_secret: webhookSecret }),
});

const monitorReference = ({ c, param }: RouteCall<unknown, unknown>, kind: MonitorKind) => ({
  ...callerRealm(c.get('caller')),
  kind,
  monitorId: param('id'),
});

const memberReading = (
  c: RouteCall<unknown, unknown>['c'],
  kind: MonitorKind,
  { products }: MonitorRouteServices['monitors'],
) => ({ kind, country: c.get('caller').defaultCountry, products });

const params = {
  id: { description: 'Id of the monitor.', example: 'mon_9f1c2e5a-7d43-4b0e-8a61-0c5d3e7f2b94' },
};

const createRoute = (kind: MonitorKind) =>
  route({
    endpoint: `POST ${MONITOR_PATHS[kind]}`,
    operationId: `create${NAMES[kind].id}`,
    summary: `Create a ${NAMES[kind].one}`,
    description: `The first run is due at once and is the baseline. Every run begins within an hour of its due time and is priced as a whole before it starts. A run that the balance does not cover is skipped, reported, and tried again on schedule. ${PRICE_NOTES[kind]}`,
    body: {
      name: `${NAMES[kind].id}Request`,
      schema: monitorBodies[kind].create,
      example: {
        name: EXAMPLES[kind].name,
        frequency: 'weekly',
        [MEMBER_WIRE[kind].list]: EXAMPLES[kind].members,
      },
      maxBytes: MAX_MEMBER_BODY_BYTES,
    },
    status: 201,
    answer: monitorAnswers[kind].monitor,
    errors: ['UnusableMembers', 'ReceiverUnresolved'],
    async handle({ c, body, form }, { monitors, publicUrl }: MonitorRouteServices) {
      const request = {
        kind,
        caller: c.get('caller'),
        name: body.name,
        frequency: body.frequency,
        includeSpamCheck: body.include_spam_check ?? false,
        alertEmail: body.alert_email ?? false,
        active: body.active ?? true,
        webhookUrl: body.webhook_url,
        webhookEndpointId: body.webhook_endpoint_id,
        members: parseMembers(memberReading(c, kind, monitors), body),
        origin: linkOrigin(publicUrl, c.req.url) ?? '',
        ...(form && { form }),
      };
      return describeCreatedMonitor(await createMonitor(request, monitors));
    },
  });

const listRoute = (kind: MonitorKind) =>
  route({
    endpoint: `GET ${MONITOR_PATHS[kind]}`,
    operationId: `list${NAMES[kind].id}s`,
    summary: `The organization's ${NAMES[kind].one}s, newest first`,
    description: 'Free.',
    query: z.object(pageQuery(MAX_LISTED_MONITORS, DEFAULT_MONITORS_LIMIT)),
    answer: monitorAnswers[kind].list,
    async handle({ c, query }, { monitors }: MonitorRouteServices) {
      const request = { ...callerRealm(c.get('caller')), kind, ...query };
      const page = await listMonitors(request, monitors);
      return {
        monitors: page.monitors.map(describeMonitor),
        pagination: describePagination(query.limit, page.nextCursor),
      };
    },
  });

const readRoute = (kind: MonitorKind) =>
  route({
    endpoint: `GET ${MONITOR_PATHS[kind]}/:id`,
    operationId: `get${NAMES[kind].id}`,
    summary: `A ${NAMES[kind].one}`,
    description: 'Free.',
    params,
    answer: monitorAnswers[kind].monitor,
    errors: ['NotFound'],
    handle: async (call, { monitors }: MonitorRouteServices) =>
      describeMonitor(await requireMonitor(monitorReference(call, kind), monitors)),
  });

const changeRoute = (kind: MonitorKind) =>
  route({
    endpoint: `PATCH ${MONITOR_PATHS[kind]}/:id`,
    operationId: `change${NAMES[kind].id}`,
    summary: `Change a ${NAMES[kind].one}`,
    description:
      'Free. Fields that are left out keep their values. A run in progress continues as it began, even if `active` becomes false. A new `webhook_url` gets a new secret, shown in this answer and in its replays. If it was lost, set `webhook_url` to null and then to the address again.',
    params,
    body: {
      name: `${NAMES[kind].id}Changes`,
      schema: monitorBodies[kind].change,
      example: { active: false },
    },
    answer: monitorAnswers[kind].monitor,
    errors: ['NotFound', 'ReceiverUnresolved'],
    async handle(call, { monitors }: MonitorRouteServices) {
      const { name, frequency, active, ...body } = call.body;
      const spam = body.include_spam_check ?? null;
      const changes = {
        ...(name !== null && { name }),
        ...(frequency !== null && { frequency }),
        ...(active !== null && { active }),
        ...(spam !== null && { includeSpamCheck: spam }),
        ...(body.alert_email !== null && { alertEmail: body.alert_email }),
        webhookEndpointId: body.webhook_endpoint_id,
        ...(body.webhook_url !== undefined && { webhookUrl: body.webhook_url }),
      };
      const caller = call.c.get('caller');
      return describeCreatedMonitor(
        await changeMonitor(monitorReference(call, kind), changes, caller, monitors),
      );
    },
  });

const deleteRoute = (kind: MonitorKind) =>
  route({
    endpoint: `DELETE ${MONITOR_PATHS[kind]}/:id`,
    operationId: `delete${NAMES[kind].id}`,
    summary: `Delete a ${NAMES[kind].one}`,
    description: 'Free. A run in progress is stopped. Its events stay readable for 30 days.',
    params,
    answer: monitorAnswers[kind].deleted,
    errors: ['NotFound'],
    async handle(call, { monitors }: MonitorRouteServices) {
      await deleteMonitor(monitorReference(call, kind), monitors);
      return { id: call.param('id'), deleted: true };
    },
  });

const RUNS_NOTE = `An organization can begin at most ${QUOTAS.runs.ceiling.perHour} runs per hour, with test keys ${QUOTAS.runs.test.perHour}.`;

const runRoute = (kind: MonitorKind) =>
  route({
    endpoint: `POST ${MONITOR_PATHS[kind]}/:id/run`,
    operationId: `run${NAMES[kind].id}`,
    summary: 'Start a run now',
    description: `Priced as usual. With a test key, each run finds something different from the one before, so that a receiver can be tested. ${RUNS_NOTE} ${PRICE_NOTES[kind]}`,
    params,
    status: 202,
    answer: monitorAnswers[kind].run,
    errors: ['RunUnderWay', 'NotFound'],
    async handle(call, { monitors }: MonitorRouteServices) {
      const run_id = await runMonitor(monitorReference(call, kind), monitors);
      return { id: call.param('id'), run_id };
    },
  });

const listMembersRoute = (kind: MonitorKind) =>
  route({
    endpoint: `GET ${MONITOR_PATHS[kind]}/:id/${MEMBER_WIRE[kind].list}`,
    operationId: `list${NAMES[kind].id}${NAMES[kind].Members}`,
    summary: `The ${MEMBER_WIRE[kind].list}, in the order they were added`,
    description: 'Free.',
    params,
    query: z.object(pageQuery(MAX_LISTED_MEMBERS, DEFAULT_ROWS_LIMIT)),
    answer: monitorAnswers[kind].members,
    errors: ['NotFound'],
    async handle(call, { monitors }: MonitorRouteServices) {
      const request = { ...monitorReference(call, kind), ...call.query };
      const page = await listMembers(request, monitors);
      return {
        [MEMBER_WIRE[kind].list]: page.members.map((each) => describeMonitorMember(kind, each)),
        pagination: describePagination(call.query.limit, page.nextCursor),
      };
    },
  });

/** Shared by adding and removing members, which have the same path and answer. */
const memberChange = (kind: MonitorKind, verb: 'add' | 'remove') => ({
  endpoint:
    `${verb === 'add' ? 'POST' : 'DELETE'} ${MONITOR_PATHS[kind]}/:id/${MEMBER_WIRE[kind].list}` as const,
  operationId: `${verb}${NAMES[kind].id}${NAMES[kind].Members}`,
  params,
  answer: monitorAnswers[kind].count,
  errors: ['UnusableMembers', 'NotFound'] as const,
});

const addMembersRoute = (kind: MonitorKind) => {
  const { list } = MEMBER_WIRE[kind];
  return route({
    ...memberChange(kind, 'add'),
    summary: `Add ${list}`,
    description: 'Free. Members that already exist get the new label, if one is given.',
    body: {
      name: `${NAMES[kind].id}Members`,
      schema: monitorBodies[kind].add,
      example: { [list]: EXAMPLES[kind].members },
      maxBytes: MAX_MEMBER_BODY_BYTES,
    },
    async handle(call, { monitors }: MonitorRouteServices) {
      const members = parseMembers(memberReading(call.c, kind, monitors), call.body);
      const count = await addMembers({ ...monitorReference(call, kind), members }, monitors);
      return { [MEMBER_COUNT_FIELD[kind]]: count };
    },
  });
};

const removeMembersRoute = (kind: MonitorKind) => {
  const { list, plain } = MEMBER_WIRE[kind];
  return route({
    ...memberChange(kind, 'remove'),
    summary: `Remove ${list}`,
    description: 'Free. Entries that are not members are ignored.',
    body: {
      name: `${NAMES[kind].id}MembersToRemove`,
      schema: monitorBodies[kind].remove,
      example: { [plain]: [EXAMPLES[kind].subject] },
      maxBytes: MAX_MEMBER_BODY_BYTES,
    },
    async handle(call, { monitors }: MonitorRouteServices) {
      const reading = { ...memberReading(call.c, kind, monitors), areSought: true as const };
      const members = parseMembers(reading, call.body);
      const subjects = members.map(({ subject }) => subject);
      const count = await removeMembers({ ...monitorReference(call, kind), subjects }, monitors);
      return { [MEMBER_COUNT_FIELD[kind]]: count };
    },
  });
};

const eventsRoute = (kind: MonitorKind) => {
  const { field } = MEMBER_WIRE[kind];
  return route({
    endpoint: `GET ${MONITOR_PATHS[kind]}/:id/events`,
    operationId: `list${NAMES[kind].id}Events`,
    summary: 'What changed, newest first',
    description: 'Free. Events are kept for a year.',
    params,
    query: z.object({
      ...pageQuery(MAX_LISTED_EVENTS, DEFAULT_ROWS_LIMIT),
      [field]: optionalField(z.string().min(1)).describe('Only events of this member.'),
      since: optionalField(timestampField).describe(
        'Only events detected at or after this time, ISO 8601.',
      ),
    }),
    answer: monitorAnswers[kind].events,
    errors: ['NotFound'],
    async handle(call, { monitors }: MonitorRouteServices) {
      const { limit, cursor, since } = call.query;
      const asked = (call.query as Record<string, unknown>)[field] as string | null;
      const reading = memberReading(call.c, kind, monitors);
      const subject = asked === null ? null : parseSubject(reading, asked);
      const request = { ...monitorReference(call, kind), subject, since, limit, cursor };
      const page = await listEvents(request, monitors);
      return {
        events: page.events.map((event) => describeMonitorEvent(kind, event)),
        pagination: describePagination(limit, page.nextCursor),
      };
    },
  });
};

const ROUTES = [
  createRoute,
  listRoute,
  readRoute,
  changeRoute,
  deleteRoute,
  runRoute,
  listMembersRoute,
  addMembersRoute,
  removeMembersRoute,
  eventsRoute,
];

/** Monitors of both kinds. Only their runs are charged; calls count in the account window. */
export const monitorRoutes = {
  tag: {
    name: 'Monitors',
    description:
      'Phone numbers and contacts looked up again on schedule; changes are sent as events.',
  },
  routes: MONITOR_KINDS.flatMap((kind) => ROUTES.map((make) => make(kind))),
  schemas: monitorEventSchemas,
};
