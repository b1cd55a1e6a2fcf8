import * as z from 'zod';
import {
  type Ad,
  type AdFields,
  type AdFilters,
  bestAdvertiser,
  UNKNOWN_AD,
} from '../../domain/social/ads.ts';
import { isAdvertiser } from '../../domain/social/advertiser-match.ts';
import { advertiserName } from '../../domain/social/advertiser-names.ts';
import {
  count,
  fieldsAt,
  flag,
  listOf,
  text,
  webUrl,
  writtenDate,
} from '../../lib/loose-fields.ts';
import type { World } from '../../lookup/world.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { searchUpstream, type VendorCall } from '../upstream/vendor-source.ts';

/**
 * Ads shown in Microsoft's search in the European Economic Area since June 2023. The API refuses
 * bursts of about twenty calls.
 */
const MSADS: Upstream = {
  name: 'MSADS',
  hosts: ['adlibrary.api.bingads.microsoft.com'],
  hostInPath: true,
  pace: { limit: 10, perMs: 10_000 },
};

const ROOT = '/api/v1';
/** Maximum rows per page, and last accepted offset. */
const PAGE = 24;
const LAST_SKIP = 999;
/** Ads whose dates are fetched: each takes one of ten calls in ten seconds for all callers. */
const MOST_DATED = 4;

const id = z.union([z.string(), z.number()]).transform(String);

const advertisers = z.object({
  value: listOf(
    fieldsAt({
      id: ['AdvertiserId', id],
      name: ['AdvertiserName', z.string()],
      verified: ['IsVerified', flag],
    }),
  ),
});

const microsoftAd = fieldsAt<AdFields>({
  id: ['AdId', id],
  advertiser: ['AdvertiserName', text],
  title: ['Title', text],
  text: ['Description', text],
  destinationUrl: ['DestinationUrl', webUrl],
}).transform((ad): Ad => ({ ...UNKNOWN_AD, ...ad }));

const ads = z.object({ '@odata.count': count, value: listOf(microsoftAd) });

/** What identifies the advertiser of an ad: its account and the sites shown and linked. */
const accountAds = z.object({
  value: listOf(
    fieldsAt({
      id: ['AdvertiserId', id],
      name: ['AdvertiserName', text],
      shown: ['DisplayUrl', text],
      leadsTo: ['DestinationUrl', text],
    }),
  ),
});

/** Accounts queried per advertiser: some have several, and some of those have no ads. */
const MOST_ACCOUNTS = 5;

/**
 * Accounts whose ads about the company lead to its site, in the order found. A verified account has
 * its owner's legal name, which may share no word with the brand.
 */
async function findAccountsByAds(company: string, call: VendorCall): Promise<readonly string[]> {
  const found = await call({
    path: `${ROOT}/Ads`,
    query: { searchText: advertiserName(company), top: PAGE, skip: 0 },
    schema: accountAds,
  });
  const own = (found?.value ?? []).filter(({ name, shown, leadsTo }) =>
    isAdvertiser(company, name, shown, leadsTo),
  );
  return [...new Set(own.map(({ id }) => id))].slice(0, MOST_ACCOUNTS);
}

/** Accounts of the advertiser whose name matches best, otherwise those that its ads name. */
async function findAccounts(company: string, call: VendorCall): Promise<readonly string[]> {
  const found = await call({
    path: `${ROOT}/Advertisers`,
    query: { searchText: advertiserName(company), top: PAGE, skip: 0 },
    schema: advertisers,
  });
  const all = found?.value ?? [];
  const best = bestAdvertiser(company, all);
  if (best === null) return findAccountsByAds(company, call);
  const others = all.filter(({ name, id }) => name === best.name && id !== best.id);
  return [best, ...others].slice(0, MOST_ACCOUNTS).map(({ id }) => id);
}

/** Page of an account's ads, or of ads about a keyword, from offset `skip`; null if empty. */
async function askAds(
  query: { advertiserId: string } | { searchText: string | null },
  skip: number,
  call: VendorCall,
  world: World,
) {
  const found = await call({
    path: `${ROOT}/Ads`,
    query: { ...query, top: PAGE, skip },
    schema: ads,
  });
  if (!found || found.value.length === 0) return null;
  const next = skip + PAGE;
  const total = found['@odata.count'];
  const isMore = total === null ? found.value.length === PAGE : total > next;
  const rows = await withDates(found.value, call, world);
  return { rows, next: isMore && next <= LAST_SKIP ? String(next) : null, total };
}

/** Ads of a company's accounts, one after another. @param position `skip/account` to continue */
async function askCompany(company: string, call: VendorCall, position: string, world: World) {
  const accounts = await findAccounts(company, call);
  const [skip, begun = accounts[0]] = position.split('/');
  const left = accounts.slice(Math.max(0, accounts.indexOf(begun ?? '')));
  for (const [at, advertiserId] of left.entries()) {
    const page = await askAds({ advertiserId }, at === 0 ? Number(skip) : 0, call, world);
    if (!page) continue;
    const following = left[at + 1];
    const place =
      page.next === null ? following && `0/${following}` : `${page.next}/${advertiserId}`;
    return { ...page, next: place ?? null, total: accounts.length === 1 ? page.total : null };
  }
  return null;
}

const dates = fieldsAt({
  startedAt: ['AdDetails.StartDate', writtenDate],
  endedAt: ['AdDetails.EndDate', writtenDate],
});

/** Adds dates to the ads of a short page; those of a long one stay without. */
async function withDates(
  ads: readonly Ad[],
  call: VendorCall,
  { markPartial }: World,
): Promise<Ad[]> {
  if (ads.length > MOST_DATED) return [...ads];
  const dated = await Promise.all(
    ads.map(({ id }) =>
      call({
        path: `${ROOT}/Ads/${encodeURIComponent(id)}`,
        query: { expand: 'AdDetails(expand=ImpressionsByCountry,Targets)' },
        schema: dates,
        statuses: { 404: 'none' },
      }).catch(() => markPartial?.()),
    ),
  );
  return ads.map((ad, at) => ({ ...ad, ...dated[at] }));
}

/** Ads of the advertiser with the name, or about a keyword. */
export const microsoftAds = searchUpstream<AdFilters, Ad>(MSADS, {
  label: 'ad_library',
  ask: async ({ filters: { company, keyword } }, call, position, world) =>
    company === null
      ? askAds({ searchText: keyword }, Number(position ?? 0), call, world)
      : askCompany(company, call, position ?? '0', world),
});
