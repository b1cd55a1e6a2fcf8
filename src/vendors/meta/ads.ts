import * as z from 'zod';
import {
  type Ad,
  type AdFields,
  type AdFilters,
  metaLibraryUrl,
  UNKNOWN_AD,
  wordsOfAd,
} from '../../domain/social/ads.ts';
import { isAdvertiser } from '../../domain/social/advertiser-match.ts';
import { advertiserName } from '../../domain/social/advertiser-names.ts';
import {
  fieldsAt,
  listOf,
  lowerTexts,
  part,
  parts,
  text,
  texts,
  writtenDate,
} from '../../lib/loose-fields.ts';
import type { Upstream, UpstreamVerdict } from '../upstream/upstream.ts';
import { searchUpstream } from '../upstream/vendor-source.ts';

const refused = z.object({ error: z.object({ code: z.number() }) });

/**
 * Error codes (Graph API, "Handling Errors"): token refused or without permission, limit reached,
 * busy.
 */
const VERDICT_BY_CODE: ReadonlyMap<number, UpstreamVerdict> = new Map<number, UpstreamVerdict>([
  ...[10, 102, 190, 200].map((code): [number, UpstreamVerdict] => [code, 'key']),
  ...[4, 17, 32, 613].map((code): [number, UpstreamVerdict] => [code, 'quota']),
  ...[1, 2].map((code): [number, UpstreamVerdict] => [code, 'later']),
]);

/** Meta's own API to its ad library, with a free token of the operator. */
const OFFICIAL_META: Upstream = {
  name: 'OFFICIAL',
  hosts: ['graph.facebook.com'],
  hostInPath: true,
  adds: "the platform's own free ad library, whose commercial ads are only those of the European Union and the United Kingdom",
  needs: ['META_AD_TOKEN'],
  authenticate: (secret) => ({ headers: { Authorization: `Bearer ${secret('META_AD_TOKEN')}` } }),
  envelope(body, status) {
    const said = status >= 400 ? refused.safeParse(body) : null;
    return said?.success ? VERDICT_BY_CODE.get(said.data.error.code) : undefined;
  },
};

const PAGE = 100;
/** Without `ad_snapshot_url`, which contains the token. */
const FIELDS = (
  'id page_name ad_creative_bodies ad_creative_link_titles ad_creative_link_captions ' +
  'beneficiary_payers ad_delivery_start_time ad_delivery_stop_time publisher_platforms'
).split(' ');

const id = z.union([z.string().min(1), z.number()]).transform(String);

const firstWords = texts.transform((all) => all.find((one) => wordsOfAd(one)) ?? null);

const metaAd = fieldsAt<AdFields>({
  id: ['id', id],
  advertiser: ['page_name', text],
  title: ['ad_creative_link_titles', firstWords],
  text: ['ad_creative_bodies', firstWords],
  snapshotUrl: ['id', id.transform(metaLibraryUrl)],
  startedAt: ['ad_delivery_start_time', writtenDate],
  endedAt: ['ad_delivery_stop_time', writtenDate],
  placements: ['publisher_platforms', lowerTexts],
}).transform((ad): Ad => ({ ...UNKNOWN_AD, ...ad }));

/**
 * Fields that identify the advertiser: the page, the domains shown as destination, and the
 * beneficiary (Digital Services Act, Article 26; stated in the European Union only).
 */
const whose = fieldsAt({
  page: ['page_name', text],
  leadsTo: ['ad_creative_link_captions', texts],
  beneficiaries: ['beneficiary_payers', parts({ beneficiary: text })],
});

type Whose = z.output<typeof whose>;

const foundAd = fieldsAt({ ad: [metaAd], of: [whose] });

/** Whether the ad is on a page of the company, or runs for it on a page of another name. */
const isOwn = (company: string, { page, leadsTo, beneficiaries }: Whose): boolean =>
  [page, ...beneficiaries.map(({ beneficiary }) => beneficiary)].some((name) =>
    isAdvertiser(company, name, ...leadsTo),
  );

const reply = z.object({
  data: listOf(foundAd),
  paging: part({ cursors: part({ after: text }), next: text }).optional(),
});

/**
 * Ads on Meta's social networks: political ads of every country, others of the European Union and
 * the United Kingdom. The search is by words only, so a company's ads are filtered by the name of
 * the page or of the beneficiary: a page of results may be empty and have a next one.
 */
export const officialMetaAds = searchUpstream<AdFilters, Ad>(OFFICIAL_META, {
  name: 'official_meta_ads',
  label: 'ad_library',
  async ask({ filters: { company, keyword } }, call, after) {
    const found = await call({
      path: '/v23.0/ads_archive',
      query: {
        search_terms: company === null ? keyword : advertiserName(company),
        ad_reached_countries: '["ALL"]',
        ad_active_status: 'ALL',
        ad_type: 'ALL',
        fields: FIELDS.join(),
        limit: PAGE,
        after,
      },
      schema: reply,
    });
    const rows = (found?.data ?? [])
      .filter(({ of }) => company === null || isOwn(company, of))
      .map(({ ad }) => ad);
    const next = found?.paging?.next ? (found.paging.cursors?.after ?? null) : null;
    return rows.length === 0 && next === null ? null : { rows, next, total: null };
  },
});
