import * as z from 'zod';
import type { IpAddress } from '../../domain/ip/address.ts';
import { countryCodeOf } from '../../domain/place/countries.ts';
import { part, text } from '../../lib/loose-fields.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import type { CidrRecord } from '../../open-data/records/cidrs.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { PDL } from './client.ts';

const place = { locality: text, region: text, country: text, postal_code: text };
const reply = z.object({
  data: z.object({
    ip: z.union([z.string(), z.object({ location: part(place) })]),
    company: part({ name: text, display_name: text, website: text }),
    person: part({ first_name: text, last_name: text, work_email: text }),
  }),
});

/** Which company an address belongs to, and the person where the vendor names one. */
export const pdlIp = fromUpstream<IpAddress, CidrRecord>(PDL, {
  label: 'business_people_database',
  async ask({ text: ip }, call) {
    const found = await call({
      path: '/v5/ip/enrich',
      query: { ip, return_ip_location: true, titlecase: true },
      schema: reply,
    });
    if (!found) return null;
    const { company, person } = found.data;
    const location = typeof found.data.ip === 'string' ? null : found.data.ip.location;
    const companyName = company?.display_name ?? company?.name ?? null;
    const email = person?.work_email ?? null;
    // A place alone says nothing of who uses the address.
    if ((companyName ?? person?.last_name ?? email) === null) return null;
    return {
      network: null,
      companyName,
      companyDomain: keyText('domain', company?.website),
      firstName: person?.first_name ?? null,
      lastName: person?.last_name ?? null,
      email,
      city: location?.locality ?? null,
      region: location?.region ?? null,
      countryCode: location?.country ? countryCodeOf(location.country) : null,
      zip: location?.postal_code ?? null,
      asOf: null,
    };
  },
});
