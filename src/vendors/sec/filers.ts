import * as z from 'zod';
import {
  type CompanyFact,
  companyFields,
  mergeCompanyFacts,
} from '../../domain/company/company.ts';
import { nameSimilarity, SAME_NAME_THRESHOLD } from '../../domain/place/place-match.ts';
import { foldCompanyName } from '../../domain/place/place-name.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import { count, number, part, parts, text, texts } from '../../lib/loose-fields.ts';
import { foldText } from '../../lib/text.ts';
import { DAY_MS } from '../../lib/time.ts';
import type { RegisteredName, RegisteredNameQuery } from '../gleif/entities.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';

const NAME = 'sec';

/**
 * Filers with the Securities and Exchange Commission (sec.gov, "Accessing EDGAR Data"): ten
 * requests a second, by name.
 */
const SEC: Upstream = {
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

const secSubmissions = z.object({
  name: z.string().min(1),
  sic: text,
  sicDescription: text,
  tickers: texts,
  website: text,
  addresses: part({ business: part({ city: text, stateOrCountry: text }) }),
});

const concept = z.object({
  units: z.object({ USD: parts({ start: text, end: text, val: number, fp: text, form: text }) }),
});

type Figure = z.output<typeof concept>['units']['USD'][number];

/** How a filer may call its revenue (US GAAP taxonomy); some change the word. */
const REVENUE = ['RevenueFromContractWithCustomerExcludingAssessedTax', 'Revenues'];

/** A year's report also states quarters. */
const LEAST_DAYS = 330;

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
  const figures: Figure[] = [];
  for (const tag of REVENUE) {
    const path = `/api/xbrl/companyconcept/CIK${cik}/us-gaap/${tag}.json`;
    const reply = await call({ path, schema: concept, maxBytes: MAX_BYTES });
    figures.push(...(reply?.units.USD ?? []));
  }
  const year = newestYear(figures);
  return year
    ? companyFields(NAME, { revenue: `$${year.val.toLocaleString('en-US')}` }, year.end)
    : {};
}

/** A filer by its key of ten digits, with the revenue of its newest annual report. */
export const secFiler = fromUpstream<string, CompanyFact>(SEC, {
  label: 'securities_register',
  async ask(cik, call) {
    if (!/^\d{10}$/.test(cik)) return null;
    const path = `/submissions/CIK${cik}.json`;
    const found = await call({ path, schema: secSubmissions, maxBytes: MAX_BYTES });
    if (!found) return null;
    const { city, stateOrCountry } = found.addresses?.business ?? {};
    const ticker = found.tickers[0];
    const stated = companyFields(NAME, {
      name: found.name,
      industry: found.sicDescription,
      sicCodes: found.sic === null ? [] : [found.sic],
      headquarters: [city, stateOrCountry].filter(Boolean).join(', '),
      website: found.website,
      cik,
      ticker,
      ipoStatus: ticker === undefined ? null : 'public',
    });
    return mergeCompanyFacts(stated, await revenueOf(cik, call));
  },
});

const tickerRow = z.object({ title: z.string(), cik_str: count });

const tickerFile = z
  .record(z.string(), tickerRow)
  .refine((filers) => Object.keys(filers).length > 0)
  .transform((filers) => Object.values(filers));

/** A company with shares on an exchange, by its registered name and its key there. */
type ListedFiler = z.output<typeof tickerRow>;

/**
 * Every filer with shares on an exchange; a company with several kinds of shares stands there once
 * for each. The whole list is read each time, which is no way to look up a job's rows.
 */
async function listedFilers(call: VendorCall): Promise<ListedFiler[]> {
  const filers = await call({
    host: 'www.sec.gov',
    path: '/files/company_tickers.json',
    schema: tickerFile,
    maxBytes: MAX_BYTES,
    // The list is always there.
    statuses: { 404: 'later' },
  });
  return filers ?? [];
}

/** Central Index Key, ten digits. */
interface FilerKey {
  cik: string;
}

const CIK_DIGITS = 10;

/** As names are compared; '' for a text that is no name, which no filer has. */
function foldedName(name: string): string {
  try {
    return foldCompanyName(name);
  } catch (error) {
    if (error instanceof UnusableInput) return '';
    throw error;
  }
}

/** Whether the first letter agrees, so that only few of the titles are folded. */
const beginsLike = (title: string, folded: string): boolean =>
  title.toLowerCase().replace(/^the\s+|^[^\p{L}\p{N}]+/u, '')[0] === folded[0];

/**
 * The key of the one filer that bears exactly this name but for its legal form. A name says little:
 * the caller has to check that the filer is the company that is meant.
 */
export const filerKey = fromUpstream<string, FilerKey>(SEC, {
  name: 'sec_keys',
  label: 'securities_register',
  notInBulk: true,
  async ask(name, call) {
    const asked = foldedName(name);
    if (asked === '') return null;
    const keys = (await listedFilers(call)).flatMap(({ title, cik_str: key }) =>
      key !== null && beginsLike(title, asked) && foldedName(title) === asked ? [key] : [],
    );
    const [only, ...others] = new Set(keys);
    if (only === undefined || others.length > 0) return null;
    return { cik: String(only).padStart(CIK_DIGITS, '0') };
  },
});

/** Where its longest word begins: few of the names have that, and only those are compared. */
const longestWordStart = (name: string): string =>
  foldText(name)
    .split(' ')
    .reduce((longest, word) => (word.length > longest.length ? word : longest))
    .slice(0, 3);

/**
 * Whether a company of that name files with the Securities and Exchange Commission: none of another
 * country is looked for.
 */
export const filerName = fromUpstream<RegisteredNameQuery, RegisteredName>(SEC, {
  name: 'sec_names',
  label: 'securities_register',
  notInBulk: true,
  async ask({ name, country }, call) {
    if (country !== null && country !== 'US') return null;
    const start = longestWordStart(name);
    const isThere = (await listedFilers(call)).some(
      ({ title }) =>
        title.toLowerCase().replaceAll('&', ' and ').includes(start) &&
        nameSimilarity(name, title) >= SAME_NAME_THRESHOLD,
    );
    return isThere ? { active: true, lei: null } : null;
  },
});
