import { requireAccount } from '../../accounts/organizations.ts';
import type { Secrets } from '../../lib/secrets.ts';
import { isolated } from '../../lib/text.ts';
import { changeMonitor, deleteMonitor, runMonitor } from '../../monitors/lifecycle.ts';
import { addMembers, listMembers, MEMBER_WIRE, removeMembers } from '../../monitors/members.ts';
import type { MonitorKind } from '../../monitors/monitor.ts';
import { listEvents, listMonitors, requireMonitor } from '../../monitors/monitors.ts';
import { accountSkipReasons } from '../../monitors/runs.ts';
import { ApiErrorNotice, catchApiError } from '../form/api-error.tsx';
import { emptyForm, type FormState, handleForm, wrongField } from '../form/form-state.ts';
import { LinkLine, OlderLink, pluralize } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { sessionCaller } from '../session/caller.ts';
import {
  type PageContext,
  type Pages,
  requireSessionUser,
  visibleRealm,
} from '../session/context.ts';
import { redirectToSecret, redirectWith, takeSecret } from '../session/flash.ts';
import { sentFormOf } from '../session/form-token.ts';
import { formReading, readMemberListForm } from './member-list.ts';
import { currentSettings, Events, MonitorPage } from './monitor.tsx';
import { MONITOR_KIND_LABELS, MONITORS_PATH, MonitorsPage } from './monitor-table.tsx';
import {
  createMonitorFromForm,
  type MonitorPageServices,
  NewMonitorPage,
  settingsForm,
  settingsOf,
} from './new-monitor.tsx';

const MONITORS_LIMIT = 25;
const MEMBERS_LIMIT = 100;
const EVENTS_LIMIT = 25;

const ALL_EVENTS = { subject: null, since: null };

const parseMonitorKind = (text: string | undefined): MonitorKind =>
  text === 'job_change' ? 'job_change' : 'number';

/** A monitor of the user's organization, of either kind and mode. */
const monitorReference = (c: PageContext) => ({
  ...visibleRealm(c),
  kind: null,
  monitorId: c.req.param('id') ?? '',
});

const monitorPath = (c: PageContext): string => `${MONITORS_PATH}/${c.req.param('id')}`;

interface MonitorServices extends MonitorPageServices {
  authSecrets: Secrets;
}

function newMonitorPages(pages: Pages, services: MonitorServices): void {
  const show = async (c: PageContext, kind: MonitorKind, form: FormState, once: string) => {
    const title = `Watch ${MONITOR_KIND_LABELS[kind].many}`;
    const { country } = await formReading(c, kind, services);
    return page(c, { title, form }, <NewMonitorPage {...{ kind, country, form, once }} />);
  };

  pages.get('/monitors/new', (c) =>
    show(c, parseMonitorKind(c.req.query('kind')), emptyForm(), crypto.randomUUID()),
  );

  pages.post('/monitors/new', async (c) => {
    const made = await createMonitorFromForm(c, services);
    if (!made.ok)
      return show(c, parseMonitorKind(made.form.values.get('kind')), made.form, made.once);
    const to = `${MONITORS_PATH}/${made.value.monitor.id}`;
    const { webhookSecret: secret } = made.value;
    return secret === null
      ? redirectWith(c, to, 'The monitor was created.')
      : redirectToSecret(c, to, { secret }, services.authSecrets);
  });
}

async function showMonitor(
  c: PageContext,
  monitorId: string,
  services: MonitorServices,
  { form = emptyForm(), changes = null }: { form?: FormState; changes?: FormState | null } = {},
): Promise<Response> {
  const { monitors } = services;
  const name = { ...monitorReference(c), monitorId };
  const cursor = c.req.method === 'GET' ? (c.req.query('cursor') ?? null) : null;
  const monitor = await requireMonitor(name, monitors);
  const [account, { country }, members, events] = await Promise.all([
    requireAccount(name.organizationId, monitors),
    formReading(c, monitor.kind, services),
    listMembers({ ...name, limit: MEMBERS_LIMIT, cursor }, monitors),
    listEvents({ ...name, ...ALL_EVENTS, limit: EVENTS_LIMIT, cursor: null }, monitors),
  ]);
  const skipReason = accountSkipReasons(account, monitors.clock.now());
  const secret = (await takeSecret(c, services.authSecrets, { once: true }))?.secret;
  return page(
    c,
    { title: monitor.name, form: changes ?? form, wide: true },
    <MonitorPage {...{ monitor, skipReason, country, members, events, form, changes, secret }} />,
  );
}

