import * as z from 'zod';
import { country, email, optional, text } from './columns.ts';
import type { RecordDataset } from './dataset.ts';

const networks = z.object({
  network: z
    .string()
    .describe(
      'Address or prefix in CIDR form, IPv4 or IPv6. The longest prefix that covers an address answers for it.',
    ),
  company_name: text('Company that uses the network.'),
  company_domain: text("The company's domain."),
  first_name: text('First name of the contact.'),
  last_name: text('Last name of the contact.'),
  email: email('Email address of the contact.'),
  city: text('City.'),
  region: text('State or region.'),
  country_code: country('Country'),
  zip: optional(z.string().trim().max(16)).describe('Postal code.'),
});

/** Who uses an address. */
export const NETWORK_DATASETS = {
  networks: {
    keys: [{ kind: 'network', columns: ['network'] }],
    row: networks,
    description: 'Companies and contacts by network: the record of a reverse IP lookup.',
  },
} as const satisfies Record<string, RecordDataset>;
