import { type Context, Hono } from 'hono';
import type { Accounts } from '../../core/account/account.ts';
import type { MonitorKind } from '../../core/monitors/monitor.ts';
import type { Clock } from '../../core/ports.ts';
import { changeMonitor, deleteMonitor, runMonitor } from '../../monitors/change-monitor.ts';
import { extendMonitor, listMembers, shrinkMonitor } from '../../monitors/members.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { listEvents, listMonitors, requireMonitor } from '../../monitors/read-monitors.ts';
import { type DashboardEnv, type PageContext, visitorOf } from '../context.ts';
import { type FormState, freshForm } from '../form/read-form.ts';
import { page } from '../layout/page.tsx';
import { Events } from '../monitors/events.tsx';
import { makeMonitor } from '../monitors/make-monitor.ts';
import { readMembersForm } from '../monitors/member-form.ts';
import { MonitorPage } from '../monitors/monitor-page.tsx';
import { KIND_WORDS, MONITORS, MonitorsPage } from '../monitors/monitors-page.tsx';
import { NewMonitorPage } from '../monitors/new-monitor-page.tsx';
import { Refusal } from '../parts/notice.tsx';
import { tried } from '../parts/refusals.ts';
import { callerOf } from '../parts/session-caller.ts';
import { counted, Older } from '../parts/words.tsx';
import { redirectWith } from '../session/flash.ts';

/** What the pages of monitors reach. */
export interface MonitorPageServices {
  callers: Pick<Accounts, 'admit'>;
  monitors: MonitorPorts;
  clock: Clock;
}

const LISTED = 25;
const MEMBERS = 100;
const EVENTS = 25;

const kindOf = (text: string | undefined): MonitorKind =>
  text === 'job_change' ? 'job_change' : 'number';

/** A monitor of the visitor's organization, of either kind and mode. */
const named = (c: Context<DashboardEnv>) => ({
  organizationId: visitorOf(c).organizationId,
  ...{ mode: null, scopes: null, kind: null },
  monitorId: c.req.param('id') ?? '',
});

const path = (c: PageContext): string => `${MONITORS}/${c.req.param('id')}`;

/** Making monitors. */
function newMonitorPages(services: MonitorPageServices): Hono<DashboardEnv> {
  const pages = new Hono<DashboardEnv>();
  const show = (c: PageContext, kind: MonitorKind, form: FormState, once: string) =>
    page(
      c,
      { title: `Watch ${KIND_WORDS[kind].many}`, status: form.errors.size > 0 ? 422 : 200 },
      <NewMonitorPage {...{ c, kind, form, once }} />,
    );

  pages.get('/monitors/new', (c) =>
    show(c, kindOf(c.req.query('kind')), freshForm(), crypto.randomUUID()),
  );

  pages.post('/monitors/new', async (c) => {
    const made = await makeMonitor(c, services);
    if (!made.ok) return show(c, kindOf(made.form.values.get('kind')), made.form, made.once);
    const { monitor, webhookSecret } = made.value;
    const to = `${MONITORS}/${monitor.id}`;
    if (!webhookSecret) return redirectWith(c, to, 'The monitor was created.');
    return showMonitor(c, monitor.id, services, { secret: webhookSecret });
  });
  return pages;
}

/** One monitor with its events and members. */
async function showMonitor(
  c: PageContext,
  monitorId: string,
  { monitors }: MonitorPageServices,
  { form = freshForm(), secret }: { form?: FormState; secret?: string } = {},
): Promise<Response> {
  const name = { ...named(c), monitorId };
  const cursor = c.req.method === 'GET' ? (c.req.query('cursor') ?? null) : null;
  const monitor = await requireMonitor(name, monitors);
  const [members, events] = await Promise.all([
    listMembers({ ...name, limit: MEMBERS, cursor }, monitors),
    listEvents({ ...name, subject: null, since: null, limit: EVENTS, cursor: null }, monitors),
  ]);
  const status = form.errors.size > 0 ? 422 : 200;
  return page(
    c,
    { title: monitor.name, status, wide: true },
    <MonitorPage {...{ c, monitor, members, events, form, secret: secret ?? null }} />,
  );
}

