import * as z from 'zod';
import {
  type CompanyFact,
  type CompanyKey,
  companyFields,
  ownDomain,
} from '../../domain/company/company.ts';
import type { ContactPlace } from '../../domain/person/work-contact.ts';
import { englishCountryName } from '../../domain/place/countries.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import {
  count,
  fieldsAt,
  fieldsBelow,
  text,
  textOrNumber,
  texts,
  year,
} from '../../lib/loose-fields.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { geoFields, HUNTER } from './client.ts';

const NAME = 'hunter';

/** @param handle with or without the prefix `company/` */
function linkedinPageOfHandle(handle: string | null): string | null {
  const vanity = keyText('profile', handle?.replace(/^\/?company\//, ''));
  return vanity && linkedinPageUrl({ of: 'organization', vanity });
}

/** Employee band; null for a figure, which the field seldom has. */
const band = text.transform((said) => (said === null || /^\d+$/.test(said) ? null : said));

/** Amount, or the band that it is in. */
const dollars = z
  .unknown()
  .transform((said) =>
    typeof said === 'number' && said > 0 ? `$${said.toLocaleString('en-US')}` : text.parse(said),
  );

const codes = textOrNumber.transform((code) => (code ? [code] : []));

/** The name is null if the vendor has no company with the domain. */
const companyReply = fieldsBelow('data', {
  name: ['name', z.string().trim().nullable()],
  description: ['description', text],
  industry: ['category.industry', text],
  employees: ['metrics.employees', count],
  employeeBand: ['metrics.employeesRange', 'metrics.employees', band],
  revenue: ['metrics.annualRevenue', 'metrics.estimatedAnnualRevenue', dollars],
  founded: ['foundedYear', year],
  country: ['geo.countryCode', 'geo.country', text.transform(englishCountryName)],
  headquarters: [
    fieldsAt({ city: ['geo.city', text], state: ['geo.state', text], whole: ['location', text] })
      // `location` may begin with the street.
      .transform(({ city, state, whole }) => [city, state].filter(Boolean).join(', ') || whole),
  ],
  website: ['domain', text],
  sicCodes: ['category.sicCode', codes],
  naicsCodes: ['category.naicsCode', codes],
  technologyCount: ['tech', texts.transform(({ length }) => length || null)],
  networkUrl: ['linkedin.handle', text.transform(linkedinPageOfHandle)],
});

export const hunterCompany = fromUpstream<CompanyKey, CompanyFact>(HUNTER, {
  label: 'business_company_database',
  async ask(key, call) {
    const domain = ownDomain(key);
    if (domain === null) return null;
    const found = await call({
      path: '/v2/companies/find',
      query: { domain },
      schema: companyReply,
    });
    return found?.name ? companyFields(NAME, found) : null;
  },
});

const companyPlaceReply = fieldsBelow('data', {
  name: ['name', z.string().nullable()],
  place: [geoFields],
});

export const hunterCompanyPlace = fromUpstream<string, ContactPlace>(HUNTER, {
  label: 'business_company_database',
  async ask(domain, call) {
    const found = await call({
      path: '/v2/companies/find',
      query: { domain },
      schema: companyPlaceReply,
    });
    return found && found.name !== null ? found.place : null;
  },
});
