import * as z from 'zod';
import {
  changeApiKey,
  describeKeyChanges,
  issueApiKey,
  type ListedKey,
  listKeys,
  rollApiKey,
} from '../../accounts/api-keys.ts';
import { isolated } from '../../lib/text.ts';
import { isManager, type KeyChange, mayResume } from '../../lookup/account/members.ts';
import { curlCommand, sandboxBody } from '../../lookup/body.ts';
import { ActionForm, Button, Form, Select } from '../form/form.tsx';
import { emptyForm, type FormState, handleForm } from '../form/form-state.ts';
import { Day, formatDay, LinkLine, Moment } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { type Fact, Facts, PageSection, TableOrEmpty } from '../layout/table.tsx';
import {
  auditPageChange,
  type DashboardServices,
  type PageServices,
} from '../services/services.ts';
import { type PageContext, PageError, type Pages, requireSessionUser } from '../session/context.ts';
import { redirectToSecret, redirectWith, takeSecret } from '../session/flash.ts';
import { sentFormOf } from '../session/form-token.ts';
import {
  KeySettingControls,
  keySettingFields,
  keySettingsForm,
  lastDay,
  limitsLabel,
  parseKeySettings,
} from './key-settings.tsx';

const hasEnded = ({ revokedAt, expiresAt }: ListedKey, now: number): boolean =>
  revokedAt !== null || (expiresAt !== null && expiresAt <= now);

const keyStatus = (key: ListedKey, now: number): string => {
  if (key.revokedAt !== null) return `Revoked ${formatDay(key.revokedAt)}`;
  if (hasEnded(key, now)) return key.successorId === null ? 'Expired' : 'Rolled';
  if (key.suspendedAt !== null) return 'Suspended';
  return key.successorId === null ? 'Active' : 'Active, rolled';
};

/** Members may change keys they made, owners and admins all keys; the account checks it again. */
const mayChange = (c: PageContext, { userId, keptAt, revokedAt }: ListedKey): boolean => {
  const user = requireSessionUser(c);
  const isOwn = user.userId === userId && keptAt === null;
  return revokedAt === null && (isManager(user.role) || isOwn);
};

const KeyActions = ({ c, listed, now }: { c: PageContext; listed: ListedKey; now: number }) => {
  const { id, name, suspendedAt } = listed;
  const verb = suspendedAt === null ? 'suspend' : 'resume';
  const word = verb === 'suspend' ? 'Suspend' : 'Resume';
  return (
    <div class="row">
      {!hasEnded(listed, now) && mayResume(listed, requireSessionUser(c)) && (
        <ActionForm
          action={`/app/keys/${id}/${verb}`}
          kind="quiet"
          spoken={`${word} ${isolated(name)}`}
          label={word}
        />
      )}
      <a href={`/app/keys/${id}/revoke`} aria-label={`Revoke ${isolated(name)}`}>
        Revoke
      </a>
    </div>
  );
};

const keyRow = (c: PageContext, key: ListedKey, now: number) => [
  <>
    {mayChange(c, key) ? <a href={`/app/keys/${key.id}`}>{key.name}</a> : key.name}{' '}
    <code>{`…${key.last4}`}</code>
  </>,
  key.mode === 'live' ? 'Live' : 'Test',
  <span class="long">
    <Day at={key.createdAt} /> by{' '}
    {key.keptAt === null ? (key.userEmail ?? 'a former member') : 'the organization'}
  </span>,
  key.lastUsedDay ? <Day at={Date.parse(key.lastUsedDay)} /> : 'Not recently',
  key.expiresAt === null ? 'Never' : <Day at={Date.parse(lastDay(key.expiresAt))} />,
  limitsLabel(key),
  keyStatus(key, now),
  mayChange(c, key) ? <KeyActions c={c} listed={key} now={now} /> : '',
];

const KEY_COLUMNS = 'Name, Mode, Created, Last used, Expires, Limits, State, Actions'.split(', ');

const CreateForm = ({
  form,
  families,
}: {
  form: FormState;
  families: DashboardServices['families'];
}) => (
  <PageSection title="New key">
    <Form action="/app/keys" form={form}>
      <Select
        name="mode"
        choices={[
          ['live', 'Live: answers everything and is charged'],
          ['test', 'Test: answers sandbox inputs for free'],
        ]}
      />
      <KeySettingControls families={families} />
      <Button>Create key</Button>
    </Form>
  </PageSection>
);

async function showKeys(
  c: PageContext,
  { accounts, families }: DashboardServices,
  form: FormState,
): Promise<Response> {
  const { keys } = await listKeys(requireSessionUser(c).organizationId, accounts);
  const now = accounts.clock.now();
  const content = (
    <>
      <p class="summary">
        A key spends the credits of the whole organization. It belongs on a server, never in a page
        or an app. Revoking a key stops it at once; suspending stops it until it is resumed, by
        whoever suspended it, an owner or an admin. Members can change the keys they created; owners
        and admins can change all keys.
      </p>
      <TableOrEmpty
        title="No keys yet"
        empty="Create your first key below. It is shown once; after that, only its last four characters are."
        caption="API keys"
        head={KEY_COLUMNS}
        rows={keys.map((key) => keyRow(c, key, now))}
      />
      <CreateForm form={form} families={families} />
    </>
  );
  return page(c, { title: 'API keys', wide: true, form }, content);
}

