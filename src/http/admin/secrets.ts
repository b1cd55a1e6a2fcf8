import * as z from 'zod';
import { countKeysByVersion } from '../../accounts/api-keys.ts';
import { countSecondSteps } from '../../accounts/store-sign-in.ts';
import { countJobSecrets } from '../../bulk/store.ts';
import type { VersionCount } from '../../lib/secrets.ts';
import { countMonitorSecrets } from '../../monitors/store.ts';
import { pageOrganizationIds } from '../../recovery/store.ts';
import { countDeliverySecrets, countEndpointSecrets } from '../../webhooks/store-endpoints.ts';
import { optionalField } from '../request/validation.ts';
import {
  type AdminServices,
  operatorRoute,
  pageAnswer,
  STORED_SECRETS,
  type StoredSecret,
} from './shared.ts';

/** Accounts asked by one call, each by a call of its object. */
const ACCOUNTS_AT_ONCE = 40;

const findingSchema = () =>
  z.object({
    secret: z.enum(STORED_SECRETS),
    things: z.string().describe('What hangs on it.'),
    version: z.int().nullable().describe('Null where they do not say.'),
    count: z.int(),
    state: z
      .enum(['current', 'former', 'gone', 'unknown'])
      .describe('Whether that version is the first of the variable, another, or none of it.'),
  });

function stateOf(versions: readonly number[], version: number | null) {
  if (version === null) return 'unknown';
  if (!versions.includes(version)) return 'gone';
  return version === versions[0] ? 'current' : 'former';
}

/** What hangs on secrets in the database; keys are in the accounts. */
async function countInDatabase({ accounts }: AdminServices) {
  const { db, clock } = accounts;
  return [
    ['LINK_SECRET', 'webhook endpoints', await countEndpointSecrets(db, clock.now())],
    ['LINK_SECRET', 'webhook deliveries', await countDeliverySecrets(db)],
    ['LINK_SECRET', 'monitors', await countMonitorSecrets(db)],
    ['LINK_SECRET', 'jobs under way', await countJobSecrets(db)],
    ['AUTH_SECRET', 'second steps', await countSecondSteps(db)],
  ] satisfies [StoredSecret, string, VersionCount[]][];
}

/** Sums of the keys of these organizations. */
async function countKeys(ids: readonly string[], { accounts }: AdminServices) {
  const counted = await Promise.all(ids.map((id) => countKeysByVersion(id, accounts)));
  const byVersion = Map.groupBy(counted.flat(), ({ version }) => version);
  return [...byVersion].map(([version, counts]) => ({
    version,
    count: counts.reduce((sum, { count }) => sum + count, 0),
  }));
}

const secretVersionsRoute = operatorRoute({
  method: 'get',
  path: '/admin/secret-versions',
  operationId: 'countSecretVersions',
  summary: 'What hangs on each version of a secret that is replaced',
  description:
    'Counts by version: usable API keys of some organizations a call, and with the first call what is sealed. A version of which there is none may be taken out of its variable. Asked again with `next_cursor` until there is none.',
  query: z.object({
    cursor: optionalField(z.string().max(120)).describe('`next_cursor` of the step before.'),
  }),
  answer: pageAnswer('findings', findingSchema),
  async handle({ query: { cursor } }, services) {
    const ids = await pageOrganizationIds(services.accounts.db, cursor ?? '', ACCOUNTS_AT_ONCE);
    const counted = [
      ['KEY_SECRET', 'api keys', await countKeys(ids, services)] as const,
      ...(cursor ? [] : await countInDatabase(services)),
    ];
    const findings = counted.flatMap(([secret, things, counts]) =>
      counts.map(({ version, count }) => {
        const state = stateOf(services.secretVersions[secret], version);
        return { secret, things, version, count, state } as const;
      }),
    );
    const last = ids.length === ACCOUNTS_AT_ONCE ? ids.at(-1) : undefined;
    return { findings, nextCursor: last ?? null };
  },
});

/** Rotation of the service's own secrets. */
export const secretRoutes = {
  tag: { name: 'Secrets', description: 'What hangs on which version of a secret.' },
  routes: [secretVersionsRoute],
};
