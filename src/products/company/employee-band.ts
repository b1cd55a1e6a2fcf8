import { type CompanyFact, mergeCompanyFacts } from '../../domain/company/company.ts';

/** The bands of the professional network: from, and its name. */
const BANDS: readonly (readonly [from: number, band: string])[] = [
  [10_001, '10001+'],
  [5_001, '5001-10000'],
  [1_001, '1001-5000'],
  [501, '501-1000'],
  [201, '201-500'],
  [51, '51-200'],
  [11, '11-50'],
  [1, '1-10'],
];

/** The band of a head count; null for none. */
export const linkedinEmployeeBand = (employees: number): string | null =>
  BANDS.find(([from]) => employees >= from)?.[1] ?? null;

/** The fact with the band of its own head count, where it states no other. */
export function withEmployeeBand(fact: CompanyFact): CompanyFact {
  const { employees } = fact;
  const band = employees ? linkedinEmployeeBand(employees.value) : null;
  if (!employees || band === null) return fact;
  return mergeCompanyFacts(fact, { employeeBand: { ...employees, value: band } });
}

/** The fact with its band as its size, where it states none as the network shows it. */
export function withCompanySize(fact: CompanyFact): CompanyFact {
  const banded = withEmployeeBand(fact);
  return banded.employeeBand ? mergeCompanyFacts(banded, { size: banded.employeeBand }) : banded;
}