const CREATED_PATH = '/app/keys/created';

const newKey = z.object({ name: z.string(), mode: z.enum(['live', 'test']), key: z.string() });
type NewKey = z.infer<typeof newKey>;

/**
 * Shows the key of a form. It is created also if the browser aborts the request because the button
 * was pressed again.
 * @param made `target`: key that the audit log names
 */
async function showCreated(
  c: PageContext,
  made: Promise<
    Awaited<ReturnType<typeof issueApiKey>> & { target: string; changes: string | null }
  >,
  services: PageServices,
): Promise<Response> {
  const audited = made.then(async (created) => {
    const { isNew, target, changes } = created;
    if (isNew) await auditPageChange(c, services, target, changes);
    return created;
  });
  services.defer(audited.catch(() => undefined));
  const { stored, key } = await audited;
  const created: NewKey = { name: stored.name, mode: stored.mode, key };
  return redirectToSecret(c, CREATED_PATH, created, services.authSecrets);
}

/** A first call: a sandbox input for a test key, the product's example for a live key. */
function firstCall(c: PageContext, mode: NewKey['mode'], { families }: DashboardServices): string {
  const product = families[0]?.products[0];
  if (!product) throw new TypeError('the service has no product');
  const [known] = product.sandbox;
  const body = mode === 'test' && known ? sandboxBody(product, known) : product.example;
  return curlCommand(`${c.get('origin')}/v1${product.path}`, body);
}

/** The only page that shows a key. */
function showKey(c: PageContext, { name, mode, key }: NewKey, services: DashboardServices) {
  const content = (
    <>
      <p>
        This is the key <strong>{name}</strong>. It is shown for five minutes and never again. Save
        it where your server reads its secrets.
      </p>
      <p class="secret" tabindex={-1} autofocus>
        <code id="new-key">{key}</code>
        <button type="button" hidden data-copies="new-key">
          Copy
        </button>
      </p>
      <h2>Try it</h2>
      <pre>
        <code id="first-call">{`API_KEY=${key}\n${firstCall(c, mode, services)}`}</code>
      </pre>
      <p>
        {mode === 'test'
          ? 'A test key is free and needs no plan. It answers the sandbox inputs that the reference lists for each product.'
          : 'A live key needs a plan, and its lookups cost credits.'}
      </p>
      <LinkLine to="/app/keys">Done: back to the keys</LinkLine>
    </>
  );
  return page(c, { title: 'Your new key' }, content);
}

/**
 * A key of the user's organization that the user may change. @throws PageError 404 for a key of
 * another organization, 403 for another member's key
 */
async function ownKey(c: PageContext, { accounts }: DashboardServices): Promise<ListedKey> {
  const { keys } = await listKeys(requireSessionUser(c).organizationId, accounts);
  const key = keys.find(({ id }) => id === c.req.param('id'));
  if (!key) throw new PageError(404, 'There is no such key.');
  if (key.revokedAt === null && !mayChange(c, key))
    throw new PageError(403, 'Only owners and admins can change keys that others created.');
  return key;
}

/** Overlaps of a rolled key, in hours. */
const OVERLAPS = [
  ['24', 'A day'],
  ['0', 'No time: it ends now'],
  ['1', 'An hour'],
  ['168', 'A week'],
  ['720', 'Thirty days'],
] as const;

const rollForm = z.object({ overlap: z.enum(OVERLAPS.map(([hours]) => hours)) });

/** Forms of a key's page that were sent and have errors. */
interface KeyForms {
  form?: FormState;
  roll?: FormState;
}

async function showKeyPage(
  c: PageContext,
  { accounts, families }: DashboardServices,
  key: ListedKey,
  { form = keySettingsForm(key), roll = emptyForm({ overlap: '24' }) }: KeyForms = {},
): Promise<Response> {
  const path = `/app/keys/${key.id}`;
  const now = accounts.clock.now();
  const isOver = hasEnded(key, now);
  const facts: Fact[] = [
    ['Ends in', <code>{`…${key.last4}`}</code>],
    ['Mode', key.mode === 'live' ? 'Live' : 'Test'],
    ['State', keyStatus(key, now)],
    ['Created', <Day at={key.createdAt} />],
    ['Expires', key.expiresAt === null ? 'Never' : <Moment at={key.expiresAt} />],
  ];
  const content = (
    <>
      <Facts facts={facts} />
      {!isOver && (
        <PageSection title="Settings">
          <Form action={path} form={form}>
            <KeySettingControls families={families} />
            <Button>Save</Button>
          </Form>
        </PageSection>
      )}
      {!isOver && key.successorId === null && mayResume(key, requireSessionUser(c)) && (
        <PageSection title="Roll">
          <p>
            Creates a new key with the same settings and expiry. Both keys work until this one ends,
            so that programs can switch over.
          </p>
          <Form action={`${path}/roll`} form={roll}>
            <Select name="overlap" label="This key stays valid for" choices={OVERLAPS} />
            <Button>Roll</Button>
          </Form>
        </PageSection>
      )}
      <LinkLine to="/app/keys">Back to the keys</LinkLine>
    </>
  );
  const sent = roll.errors.size > 0 ? roll : form;
  return page(c, { title: `Key ${isolated(key.name)}`, form: sent }, content);
}

