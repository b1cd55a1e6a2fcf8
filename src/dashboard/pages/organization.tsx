import { Hono } from 'hono';
import * as z from 'zod';
import { createOrganization } from '../../accounts/create-organization.ts';
import { tooMany } from '../../accounts/sign-in/limits.ts';
import type { DashboardEnv, PageContext } from '../context.ts';
import { Button, ErrorSummary, Field, Form } from '../form/form.tsx';
import { type FormState, fields, freshForm, readForm } from '../form/read-form.ts';
import { page } from '../layout/page.tsx';
import { Refused, tooOften } from '../refused.ts';
import type { DashboardServices } from '../services.ts';
import { regionHere } from '../session/address.ts';
import { redirectWith } from '../session/flash.ts';

const organizationForm = z.object({ organization: fields.name });

const show = (c: PageContext, form: FormState): Promise<Response> =>
  page(
    c,
    { title: 'Create an organization', status: form.errors.size > 0 ? 422 : 200 },
    <>
      <p class="summary">
        You belong to no organization now. Ask to be invited to one, or make your own.
      </p>
      <ErrorSummary form={form} />
      <Form c={c} action="/app/organizations/new">
        <Field form={form} name="organization" autocomplete="organization" required />
        <Button>Create organization</Button>
      </Form>
    </>,
  );

/** /app/organizations/new: for whoever left, was removed, or deleted the last one. */
export function organizationPages({ accounts }: DashboardServices): Hono<DashboardEnv> {
  const pages = new Hono<DashboardEnv>();
  pages.get('/organizations/new', async (c) =>
    c.get('homeless') ? show(c, freshForm()) : c.redirect('/app', 303),
  );
  pages.post('/organizations/new', async (c) => {
    const form = readForm(c, organizationForm);
    if (!form.ok) return show(c, form);
    const person = c.get('homeless');
    if (!person) return c.redirect('/app', 303);
    const owner = { ownerEmail: person.email, ownerId: person.userId };
    const wait = await tooMany('organization by account', person.userId, accounts);
    if (wait !== null) throw new Refused(429, tooOften(wait), wait);
    const { organization: name } = form.values;
    await createOrganization({ name, region: regionHere(c), ...owner }, accounts);
    return redirectWith(c, '/app', 'The organization is ready.');
  });
  return pages;
}
