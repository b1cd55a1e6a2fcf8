import * as z from 'zod';
import { ApiError } from '../../lib/errors.ts';
import { requireOneOf } from '../../lib/inputs.ts';
import { field } from '../../lookup/answer-fields.ts';
import { exportOrganization } from '../../recovery/organization-export.ts';
import { erasePerson } from '../../recovery/person-erasure.ts';
import type { RecoveryPorts } from '../../recovery/ports.ts';
import { rebuildAccount, rebuildDirectory, restoreAccount } from '../../recovery/restoration.ts';
import {
  countSecretVersions,
  STORED_SECRETS,
  VERSION_STATES,
} from '../../recovery/secret-versions.ts';
import { organizationsAfter, requireNamed, verifyStores } from '../../recovery/verification.ts';
import { successSchema } from '../openapi/json-schemas.ts';
import { plainResponse, type Route } from '../openapi/route.ts';
import { nameField, optionalField, requiredField, timestampField } from '../request/validation.ts';
import { auditReading } from './audit.ts';
import { type AdminServices, operatorRoute, organizationParams, pageAnswer } from './shared.ts';

const cursorField = (most: number) =>
  optionalField(z.string().max(most)).describe('`next_cursor` of the previous step.');

const stepQuery = z.object({
  organization: optionalField(nameField).describe('Only this organization.'),
  cursor: cursorField(120),
});

