import * as z from 'zod';
import type { EmailProfile } from './profile.ts';
import { legitimacy } from './scoring.ts';

export const domainIntelligence = z.object({
  registration: z
    .object({
      registered: z.boolean(),
      created_date: z.iso.datetime().nullable(),
      expiry: z.iso.datetime().nullable(),
      registrar: z.string().nullable(),
    })
    .nullable()
    .describe('Null when the registry did not answer.'),
  infrastructure: z.object({
    mail_exchangers: z.array(z.string()),
    mail_provider: z.string().nullable(),
    mail_gateway: z.string().nullable(),
    has_ipv4: z.boolean().nullable(),
    has_ipv6: z.boolean().nullable(),
    nameservers: z.array(z.string()),
  }),
  technologies: z.array(z.string()).describe('Services the domain shows in its DNS.'),
  trust_indicators: z.object({
    spf: z.boolean().nullable().describe('Null when DNS did not answer.'),
    spf_policy: z.enum(['pass', 'fail', 'softfail', 'neutral']).nullable(),
    dmarc: z.boolean().nullable().describe('Null when DNS did not answer.'),
    dmarc_policy: z.enum(['none', 'quarantine', 'reject']).nullable(),
  }),
});

export const businessProfile = z.object({
  legitimacy_score: z.number().min(0).max(100),
  business_signals: z.array(z.string()),
  trust_signals: z.array(z.string()),
  risk_signals: z.array(z.string()),
});

/** What is known of the domain; undefined when it does not exist or was not asked about. */
export function describeDomain({
  fact,
  mailbox,
  gateway,
}: EmailProfile): z.input<typeof domainIntelligence> | undefined {
  const { dns, registration } = fact;
  if (!dns?.exists) return undefined;
  return {
    registration: registration && {
      registered: registration.registered,
      created_date: registration.createdAt,
      expiry: registration.expiresAt,
      registrar: registration.registrar,
    },
    infrastructure: {
      mail_exchangers: dns.exchangers.map(({ host }) => host),
      mail_provider: mailbox?.name ?? null,
      mail_gateway: gateway?.name ?? null,
      has_ipv4: dns.ipv4,
      has_ipv6: dns.ipv6,
      nameservers: registration?.nameservers ?? [],
    },
    technologies: dns.technologies,
    trust_indicators: {
      spf: dns.policiesKnown || dns.spf ? dns.spf !== null : null,
      spf_policy: dns.spf?.all ?? null,
      dmarc: dns.policiesKnown || dns.dmarc ? dns.dmarc !== null : null,
      dmarc_policy: dns.dmarc?.policy ?? null,
    },
  };
}

/** Which of the reputation factors speak for a business, for trust, and against it. */
const BUSINESS = ['HOSTED_MAIL'];
const RISKS = ['DISPOSABLE', 'NEW_DOMAIN', 'YOUNG_DOMAIN', 'NO_SENDER_POLICY'];

/** The reputation of the domain, taken apart; undefined where {@link describeDomain} is. */
export function describeBusiness(email: EmailProfile): z.input<typeof businessProfile> | undefined {
  if (!email.fact.dns?.exists) return undefined;
  const { score, fired } = legitimacy(email);
  const ownDomain = email.domainClass === 'OWN' ? ['OWN_DOMAIN'] : [];
  const services = email.fact.dns.technologies.length > 0 ? ['BUSINESS_SERVICES'] : [];
  return {
    legitimacy_score: score,
    business_signals: [
      ...ownDomain,
      ...services,
      ...fired.filter((code) => BUSINESS.includes(code)),
    ],
    trust_signals: fired.filter((code) => !BUSINESS.includes(code) && !RISKS.includes(code)),
    risk_signals: fired.filter((code) => RISKS.includes(code)),
  };
}
