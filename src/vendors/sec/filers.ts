import * as z from 'zod';
import {
  type CompanyFact,
  companyFields,
  mergeCompanyFacts,
} from '../../domain/company/company.ts';
import { nameSimilarity, SAME_NAME_THRESHOLD } from '../../domain/place/place-match.ts';
import { foldCompanyName } from '../../domain/place/place-name.ts';
import { usStateCode } from '../../domain/place/us-states.ts';
import { readOrNull } from '../../lib/inputs.ts';
import { count, number, part, parts, text, textOrNumber, texts } from '../../lib/loose-fields.ts';
import { foldText } from '../../lib/text.ts';
import { DAY_MS } from '../../lib/time.ts';
import type { RegisteredName, RegisteredNameQuery } from '../gleif/entities.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';

const NAME = 'sec';

/**
 * Filers with the Securities and Exchange Commission (sec.gov, "Accessing EDGAR Data"): ten
 * requests a second, with a contact in the User-Agent.
 */
const SEC: Upstream = {
  name: 'SEC',
  hosts: ['data.sec.gov', 'www.sec.gov'],
  hostInPath: true,
  contact: 'always',
  pace: { limit: 10, perMs: 1_000 },
  // A missing object is a 404 of the store, without an HTML page.
  statuses: { 404: 'none' },
};

/** Filing histories span decades, figures every quarter since 2009. */
const MAX_BYTES = 8 * 1_048_576;

const secSubmissions = z.object({
  name: z.string().min(1),
  sic: textOrNumber,
  sicDescription: text,
  tickers: texts,
  website: text,
  addresses: part({
    business: part({ city: text, stateOrCountry: text, stateOrCountryDescription: text }),
  }),
});

/** City with state or country; outside the United States, EDGAR's code is replaced by its text. */
function headquartersOf({ addresses }: z.output<typeof secSubmissions>): string {
  const { city, stateOrCountry: code, stateOrCountryDescription: name } = addresses?.business ?? {};
  const region = usStateCode(code) ?? (name === code ? null : name);
  return [city, region].filter(Boolean).join(', ');
}

const concept = z.object({
  units: z.object({ USD: parts({ start: text, end: text, val: number, fp: text, form: text }) }),
});

type Figure = z.output<typeof concept>['units']['USD'][number];

/** Tags that filers use for revenue (US GAAP taxonomy); some change the tag. */
const REVENUE = ['RevenueFromContractWithCustomerExcludingAssessedTax', 'Revenues'];

/** Minimum days of a year: an annual report also states quarters. */
const LEAST_DAYS = 330;

const isYear = ({ start, end }: Figure): boolean =>
  start === null || Date.parse(end ?? '') - Date.parse(start) >= LEAST_DAYS * DAY_MS;

/** Figure of the newest whole year in an annual report. */
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

/** Filer by its ten-digit key, with the revenue of its newest annual report. */
export const secFiler = fromUpstream<string, CompanyFact>(SEC, {
  label: 'securities_register',
  async ask(cik, call) {
    if (!/^\d{10}$/.test(cik)) return null;
    const path = `/submissions/CIK${cik}.json`;
    const found = await call({ path, schema: secSubmissions, maxBytes: MAX_BYTES });
    if (!found) return null;
    const ticker = found.tickers[0];
    const stated = companyFields(NAME, {
      name: found.name,
      industry: found.sicDescription,
      sicCodes: found.sic === null ? [] : [found.sic],
      headquarters: headquartersOf(found),
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

/** Company with listed shares: its registered name and its key. */
type ListedFiler = z.output<typeof tickerRow>;

/**
 * All filers with listed shares; a company with several classes of shares has one entry for each.
 * The whole list is read each time, so it is unsuitable for the rows of a bulk job.
 */
async function listedFilers(call: VendorCall): Promise<ListedFiler[]> {
  const filers = await call({
    host: 'www.sec.gov',
    path: '/files/company_tickers.json',
    schema: tickerFile,
    maxBytes: MAX_BYTES,
    // The list always exists, so a 404 is a failure.
    statuses: { 404: 'later' },
  });
  return filers ?? [];
}

/** Central Index Key, ten digits. */
interface FilerKey {
  cik: string;
}

const CIK_DIGITS = 10;

/** Name folded for comparison; '' for a text that is not a name, which matches no filer. */
const foldedName = (name: string): string => readOrNull(() => foldCompanyName(name)) ?? '';

/** Whether the first letter agrees: a cheap filter, so that few titles are folded. */
const beginsLike = (title: string, folded: string): boolean =>
  title.toLowerCase().replace(/^the\s+|^[^\p{L}\p{N}]+/u, '')[0] === folded[0];

/**
 * Key of the only filer with exactly this name, apart from its legal form. A name is weak evidence:
 * the caller must check that the filer is the intended company.
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

/** Start of the longest word: a cheap filter, so that few names are compared. */
const longestWordStart = (name: string): string =>
  foldText(name)
    .split(' ')
    .reduce((longest, word) => (word.length > longest.length ? word : longest))
    .slice(0, 3);

/**
 * Whether a company of that name files with the Securities and Exchange Commission. Companies of
 * other countries are not looked up.
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
