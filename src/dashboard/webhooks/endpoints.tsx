import * as z from 'zod';
import { describeChanges } from '../../accounts/audit-log.ts';
import { lineField } from '../../lib/line-field.ts';
import { QuotaError } from '../../lookup/account/quotas.ts';
import { ANNOUNCED_TYPES, type WebhookType } from '../../lookup/jobs/webhooks.ts';
import {
  auditedEndpoint,
  changeEndpoint,
  createEndpoint,
  listEndpoints,
  MAX_DESCRIPTION_CHARS,
  MAX_ENDPOINTS,
  OVERLAP_HOURS,
  removeEndpoint,
  requireEndpoint,
  resendFailed,
  rotateSecret,
  testEndpoint,
} from '../../webhooks/endpoints.ts';
import { FAILING_DAYS, MAX_ATTEMPTS } from '../../webhooks/series.ts';
import { catchApiError, ShownSecret } from '../form/api-error.tsx';
import { ActionForm, Button, CheckBox, Field, Form, MODE_CHOICES, Select } from '../form/form.tsx';
import {
  emptyForm,
  type FormState,
  fieldError,
  handleForm,
  storedForm,
} from '../form/form-state.ts';
import { ModeBadge, Moment, pluralize, truncate } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { type Fact, Facts, longCell, PageSection, TableOrEmpty } from '../layout/table.tsx';
import {
  auditPageChange,
  type DashboardServices,
  type PageServices,
} from '../services/services.ts';
import {
  type PageContext,
  type Pages,
  requireSessionUser,
  visibleRealm,
} from '../session/context.ts';
import { redirectToSecret, redirectWith, takeSecret } from '../session/flash.ts';
import { sentFormOf } from '../session/form-token.ts';
import { mayOpen } from '../session/permissions.ts';
import { failureReason, ResendFields, resentMessage, sentSince } from './deliveries.tsx';

type Endpoint = Awaited<ReturnType<typeof requireEndpoint>>;

const WEBHOOKS_PATH = '/app/webhooks';

/** The dashboard lists all endpoints of both modes on one page. */
const ALL_ENDPOINTS = { limit: 2 * MAX_ENDPOINTS, cursor: null };

const settings = {
  url: z.string().trim().min(1).max(2_048),
  description: lineField(MAX_DESCRIPTION_CHARS).default(''),
  // An unticked checkbox is not sent.
  ...(Object.fromEntries(ANNOUNCED_TYPES.map((type) => [type, z.string().default('')])) as Record<
    (typeof ANNOUNCED_TYPES)[number],
    z.ZodDefault<z.ZodString>
  >),
};
const changeForm = z.object(settings);
const createForm = z.object({ ...settings, mode: z.enum(['live', 'test']) });

/** Whether the user may submit the forms of these pages. */
const mayChange = (c: PageContext): boolean =>
  mayOpen(requireSessionUser(c).role, WEBHOOKS_PATH, 'POST');

/** @throws ApiError for the form as a whole if no box is ticked */
function tickedEvents(values: Partial<Record<WebhookType, string>>): WebhookType[] {
  const ticked = ANNOUNCED_TYPES.filter((type) => values[type] === 'on');
  if (ticked.length === 0) throw fieldError('', 'Choose at least one event.');
  return ticked;
}

const ticks = (types: readonly WebhookType[]) =>
  Object.fromEntries(types.map((type) => [type, 'on']));

const stateOf = ({ active, disabledReason, failingSince }: Endpoint): string => {
  if (!active)
    return disabledReason === 'failing' ? 'Switched off: deliveries kept failing' : 'Switched off';
  return failingSince === null ? 'On' : 'On, failing';
};

const SettingFields = () => (
  <>
    <Field name="url" label="URL" type="url" required hint="Public HTTPS address." />
    <Field name="description" maxlength={MAX_DESCRIPTION_CHARS} hint="What the endpoint is for." />
    <fieldset>
      <legend>Events</legend>
      {ANNOUNCED_TYPES.map((type) => (
        <CheckBox name={type} label={<code>{type}</code>} />
      ))}
    </fieldset>
  </>
);

const EndpointTable = ({
  endpoints,
  canCreate,
}: {
  endpoints: readonly Endpoint[];
  canCreate: boolean;
}) => (
  <TableOrEmpty
    title="No endpoints yet"
    empty={
      canCreate ? 'Create the first one below.' : 'Owners and admins can create them on this page.'
    }
    caption="Webhook endpoints"
    head={['URL', 'Description', 'Events', 'State', 'Mode', 'Created']}
    rows={endpoints.map((endpoint) => [
      <a href={`${WEBHOOKS_PATH}/${endpoint.id}`}>{truncate(endpoint.url)}</a>,
      longCell(endpoint.description),
      endpoint.events === null ? 'All' : pluralize(endpoint.events.length, 'event'),
      stateOf(endpoint),
      <ModeBadge mode={endpoint.mode} />,
      <Moment at={endpoint.createdAt} />,
    ])}
  />
);

