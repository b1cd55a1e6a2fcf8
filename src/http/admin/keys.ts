import * as z from 'zod';
import {
  changeApiKey,
  describeKeyChanges,
  issueApiKey,
  MAX_KEY_CIDRS,
  MAX_KEY_SCOPES,
  MAX_OVERLAP_HOURS,
  rollApiKey,
} from '../../accounts/api-keys.ts';
import { normalizeCidr } from '../../domain/ip/cidr.ts';
import { HOUR_MS } from '../../lib/time.ts';
import type { KeyChange, KeyRecord } from '../../lookup/account/account.ts';
import { MAX_CREDITS } from '../../lookup/account/ledger.ts';
import { usedKeyError } from '../../lookup/account/replay.ts';
import { field } from '../../lookup/answer-fields.ts';
import type { AnyProduct } from '../../lookup/product.ts';
import { timestamp, timestampOrNull } from '../openapi/json-schemas.ts';
import type { RouteCall } from '../openapi/route.ts';
import {
  emailField,
  nameField,
  optionalField,
  requiredField,
  timestampField,
} from '../request/validation.ts';
import {
  type AdminServices,
  operatorRoute,
  organizationParams,
  productNamed,
  successAnswer,
} from './shared.ts';

const cidrField = z.string().transform((text, context) => {
  try {
    return normalizeCidr(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be an address or a network in CIDR form' });
    return z.NEVER;
  }
});

const scopesField = z.array(z.string()).min(1).max(MAX_KEY_SCOPES);
const networksField = z.array(cidrField).min(1).max(MAX_KEY_CIDRS);
const dailyCreditsField = z.int().min(0).max(MAX_CREDITS);

const keyFields = () => ({
  id: z.string(),
  name: z.string(),
  last4: z.string(),
  mode: z.enum(['live', 'test']),
  expires_at: timestampOrNull,
  scopes: z.array(z.string()).nullable().describe('Product types; null for all.'),
  ip_allow: z.array(z.string()).nullable().describe('Networks; null for any.'),
  credits_per_day: z.int().nullable().describe('Daily spending limit; null for none.'),
});

const newKeyFields = () => ({
  ...keyFields(),
  key: field.text('The key itself, shown once.'),
});

/**
 * Product types by the given names; null for all, if there is no list or it contains `*`.
 * @throws ApiError INVALID_INPUT for an unknown product name
 */
function scopesOf(
  names: readonly string[] | null,
  products: readonly AnyProduct[],
): string[] | null {
  if (names === null || names.includes('*')) return null;
  const types = names.map((name, at) => productNamed(name, `scopes.${at}`, products).type);
  return [...new Set(types)];
}

/** @throws ApiError IDEMPOTENCY_CONFLICT if a repeated call asks for other settings */
function requireSameKey(stored: KeyRecord, asked: object): void {
  const settings = new Map(Object.entries(stored));
  const isOther = ([name, value]: [string, unknown]) =>
    settings.has(name) && JSON.stringify(settings.get(name)) !== JSON.stringify(value);
  if (Object.entries(asked).some(isOther)) throw usedKeyError();
}

const issueRoute = operatorRoute({
  endpoint: 'POST /admin/organizations/:id/api-keys',
  operationId: 'issueApiKey',
  summary: 'Create an API key for a member',
  description: 'The key is shown only in this answer.',
  isOnce: true,
  params: organizationParams,
  body: {
    schema: z.object({
      user_email: requiredField(emailField).describe(
        'Email address of the member to whom the key belongs.',
      ),
      name: requiredField(nameField),
      mode: requiredField(z.enum(['live', 'test'])),
      expires_at: optionalField(timestampField),
      scopes: optionalField(scopesField).describe(
        'Product types that the key may use; `*`, or none given, for all.',
      ),
      ip_allow: optionalField(networksField).describe(
        'Networks from which the key may be used, in CIDR form.',
      ),
      credits_per_day: optionalField(dailyCreditsField).describe(
        'Daily spending limit (UTC day); no limit if absent.',
      ),
    }),
    example: { user_email: 'owner@example.com', name: 'backend', mode: 'live' },
  },
  answer: successAnswer(newKeyFields),
  errors: ['NotThere', 'ChangeConflict'],
  async handle({ c, body, param, form }, { accounts, products }) {
    const scopes = scopesOf(body.scopes, products);
    const request = { organizationId: param('id'), ...body, scopes, ...(form && { form }) };
    const { stored, key, isNew } = await issueApiKey(request, accounts);
    if (!isNew) requireSameKey(stored, request);
    // The only reply that contains the key, so it must not be cached.
    c.header('Cache-Control', 'no-store');
    c.set('changes', describeKeyChanges(null, stored));
    return { ...stored, key };
  },
});

/** Changes a key, and sets the old and new values for the audit log. */
async function changeKey(
  { c, param }: RouteCall<unknown, unknown>,
  change: KeyChange,
  { accounts }: AdminServices,
): Promise<KeyRecord> {
  const { key, changes } = await changeApiKey({ id: param('id'), by: null }, change, accounts);
  c.set('changes', changes);
  return key;
}

const params = { id: { description: 'Id of the key.', example: 'key_7a3f' } };

const changeRoute = operatorRoute({
  endpoint: 'PATCH /admin/api-keys/:id',
  operationId: 'changeApiKey',
  summary: 'Change the settings of a key',
  description:
    'Applies from the next call on. Fields that are left out keep their values; null removes one.',
  params,
  body: {
    schema: z.object({
      name: nameField.exactOptional(),
      expires_at: timestampField.nullable().exactOptional(),
      scopes: scopesField.nullable().exactOptional().describe('Product types; null for all.'),
      ip_allow: networksField.nullable().exactOptional().describe('Networks; null for any.'),
      credits_per_day: dailyCreditsField
        .nullable()
        .exactOptional()
        .describe('Daily spending limit (UTC day); null for none.'),
    }),
    example: { ip_allow: ['192.0.2.0/24'] },
  },
  answer: successAnswer(keyFields),
  errors: ['NotThere', 'ChangeConflict'],
  async handle(call, services) {
    const { scopes } = call.body;
    const types = scopes === undefined ? {} : { scopes: scopesOf(scopes, services.products) };
    return changeKey(call, { ...call.body, ...types }, services);
  },
});

const rollRoute = operatorRoute({
  endpoint: 'POST /admin/api-keys/:id/roll',
  operationId: 'rollApiKey',
  summary: 'Create the successor of a key',
  description:
    'The successor has the settings of the old key, which ends after the overlap. It is shown only in this answer.',
  isOnce: true,
  params,
  body: {
    schema: z.object({
      overlap_hours: requiredField(z.int().min(0).max(MAX_OVERLAP_HOURS)).describe(
        'How long the old key keeps working; 0 ends it at once.',
      ),
      expires_at: timestampField
        .nullable()
        .optional()
        .describe('Setting of the successor; if absent, that of the old key.'),
    }),
    example: { overlap_hours: 24 },
  },
  answer: successAnswer(() => ({
    ...newKeyFields(),
    old: field.object('The key it replaces.', { id: z.string(), expires_at: timestamp }),
  })),
  errors: ['NotThere', 'ChangeConflict'],
  async handle({ c, param, body, form }, { accounts }) {
    const id = param('id');
    const roll = { ...body, ...(form && { form }) };
    const rolled = await rollApiKey({ id, by: null }, roll, accounts);
    const { stored, key, isNew, oldEndsAt, changes } = rolled;
    const { expiresAt = stored.expiresAt, overlapHours } = body;
    if (!isNew) requireSameKey(stored, { expiresAt });
    // The old key may have ended before the overlap, but never after it.
    if (!isNew && stored.createdAt + overlapHours * HOUR_MS < oldEndsAt) throw usedKeyError();
    c.header('Cache-Control', 'no-store');
    c.set('changes', changes);
    return { ...stored, key, old: { id, expiresAt: oldEndsAt } };
  },
});

const revokeRoute = operatorRoute({
  endpoint: 'DELETE /admin/api-keys/:id',
  operationId: 'revokeApiKey',
  summary: 'Revoke a key permanently',
  description: 'Applies from the next call on, everywhere.',
  params,
  answer: successAnswer(() => ({ id: z.string(), revoked_at: timestampOrNull })),
  errors: ['NotThere'],
  handle: (call, services) => changeKey(call, { revoked: true }, services),
});

const suspendRoute = (verb: 'suspend' | 'resume') =>
  operatorRoute({
    endpoint: `POST /admin/api-keys/:id/${verb}`,
    operationId: `${verb}ApiKey`,
    summary: verb === 'suspend' ? 'Refuse a key until it is resumed' : 'End a suspension',
    description: 'Applies from the next call on, everywhere.',
    params,
    answer: successAnswer(() => ({ id: z.string(), suspended_at: timestampOrNull })),
    errors: ['NotThere', 'ChangeConflict'],
    handle: (call, services) => changeKey(call, { suspended: verb === 'suspend' }, services),
  });

export const keyRoutes = {
  tag: { name: 'API keys', description: 'Create, change, roll, suspend and revoke keys.' },
  routes: [
    issueRoute,
    changeRoute,
    rollRoute,
    revokeRoute,
    suspendRoute('suspend'),
    suspendRoute('resume'),
  ],
};
