import * as z from 'zod';
import { newCredential } from '../../accounts/sign-in/passkeys.ts';
import {
  addPasskey,
  changePasskeyName,
  endWayIn,
  listWaysIn,
  openPasskey,
  type WayIn,
  type WaysIn,
} from '../../accounts/team/ways-in.ts';
import { lineField } from '../../lib/line-field.ts';
import { isolated } from '../../lib/text.ts';
import { ActionForm, Button, Field, Form } from '../form/form.tsx';
import { emptyForm, type FormState, handleForm } from '../form/form-state.ts';
import { LinkLine, Moment } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { PageSection, Table } from '../layout/table.tsx';
import { auditOwnChange, type DashboardServices } from '../services/services.ts';
import {
  appendCookies,
  type PageContext,
  PageError,
  type Pages,
  requirePerson,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import { credentialField, PASSKEY_SCRIPTS, PasskeyForm } from '../sign-in/passkeys.tsx';
import { selfReference } from './settings.tsx';

const PASSKEYS_PATH = '/app/settings/passkeys';
export const SECURITY_PATH = '/app/settings/security';

const MAX_NAME_CHARS = 60;

export const PasswordField = () => (
  <Field
    name="password"
    type="password"
    autocomplete="current-password"
    hint="Your current password. Leave empty if you have none."
  />
);

const PasskeyTable = ({ passkeys }: Pick<WaysIn, 'passkeys'>) => (
  <Table
    caption="Your passkeys"
    head={['Name', 'Added', 'Last used', 'Actions']}
    rows={passkeys.map(({ id, name, createdAt, lastUsedAt }) => [
      name,
      createdAt === null ? '' : <Moment at={createdAt} />,
      lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />,
      <div class="row">
        <a
          class="button quiet"
          href={`${PASSKEYS_PATH}/${id}/name`}
          aria-label={`Rename ${isolated(name)}`}
        >
          Rename
        </a>
        <ActionForm
          action={`${PASSKEYS_PATH}/${id}/remove`}
          kind="danger"
          spoken={`Remove ${isolated(name)}`}
          label="Remove"
        />
      </div>,
    ])}
  />
);

const LinkedProviders = ({ providers }: Pick<WaysIn, 'providers'>) => (
  <PageSection title="Linked accounts">
    <Table
      caption="Accounts you sign in with"
      head={['Provider', 'Actions']}
      rows={providers.map(({ id, name }) => [
        name,
        <ActionForm
          action={`/app/settings/providers/${id}/unlink`}
          kind="danger"
          spoken={`Unlink ${name}`}
          label="Unlink"
        />,
      ])}
    />
  </PageSection>
);

interface WaysInProps {
  userId: string;
  services: Pick<DashboardServices, 'signIn'>;
}

export async function WaysInSections({ userId, services }: WaysInProps) {
  const own = await listWaysIn(userId, services.signIn);
  return (
    <>
      <PageSection title="Passkeys">
        <p>
          A passkey on your device or in your password manager signs you in by fingerprint, face or
          PIN, without a password or a code. It works only at this address.
        </p>
        {own.passkeys.length > 0 && <PasskeyTable passkeys={own.passkeys} />}
        <LinkLine to={`${PASSKEYS_PATH}/new`} look="button">
          Add a passkey
        </LinkLine>
      </PageSection>
      {own.providers.length > 0 && <LinkedProviders providers={own.providers} />}
    </>
  );
}

const newForm = z.object({
  name: lineField(MAX_NAME_CHARS).default(''),
  password: z.string().max(1_000).default(''),
});

const answerForm = z.object({
  name: lineField(MAX_NAME_CHARS).default(''),
  credential: credentialField(newCredential),
});

const nameForm = z.object({ name: lineField(MAX_NAME_CHARS).min(1) });

const LAST_WAY =
  'This is your last way to sign in. Set a password through an email link, or add a passkey, before you remove it.';
const REFUSED =
  'The passkey was not added: it is already registered, did not verify you, or the page had expired.';

const showNew = (c: PageContext, form: FormState = emptyForm()): Promise<Response> =>
  page(
    c,
    { title: 'Add a passkey', form },
    <Form action={PASSKEYS_PATH} form={form}>
      <Field
        name="name"
        maxlength={MAX_NAME_CHARS}
        hint="To distinguish it from others, such as Laptop. Leave empty for the name of the device."
      />
      <PasswordField />
      <Button>Continue</Button>
    </Form>,
  );

/** /app/settings/passkeys and /app/settings/providers: sign-in methods besides the password. */
export function wayInPages(pages: Pages, services: DashboardServices): void {
  const { signIn } = services;

  pages.get('/settings/passkeys/new', (c) => showNew(c));

  pages.post(
    '/settings/passkeys',
    handleForm(newForm, showNew, async (c, { name, password }) => {
      const self = selfReference(c);
      const { options, cookies } = await openPasskey(self, password, c.get('auth'), signIn);
      appendCookies(c, cookies);
      const action = `${PASSKEYS_PATH}/confirm`;
      const content = <PasskeyForm {...{ asks: 'create', options, action, fields: { name } }} />;
      return page(c, { title: 'Add a passkey', scripts: PASSKEY_SCRIPTS }, content);
    }),
  );

  const refused = (c: PageContext) => redirectWith(c, SECURITY_PATH, REFUSED, 'bad');
  pages.post(
    '/settings/passkeys/confirm',
    handleForm(answerForm, refused, async (c, { name, credential }) => {
      const self = selfReference(c);
      if (!credential || !(await addPasskey(self, { credential, name }, c.get('auth'))))
        return refused(c);
      await auditOwnChange(c, services, self.userId);
      return redirectWith(c, SECURITY_PATH, 'The passkey has been added. You can sign in with it.');
    }),
  );

  const showName = async (c: PageContext, form?: FormState): Promise<Response> => {
    const id = c.req.param('id');
    const { passkeys } = await listWaysIn(requirePerson(c).userId, signIn);
    const found = passkeys.find((passkey) => passkey.id === id);
    if (!found) throw new PageError(404, 'There is no such passkey.');
    const shown = form ?? emptyForm({ name: found.name });
    return page(
      c,
      { title: `Rename ${isolated(found.name)}`, form: shown },
      <Form action={`${PASSKEYS_PATH}/${id}/name`} form={shown}>
        <Field name="name" required maxlength={MAX_NAME_CHARS} />
        <Button>Save name</Button>
      </Form>,
    );
  };

  pages.get('/settings/passkeys/:id/name', (c) => showName(c));
  pages.post(
    '/settings/passkeys/:id/name',
    handleForm(nameForm, showName, async (c, { name }) => {
      const { userId } = requirePerson(c);
      await changePasskeyName({ userId, id: c.req.param('id') ?? '', name }, signIn);
      return redirectWith(c, SECURITY_PATH, 'The name is saved.');
    }),
  );

  /** Removes a sign-in method, unless it is the last one. */
  const end = async (c: PageContext, way: WayIn, done: string): Promise<Response> => {
    const { userId } = requirePerson(c);
    if (!(await endWayIn(userId, way, signIn)))
      return redirectWith(c, SECURITY_PATH, LAST_WAY, 'bad');
    await auditOwnChange(c, services, userId, Object.values(way)[0]);
    return redirectWith(c, SECURITY_PATH, done);
  };
  pages.post('/settings/passkeys/:id/remove', (c) =>
    end(c, { passkey: c.req.param('id') }, 'The passkey has been removed and no longer works.'),
  );
  pages.post('/settings/providers/:provider/unlink', (c) =>
    end(c, { provider: c.req.param('provider') }, 'The account has been unlinked.'),
  );
}
