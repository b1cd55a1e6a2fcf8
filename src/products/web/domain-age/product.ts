import * as z from 'zod';
import { defineProduct } from '../../../core/lookup/product.ts';
import { registeredDomain } from '../../../core/web/domain-name.ts';
import { findRegistration, registrationSources } from '../../../sources/registration.ts';
import type { Registration } from '../../../sources/registration-fact.ts';
import { humanAge } from './human-age.ts';
import { domainAgeSandbox } from './sandbox.ts';

/** Below the pipeline's own limit, so that a slow registry is named in the refusal. */
const REGISTRY_TIMEOUT_MS = 8_000;

const classification = z.object({
  registered: z.boolean(),
  age_human: z.string().nullable().describe('Age in years and months, or in days below a month.'),
  age_days: z
    .int()
    .min(0)
    .nullable()
    .describe(
      'Whole days since creation; null when unregistered or when the registry does not say.',
    ),
  created_date: z.iso.datetime().nullable(),
  registrar: z.string().nullable(),
});

const insights = z.object({
  expiry: z.iso.datetime().nullable(),
  updated_date: z.iso.datetime().nullable(),
  nameservers: z.array(z.string()),
  registry_status: z.array(z.string()).describe('Statuses as the registry writes them.'),
  registry_server: z.string().describe('Host that answered.'),
  protocol: z.enum(['RDAP', 'WHOIS']),
  age_reason: z.string().nullable().describe('Why age_days is null.'),
});

function ageReason({ registered, ageDays, createdAt }: Registration): string | null {
  if (ageDays !== null) return null;
  if (!registered) return 'The domain is not registered.';
  return createdAt === null
    ? 'The registry does not disclose the creation date.'
    : 'The registry states a creation date in the future.';
}

/** When was this domain registered, with whom, and until when? */
export const domainAge = defineProduct({
  path: '/domain-age',
  type: 'domain_age',
  summary: 'Age and registration of a domain',
  tier: 'standard',
  input: z.object({ domain: registeredDomain }),
  subject: ({ domain }) => domain.name,
  sources: {
    list: registrationSources,
    resolve: ({ domain }, ask) =>
      findRegistration({ domain, timeoutMs: REGISTRY_TIMEOUT_MS, maxAgeMs: 0 }, ask),
  },
  price: { upTo: 2, charge: ({ registered }: Registration) => (registered ? 2 : 0) },
  classification: {
    schema: classification,
    from: (fact) => ({
      registered: fact.registered,
      age_human:
        fact.createdAt === null || fact.ageDays === null
          ? null
          : humanAge(fact.createdAt, fact.ageDays),
      age_days: fact.ageDays,
      created_date: fact.createdAt,
      registrar: fact.registrar,
    }),
  },
  insights: {
    schema: insights,
    from: (fact) => ({
      expiry: fact.expiresAt,
      updated_date: fact.updatedAt,
      nameservers: fact.nameservers,
      registry_status: fact.status,
      registry_server: fact.server,
      protocol: fact.protocol,
      age_reason: ageReason(fact),
    }),
  },
  bulk: 'domain_age',
  factVersion: 1,
  sandbox: domainAgeSandbox,
  example: { domain: 'example.com' },
});
