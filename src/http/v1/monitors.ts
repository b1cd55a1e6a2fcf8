import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { linkOrigin } from '../../lib/origin.ts';
import { callerRealm } from '../../lookup/account/caller.ts';
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
  parseSubjects,
  removeMembers,
} from '../../monitors/members.ts';
import { FREQUENCIES, type MonitorKind } from '../../monitors/monitor.ts';
import {
  listEvents,
  listMonitors,
  MAX_LISTED_EVENTS,
  MAX_LISTED_MONITORS,
  requireMonitor,
} from '../../monitors/monitors.ts';
import { describeMonitorEvent } from '../../monitors/notifications.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { type ApiAccess, authorize } from '../request/authorize.ts';
import type { AppEnv } from '../request/context.ts';
import {
  MAX_BODY_BYTES,
  nameField,
  optionalField,
  requiredField,
  requireJsonBody,
  timestampField,
  validated,
} from '../request/validation.ts';
import { describeMonitor, describeMonitorMember, MEMBER_COUNT_FIELD } from './monitor-schemas.ts';

/** Ten thousand members with labels do not fit the usual megabyte. */
const MAX_MEMBER_BODY_BYTES = 4 * 1_048_576;

/** Contacts are rechecked weekly only (contract, "Monitors"). */
const frequencyField = (kind: MonitorKind) =>
  kind === 'number' ? z.enum(FREQUENCIES) : z.enum(['weekly']);

/** A monitor without its members, which are read apart as they have their own limit. */
const createMonitorBody = (kind: MonitorKind) =>
  z.looseObject({
    name: requiredField(nameField),
    frequency: requiredField(frequencyField(kind)),
    include_spam_check: optionalField(z.boolean()),
    alert_email: optionalField(z.boolean()),
    webhook_url: optionalField(z.string()),
  });

const changeMonitorBody = (kind: MonitorKind) =>
  z.object({
    name: optionalField(nameField),
    frequency: optionalField(frequencyField(kind)),
    include_spam_check: optionalField(z.boolean()),
    alert_email: optionalField(z.boolean()),
    active: optionalField(z.boolean()),
    webhook_url: z.string().nullish(),
  });

const membersBody = z.looseObject({});

const pageQueryFields = (most: number) => ({
  limit: optionalField(z.coerce.number().int().min(1).max(most)),
  cursor: optionalField(z.string()),
});

const listMonitorsQuery = z.object(pageQueryFields(MAX_LISTED_MONITORS));
const listMembersQuery = z.object(pageQueryFields(MAX_LISTED_MEMBERS));
const listEventsQuery = z.object({
  ...pageQueryFields(MAX_LISTED_EVENTS),
  phone_number: optionalField(z.string()),
  profile_url: optionalField(z.string()),
  since: optionalField(timestampField),
});

const DEFAULT_MONITORS_LIMIT = 20;
const DEFAULT_ROWS_LIMIT = 100;

interface MonitorRouteServices {
  access: ApiAccess;
  monitors: MonitorPorts;
  /** Scheme and host in links; undefined takes the request's. */
  publicUrl: string | undefined;
}

/** Where each kind of monitor is. */
export const MONITOR_PATHS = {
  number: '/number-monitors',
  job_change: '/job-change-monitors',
} as const satisfies Record<MonitorKind, string>;

const describePagination = (limit: number, nextCursor: string | null) => ({
  limit,
  next_cursor: nextCursor,
  has_more: nextCursor !== null,
});

/** The secret of a webhook is shown when it is made, and never again. */
const describeCreatedMonitor = ({ monitor, webhookSecret }: CreatedMonitor) => ({
  success: true,
  data: { ...describeMonitor(monitor), ...(webhookSecret && { webhook_secret: webhookSecret }) },
});

const monitorReference = (c: Context<AppEnv>, kind: MonitorKind) => ({
  ...callerRealm(c.get('caller')),
  kind,
  monitorId: c.req.param('id') ?? '',
});

