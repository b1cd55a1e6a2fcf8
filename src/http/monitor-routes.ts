import { type Context, Hono } from 'hono';
import { realmOf } from '../core/account/caller.ts';
import type { MonitorKind } from '../core/monitors/monitor.ts';
import { linkOrigin } from '../core/own-origin.ts';
import { changeMonitor, deleteMonitor, runMonitor } from '../monitors/change-monitor.ts';
import { createMonitor, type MadeMonitor } from '../monitors/create-monitor.ts';
import { describeEvent } from '../monitors/describe-events.ts';
import { extendMonitor, listMembers, shrinkMonitor } from '../monitors/members.ts';
import type { MonitorPorts } from '../monitors/ports.ts';
import { MEMBER_WIRE, readMembers, readSubject, readSubjects } from '../monitors/read-members.ts';
import { listEvents, listMonitors, requireMonitor } from '../monitors/read-monitors.ts';
import { type Access, authorize } from './authorize.ts';
import type { AppEnv } from './context.ts';
import { jsonOnly, MAX_BODY_BYTES, parsed } from './json-body.ts';
import { COUNT_FIELD, describeMember, describeMonitor } from './monitors/describe-monitors.ts';
import {
  changeBody,
  createBody,
  eventsQuery,
  listQuery,
  MAX_MEMBER_BODY_BYTES,
  membersBody,
  membersQuery,
} from './monitors/monitor-fields.ts';

const USUAL_MONITORS = 20;
const USUAL_ROWS = 100;

interface RouteServices {
  access: Access;
  monitors: MonitorPorts;
  /** Scheme and host in links; undefined takes the request's. */
  publicUrl: string | undefined;
}

/** Where each kind of monitor is. */
export const MONITOR_PATHS = {
  number: '/number-monitors',
  job_change: '/job-change-monitors',
} as const satisfies Record<MonitorKind, string>;

const pagination = (limit: number, nextCursor: string | null) => ({
  limit,
  next_cursor: nextCursor,
  has_more: nextCursor !== null,
});

/** The secret of a webhook is shown when it is made, and never again. */
const made = ({ monitor, webhookSecret }: MadeMonitor) => ({
  success: true,
  data: { ...describeMonitor(monitor), ...(webhookSecret && { webhook_secret: webhookSecret }) },
});

const namedBy = (c: Context<AppEnv>, kind: MonitorKind) => ({
  ...realmOf(c.get('caller')),
  kind,
  monitorId: c.req.param('id') ?? '',
});

/** Monitors: made, listed, changed, deleted, run. */
function settingRoutes(kind: MonitorKind, services: RouteServices): Hono<AppEnv> {
  const { access, monitors, publicUrl } = services;
  const routes = new Hono<AppEnv>();
  const counted = authorize(access, 'account');
  const create = [
    counted,
    jsonOnly(MAX_MEMBER_BODY_BYTES),
    parsed('json', createBody(kind)),
  ] as const;

  routes.post('/', ...create, async (c) => {
    const body = c.req.valid('json');
    const request = {
      ...{ kind, caller: c.get('caller'), name: body.name, frequency: body.frequency },
      includeSpamCheck: kind === 'number' && (body.include_spam_check ?? false),
      alertEmail: body.alert_email ?? false,
      webhookUrl: body.webhook_url,
      members: readMembers(kind, body),
      origin: linkOrigin(publicUrl, c.req.url) ?? '',
    };
    return c.json(made(await createMonitor(request, monitors)), 201);
  });

  routes.get('/', counted, parsed('query', listQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const request = { ...realmOf(c.get('caller')), kind, limit: limit ?? USUAL_MONITORS, cursor };
    const page = await listMonitors(request, monitors);
    const data = {
      monitors: page.monitors.map(describeMonitor),
      pagination: pagination(request.limit, page.nextCursor),
    };
    return c.json({ success: true, data });
  });

  routes.get('/:id', counted, async (c) => {
    const monitor = await requireMonitor(namedBy(c, kind), monitors);
    return c.json({ success: true, data: describeMonitor(monitor) });
  });

  const change = [counted, jsonOnly(MAX_BODY_BYTES), parsed('json', changeBody(kind))] as const;
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
    return c.json(made(await changeMonitor(namedBy(c, kind), changes, c.get('caller'), monitors)));
  });

  routes.delete('/:id', counted, async (c) => {
    const named = namedBy(c, kind);
    await deleteMonitor(named, monitors);
    return c.json({ success: true, data: { id: named.monitorId, deleted: true } });
  });

  routes.post('/:id/run', counted, async (c) => {
    const named = namedBy(c, kind);
    const run_id = await runMonitor(named, monitors);
    return c.json({ success: true, data: { id: named.monitorId, run_id } }, 202);
  });
  return routes;
}

/** Members of a monitor, and what changed about them. */
function memberRoutes(kind: MonitorKind, { access, monitors }: RouteServices): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const counted = authorize(access, 'account');
  const { list } = MEMBER_WIRE[kind];
  const sent = [counted, jsonOnly(MAX_MEMBER_BODY_BYTES), parsed('json', membersBody)] as const;

  routes.post(`/:id/${list}`, ...sent, async (c) => {
    const members = readMembers(kind, c.req.valid('json'));
    const count = await extendMonitor({ ...namedBy(c, kind), members }, monitors);
    return c.json({ success: true, data: { [COUNT_FIELD[kind]]: count } });
  });

  routes.delete(`/:id/${list}`, ...sent, async (c) => {
    const subjects = readSubjects(kind, c.req.valid('json'));
    const count = await shrinkMonitor({ ...namedBy(c, kind), subjects }, monitors);
    return c.json({ success: true, data: { [COUNT_FIELD[kind]]: count } });
  });

  routes.get(`/:id/${list}`, counted, parsed('query', membersQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const request = { ...namedBy(c, kind), limit: limit ?? USUAL_ROWS, cursor };
    const page = await listMembers(request, monitors);
    const data = {
      [list]: page.members.map((member) => describeMember(kind, member)),
      pagination: pagination(request.limit, page.nextCursor),
    };
    return c.json({ success: true, data });
  });

  routes.get('/:id/events', counted, parsed('query', eventsQuery), async (c) => {
    const { limit, cursor, since, ...query } = c.req.valid('query');
    const asked = query[MEMBER_WIRE[kind].field];
    const subject = asked === null ? null : readSubject(kind, asked);
    const request = { ...namedBy(c, kind), subject, since, limit: limit ?? USUAL_ROWS, cursor };
    const page = await listEvents(request, monitors);
    const data = {
      events: page.events.map((event) => describeEvent(kind, event)),
      pagination: pagination(request.limit, page.nextCursor),
    };
    return c.json({ success: true, data });
  });
  return routes;
}

/**
 * Monitors of both kinds. Only their runs cost anything; calls are counted in the account window.
 */
export function monitorRoutes(services: RouteServices): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const kind of ['number', 'job_change'] as const) {
    routes.route(MONITOR_PATHS[kind], settingRoutes(kind, services));
    routes.route(MONITOR_PATHS[kind], memberRoutes(kind, services));
  }
  return routes;
}
