import type { IpAddress } from '../../domain/ip/address.ts';
import { countryCodeOf } from '../../domain/place/countries.ts';
import { fieldsAt, text } from '../../lib/loose-fields.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import type { CidrRecord } from '../../open-data/records/cidrs.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { PDL } from './client.ts';

const reply = fieldsAt(
  {
    companyName: ['data.company.display_name', 'data.company.name', text],
    companyDomain: ['data.company.website', text.transform((site) => keyText('domain', site))],
    firstName: ['data.person.first_name', text],
    lastName: ['data.person.last_name', text],
    email: ['data.person.work_email', text],
    city: ['data.ip.location.locality', text],
    region: ['data.ip.location.region', text],
    countryCode: [
      'data.ip.location.country',
      text.transform((country) => country && countryCodeOf(country)),
    ],
    zip: ['data.ip.location.postal_code', text],
  },
  'data',
);

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
    // A place alone says nothing of who uses the address.
    const says = found.companyName ?? found.lastName ?? found.email;
    return says === null ? null : { ...found, network: null, asOf: null };
  },
});