const exportRoute: Route<AdminServices> = operatorRoute({
  endpoint: 'GET /admin/organizations/:id/export',
  operationId: 'exportOrganization',
  summary: 'Everything that is stored about a customer',
  description:
    'One JSON object per line. The export is written to the audit log. A last line of kind `continued` has the `cursor` to repeat the call with for the rest.',
  params: organizationParams,
  query: z.object({ cursor: cursorField(60) }),
  responses: () => ({
    200: plainResponse('The lines.', { 'application/x-ndjson': { type: 'string' } }),
  }),
  errors: ['NotThere'],
  async handle({ c, param, query }, { recovery }) {
    const organizationId = param('id');
    const lines = await exportOrganization(organizationId, query.cursor ?? null, recovery);
    await auditReading(c, exportRoute.path, organizationId, recovery);
    const headers = { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' };
    return c.body(lines, 200, headers);
  },
});

const verifyRoute = operatorRoute({
  endpoint: 'GET /admin/verify-stores',
  operationId: 'verifyStores',
  summary: 'Compare the stores of one organization after another, then record files',
  description: 'Reads only. Repeat the call with `next_cursor` until there is none.',
  query: stepQuery,
  answer: pageAnswer('findings', () =>
    z.looseObject({
      organization: field.textOrNull('Null for tables and for record files.'),
      store: field.text('Store with the difference.'),
      code: field.text('What differs.'),
    }),
  ),
  errors: ['NotThere'],
  async handle({ query }, { recovery }) {
    const { organization, cursor } = query;
    if (organization) await requireNamed(organization, recovery);
    return verifyStores({ organizationId: organization, cursor }, recovery);
  },
});

/** The first cause of an error: a failed query names its values, and only its cause the reason. */
const reasonOf = (error: Error): string =>
  error.cause instanceof Error && !(error instanceof ApiError)
    ? reasonOf(error.cause)
    : error.message;

/** Rebuilds one organization; a failure is returned, so that the others continue. */
const tryRebuild = (id: string, ports: RecoveryPorts) =>
  rebuildDirectory(id, ports).catch((error: Error) => ({ failed: reasonOf(error) }));

const rebuildDirectoryRoute = operatorRoute({
  endpoint: 'POST /admin/rebuild-directory',
  operationId: 'rebuildDirectory',
  summary: 'Write the directory from the account objects',
  description: 'One organization per call. Repeat the call with `next_cursor` until there is none.',
  query: stepQuery,
  answer: pageAnswer('findings', () =>
    z.looseObject({
      organization: z.string(),
      failed: z.string().optional().describe('Why it could not be rebuilt.'),
    }),
  ),
  errors: ['NotThere'],
  async handle({ query: { organization, cursor } }, { recovery }) {
    if (organization) await requireNamed(organization, recovery);
    const [id] = organization ? [organization] : await organizationsAfter(cursor ?? '', recovery);
    const findings =
      id === undefined
        ? []
        : [{ organization: id, failed: undefined, ...(await tryRebuild(id, recovery)) }];
    return { findings, nextCursor: organization ? null : (id ?? null) };
  },
});

const eraseRoute = operatorRoute({
  endpoint: 'POST /admin/erase-person',
  operationId: 'erasePerson',
  summary: 'Erase a person from every store',
  description:
    'The person must already be suppressed. Repeat the call with `next_cursor` until there is none.',
  query: z.object({ cursor: cursorField(1_100) }),
  body: {
    schema: z
      .object({
        email: optionalField(nameField).describe('Email address of the person.'),
        phone: optionalField(nameField).describe('Phone number of the person, instead of `email`.'),
      })
      .check(requireOneOf('email', 'phone')),
    example: { email: 'jane@example.com' },
  },
  answer: pageAnswer('findings', () =>
    z.object({ store: z.string(), id: field.text('What was erased there.') }),
  ),
  async handle({ body: { email, phone }, query }, { recovery }) {
    if (email && phone)
      throw new ApiError(
        'INVALID_REQUEST',
        'email, phone: only one of them can be given. Erase the person by each.',
        { param: 'phone' },
      );
    const subject = email
      ? ({ kind: 'email', text: email } as const)
      : ({ kind: 'phone_number', text: phone ?? '' } as const);
    return erasePerson({ subject, param: email ? 'email' : 'phone', ...query }, recovery);
  },
});

const account = {
  params: organizationParams,
  answer: { schema: () => successSchema(z.looseObject({})) },
  errors: ['NotThere'] as const,
};

const rebuildAccountRoute = operatorRoute({
  ...account,
  endpoint: 'POST /admin/organizations/:id/rebuild-account',
  operationId: 'rebuildAccount',
  summary: 'Rebuild an account whose object was lost',
  description: 'From the archive of its ledger and the directory.',
  errors: [...account.errors, 'NotRebuilt'],
  handle: ({ param }, { recovery }) => rebuildAccount(param('id'), recovery),
});

const restoreAccountRoute = operatorRoute({
  ...account,
  endpoint: 'POST /admin/organizations/:id/restore-account',
  operationId: 'restoreAccount',
  summary: 'Set an account back to a moment',
  description: 'Within the last thirty days; what was charged since is charged again.',
  body: {
    schema: z.object({ to: requiredField(timestampField).describe('The moment, ISO 8601.') }),
    example: { to: '2026-01-15T09:30:00Z' },
  },
  handle: ({ param, body: { to } }, { recovery }) =>
    restoreAccount({ organizationId: param('id'), to }, recovery),
});

export const recoveryRoutes = {
  tag: { name: 'Recovery', description: 'Exporting, comparing, restoring and erasing data.' },
  routes: [
    exportRoute,
    verifyRoute,
    rebuildDirectoryRoute,
    eraseRoute,
    rebuildAccountRoute,
    restoreAccountRoute,
  ],
};

const findingSchema = () =>
  z.object({
    secret: z.enum(STORED_SECRETS),
    things: field.text('What depends on it.'),
    version: z.int().nullable().describe('Null if it is not known.'),
    count: z.int(),
    state: field.enum(
      VERSION_STATES,
      'Whether that version is the first in the variable, a later one, or not in it.',
    ),
  });

const secretVersionsRoute = operatorRoute({
  endpoint: 'GET /admin/secret-versions',
  operationId: 'countSecretVersions',
  summary: 'What depends on each version of a secret',
  description:
    'Counts by version: usable API keys, of some organizations per call, and with the first call everything that is encrypted. A version that nothing depends on can be removed from its variable. Repeat the call with `next_cursor` until there is none.',
  query: z.object({ cursor: cursorField(120) }),
  answer: pageAnswer('findings', findingSchema),
  handle: ({ query: { cursor } }, { accounts, storedSecrets }) =>
    countSecretVersions(cursor ?? null, storedSecrets, accounts),
});

export const secretRoutes = {
  tag: { name: 'Secrets', description: 'What depends on which version of a secret.' },
  routes: [secretVersionsRoute],
};
