import * as z from 'zod';
import { issueApiKey, revokeApiKey, suspendApiKey } from '../../accounts/api-keys.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { normalizeCidr } from '../../domain/ip/cidr.ts';
import { toIsoOrNull } from '../../lib/time.ts';
import { route } from '../openapi/route.ts';
import {
  emailField,
  nameField,
  optionalField,
  requiredField,
  timestampField,
} from '../request/validation.ts';
import { organizationParams, successAnswer, timestampOrNull } from './shared.ts';

const MAX_SCOPES = 100;
const MAX_CIDRS = 100;

/** `*` is every product, as is no list at all. */
const productTypeField = z
  .string()
  .regex(/^(?:\*|[a-z][a-z0-9_]{0,60})$/, 'must be a product type or *');

const cidrField = z.string().transform((text, context) => {
  try {
    return normalizeCidr(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be an address or a network in CIDR form' });
    return z.NEVER;
  }
});

interface KeyServices {
  accounts: AccountPorts;
}

const issueRoute = route({
  method: 'post',
  path: '/admin/organizations/:id/api-keys',
  operationId: 'issueApiKey',
  summary: 'Make an API key for a member',
  description: 'The answer alone ever holds the key.',
  params: organizationParams,
  body: {
    schema: z.object({
      user_email: requiredField(emailField).describe('Of the member whose key it is.'),
      name: requiredField(nameField),
      mode: requiredField(z.enum(['live', 'test'])),
      expires_at: optionalField(timestampField),
      scopes: optionalField(z.array(productTypeField).min(1).max(MAX_SCOPES)).describe(
        'Product types it may ask; `*`, or none given, for all.',
      ),
      ip_allow: optionalField(z.array(cidrField).min(1).max(MAX_CIDRS)).describe(
        'Addresses it may come from, in CIDR form.',
      ),
    }),
    example: { user_email: 'owner@example.com', name: 'backend', mode: 'live' },
  },
  answer: successAnswer(() => ({
    id: z.string(),
    key: z.string().describe('The key itself, shown once.'),
    last4: z.string(),
    mode: z.enum(['live', 'test']),
    expires_at: timestampOrNull,
    scopes: z.array(z.string()).nullable().describe('Product types; null for all.'),
    ip_allow: z.array(z.string()).nullable().describe('Networks; null for any.'),
  })),
  errors: ['NotThere'],
  async handle({ c, body, param }, { accounts }: KeyServices) {
    const request = {
      organizationId: param('id'),
      userEmail: body.user_email,
      name: body.name,
      mode: body.mode,
      expiresAt: body.expires_at,
      scopes: body.scopes?.includes('*') ? null : body.scopes,
      ipAllow: body.ip_allow,
    };
    const { stored, key } = await issueApiKey(request, accounts);
    const { id, last4, mode, expiresAt, scopes, ipAllow } = stored;
    // The only reply that ever holds the key: no cache may keep it.
    c.header('Cache-Control', 'no-store');
    return { id, key, last4, mode, expires_at: toIsoOrNull(expiresAt), scopes, ip_allow: ipAllow };
  },
});

const params = { id: { description: 'Id of the key.', example: 'key_7a3f' } };

const revokeRoute = route({
  method: 'delete',
  path: '/admin/api-keys/:id',
  operationId: 'revokeApiKey',
  summary: 'Revoke a key for ever',
  description: 'Counts from the next call on, everywhere.',
  params,
  answer: successAnswer(() => ({ id: z.string(), revoked_at: timestampOrNull })),
  errors: ['NotThere'],
  async handle({ param }, { accounts }: KeyServices) {
    const { id, revokedAt } = await revokeApiKey({ id: param('id'), by: null }, accounts);
    return { id, revoked_at: toIsoOrNull(revokedAt) };
  },
});

const suspendRoute = (verb: 'suspend' | 'resume') =>
  route({
    method: 'post',
    path: `/admin/api-keys/:id/${verb}`,
    operationId: `${verb}ApiKey`,
    summary: verb === 'suspend' ? 'Refuse a key until it is resumed' : 'End a suspension',
    description: 'Counts from the next call on, everywhere.',
    params,
    answer: successAnswer(() => ({ id: z.string(), suspended_at: timestampOrNull })),
    errors: ['NotThere'],
    async handle({ param }, { accounts }: KeyServices) {
      const request = { id: param('id'), by: null, suspended: verb === 'suspend' };
      const { id, suspendedAt } = await suspendApiKey(request, accounts);
      return { id, suspended_at: toIsoOrNull(suspendedAt) };
    },
  });

/** API keys: shown once, revoked and suspended at once. */
export const keyRoutes = {
  tag: { name: 'API keys', description: 'Made, suspended and revoked.' },
  routes: [issueRoute, revokeRoute, suspendRoute('suspend'), suspendRoute('resume')],
};
