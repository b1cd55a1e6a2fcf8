import type * as z from 'zod';
import { type DomainMetrics, UNKNOWN_METRICS } from '../../domain/web/domain-metrics.ts';
import {
  type KeywordFact,
  type KeywordQuery,
  quarterlyTrendChange,
  readIntent,
} from '../../domain/web/search-engine.ts';
import {
  type AudienceQuery,
  type AudienceReportFact,
  type AudienceRow,
  audienceReport,
  audienceRow,
} from '../../lookup/datasets/audience-reports.ts';
import { storedRow } from '../../lookup/datasets/dataset.ts';
import { recordKey } from '../../lookup/datasets/keys.ts';
import { WEB_DATASETS } from '../../lookup/datasets/web.ts';
import { rowsOfRecordHit } from '../../lookup/world.ts';
import { camelRow, recordSource } from './record-source.ts';

// A column that alone is the key of a row is not stored in the row.
const metricsRow = storedRow(WEB_DATASETS.domain_metrics.row).omit({ domain: true });
const keywordRow = storedRow(WEB_DATASETS.keywords.row);
const audienceLine = storedRow(WEB_DATASETS.audiences.row).omit({ domain: true });

/** Figures of a domain from the operator's file. */
export const recordedMetrics = recordSource<string, DomainMetrics>({
  dataset: 'domain_metrics',
  label: 'domain_records',
  keys: (domain) => [recordKey('domain', domain)],
  read({ data }) {
    const row = camelRow(metricsRow, metricsRow.parse(data));
    return {
      ...UNKNOWN_METRICS,
      ...row,
      topTlds: row.topTlds ?? [],
      topCountries: row.topCountries ?? [],
      linkTypes: (row.linkTypes ?? []).map((type) => ({ type, links: null })),
    };
  },
});

/** Figures of a keyword from the operator's file. */
export const recordedKeyword = recordSource<KeywordQuery, KeywordFact>({
  dataset: 'keywords',
  label: 'keyword_records',
  keys: ({ country, keyword }) => [recordKey('keyword', country, keyword)],
  read({ data }) {
    const row = keywordRow.parse(data);
    const difficulty = row.keyword_difficulty ?? null;
    return {
      searchVolume: row.search_volume ?? null,
      cpcUsd: row.cpc_usd ?? null,
      difficulty: difficulty === null ? null : Math.round(difficulty),
      intent: readIntent(row.primary_intent),
      trendChange: row.trend ? quarterlyTrendChange(row.trend) : null,
      serpFeatures: row.serp_features ?? null,
    };
  },
});

type AudienceLine = z.output<typeof audienceLine>;

/** Columns of a report for a line's label, value and share; the other columns stay empty. */
const LINE_COLUMNS = {
  geo: ['geo', 'traffic', 'traffic_share'],
  income: ['income_type', 'users', 'users_share'],
  sources: ['from_target', 'traffic', 'traffic_share'],
  destinations: ['to_target', 'traffic', 'traffic_share'],
} as const;

const audienceSummary = (lines: readonly AudienceLine[], domain: string): AudienceRow[] => {
  const values = new Map(lines.map(({ label, value }) => [label.toLowerCase(), value ?? null]));
  return [
    audienceRow(
      'summary',
      () => domain,
      (figure) => values.get(figure) ?? null,
    ),
  ];
};

/** Joins the lines of each sex (`25-34 female`) into one row per age. */
function audienceAges(lines: readonly AudienceLine[]): AudienceRow[] {
  const ages = new Map<string, Map<string, number | null>>();
  for (const { label, value = null, share = null } of lines) {
    const [, age, sex] = /^(.*\S)\s+(female|male)$/i.exec(label) ?? [];
    if (age === undefined || sex === undefined) continue;
    const figures = ages.get(age) ?? new Map();
    figures.set(`${sex.toLowerCase()}_users`, value).set(`${sex.toLowerCase()}_share`, share);
    ages.set(age, figures);
  }
  return [...ages].map(([age, figures]) =>
    audienceRow(
      'age_sex',
      () => age,
      (figure) => figures.get(figure) ?? null,
    ),
  );
}

function audienceRows(lines: readonly AudienceLine[], { domain, report }: AudienceQuery) {
  if (report === 'summary') return audienceSummary(lines, domain);
  if (report === 'age_sex') return audienceAges(lines);
  const [labelled, valued, shared] = LINE_COLUMNS[report];
  return lines.map(({ label, value = null, share = null }) =>
    audienceRow(
      report,
      (column) => (column === labelled ? label : null),
      (column) => (column === valued ? value : column === shared ? share : null),
    ),
  );
}

/** Report on a domain's visitors from the operator's file. */
export const recordedAudience = recordSource<AudienceQuery, AudienceReportFact>({
  dataset: 'audiences',
  label: 'audience_records',
  keys: ({ domain }) => [recordKey('domain', domain)],
  read(hit, query) {
    const lines = rowsOfRecordHit(hit, audienceLine).filter(
      ({ report }) => report === query.report,
    );
    return audienceReport(audienceRows(lines, query), null);
  },
});
