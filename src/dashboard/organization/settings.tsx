import { Hono } from 'hono';
import * as z from 'zod';
import { renameOrganization } from '../../accounts/team/members.ts';
import {
  changeName,
  changePassword,
  listOwnOrganizations,
  type OwnAccountSession,
  switchOrganization,
} from '../../accounts/team/own-account.ts';
import { Button, ErrorSummary, Field, Form, Select } from '../form/form.tsx';
import { emptyForm, type FormState, formFields, parseForm, withError } from '../form/form-state.ts';
import { page } from '../layout/page.tsx';
import { auditPageChange, type DashboardServices } from '../services/services.ts';
import {
  type DashboardEnv,
  type PageContext,
  PageError,
  requireOwner,
  requireSessionUser,
  tooManyAttemptsMessage,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';

const nameForm = z.object({ name: formFields.name });
const passwordForm = z.object({
  current_password: formFields.password,
  new_password: formFields.password,
});
const organizationForm = z.object({ organization: formFields.name });
const switchForm = z.object({ shown: z.string().min(1).max(100) });

/** Who acts, as the verbs want it. */
export const selfReference = (c: PageContext): OwnAccountSession => {
  const { userId, email, name, sessionId } = requireSessionUser(c);
  return { userId, email, name, sessionId, headers: c.req.raw.headers };
};

/** The forms of the page; at most one of them has been sent. */
type SubmittedForms = Partial<Record<'name' | 'password' | 'organization', FormState>>;

const REGIONS = new Map([
  ['wnam', 'Western North America'],
  ['enam', 'Eastern North America'],
  ['sam', 'South America'],
  ['weur', 'Western Europe'],
  ['eeur', 'Eastern Europe'],
  ['apac', 'Asia and the Pacific'],
  ['oc', 'Oceania'],
  ['afr', 'Africa'],
  ['me', 'Middle East'],
]);

const ProfileSection = ({ c, sent }: { c: PageContext; sent: SubmittedForms }) => {
  const { email, name } = requireSessionUser(c);
  const nameState = sent.name ?? emptyForm({ name });
  const passwordState = sent.password ?? emptyForm();
  return (
    <>
      <section aria-labelledby="you-title">
        <h2 id="you-title">You</h2>
        <p>{`You sign in as ${email}.`}</p>
        <ErrorSummary form={nameState} />
        <Form c={c} action="/app/settings/name">
          <Field form={nameState} name="name" autocomplete="name" required maxlength={100} />
          <Button>Save name</Button>
        </Form>
      </section>
      <section aria-labelledby="password-title">
        <h2 id="password-title">Password</h2>
        <ErrorSummary form={passwordState} />
        <Form c={c} action="/app/settings/password">
          <Field
            form={passwordState}
            name="current_password"
            type="password"
            autocomplete="current-password"
            required
          />
          <Field
            form={passwordState}
            name="new_password"
            type="password"
            autocomplete="new-password"
            required
            hint="At least 10 characters. You will be signed out everywhere else."
          />
          <Button>Change password</Button>
        </Form>
      </section>
    </>
  );
};

const OrganizationSection = ({ c, sent }: { c: PageContext; sent: SubmittedForms }) => {
  const { organizationId, organizationName, region, role } = requireSessionUser(c);
  const state = sent.organization ?? emptyForm({ organization: organizationName });
  return (
    <section aria-labelledby="organization-title">
      <h2 id="organization-title">Organization</h2>
      <p>
        {`Region: ${REGIONS.get(region) ?? region}. It was chosen when the organization was made and does not change. Its id is `}
        <code>{organizationId}</code>.
      </p>
      {role === 'owner' ? (
        <>
          <ErrorSummary form={state} />
          <Form c={c} action="/app/settings/organization">
            <Field form={state} name="organization" label="Organization name" required />
            <Button>Save organization name</Button>
          </Form>
        </>
      ) : (
        <p>{`Name: ${organizationName}. Owners can change it.`}</p>
      )}
    </section>
  );
};

async function showSettings(
  c: PageContext,
  services: DashboardServices,
  sent: SubmittedForms = {},
) {
  const { userId, organizationId, role } = requireSessionUser(c);
  const own = await listOwnOrganizations(userId, services.signIn);
  const content = (
    <>
      <ProfileSection c={c} sent={sent} />
      <OrganizationSection c={c} sent={sent} />
      {own.length > 1 && (
        <section aria-labelledby="switch-title">
          <h2 id="switch-title">Your organizations</h2>
          <Form c={c} action="/app/settings/switch">
            <Select
              form={emptyForm({ shown: organizationId })}
              name="shown"
              label="Show"
              choices={own.map((one) => [one.organizationId, one.organizationName] as const)}
            />
            <Button>Switch</Button>
          </Form>
        </section>
      )}
      <section aria-labelledby="delete-title">
        <h2 id="delete-title">Delete</h2>
        <ul>
          {role === 'owner' && (
            <li>
              <a href="/app/settings/delete-organization">Delete the organization</a>
            </li>
          )}
          <li>
            <a href="/app/settings/delete-account">Delete your account</a>
          </li>
        </ul>
      </section>
    </>
  );
  const status = Object.keys(sent).length > 0 ? 422 : 200;
  return page(c, { title: 'Settings', status }, content);
}

/** /app/settings: name, password, organization. */
export function settingsPages(services: DashboardServices): Hono<DashboardEnv> {
  const { accounts, auth, signIn } = services;
  const pages = new Hono<DashboardEnv>();
  const done = (c: PageContext, text: string) => redirectWith(c, '/app/settings', text);
  pages.get('/settings', (c) => showSettings(c, services));

  pages.post('/settings/name', async (c) => {
    const form = parseForm(c, nameForm);
    if (!form.ok) return showSettings(c, services, { name: form });
    await changeName(selfReference(c), form.values.name, await auth(c.get('origin')));
    return done(c, 'Your name is saved.');
  });

  pages.post('/settings/password', async (c) => {
    const form = parseForm(c, passwordForm);
    if (!form.ok) return showSettings(c, services, { password: form });
    const { current_password: current, new_password: password } = form.values;
    const library = await auth(c.get('origin'));
    const outcome = await changePassword(selfReference(c), { current, password }, library, signIn);
    switch (outcome.kind) {
      case 'limited':
        throw new PageError(
          429,
          tooManyAttemptsMessage(outcome.retryAfterSeconds),
          outcome.retryAfterSeconds,
        );
      case 'wrong':
        return showSettings(c, services, {
          password: withError(c, 'current_password', 'is wrong'),
        });
      case 'password':
        return showSettings(c, services, {
          password: withError(c, 'new_password', outcome.problem),
        });
      case 'changed':
        for (const cookie of outcome.cookies) c.header('Set-Cookie', cookie, { append: true });
        await auditPageChange(c, services, requireSessionUser(c).userId);
        return done(c, 'The password is changed. You are signed out everywhere else.');
    }
  });

  pages.post('/settings/organization', async (c) => {
    const { organizationId } = requireOwner(c);
    const form = parseForm(c, organizationForm);
    if (!form.ok) return showSettings(c, services, { organization: form });
    await renameOrganization({ organizationId, name: form.values.organization }, accounts);
    await auditPageChange(c, services, null);
    return done(c, 'The name of the organization is saved.');
  });

  pages.post('/settings/switch', async (c) => {
    const form = parseForm(c, switchForm);
    const { userId, sessionId } = requireSessionUser(c);
    const organizationId = form.ok ? form.values.shown : '';
    if (!(await switchOrganization({ userId, sessionId, organizationId }, signIn)))
      throw new PageError(404, 'You belong to no such organization.');
    return redirectWith(c, '/app', 'You see another organization now.');
  });
  return pages;
}
