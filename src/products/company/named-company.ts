import type { CompanyFact } from '../../core/companies/company.ts';
import type { CompanyKey } from '../../core/companies/company-key.ts';
import type { Sources } from '../../core/lookup/source.ts';
import { isNamed, openCompany } from './open-company.ts';

/** The company open sources know by name, or none. */
export const namedCompany: Sources<CompanyKey, CompanyFact | null> = {
  ...openCompany,
  async resolve(key, ask) {
    const company = await openCompany.resolve(key, ask);
    return isNamed(company) ? company : null;
  },
};