function monitorControlPages(pages: Pages, services: MonitorServices): void {
  const { monitors, callers, clock } = services;

  const change = (action: string, changes: Parameters<typeof changeMonitor>[1], says: string) =>
    pages.post(`/monitors/:id/${action}`, async (c) => {
      const { caller } = await requireMonitor(monitorReference(c), monitors);
      await changeMonitor(monitorReference(c), changes, caller, monitors);
      return redirectWith(c, monitorPath(c), says);
    });
  const removed = 'The webhook has been removed. Nothing more is sent to its receiver.';
  change('pause', { active: false }, 'The monitor is paused.');
  change('resume', { active: true }, 'The monitor has been resumed.');
  change('webhook/remove', { webhookUrl: null }, removed);

  pages.post(
    '/monitors/:id/change',
    handleForm(
      settingsForm,
      (c, changes) => showMonitor(c, c.req.param('id') ?? '', services, { changes }),
      async (c, sent) => {
        const { name, frequency } = sent;
        const { includeSpamCheck, alertEmail, webhookUrl } = settingsOf(sent);
        const { kind, caller, webhook } = await requireMonitor(monitorReference(c), monitors);
        // A named endpoint is kept unless a URL replaces it.
        const isNamed = webhook?.url === null && webhookUrl === null;
        const changes = {
          form: await sentFormOf(c, services.authSecrets, clock.now()),
          name,
          alertEmail,
          ...(kind === 'number' && { frequency, includeSpamCheck }),
          ...(!isNamed && { webhookUrl }),
        };
        const changed = await changeMonitor(monitorReference(c), changes, caller, monitors);
        const secret = changed.webhookSecret;
        return secret === null
          ? redirectWith(c, monitorPath(c), 'The monitor was changed.')
          : redirectToSecret(c, monitorPath(c), { secret }, services.authSecrets);
      },
      async (c) => currentSettings(await requireMonitor(monitorReference(c), monitors)),
    ),
  );

  pages.post('/monitors/:id/run', async (c) => {
    const { caller } = await requireMonitor(monitorReference(c), monitors);
    const run = await catchApiError(async () => {
      await sessionCaller(requireSessionUser(c), caller.mode, callers, clock.now());
      return runMonitor(monitorReference(c), monitors);
    });
    if (run.ok) return redirectWith(c, monitorPath(c), 'A run has started.');
    return redirectWith(c, monitorPath(c), run.refusal.message, 'bad');
  });

  pages.post('/monitors/:id/add', async (c) => {
    const { kind, id } = await requireMonitor(monitorReference(c), monitors);
    const sent = await readMemberListForm(c, await formReading(c, kind, services));
    if (!sent.ok) return showMonitor(c, id, services, { form: sent.form });
    const added = await catchApiError(() =>
      addMembers({ ...monitorReference(c), members: sent.members }, monitors),
    );
    if (added.ok) {
      const now = pluralize(added.value, MONITOR_KIND_LABELS[kind].one);
      return redirectWith(c, monitorPath(c), `The monitor now watches ${now}.`);
    }
    return showMonitor(c, id, services, {
      form: wrongField(sent, MEMBER_WIRE[kind].list, added.refusal),
    });
  });

  pages.post('/monitors/:id/remove', async (c) => {
    const subject = c.get('sentForm')?.get('subject') ?? '';
    await removeMembers({ ...monitorReference(c), subjects: [subject] }, monitors);
    return redirectWith(c, monitorPath(c), 'The member was removed.');
  });

  pages.post('/monitors/:id/delete', async (c) => {
    await deleteMonitor(monitorReference(c), monitors);
    return redirectWith(c, MONITORS_PATH, 'The monitor was deleted.');
  });
}

/** /app/monitors: both kinds, live and test. */
export function monitorPages(pages: Pages, services: MonitorServices): void {
  const { monitors } = services;
  pages.get('/monitors', async (c) => {
    const { monitorId: _, ...realm } = monitorReference(c);
    const cursor = c.req.query('cursor') ?? null;
    const found = await catchApiError(() =>
      listMonitors({ ...realm, limit: MONITORS_LIMIT, cursor }, monitors),
    );
    const account = await requireAccount(realm.organizationId, monitors);
    const skipReason = accountSkipReasons(account, monitors.clock.now());
    const content = found.ok ? (
      <MonitorsPage {...{ ...found.value, skipReason }} />
    ) : (
      <ApiErrorNotice {...found} />
    );
    return page(c, { title: 'Monitors', wide: true }, content);
  });
  newMonitorPages(pages, services);
  pages.get('/monitors/:id', (c) => showMonitor(c, c.req.param('id'), services));
  pages.get('/monitors/:id/events', async (c) => {
    const monitor = await requireMonitor(monitorReference(c), monitors);
    const cursor = c.req.query('cursor') ?? null;
    const asked = { ...monitorReference(c), ...ALL_EVENTS, limit: MEMBERS_LIMIT, cursor };
    const { events, nextCursor } = await listEvents(asked, monitors);
    return page(
      c,
      { title: `Events of ${isolated(monitor.name)}`, wide: true },
      <>
        <Events monitor={monitor} events={events} />
        <OlderLink path={`${monitorPath(c)}/events`} cursor={nextCursor} />
        <LinkLine to={monitorPath(c)}>{monitor.name}</LinkLine>
      </>,
    );
  });
  monitorControlPages(pages, services);
}
