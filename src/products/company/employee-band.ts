import { type CompanyFact, mergeCompanyFacts } from '../../domain/company/company.ts';
import { employeeBandFor } from '../../domain/company/company-search.ts';

/** The fact with the band of its own head count, where it states no other. */
export function withEmployeeBand(fact: CompanyFact): CompanyFact {
  const { employees } = fact;
  const band = employees ? employeeBandFor(employees.value) : null;
  if (!employees || band === null) return fact;
  return mergeCompanyFacts(fact, { employeeBand: { ...employees, value: band } });
}

/** The fact with its band as its size, where it states none as the network shows it. */
export function withCompanySize(fact: CompanyFact): CompanyFact {
  const banded = withEmployeeBand(fact);
  return banded.employeeBand ? mergeCompanyFacts(banded, { size: banded.employeeBand }) : banded;
}