/** What is done to a monitor: each a form of its page. */
function steeringPages(services: MonitorPageServices): Hono<DashboardEnv> {
  const { monitors, callers, clock } = services;
  const pages = new Hono<DashboardEnv>();

  for (const [action, active] of [
    ['pause', false],
    ['resume', true],
  ] as const)
    pages.post(`/monitors/:id/${action}`, async (c) => {
      const { caller } = await requireMonitor(named(c), monitors);
      await changeMonitor(named(c), { active }, caller, monitors);
      return redirectWith(c, path(c), active ? 'The monitor goes on.' : 'The monitor is paused.');
    });

  pages.post('/monitors/:id/webhook/remove', async (c) => {
    const { caller } = await requireMonitor(named(c), monitors);
    await changeMonitor(named(c), { webhookUrl: null }, caller, monitors);
    return redirectWith(c, path(c), 'The webhook is removed: its receiver is told nothing more.');
  });

  pages.post('/monitors/:id/run', async (c) => {
    const { caller } = await requireMonitor(named(c), monitors);
    const run = await tried(async () => {
      await callerOf(visitorOf(c), caller.mode, callers, clock.now());
      return runMonitor(named(c), monitors);
    });
    if (run.ok) return redirectWith(c, path(c), 'A run has begun.');
    return redirectWith(c, path(c), run.refusal.message, 'bad');
  });

  pages.post('/monitors/:id/add', async (c) => {
    const { kind, id } = await requireMonitor(named(c), monitors);
    const sent = await readMembersForm(c, kind);
    if (!sent.ok) return showMonitor(c, id, services, { form: sent.form });
    const added = await tried(() =>
      extendMonitor({ ...named(c), members: sent.members }, monitors),
    );
    if (added.ok) {
      const now = counted(added.value, KIND_WORDS[kind].one);
      return redirectWith(c, path(c), `The monitor watches ${now} now.`);
    }
    const errors = new Map([['members', added.refusal.message]]);
    return showMonitor(c, id, services, { form: { values: sent.values, errors } });
  });

  pages.post('/monitors/:id/remove', async (c) => {
    const subject = c.get('sentForm')?.get('subject') ?? '';
    await shrinkMonitor({ ...named(c), subjects: [subject] }, monitors);
    return redirectWith(c, path(c), 'Removed.');
  });

  pages.post('/monitors/:id/delete', async (c) => {
    await deleteMonitor(named(c), monitors);
    return redirectWith(c, MONITORS, 'The monitor was deleted.');
  });
  return pages;
}

/** /app/monitors: both kinds, live and test. */
export function monitorPages(services: MonitorPageServices): Hono<DashboardEnv> {
  const { monitors } = services;
  const pages = new Hono<DashboardEnv>();
  pages.get('/monitors', async (c) => {
    const { monitorId: _, ...realm } = named(c);
    const cursor = c.req.query('cursor') ?? null;
    const found = await tried(() => listMonitors({ ...realm, limit: LISTED, cursor }, monitors));
    const content = found.ok ? <MonitorsPage {...found.value} /> : <Refusal {...found} />;
    return page(c, { title: 'Monitors', wide: true }, content);
  });
  pages.route('/', newMonitorPages(services));
  pages.get('/monitors/:id', (c) => showMonitor(c, c.req.param('id'), services));
  pages.get('/monitors/:id/events', async (c) => {
    const monitor = await requireMonitor(named(c), monitors);
    const cursor = c.req.query('cursor') ?? null;
    const asked = { ...named(c), subject: null, since: null, limit: MEMBERS, cursor };
    const { events, nextCursor } = await listEvents(asked, monitors);
    return page(
      c,
      { title: `Events of ${monitor.name}`, wide: true },
      <>
        <Events kind={monitor.kind} events={events} />
        <Older path={`${path(c)}/events`} cursor={nextCursor} />
        <p>
          <a href={path(c)}>{monitor.name}</a>
        </p>
      </>,
    );
  });
  pages.route('/', steeringPages(services));
  return pages;
}
