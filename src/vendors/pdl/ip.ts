import * as z from 'zod';
import type { IpAddress } from '../../domain/ip/address.ts';
import { countryCodeOf } from '../../domain/place/countries.ts';
import { fieldsAt, lowerText, text, textOrNumber } from '../../lib/loose-fields.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import type { CidrRecord } from '../../open-data/records/cidrs.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { PDL } from './client.ts';

const reply = fieldsAt({
  /** Present in every answer, including one without a company. */
  asked: ['data.ip.address', 'data.ip', text],
  companyName: ['data.company.display_name', 'data.company.name', text],
  companyDomain: [
    'data.company.website',
    'data.company.domain',
    text.transform((site) => keyText('domain', site)),
  ],
  firstName: ['data.person.first_name', text],
  lastName: ['data.person.last_name', text],
  email: ['data.person.work_email', text],
  city: ['data.ip.location.locality', text],
  region: ['data.ip.location.region', text],
  countryCode: [
    'data.ip.location.country',
    text.transform((country) => country && countryCodeOf(country)),
  ],
  zip: ['data.ip.location.postal_code', textOrNumber],
  confidence: [
    'data.company.confidence',
    // `moderate` is what a record has that states none. The request asks for title case.
    lowerText.pipe(z.enum(['very low', 'low', 'high', 'very high']).nullable().catch(null)),
  ],
})
  // A location alone does not identify the user of the address.
  .transform((found) => ({ ...found, user: found.companyName ?? found.lastName ?? found.email }))
  .refine(({ asked, user }) => (asked ?? user) !== null);

const refusal = z.object({ error: z.object({ message: z.string() }) });

/** Refusal for addresses that the vendor never enriches: of hosts, proxies and mobile networks. */
const isNotEnriched = (body: unknown): boolean =>
  /\bcannot enrich\b/i.test(refusal.safeParse(body).data?.error.message ?? '');

/** Company that an address belongs to, and the person if the vendor names one. */
export const pdlIp = fromUpstream<IpAddress, CidrRecord>(PDL, {
  label: 'business_people_database',
  async ask({ text: ip }, call) {
    const found = await call({
      path: '/v5/ip/enrich',
      query: { ip, return_ip_location: true, titlecase: true },
      schema: reply,
      envelope: (body, status) => (status === 400 && isNotEnriched(body) ? 'none' : undefined),
    });
    if (!found) return null;
    const { asked: _, user, ...record } = found;
    return user === null ? null : { ...record, network: null, asOf: null };
  },
});
