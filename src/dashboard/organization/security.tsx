import { encode } from 'uqr';
import * as z from 'zod';
import { endSessions, listOwnSessions } from '../../accounts/team/own-account.ts';
import {
  confirmSecondStep,
  removeSecondStep,
  renewBackupCodes,
  setUpSecondStep,
} from '../../accounts/team/second-step.ts';
import { ActionForm, Button, Field, Form, HiddenFields } from '../form/form.tsx';
import { emptyForm, type FormState, handleForm } from '../form/form-state.ts';
import { Moment, pluralize } from '../layout/format.tsx';
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
import { selfReference } from './settings.tsx';
import { PasswordField, SECURITY_PATH, WaysInSections } from './ways-in.tsx';

const SECOND_STEP_PATH = '/app/settings/second-step';

/** Names in a User-Agent header; first those that other browsers include too. */
const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

const firstName = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([form]) => form.test(text))?.[1];

/** `Firefox on Linux`. @param userAgent untrusted header of the browser */
export function deviceLabel(userAgent: string | null): string {
  const browser = firstName(BROWSERS, userAgent ?? '');
  const system = firstName(SYSTEMS, userAgent ?? '');
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

async function Sessions({ c, services }: { c: PageContext; services: DashboardServices }) {
  const { userId, sessionId } = requirePerson(c);
  const sessions = await listOwnSessions(userId, services.signIn);
  return (
    <PageSection title="Sessions">
      <Table
        caption="Where you are signed in"
        head={['Device', 'Address', 'Since', 'Last seen', 'Actions']}
        rows={sessions.map(({ id, userAgent, ipAddress, createdAt, seenAt }) => [
          deviceLabel(userAgent),
          ipAddress || 'Unknown',
          <Moment at={createdAt} />,
          <Moment at={seenAt} />,
          id === sessionId ? (
            <strong>This session</strong>
          ) : (
            <ActionForm
              action={`/app/settings/sessions/${id}/end`}
              kind="quiet"
              spoken={`End the session of ${deviceLabel(userAgent)}`}
              label="End"
            />
          ),
        ])}
      />
      {sessions.length > 1 && (
        <ActionForm
          action="/app/settings/sessions/end-others"
          kind="danger"
          label="End all other sessions"
        />
      )}
    </PageSection>
  );
}

const SecondStep = ({ isOn, form }: { isOn: boolean; form: FormState }) => (
  <PageSection title="Second step">
    {isOn ? (
      <>
        <p>
          Signing in requires a code from your authenticator app, or a backup code. New backup codes
          replace the old ones.
        </p>
        <Form action={`${SECOND_STEP_PATH}/codes`} form={form}>
          <PasswordField />
          <div class="row">
            <Button>New backup codes</Button>
            <Button kind="danger" name="turn" value="off">
              Turn off
            </Button>
          </div>
        </Form>
      </>
    ) : (
      <>
        <p>
          With an authenticator app, your password alone is not enough to sign in. You get ten
          backup codes in case you lose the app. A passkey is accepted in place of a code.
        </p>
        <Form action={SECOND_STEP_PATH} form={form}>
          <PasswordField />
          <Button>Set up an app</Button>
        </Form>
      </>
    )}
  </PageSection>
);

async function showSecurity(
  c: PageContext,
  services: DashboardServices,
  form: FormState = emptyForm(),
): Promise<Response> {
  const { userId, hasSecondStep } = requirePerson(c);
  const content = (
    <>
      {await WaysInSections({ userId, services })}
      <SecondStep isOn={hasSecondStep} form={form} />
      {await Sessions({ c, services })}
    </>
  );
  return page(c, { title: 'Sign-in and security', wide: true, form }, content);
}

const passwordForm = z.object({
  password: z.string().max(1_000).default(''),
  turn: z.literal('off').optional(),
});

const OTPAUTH = /^otpauth:\/\/totp\/[\w%.:@?&=+-]{1,500}$/;

/** Includes the secret's URI and the backup codes, so that a wrong code can be tried again. */
const confirmForm = z.object({
  uri: z.string().regex(OTPAUTH),
  codes: z.string().max(500),
  code: z.string().trim().min(1).max(20),
});

const BackupCodes = ({ codes }: { codes: readonly string[] }) => (
  <PageSection title="Backup codes">
    <p>Each code works once, in place of the app. Keep them where you can find them without it.</p>
    <pre>{codes.join('\n')}</pre>
  </PageSection>
);

/** A QR code (ISO/IEC 18004) as SVG. */
const QrCode = ({ text }: { text: string }) => {
  const { data, size } = encode(text);
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the secret">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
};

function showSetup(c: PageContext, form: FormState): Promise<Response> {
  const uri = form.values.get('uri') ?? '';
  if (!OTPAUTH.test(uri)) throw new PageError(422, 'Start again: the secret is not valid.');
  const codes = form.values.get('codes') ?? '';
  const content = (
    <>
      <p>Scan this with an authenticator app, or type the secret into it.</p>
      <QrCode text={uri} />
      <p>
        <code>{new URL(uri).searchParams.get('secret')}</code>
      </p>
      <BackupCodes codes={codes.split(' ')} />
      <Form action={`${SECOND_STEP_PATH}/confirm`} form={form}>
        <HiddenFields fields={{ uri, codes }} />
        <Field
          name="code"
          autocomplete="one-time-code"
          inputmode="numeric"
          required
          hint="The six digits that the app shows now."
        />
        <Button>Turn on</Button>
      </Form>
    </>
  );
  return page(c, { title: 'Set up the second step', form }, content);
}

/** /app/settings/second-step: an authenticator app and backup codes. */
function secondStepPages(pages: Pages, services: DashboardServices): void {
  const { signIn } = services;
  const show = (c: PageContext, form: FormState) => showSecurity(c, services, form);

  pages.post(
    '/settings/second-step',
    handleForm(passwordForm, show, async (c, { password }) => {
      const made = await setUpSecondStep(selfReference(c), password, c.get('auth'), signIn);
      return showSetup(c, emptyForm({ uri: made.uri, codes: made.backupCodes.join(' ') }));
    }),
  );

  pages.post(
    '/settings/second-step/confirm',
    handleForm(confirmForm, showSetup, async (c, { code }) => {
      const self = selfReference(c);
      appendCookies(c, await confirmSecondStep(self, code, c.get('auth'), signIn));
      await auditOwnChange(c, services, self.userId);
      return redirectWith(c, SECURITY_PATH, 'Signing in now requires a code.');
    }),
  );

  pages.post(
    '/settings/second-step/codes',
    handleForm(passwordForm, show, async (c, { password, turn }) => {
      const self = selfReference(c);
      if (turn === 'off')
        appendCookies(c, await removeSecondStep(self, password, c.get('auth'), signIn));
      const codes =
        turn === 'off' ? null : await renewBackupCodes(self, password, c.get('auth'), signIn);
      const changes = codes ? 'backup_codes: replaced' : 'second_step: on → off';
      await auditOwnChange(c, services, self.userId, null, changes);
      return codes
        ? page(c, { title: 'New backup codes' }, <BackupCodes codes={codes} />)
        : redirectWith(c, SECURITY_PATH, 'Signing in no longer requires a code.');
    }),
  );
}

/** /app/settings/security: sign-in methods, second factor and sessions. */
export function securityPages(pages: Pages, services: DashboardServices): void {
  const { signIn } = services;
  pages.get('/settings/security', (c) => showSecurity(c, services));
  secondStepPages(pages, services);

  pages.post('/settings/sessions/end-others', async (c) => {
    const user = requirePerson(c);
    const ended = await endSessions(user, null, signIn);
    await auditOwnChange(c, services, user.userId);
    return redirectWith(c, SECURITY_PATH, `${pluralize(ended, 'session')} ended.`);
  });

  pages.post('/settings/sessions/:id/end', async (c) => {
    const user = requirePerson(c);
    const id = c.req.param('id');
    if ((await endSessions(user, id, signIn)) === 0)
      throw new PageError(404, 'There is no such session.');
    await auditOwnChange(c, services, user.userId, id);
    return redirectWith(c, SECURITY_PATH, 'The session has ended.');
  });
}
