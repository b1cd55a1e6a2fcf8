import * as z from 'zod';
import { describeChanges } from '../../accounts/audit-log.ts';
import { changeDefaultCountry } from '../../accounts/organizations.ts';
import { renameOrganization } from '../../accounts/team/members.ts';
import {
  changeName,
  changePassword,
  hasOwnPassword,
  listOwnOrganizations,
  type OwnAccountSession,
  switchOrganization,
} from '../../accounts/team/own-account.ts';
import { countryCode } from '../../domain/phone/number.ts';
import { isolated } from '../../lib/text.ts';
import type { SessionUser } from '../../lookup/account/members.ts';
import { Button, COUNTRY_CHOICES, Field, Form, NewPasswordField, Select } from '../form/form.tsx';
import { emptyForm, type FormState, formFields, handleForm } from '../form/form-state.ts';
import { page } from '../layout/page.tsx';
import { PageSection } from '../layout/table.tsx';
import { auditOwnChange, auditPageChange, type DashboardServices } from '../services/services.ts';
import {
  appendCookies,
  type PageContext,
  PageError,
  type Pages,
  requirePerson,
  requireSessionUser,
} from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';

const nameForm = z.object({ name: formFields.name });
const passwordForm = z.object({
  current_password: formFields.password,
  new_password: formFields.password,
});
const organizationForm = z.object({ organization: formFields.name });
const countryForm = z.object({ default_country: z.literal('').or(countryCode) });

/** The acting user, for operations on their own account. */
export const selfReference = (c: PageContext): OwnAccountSession => {
  const { userId, email, name, sessionId } = requirePerson(c);
  return { userId, email, name, sessionId, headers: c.req.raw.headers };
};

/** The forms of the page; at most one of them was submitted. */
type SubmittedForms = Partial<Record<'name' | 'password' | 'organization' | 'country', FormState>>;

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

interface ProfileSectionsProps {
  user: SessionUser;
  hasPassword: boolean;
  sent: SubmittedForms;
}

const ProfileSections = ({ user, hasPassword, sent }: ProfileSectionsProps) => (
  <>
    <PageSection title="You">
      <p>
        {`You sign in as ${user.email}. `}
        <a href="/app/settings/security">Sign-in and security</a>
      </p>
      <Form action="/app/settings/name" form={sent.name ?? emptyForm({ name: user.name })}>
        <Field name="name" autocomplete="name" required maxlength={100} />
        <Button>Save name</Button>
      </Form>
    </PageSection>
    <PageSection title="Password">
      {hasPassword ? (
        <Form action="/app/settings/password" form={sent.password ?? emptyForm()}>
          <Field name="current_password" type="password" autocomplete="current-password" required />
          <NewPasswordField
            name="new_password"
            hint="At least 10 characters. You will be signed out everywhere else."
          />
          <Button>Change password</Button>
        </Form>
      ) : (
        <p>
          You have no password and sign in without one. <a href="/app/reset-password">Set one</a>{' '}
          through a link sent to your email address.
        </p>
      )}
    </PageSection>
  </>
);

const DefaultCountryForm = ({ country, sent }: { country: string; sent: SubmittedForms }) => (
  <Form
    action="/app/settings/country"
    form={sent.country ?? emptyForm({ default_country: country })}
  >
    <Select
      name="default_country"
      label="Default country"
      hint="Phone numbers without + are read in this country if a request names none."
      choices={[['', 'None: read as United States'], ...COUNTRY_CHOICES]}
    />
    <Button>Save default country</Button>
  </Form>
);

interface OrganizationSectionProps {
  user: SessionUser;
  country: string;
  sent: SubmittedForms;
}

const OrganizationSection = ({ user, country, sent }: OrganizationSectionProps) => {
  const { organizationId, organizationName, region, role } = user;
  const form = sent.organization ?? emptyForm({ organization: organizationName });
  return (
    <PageSection title="Organization">
      <p>
        {`Region: ${REGIONS.get(region) ?? region}. It was chosen when the organization was created and does not change. The id of the organization is `}
        <code>{organizationId}</code>.
      </p>
      {role === 'owner' ? (
        <>
          <Form action="/app/settings/organization" form={form}>
            <Field name="organization" label="Organization name" required />
            <Button>Save organization name</Button>
          </Form>
          <DefaultCountryForm country={country} sent={sent} />
        </>
      ) : (
        <p>{`Name: ${isolated(organizationName)}. Default country: ${country || 'none'}. Owners can change them.`}</p>
      )}
    </PageSection>
  );
};

