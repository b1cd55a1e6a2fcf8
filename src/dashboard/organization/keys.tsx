import { getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod';
import {
  issueApiKey,
  type ListedKey,
  listKeys,
  revokeApiKey,
  suspendApiKey,
} from '../../accounts/api-keys.ts';
import { type Secrets, signText, verifySignedText } from '../../lib/secrets.ts';
import { DAY_MS } from '../../lib/time.ts';
import { curlCommand, sandboxBody } from '../../lookup/body.ts';
import { Button, Field, Form, Select } from '../form/form.tsx';
import {
  emptyForm,
  type FormState,
  fieldError,
  formFields,
  handleForm,
} from '../form/form-state.ts';
import { Day, formatDay } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { EmptyState, PageSection, Table } from '../layout/table.tsx';
import {
  auditPageChange,
  type DashboardServices,
  type PageServices,
} from '../services/services.ts';
import {
  cookieAttributes,
  type PageContext,
  PageError,
  type Pages,
  requireSessionUser,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';

const keyForm = z.object({
  name: formFields.name,
  mode: z.enum(['live', 'test']),
  expires: z.union([z.literal(''), z.iso.date()]).default(''),
});

const keyStatus = (key: ListedKey, now: number): string => {
  if (key.revokedAt !== null) return `Revoked ${formatDay(key.revokedAt)}`;
  if (key.suspendedAt !== null) return 'Suspended';
  return key.expiresAt !== null && key.expiresAt <= now ? 'Expired' : 'Active';
};

/** Members change the keys they made, owners all; the account asks again. */
const mayChange = (c: PageContext, { userId, revokedAt }: ListedKey): boolean => {
  const user = requireSessionUser(c);
  return revokedAt === null && (user.role === 'owner' || user.userId === userId);
};

const KeyActions = ({ listed: { id, name, suspendedAt } }: { listed: ListedKey }) => {
  const verb = suspendedAt === null ? 'suspend' : 'resume';
  const word = verb === 'suspend' ? 'Suspend' : 'Resume';
  return (
    <div class="row">
      <Form action={`/app/keys/${id}/${verb}`}>
        <Button kind="quiet" aria-label={`${word} ${name}`}>
          {word}
        </Button>
      </Form>
      <a href={`/app/keys/${id}/revoke`} aria-label={`Revoke ${name}`}>
        Revoke
      </a>
    </div>
  );
};

const keyRow = (c: PageContext, key: ListedKey, now: number) => [
  key.name,
  <code>{`…${key.last4}`}</code>,
  key.mode === 'live' ? 'Live' : 'Test',
  <Day at={key.createdAt} />,
  key.userEmail ?? 'A former member',
  key.lastUsedDay ? <Day at={Date.parse(key.lastUsedDay)} /> : 'Not lately',
  key.expiresAt === null ? 'Never' : <Day at={key.expiresAt} />,
  keyStatus(key, now),
  mayChange(c, key) ? <KeyActions listed={key} /> : '',
];

const KEY_COLUMNS = [
  'Name',
  'Ends in',
  'Mode',
  'Created',
  'By',
  'Last used',
  'Expires',
  'State',
  '',
];

const CreateForm = ({ form }: { form: FormState }) => (
  <PageSection title="New key">
    <Form action="/app/keys" form={form}>
      <Field name="name" required maxlength={100} hint="What it is for." />
      <Select
        name="mode"
        choices={[
          ['live', 'Live: answers everything, and is charged'],
          ['test', 'Test: answers sandbox inputs, free'],
        ]}
      />
      <Field name="expires" type="date" hint="Empty: never. Else at the end of the day, UTC." />
      <Button>Create key</Button>
    </Form>
  </PageSection>
);

async function showKeys(
  c: PageContext,
  { accounts }: DashboardServices,
  form: FormState,
): Promise<Response> {
  const { keys } = await listKeys(requireSessionUser(c).organizationId, accounts);
  const now = accounts.clock.now();
  const content = (
    <>
      <p class="summary">
        A key spends the credits of the whole organization. It belongs on a server, never in a page
        or an app. Revoking one stops it at once; suspending stops it until it is resumed. Members
        change the keys they made, owners all.
      </p>
      {keys.length === 0 ? (
        <EmptyState title="No keys yet">
          <p>Create the first one below: it is shown once, and then only its last four signs.</p>
        </EmptyState>
      ) : (
        <Table
          caption="API keys"
          stacked
          head={KEY_COLUMNS}
          rows={keys.map((key) => keyRow(c, key, now))}
        />
      )}
      <CreateForm form={form} />
    </>
  );
  return page(c, { title: 'API keys', wide: true, form }, content);
}

/** Cookie that carries a new key to the one page that shows it, signed for the session. */
const NEW_KEY_COOKIE = 'lookup_new_key';
const CREATED_PATH = '/app/keys/created';
/** Until then the page can be loaded again. */
const SHOWN_SECONDS = 300;

const newKey = z.object({ name: z.string(), mode: z.enum(['live', 'test']), key: z.string() });
type NewKey = z.infer<typeof newKey>;

const newKeyCookie = (c: PageContext) => ({
  ...cookieAttributes(c),
  path: CREATED_PATH,
  sameSite: 'Strict' as const,
});

const newKeyClaim = (c: PageContext) => ({
  purpose: 'new key',
  bound: requireSessionUser(c).sessionId,
});

/** Post/redirect/get, so that loading the page again makes no second key. */
async function redirectToKey(c: PageContext, created: NewKey, secrets: Secrets): Promise<Response> {
  const text = JSON.stringify(created);
  const value = await signText({ ...newKeyClaim(c), text }, secrets);
  setCookie(c, NEW_KEY_COOKIE, value, { ...newKeyCookie(c), maxAge: SHOWN_SECONDS });
  return c.redirect(CREATED_PATH, 303);
}

/** The key made by this session in the last minutes; null when there is none. */
async function takeNewKey(c: PageContext, secrets: Secrets): Promise<NewKey | null> {
  const sent = getCookie(c, NEW_KEY_COOKIE);
  const text = sent && (await verifySignedText(sent, newKeyClaim(c), secrets));
  return text ? newKey.parse(JSON.parse(text)) : null;
}

/** A first call: what the sandbox answers for a test key, the product's example for a live one. */
function firstCall(c: PageContext, mode: NewKey['mode'], { families }: DashboardServices): string {
  const product = families[0]?.products[0];
  if (!product) throw new TypeError('the service has no product');
  const [known] = product.sandbox;
  const body = mode === 'test' && known ? sandboxBody(product, known) : product.example;
  return curlCommand(`${c.get('origin')}/v1${product.path}`, body);
}

/** The only page that ever holds a key. */
function showKey(
  c: PageContext,
  { name, mode, key }: NewKey,
  services: DashboardServices,
): Promise<Response> {
  const content = (
    <>
      <p>
        This is the key <strong>{name}</strong>. It is shown for five minutes and never again: put
        it where your server reads its secrets.
      </p>
      <p class="secret">
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
          ? 'A test key is free and needs no plan: it answers the inputs of the sandbox, which the reference lists for each product.'
          : 'A live key needs a plan, and its lookups cost credits.'}
      </p>
      <p>
        <a href="/app/keys">Done: back to the keys</a>
      </p>
    </>
  );
  return page(c, { title: 'Your new key', scripts: ['/app/copy.js'] }, content);
}

/**
 * One of the user's own organization's keys that they may change. @throws PageError 404 for any
 * other organization's, 403 for another member's
 */
async function ownKey(c: PageContext, { accounts }: DashboardServices): Promise<ListedKey> {
  const { keys } = await listKeys(requireSessionUser(c).organizationId, accounts);
  const key = keys.find(({ id }) => id === c.req.param('id'));
  if (!key) throw new PageError(404, 'There is no such key.');
  if (key.revokedAt === null && !mayChange(c, key))
    throw new PageError(403, 'Only owners change the keys that others made.');
  return key;
}

/** /app/keys: list, create, and revoke after a page that asks. */
export function keyPages(pages: Pages, services: PageServices): void {
  const { accounts } = services;
  const show = (c: PageContext, form: FormState) => showKeys(c, services, form);
  pages.get('/keys', (c) => show(c, emptyForm({ mode: 'test' })));

  pages.post(
    '/keys',
    handleForm(keyForm, show, async (c, { name, mode, expires }) => {
      const expiresAt = expires === '' ? null : Date.parse(expires) + DAY_MS;
      if (expiresAt !== null && expiresAt <= accounts.clock.now())
        throw fieldError('expires', 'is in the past');
      const { organizationId, email: userEmail } = requireSessionUser(c);
      const limits = { scopes: null, ipAllow: null };
      const request = { organizationId, userEmail, name, mode, expiresAt, ...limits };
      const { stored, key } = await issueApiKey(request, accounts);
      await auditPageChange(c, services, stored.id);
      return redirectToKey(c, { name, mode, key }, services.authSecrets);
    }),
  );

  pages.get('/keys/created', async (c) => {
    const created = await takeNewKey(c, services.authSecrets);
    return created
      ? showKey(c, created, services)
      : redirectWith(c, '/app/keys', 'The new key is no longer shown.', 'bad');
  });

  pages.get('/keys/:id/revoke', async (c) => {
    const { id, name, last4, revokedAt } = await ownKey(c, services);
    if (revokedAt !== null) return redirectWith(c, '/app/keys', 'The key is revoked already.');
    const content = (
      <>
        <p>
          Calls with <strong>{name}</strong> (ends in <code>{last4}</code>) are refused from the
          next one on. This cannot be undone. Lists and monitors that were made with it are the
          organization's and go on.
        </p>
        <Form action={`/app/keys/${id}/revoke`} class="row">
          <Button kind="danger">Revoke</Button>
          <a href="/app/keys">Keep it</a>
        </Form>
      </>
    );
    return page(c, { title: 'Revoke this key?' }, content);
  });

  pages.post('/keys/:id/revoke', async (c) => {
    const { id, name } = await ownKey(c, services);
    await revokeApiKey({ id, by: requireSessionUser(c).userId }, accounts);
    await auditPageChange(c, services, id);
    return redirectWith(c, '/app/keys', `The key ${name} is revoked.`);
  });

  for (const verb of ['suspend', 'resume'] as const)
    pages.post(`/keys/:id/${verb}`, async (c) => {
      const { id, name } = await ownKey(c, services);
      const suspended = verb === 'suspend';
      await suspendApiKey({ id, by: requireSessionUser(c).userId, suspended }, accounts);
      await auditPageChange(c, services, id);
      const now = suspended ? 'is suspended: its calls are refused' : 'goes on';
      return redirectWith(c, '/app/keys', `The key ${name} ${now}.`);
    });
}
