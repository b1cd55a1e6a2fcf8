import * as z from 'zod';
import { type RegistrableDomain, registeredDomain } from '../../domain/web/domain-name.ts';
import { alike } from '../../lib/fields.ts';
import { DAY_MS } from '../../lib/time.ts';
import { field } from '../../lookup/answer-fields.ts';
import type { Recommendations, RiskAssessment } from '../../lookup/envelope.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import {
  advise,
  type RecommendationRule,
  type RiskTable,
  recommendBy,
} from '../../lookup/scoring.ts';
import { mapInput } from '../../lookup/source-adapters.ts';
import { registration } from '../../open-data/registration/registration.ts';
import type { Registration } from '../../open-data/registration/registration-fact.ts';

const MONTHS_A_YEAR = 12;

const count = (amount: number, unit: string): string =>
  `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** Whole calendar months between two times, in UTC. */
function wholeMonths(from: Date, to: Date): number {
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * MONTHS_A_YEAR +
    to.getUTCMonth() -
    from.getUTCMonth();
  const anniversary = new Date(from);
  anniversary.setUTCMonth(from.getUTCMonth() + months);
  return anniversary > to ? months - 1 : months;
}

/** Age in words, a number of days after an ISO 8601 time: "31 years, 2 months", or in days. */
export function humanAge(from: string, days: number): string {
  const start = new Date(from);
  const months = wholeMonths(start, new Date(start.getTime() + days * DAY_MS));
  if (months < 1) return count(days, 'day');
  const years = Math.floor(months / MONTHS_A_YEAR);
  const rest = months % MONTHS_A_YEAR;
  return [years > 0 && count(years, 'year'), rest > 0 && count(rest, 'month')]
    .filter(Boolean)
    .join(', ');
}

/** Age as of the start of 2026, fixed so that a sandbox answer never changes. */
export const sandboxRegistration: Registration = {
  registered: true,
  protocol: 'RDAP',
  server: 'rdap.registry.example',
  createdAt: '2006-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:00.000Z',
  expiresAt: '2099-01-01T00:00:00.000Z',
  ageDays: 7_305,
  registrar: 'Sandbox Registrar',
  nameservers: ['ns1.example.com', 'ns2.example.com'],
  status: ['client transfer prohibited'],
};

const absent: Registration = {
  ...sandboxRegistration,
  registered: false,
  ...alike(null, 'createdAt', 'updatedAt', 'expiresAt', 'ageDays', 'registrar'),
  nameservers: [],
  status: [],
};

/** Documentation names (RFC 2606): a test key never reaches a real registration. */
const domainAgeSandbox: readonly SandboxCase<Registration>[] = [
  inSandbox.answer('example.com', 'a domain registered for twenty years', sandboxRegistration),
  inSandbox.answer('example.net', 'an unregistered domain, not charged', absent),
  inSandbox.answer('example.org', 'a registry that does not disclose the creation date', {
    ...sandboxRegistration,
    protocol: 'WHOIS',
    ...alike(null, 'createdAt', 'ageDays', 'expiresAt', 'registrar'),
  }),
  {
    subject: 'quota.example',
    shows: 'a source whose quota is used up',
    fails: 'UPSTREAM_QUOTA_EXHAUSTED',
  },
  ...inSandbox.refusals('broke.example', 'busy.example', 'timeout.example'),
];

/** Below the pipeline's own limit, so that the refusal names the slow registry. */
const REGISTRY_TIMEOUT_MS = 8_000;

const classification = z.object({
  registered: z.boolean(),
  age_human: field.textOrNull('Age in years and months, or in days if below a month.'),
  age_days: field.countOrNull(
    'Whole days since creation; null if the domain is unregistered or the registry does not say. ' +
      'Without `created_date`, the minimum age: the registry says before which date it was registered.',
  ),
  created_date: z.iso.datetime().nullable(),
  registrar: z.string().nullable(),
});

const insights = z.object({
  expiry: z.iso.datetime().nullable(),
  updated_date: z.iso.datetime().nullable(),
  nameservers: z.array(z.string()),
  registry_status: field.textList('Statuses, as the registry writes them.'),
  registry_server: field.text('Host of the registry that answered.'),
  protocol: field.enum(['RDAP', 'WHOIS'], 'Protocol used to query the registry.'),
  age_reason: field.textOrNull('Why `age_days` is null, or why it is the minimum age.'),
});

/** Age in words; "at least" if the registry only gives a date before which it was registered. */
function ageInWords({ createdAt, createdBefore, ageDays }: Registration): string | null {
  const since = createdAt ?? createdBefore ?? null;
  if (since === null || ageDays === null) return null;
  return `${createdAt === null ? 'at least ' : ''}${humanAge(since, ageDays)}`;
}

function ageReason(registration: Registration): string | null {
  const { registered, ageDays, createdAt, createdBefore } = registration;
  if (ageDays !== null && createdAt === null && createdBefore)
    return `The registry states only that it was registered before ${createdBefore.slice(0, 10)}.`;
  if (ageDays !== null) return null;
  if (!registered) return 'The domain is not registered.';
  return createdAt === null
    ? 'The registry does not disclose the creation date.'
    : 'The registry states a creation date in the future.';
}

/** Age limits: most phishing uses domains that are days old; few are left after half a year. */
const NEW_DAYS = 30;
const YOUNG_DAYS = 180;
const OLD_DAYS = 1_825;

const ageWithin = (from: number, to: number) => (fact: Registration) =>
  fact.ageDays !== null && fact.ageDays >= from && fact.ageDays < to;

/** Statuses of a name that is not in DNS, by EPP and RDAP (RFC 8056); `inactive / …` at .it. */
const OUT_OF_DNS =
  /^(?:inactive|(?:client|server)[ _-]?hold|redemption[ _-]?period|pending[ _-]?delete)\b/i;
/** The same in words, of the .ru registry and of Nominet. */
const OUT_OF_DNS_IN_WORDS = /\bnot delegated\b|\bregistration has been suspended\b/i;

const isOutOfDns = ({ status }: Registration): boolean =>
  status.some((each) => OUT_OF_DNS.test(each) || OUT_OF_DNS_IN_WORDS.test(each));

const isUndated = ({ registered, ageDays }: Registration): boolean =>
  registered && ageDays === null;

/** Record of a name, and whether its term was over when it was read. */
type DomainConclusion = Registration & { expired?: boolean };

const isOld = ageWithin(OLD_DAYS, Number.POSITIVE_INFINITY);
const isExpired = ({ expired }: DomainConclusion): boolean => expired === true;

/** Risk of trusting the domain, by its registration. */
const RISK: RiskTable<DomainConclusion> = {
  base: (domain) => (isOld(domain) ? 5 : 20),
  factors: {
    DOMAIN_UNREGISTERED: [60, ({ registered }) => !registered],
    DOMAIN_OUT_OF_DNS: [50, isOutOfDns],
    DOMAIN_NEW: [50, ageWithin(0, NEW_DAYS)],
    DOMAIN_YOUNG: [20, ageWithin(NEW_DAYS, YOUNG_DAYS)],
    DOMAIN_AGE_UNKNOWN: [10, isUndated],
    DOMAIN_EXPIRED: [25, isExpired],
  },
  confidence: { base: 90, factors: { CREATION_DATE_UNKNOWN: [-50, isUndated] } },
};

const VERDICTS: readonly RecommendationRule<DomainConclusion>[] = [
  advise.block(
    'This domain is not registered, so it can have no website or mailbox.',
    ({ registered }) => !registered,
  ),
  advise.block(
    'The registry does not list this domain in DNS, so its website and mailboxes cannot be reached.',
    isOutOfDns,
  ),
  advise.review(
    'This domain was registered less than 30 days ago; review how it is used.',
    ageWithin(0, NEW_DAYS),
  ),
  advise.verify(
    'This domain is less than six months old; confirm its owner in another way.',
    ageWithin(NEW_DAYS, YOUNG_DAYS),
  ),
  advise.verify(
    'The term of this registration is over, so the domain may soon have another owner; confirm its owner in another way.',
    isExpired,
  ),
  advise.verify(
    'The registry does not disclose the age of this domain; confirm its owner in another way.',
    isUndated,
  ),
  advise.approve('No risk signals were found in the registration of this domain.'),
];

function recommendDomain(fact: DomainConclusion, risk: RiskAssessment): Recommendations {
  const advice = recommendBy(VERDICTS, fact, risk);
  return {
    ...advice,
    secondary_actions: ['VERIFY', 'REVIEW'].includes(advice.primary_action)
      ? ['CONFIRM_OWNER']
      : [],
    business_rules: {
      registered: fact.registered,
      age_known: fact.ageDays !== null,
      established:
        ageWithin(YOUNG_DAYS, Number.POSITIVE_INFINITY)(fact) &&
        !isOutOfDns(fact) &&
        !isExpired(fact),
    },
  };
}

export const domainAge = defineProduct({
  path: '/domain-age',
  summary: 'Age and registration of a domain',
  tier: 'standard',
  factVersion: 2,
  input: z.object({ domain: registeredDomain }),
  subject: ({ domain }) => domain.name,
  sources: mapInput(
    ({ domain }: { domain: RegistrableDomain }) => ({
      ...{ domain, timeoutMs: REGISTRY_TIMEOUT_MS, maxAgeMs: 0 },
    }),
    registration,
  ),
  // Dates of registries may lack the hour and the zone.
  derive: (fact, _, { foundAt }): DomainConclusion => ({
    ...fact,
    expired: fact.expiresAt !== null && Date.parse(fact.expiresAt) + DAY_MS < Date.parse(foundAt),
  }),
  price: { upTo: 2, isPaid: ({ registered }: DomainConclusion) => registered },
  classification: {
    schema: classification,
    from: (fact) => ({
      registered: fact.registered,
      age_human: ageInWords(fact),
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
  risk: RISK,
  recommend: recommendDomain,
  bulk: 'domain_age',
  sandbox: domainAgeSandbox,
  example: { domain: 'example.com' },
});