async function showSettings(
  c: PageContext,
  services: DashboardServices,
  sent: SubmittedForms = {},
) {
  const user = requireSessionUser(c);
  const [own, hasPassword, account] = await Promise.all([
    listOwnOrganizations(user.userId, services.signIn),
    hasOwnPassword(user.userId, services.signIn),
    services.accounts.accounts.view(user.organizationId),
  ]);
  const country = account?.organization.defaultCountry ?? '';
  const content = (
    <>
      <ProfileSections user={user} hasPassword={hasPassword} sent={sent} />
      <OrganizationSection user={user} country={country} sent={sent} />
      {own.length > 1 && (
        <PageSection title="Your organizations">
          <Form action="/app/settings/switch" form={emptyForm({ shown: user.organizationId })}>
            <Select
              name="shown"
              label="Show"
              choices={own.map((one) => [one.organizationId, one.organizationName] as const)}
            />
            <Button>Switch</Button>
          </Form>
        </PageSection>
      )}
      <PageSection title="Delete">
        <ul>
          {user.role === 'owner' && (
            <li>
              <a href="/app/settings/delete-organization">Delete the organization</a>
            </li>
          )}
          <li>
            <a href="/app/settings/delete-account">Delete your account</a>
          </li>
          <li>
            <a href={`/app/team/${user.userId}/remove`}>Leave the organization</a>
          </li>
        </ul>
      </PageSection>
    </>
  );
  const [form = emptyForm()] = Object.values(sent);
  return page(c, { title: 'Settings', form }, content);
}

/** /app/settings: name, password, organization and its default country. */
export function settingsPages(pages: Pages, services: DashboardServices): void {
  const { accounts, signIn } = services;
  const done = (c: PageContext, text: string) => redirectWith(c, '/app/settings', text);
  const again = (name: keyof SubmittedForms) => (c: PageContext, form: FormState) =>
    showSettings(c, services, { [name]: form });
  pages.get('/settings', (c) => showSettings(c, services));

  pages.post(
    '/settings/name',
    handleForm(nameForm, again('name'), async (c, { name }) => {
      await changeName(selfReference(c), name, c.get('auth'));
      return done(c, 'Your name is saved.');
    }),
  );

  pages.post(
    '/settings/password',
    handleForm(passwordForm, again('password'), async (c, values) => {
      const { current_password: current, new_password: password } = values;
      const self = selfReference(c);
      appendCookies(c, await changePassword(self, { current, password }, c.get('auth'), signIn));
      await auditOwnChange(c, services, self.userId);
      return done(c, 'The password is changed. You are signed out everywhere else.');
    }),
  );

  pages.post(
    '/settings/organization',
    handleForm(organizationForm, again('organization'), async (c, { organization: name }) => {
      const { organizationId, organizationName } = requireSessionUser(c);
      await renameOrganization({ organizationId, name }, accounts);
      const changes = describeChanges({ name: organizationName }, { name });
      await auditPageChange(c, services, null, changes);
      return done(c, 'The name of the organization is saved.');
    }),
  );

  pages.post(
    '/settings/country',
    handleForm(countryForm, again('country'), async (c, { default_country: country }) => {
      const { organizationId } = requireSessionUser(c);
      const changes = await changeDefaultCountry(organizationId, country || null, accounts);
      await auditPageChange(c, services, null, changes);
      return done(c, 'The default country is saved.');
    }),
  );

  pages.post('/settings/switch', async (c) => {
    const { userId, sessionId } = requireSessionUser(c);
    const organizationId = c.get('sentForm')?.get('shown') ?? '';
    if (!(await switchOrganization({ userId, sessionId, organizationId }, signIn)))
      throw new PageError(404, 'You do not belong to this organization.');
    return redirectWith(c, '/app', 'You have switched to another organization.');
  });
}