async function showEndpoints(c: PageContext, { webhooks }: DashboardServices, form: FormState) {
  const { endpoints } = await listEndpoints({ ...visibleRealm(c), ...ALL_ENDPOINTS }, webhooks);
  const content = (
    <>
      <p class="summary">
        An endpoint receives an event when a list ends or a monitor finds changes. Each delivery is
        tried up to {MAX_ATTEMPTS} times over a day; see <a href="/app/deliveries">Deliveries</a>{' '}
        and the <a href="/docs/webhooks">guide</a>.
      </p>
      <EndpointTable endpoints={endpoints} canCreate={mayChange(c)} />
      {mayChange(c) && (
        <PageSection title="New endpoint">
          <Form action={WEBHOOKS_PATH} form={form}>
            <SettingFields />
            <Select name="mode" choices={MODE_CHOICES} />
            <Button>Create endpoint</Button>
          </Form>
        </PageSection>
      )}
    </>
  );
  return page(c, { title: 'Webhooks', wide: true, form }, content);
}

const endpointFacts = (endpoint: Endpoint, now: number): Fact[] => {
  const { mode, createdAt, failingSince, previousEndsAt, events } = endpoint;
  const signsUntil = previousEndsAt ?? 0;
  return [
    ['State', stateOf(endpoint)],
    ['Events', events?.join(', ') ?? 'All'],
    ['Mode', <ModeBadge mode={mode} />],
    ['Since', <Moment at={createdAt} />],
    failingSince !== null && ['Failing since', <Moment at={failingSince} />],
    signsUntil > now && ['Old secrets sign until', <Moment at={signsUntil} />],
  ];
};

const EndpointActions = ({ endpoint: { id, active } }: { endpoint: Endpoint }) => {
  const path = `${WEBHOOKS_PATH}/${id}`;
  return (
    <div class="row">
      <ActionForm
        action={`${path}/${active ? 'disable' : 'enable'}`}
        kind="quiet"
        label={active ? 'Switch off' : 'Switch on'}
      />
      <ActionForm action={`${path}/test`} kind="quiet" label="Send a test" />
      <ActionForm action={`${path}/rotate`} kind="quiet" label="Replace the secret" />
    </div>
  );
};

const EndpointPage = ({ endpoint, form }: { endpoint: Endpoint; form: FormState }) => {
  const path = `${WEBHOOKS_PATH}/${endpoint.id}`;
  return (
    <>
      <EndpointActions endpoint={endpoint} />
      <p class="hint">
        A replaced secret keeps signing beside the new one for {OVERLAP_HOURS} hours. An endpoint
        that only fails for {FAILING_DAYS} days is switched off, and the owners get an email.
      </p>
      <PageSection title="Settings">
        <Form action={path} form={form}>
          <SettingFields />
          <Button>Save</Button>
        </Form>
      </PageSection>
      <PageSection title="Send failed deliveries again">
        <Form action={`${path}/redeliver`}>
          <ResendFields />
        </Form>
      </PageSection>
      <details class="aside">
        <summary>Delete this endpoint</summary>
        <p>Nothing more is sent to it. Its deliveries stay listed for 30 days.</p>
        <ActionForm action={`${path}/delete`} kind="danger" label="Delete endpoint" />
      </details>
    </>
  );
};

const referenceOf = (c: PageContext) => ({
  ...visibleRealm(c),
  endpointId: c.req.param('id') ?? '',
});

const settingsOf = ({ url, description, events }: Endpoint): FormState =>
  storedForm({ url, description, ...ticks(events ?? ANNOUNCED_TYPES) });

/** The page of an endpoint, with its secret if the form before it created one. */
async function showEndpoint(
  c: PageContext,
  endpoint: Endpoint,
  { webhooks, authSecrets }: PageServices,
  form?: FormState,
): Promise<Response> {
  const { url } = endpoint;
  const shown = await takeSecret(c, authSecrets, { once: true });
  const kept = form ?? settingsOf(endpoint);
  const content = (
    <>
      {shown?.secret && <ShownSecret secret={shown.secret}>{shown.says}</ShownSecret>}
      <p class="summary">
        <code>{url}</code>
      </p>
      <Facts facts={endpointFacts(endpoint, webhooks.clock.now())} />
      {mayChange(c) && <EndpointPage endpoint={endpoint} form={kept} />}
    </>
  );
  return page(c, { title: 'Webhook endpoint', form: kept }, content);
}

/** Runs a form's operation; an error without a field belongs to the URL, except a ceiling. */
async function atUrl<T>(work: () => Promise<T>): Promise<T> {
  const done = await catchApiError(work);
  if (done.ok) return done.value;
  const { refusal } = done;
  if (refusal.code === 'NOT_FOUND' || refusal instanceof QuotaError) throw refusal;
  throw fieldError('url', refusal.message);
}