/** /app/keys: list, create, change, roll, and revoke after a confirmation. */
export function keyPages(pages: Pages, services: PageServices): void {
  const { accounts, families } = services;
  const settings = keySettingFields(families);
  const show = (c: PageContext, form: FormState) => showKeys(c, services, form);
  const reference = (c: PageContext, { id }: ListedKey) => ({
    id,
    by: requireSessionUser(c).userId,
  });
  const sentForm = (c: PageContext) => sentFormOf(c, services.authSecrets, accounts.clock.now());
  pages.get('/keys', (c) => show(c, emptyForm({ mode: 'test' })));

  const createForm = z.object({ ...settings, mode: z.enum(['live', 'test']) });
  pages.post(
    '/keys',
    handleForm(createForm, show, async (c, { mode, ...form }) => {
      const { organizationId, email: userEmail } = requireSessionUser(c);
      const wanted = parseKeySettings(form, { now: accounts.clock.now() });
      const request = { organizationId, userEmail, mode, ...wanted, form: await sentForm(c) };
      const made = issueApiKey(request, accounts).then((issued) => {
        const { stored } = issued;
        return { ...issued, target: stored.id, changes: describeKeyChanges(null, stored) };
      });
      return showCreated(c, made, services);
    }),
  );

  pages.get('/keys/created', async (c) => {
    const created = await takeSecret(c, services.authSecrets, { once: false });
    return created
      ? showKey(c, newKey.parse(created), services)
      : redirectWith(c, '/app/keys', 'The new key can no longer be shown.', 'bad');
  });

  pages.get('/keys/:id', async (c) => showKeyPage(c, services, await ownKey(c, services)));

  const showAgain = async (c: PageContext, forms: KeyForms) =>
    showKeyPage(c, services, await ownKey(c, services), forms);
  pages.post(
    '/keys/:id',
    handleForm(
      z.object(settings),
      (c, form) => showAgain(c, { form }),
      async (c, form) => {
        const key = await ownKey(c, services);
        const wanted = parseKeySettings(form, { now: accounts.clock.now(), key });
        const { changes } = await changeApiKey(reference(c, key), wanted, accounts);
        await auditPageChange(c, services, key.id, changes);
        return redirectWith(c, `/app/keys/${key.id}`, 'The settings apply from the next call on.');
      },
      async (c) => keySettingsForm(await ownKey(c, services)),
    ),
  );

  pages.post(
    '/keys/:id/roll',
    handleForm(
      rollForm,
      (c, roll) => showAgain(c, { roll }),
      async (c, { overlap }) => {
        const key = await ownKey(c, services);
        const roll = { overlapHours: Number(overlap), form: await sentForm(c) };
        const rolled = rollApiKey(reference(c, key), roll, accounts);
        const made = rolled.then((issued) => ({ ...issued, target: key.id }));
        return showCreated(c, made, services);
      },
    ),
  );

  pages.get('/keys/:id/revoke', async (c) => {
    const { id, name, last4, revokedAt } = await ownKey(c, services);
    if (revokedAt !== null)
      return redirectWith(c, '/app/keys', 'The key has already been revoked.');
    const content = (
      <>
        <p>
          Calls with <strong>{name}</strong> (ends in <code>{last4}</code>) are refused from the
          next one on. This cannot be undone. Lists and monitors created with it belong to the
          organization and continue.
        </p>
        <Form action={`/app/keys/${id}/revoke`} class="row">
          <Button kind="danger">Revoke</Button>
          <a href="/app/keys">Keep it</a>
        </Form>
      </>
    );
    return page(c, { title: 'Revoke this key?' }, content);
  });

  const act = (verb: 'revoke' | 'suspend' | 'resume', change: KeyChange, says: string) =>
    pages.post(`/keys/:id/${verb}`, async (c) => {
      const key = await ownKey(c, services);
      const { changes } = await changeApiKey(reference(c, key), change, accounts);
      await auditPageChange(c, services, key.id, changes);
      return redirectWith(c, '/app/keys', `The key ${key.name} ${says}.`);
    });
  act('revoke', { revoked: true }, 'is revoked');
  act('suspend', { suspended: true }, 'is suspended: its calls are refused');
  act('resume', { suspended: false }, 'has been resumed');
}