/** Monitors: made, listed, changed, deleted, run. */
function settingRoutes(kind: MonitorKind, services: MonitorRouteServices): Hono<AppEnv> {
  const { access, monitors, publicUrl } = services;
  const routes = new Hono<AppEnv>();
  const counted = authorize(access, 'account');
  const create = [
    counted,
    requireJsonBody(MAX_MEMBER_BODY_BYTES),
    validated('json', createMonitorBody(kind)),
  ] as const;

  routes.post('/', ...create, async (c) => {
    const body = c.req.valid('json');
    const request = {
      kind,
      caller: c.get('caller'),
      name: body.name,
      frequency: body.frequency,
      includeSpamCheck: kind === 'number' && (body.include_spam_check ?? false),
      alertEmail: body.alert_email ?? false,
      webhookUrl: body.webhook_url,
      members: parseMembers(kind, body),
      origin: linkOrigin(publicUrl, c.req.url) ?? '',
    };
    return c.json(describeCreatedMonitor(await createMonitor(request, monitors)), 201);
  });

  routes.get('/', counted, validated('query', listMonitorsQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const request = {
      ...callerRealm(c.get('caller')),
      kind,
      limit: limit ?? DEFAULT_MONITORS_LIMIT,
      cursor,
    };
    const page = await listMonitors(request, monitors);
    const data = {
      monitors: page.monitors.map(describeMonitor),
      pagination: describePagination(request.limit, page.nextCursor),
    };
    return c.json({ success: true, data });
  });

  routes.get('/:id', counted, async (c) => {
    const monitor = await requireMonitor(monitorReference(c, kind), monitors);
    return c.json({ success: true, data: describeMonitor(monitor) });
  });

  const change = [
    counted,
    requireJsonBody(MAX_BODY_BYTES),
    validated('json', changeMonitorBody(kind)),
  ] as const;
  routes.patch('/:id', ...change, async (c) => {
    const { name, frequency, active, ...body } = c.req.valid('json');
    const spam = kind === 'number' ? body.include_spam_check : null;
    const changes = {
      ...(name !== null && { name }),
      ...(frequency !== null && { frequency }),
      ...(active !== null && { active }),
      ...(spam !== null && { includeSpamCheck: spam }),
      ...(body.alert_email !== null && { alertEmail: body.alert_email }),
      ...(body.webhook_url !== undefined && { webhookUrl: body.webhook_url }),
    };
    return c.json(
      describeCreatedMonitor(
        await changeMonitor(monitorReference(c, kind), changes, c.get('caller'), monitors),
      ),
    );
  });

  routes.delete('/:id', counted, async (c) => {
    const named = monitorReference(c, kind);
    await deleteMonitor(named, monitors);
    return c.json({ success: true, data: { id: named.monitorId, deleted: true } });
  });

  routes.post('/:id/run', counted, async (c) => {
    const named = monitorReference(c, kind);
    const run_id = await runMonitor(named, monitors);
    return c.json({ success: true, data: { id: named.monitorId, run_id } }, 202);
  });
  return routes;
}

/** Members of a monitor, and what changed about them. */
function memberRoutes(kind: MonitorKind, { access, monitors }: MonitorRouteServices): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const counted = authorize(access, 'account');
  const { list } = MEMBER_WIRE[kind];
  const sent = [
    counted,
    requireJsonBody(MAX_MEMBER_BODY_BYTES),
    validated('json', membersBody),
  ] as const;

  routes.post(`/:id/${list}`, ...sent, async (c) => {
    const members = parseMembers(kind, c.req.valid('json'));
    const count = await addMembers({ ...monitorReference(c, kind), members }, monitors);
    return c.json({ success: true, data: { [MEMBER_COUNT_FIELD[kind]]: count } });
  });

  routes.delete(`/:id/${list}`, ...sent, async (c) => {
    const subjects = parseSubjects(kind, c.req.valid('json'));
    const count = await removeMembers({ ...monitorReference(c, kind), subjects }, monitors);
    return c.json({ success: true, data: { [MEMBER_COUNT_FIELD[kind]]: count } });
  });

  routes.get(`/:id/${list}`, counted, validated('query', listMembersQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const request = { ...monitorReference(c, kind), limit: limit ?? DEFAULT_ROWS_LIMIT, cursor };
    const page = await listMembers(request, monitors);
    const data = {
      [list]: page.members.map((member) => describeMonitorMember(kind, member)),
      pagination: describePagination(request.limit, page.nextCursor),
    };
    return c.json({ success: true, data });
  });

  routes.get('/:id/events', counted, validated('query', listEventsQuery), async (c) => {
    const { limit, cursor, since, ...query } = c.req.valid('query');
    const asked = query[MEMBER_WIRE[kind].field];
    const subject = asked === null ? null : parseSubject(kind, asked);
    const request = {
      ...monitorReference(c, kind),
      subject,
      since,
      limit: limit ?? DEFAULT_ROWS_LIMIT,
      cursor,
    };
    const page = await listEvents(request, monitors);
    const data = {
      events: page.events.map((event) => describeMonitorEvent(kind, event)),
      pagination: describePagination(request.limit, page.nextCursor),
    };
    return c.json({ success: true, data });
  });
  return routes;
}

/**
 * Monitors of both kinds. Only their runs cost anything; calls are counted in the account window.
 */
export function monitorRoutes(services: MonitorRouteServices): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const kind of ['number', 'job_change'] as const) {
    routes.route(MONITOR_PATHS[kind], settingRoutes(kind, services));
    routes.route(MONITOR_PATHS[kind], memberRoutes(kind, services));
  }
  return routes;
}