const changesOf = ({ before, endpoint }: Awaited<ReturnType<typeof changeEndpoint>>) =>
  describeChanges(auditedEndpoint(before), auditedEndpoint(endpoint));

/** Result of an action: its message and page, or the new secret for the endpoint's page. */
interface Act {
  says: string;
  isGood?: boolean;
  to?: string;
  secret?: string;
  /** Old and new values, for the audit log. */
  changes?: string | null;
}

/** Actions of an endpoint, each with its message. */
function actionPages(pages: Pages, services: PageServices): void {
  const { webhooks } = services;
  const act = (name: string, verb: (c: PageContext) => Promise<Act>) =>
    pages.post(`/webhooks/:id/${name}`, async (c) => {
      const path = `${WEBHOOKS_PATH}/${c.req.param('id')}`;
      const done = await catchApiError(() => verb(c));
      if (!done.ok && done.refusal.code === 'NOT_FOUND') throw done.refusal;
      if (!done.ok) return redirectWith(c, path, done.refusal.message, 'bad');
      const { says, isGood = true, to = path, secret, changes = null } = done.value;
      await auditPageChange(c, services, c.req.param('id') ?? null, changes);
      return secret === undefined
        ? redirectWith(c, to, says, isGood ? 'good' : 'bad')
        : redirectToSecret(c, path, { secret, says }, services.authSecrets);
    });

  for (const active of [true, false])
    act(active ? 'enable' : 'disable', async (c) => {
      const changes = changesOf(await changeEndpoint(referenceOf(c), { active }, webhooks));
      return { says: active ? 'The endpoint is on.' : 'The endpoint is switched off.', changes };
    });
  act('test', async (c) => {
    const tested = await testEndpoint(referenceOf(c), webhooks);
    const isGood = tested.status === 'delivered';
    const says = isGood ? 'The test was delivered.' : `The test failed: ${failureReason(tested)}.`;
    return { says, isGood };
  });
  act('rotate', async (c) => {
    const { secret } = await rotateSecret(referenceOf(c), webhooks);
    return { says: 'The secret was replaced. This is the new one', secret };
  });
  act('redeliver', async (c) => {
    await requireEndpoint(referenceOf(c), webhooks);
    const count = await resendFailed(referenceOf(c), sentSince(c), webhooks);
    return { says: resentMessage(count) };
  });
  act('delete', async (c) => {
    const changes = describeChanges(
      {},
      auditedEndpoint(await removeEndpoint(referenceOf(c), webhooks)),
    );
    return { says: 'The endpoint was deleted.', to: WEBHOOKS_PATH, changes };
  });
}

/** /app/webhooks: endpoints of the organization, managed by owners and admins. */
export function webhookPages(pages: Pages, services: PageServices): void {
  const { webhooks, authSecrets } = services;
  const showAll = (c: PageContext, form: FormState) => showEndpoints(c, services, form);
  pages.get('/webhooks', (c) => showAll(c, emptyForm({ mode: 'live', ...ticks(ANNOUNCED_TYPES) })));

  pages.post(
    '/webhooks',
    handleForm(createForm, showAll, async (c, { url, description, mode, ...boxes }) => {
      const { userId } = requireSessionUser(c);
      const events = tickedEvents(boxes);
      const sent = await sentFormOf(c, authSecrets, webhooks.clock.now());
      const form = { ...visibleRealm(c), mode, userId, url, description, events, form: sent };
      const making = atUrl(() => createEndpoint(form, webhooks)).then(async (made) => {
        const changes = describeChanges({}, auditedEndpoint(made.endpoint));
        if (made.isNew) await auditPageChange(c, services, made.endpoint.id, changes);
        return made;
      });
      // After a second click, the browser aborts the first request.
      services.defer(making.catch(() => undefined));
      const { endpoint, secret } = await making;
      const says = 'The endpoint was created. This is its secret';
      return redirectToSecret(c, `${WEBHOOKS_PATH}/${endpoint.id}`, { secret, says }, authSecrets);
    }),
  );

  pages.get('/webhooks/:id', async (c) =>
    showEndpoint(c, await requireEndpoint(referenceOf(c), webhooks), services),
  );

  const showWrong = async (c: PageContext, form: FormState) =>
    showEndpoint(c, await requireEndpoint(referenceOf(c), webhooks), services, form);
  pages.post(
    '/webhooks/:id',
    handleForm(
      changeForm,
      showWrong,
      async (c, { url, description, ...boxes }) => {
        const changes = { url, description, events: tickedEvents(boxes) };
        const changed = await atUrl(() => changeEndpoint(referenceOf(c), changes, webhooks));
        const { id } = changed.endpoint;
        await auditPageChange(c, services, id, changesOf(changed));
        return redirectWith(c, `${WEBHOOKS_PATH}/${id}`, 'The endpoint was changed.');
      },
      async (c) => settingsOf(await requireEndpoint(referenceOf(c), webhooks)),
    ),
  );

  actionPages(pages, services);
}
