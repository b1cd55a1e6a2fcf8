import {
  type CompanyFact,
  companyFields,
  mergeCompanyFacts,
} from '../../domain/company/company.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';
import { WIKIDATA } from './client.ts';
import {
  current,
  findItems,
  type Item,
  mainValue,
  notEnded,
  pointInTime,
  qualifier,
  readLabels,
  statementItemId,
  valueQuantity,
  valueText,
  valueTime,
  type WikidataStatement,
} from './entities.ts';

/** Company to find: by the domain of its site, or by the vanity name of its LinkedIn page. */
type CompanyQuery = { domain: string } | { page: string };

const NAME = 'wikidata';
const HUMAN = 'Q5';
const US_DOLLAR = 'Q4917';

/** All spellings of a home page's URL. */
export const homePages = (domain: string): string[] =>
  ['https', 'http'].flatMap((scheme) =>
    ['www.', ''].flatMap((prefix) =>
      ['', '/'].map((end) => `${scheme}://${prefix}${domain}${end}`),
    ),
  );

const hostOf = (address: string | null): string | null =>
  URL.parse(address ?? '')?.hostname.replace(/^www\./, '') ?? null;

const isHuman = ({ claims }: Item): boolean =>
  notEnded(claims.P31).some((one) => statementItemId(one) === HUMAN);

const textsOf = (all: readonly WikidataStatement[]): string[] =>
  notEnded(all).flatMap((one) => valueText(mainValue(one)) ?? []);

const sitesOf = ({ claims }: Item): string[] => textsOf(claims.P856);

const pagesOf = ({ claims }: Item): string[] =>
  textsOf(claims.P4264).map((page) => page.toLowerCase());

/** Hit whose own statements match the query, and that is not a person. */
async function findCompany(query: CompanyQuery, call: VendorCall): Promise<Item | null> {
  const statement =
    'page' in query
      ? `P4264=${query.page}`
      : homePages(query.domain)
          .map((address) => `P856=${address}`)
          .join('|');
  const items = await findItems(statement, call);
  const isMeant = (item: Item): boolean =>
    'page' in query
      ? pagesOf(item).includes(query.page)
      : sitesOf(item).some((site) => hostOf(site) === query.domain);
  return items.find((item) => isMeant(item) && !isHuman(item)) ?? null;
}

const first = (all: readonly WikidataStatement[]): WikidataStatement | undefined => current(all)[0];

function employeesIn({ claims }: Item): CompanyFact {
  const stated = first(claims.P1128);
  const amount = valueQuantity(mainValue(stated))?.amount;
  if (amount === undefined || !Number.isInteger(amount) || amount < 0) return {};
  return companyFields(NAME, { employees: amount }, pointInTime(stated));
}

/** Only US dollars: another currency would need an exchange rate of its day. */
function revenueIn({ claims }: Item): CompanyFact {
  const stated = first(claims.P2139);
  const revenue = valueQuantity(mainValue(stated));
  if (revenue?.unit !== US_DOLLAR) return {};
  const text = `$${Math.round(revenue.amount).toLocaleString('en-US')}`;
  return companyFields(NAME, { revenue: text }, pointInTime(stated));
}

const tickerOf = ({ claims }: Item): string | null =>
  valueText(qualifier(first(claims.P414), 'P249'));

const yearOf = (all: readonly WikidataStatement[]): number | null => {
  const time = valueTime(mainValue(first(all)));
  return time === null ? null : Number(time.slice(0, 4));
};

const linkedinPageOfItem = (item: Item): string | null => {
  const [vanity] = pagesOf(item);
  return vanity === undefined ? null : linkedinPageUrl({ of: 'organization', vanity });
};

const cikOf = ({ claims }: Item): string | null => {
  const [cik] = textsOf(claims.P5531);
  return cik !== undefined && /^\d{1,10}$/.test(cik) ? cik.padStart(10, '0') : null;
};

async function companyFactOf(
  item: Item,
  site: string | null,
  call: VendorCall,
): Promise<CompanyFact> {
  const { claims, label } = item;
  const ids = [claims.P452, claims.P159, claims.P17].map((all) => statementItemId(first(all)));
  const names = await readLabels(ids, call);
  const [industry, headquarters, country] = ids.map((id) => names.get(id ?? ''));
  const ticker = tickerOf(item);
  const stated = companyFields(NAME, {
    name: label,
    industry,
    headquarters,
    country,
    founded: yearOf(claims.P571),
    website: site ?? sitesOf(item)[0],
    networkUrl: linkedinPageOfItem(item),
    lei: textsOf(claims.P1278)[0],
    cik: cikOf(item),
    ticker,
    ipoStatus: ticker === null ? null : 'public',
  });
  return mergeCompanyFacts(stated, employeesIn(item), revenueIn(item));
}

/** Company with an item of its own: roughly those with an encyclopedia article. */
export const wikidataCompany = fromUpstream<CompanyQuery, CompanyFact>(WIKIDATA, {
  label: 'open_knowledge_base',
  async ask(query, call) {
    const item = await findCompany(query, call);
    if (!item) return null;
    const site =
      'domain' in query ? sitesOf(item).find((one) => hostOf(one) === query.domain) : null;
    return companyFactOf(item, site ?? null, call);
  },
});
