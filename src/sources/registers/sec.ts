import * as z from 'zod';
import { type CompanyFact, claimsOf, joinFacts } from '../../core/companies/company.ts';
import { number, part, parts, text, texts } from '../upstream/fields.ts';
import { fromUpstream, type VendorCall } from '../upstream/from-upstream.ts';
import type { Upstream } from '../upstream/upstream.ts';

const NAME = 'sec';

/** Filers with the Securities and Exchange Commission (sec.gov, "Accessing EDGAR Data"): ten requests a second, by name. */
export const SEC: Upstream = {
  name: 'SEC',
  hosts: ['data.sec.gov', 'www.sec.gov'],
  hostInPath: true,
  contact: 'always',
  pace: { limit: 10, perMs: 1_000 },
  // What the store does not hold is a 404 of its own, without a page.
  statuses: { 404: 'none' },
};

/** Filing histories of decades; figures of every quarter since 2009. */
const MAX_BYTES = 8 * 1_048_576;

const filer = z.object({
  name: z.string().min(1),
  sic: text,
  sicDescription: text,
  tickers: texts,
  website: text,
  addresses: part({ business: part({ city: text, stateOrCountry: text }) }),
});

const concept = z.object({
  units: z.object({
    USD: parts({ start: text, end: text, val: number, fp: text, form: text }),
  }),
});

type Figure = z.output<typeof concept>['units']['USD'][number];

/** How a filer may call its revenue (US GAAP taxonomy), today's word first. */
const REVENUE = ['RevenueFromContractWithCustomerExcludingAssessedTax', 'Revenues'];

/** A year's report also states quarters. */
const LEAST_DAYS = 330;
const DAY_MS = 86_400_000;

const isYear = ({ start, end }: Figure): boolean =>
  start === null || Date.parse(end ?? '') - Date.parse(start) >= LEAST_DAYS * DAY_MS;

/** The newest whole year that an annual report states. */
function newestYear(figures: readonly Figure[]): { val: number; end: string } | null {
  const [newest] = figures
    .flatMap((figure) => {
      const { form, fp, val, end } = figure;
      const isAnnual = form === '10-K' && fp === 'FY' && isYear(figure);
      return isAnnual && val !== null && end !== null ? [{ val, end }] : [];
    })
    .sort((one, other) => other.end.localeCompare(one.end));
  return newest ?? null;
}

async function revenueOf(cik: string, call: VendorCall): Promise<CompanyFact> {
  for (const tag of REVENUE) {
    const path = `/api/xbrl/companyconcept/CIK${cik}/us-gaap/${tag}.json`;
    const reply = await call({ path, schema: concept, maxBytes: MAX_BYTES });
    const year = reply && newestYear(reply.units.USD);
    if (year) return claimsOf(NAME, { revenue: `$${year.val.toLocaleString('en-US')}` }, year.end);
  }
  return {};
}

/** A filer by its key of ten digits, with the revenue of its newest annual report. */
export const secFiler = fromUpstream<string, CompanyFact>(SEC, {
  name: NAME,
  label: 'securities_register',
  idempotent: true,
  async ask(cik, call) {
    if (!/^\d{10}$/.test(cik)) return null;
    const path = `/submissions/CIK${cik}.json`;
    const found = await call({ path, schema: filer, maxBytes: MAX_BYTES });
    if (!found) return null;
    const { city, stateOrCountry } = found.addresses?.business ?? {};
    const ticker = found.tickers[0];
    const stated = claimsOf(NAME, {
      name: found.name,
      industry: found.sicDescription,
      sicCodes: found.sic === null ? [] : [found.sic],
      headquarters: [city, stateOrCountry].filter(Boolean).join(', '),
      website: found.website,
      cik,
      ticker,
      ipoStatus: ticker === undefined ? null : 'public',
    });
    return joinFacts(stated, await revenueOf(cik, call));
  },
});
