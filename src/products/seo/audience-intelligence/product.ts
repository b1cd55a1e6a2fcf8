import * as z from 'zod';
import { defineProduct, forcedRefusals } from '../../../core/lookup/product.ts';
import { asking, firstMatch } from '../../../core/lookup/source.ts';
import { AUDIENCE_REPORTS } from '../../../core/records/web.ts';
import {
  AUDIENCE_LAYOUTS,
  type AudienceFact,
  type AudienceQuery,
  type AudienceReport,
} from '../../../core/web/audience.ts';
import { type RegistrableDomain, registeredDomain } from '../../../core/web/domain-name.ts';
import { semrushAudience } from '../../../sources/semrush/audience.ts';
import { recordedAudience } from '../../../sources/web-records.ts';
import { audienceRows } from './rows.ts';

/** Of one report. */
const CREDITS = 86;

const input = z.object({
  domain: registeredDomain,
  report: z
    .enum(AUDIENCE_REPORTS)
    .nullish()
    .transform((report) => report ?? 'summary')
    .describe('Which report: each is a lookup of its own; default summary.'),
});

const queryOf = (asked: { domain: RegistrableDomain; report: AudienceReport }): AudienceQuery => ({
  domain: asked.domain.name,
  report: asked.report,
});

const classification = z.object({
  found: z.boolean().describe('Whether the report has a row. Nothing is charged if not.'),
  target: z.string().describe('The registrable domain.'),
  report: z.enum(AUDIENCE_REPORTS).describe('Which report it is.'),
  report_label: z.string().describe('The same in words.'),
  row_count: z.int().min(0).describe('How many rows there are.'),
});

const insights = z.object({
  audience_intelligence_result: z
    .object({
      month: z
        .string()
        .nullable()
        .describe('First day of the month the figures are of; null when the source does not say.'),
      rows: audienceRows.describe('Rows of the report, most first; shares are fractions of 1.'),
    })
    .describe('The report.'),
});

const sample: AudienceFact = {
  month: '2026-01-01',
  rows: [
    {
      target: 'example.com',
      rank: 21_400,
      visits: 482_000,
      users: 310_500,
      pages_per_visit: 3.4,
      time_on_site: 212,
      bounce_rate: 0.41,
      direct: 180_000,
      referral: 50_000,
      social: 22_000,
      search: 210_000,
      paid: 15_000,
      mail: 5_000,
    },
  ],
};

/** Who visits this site? */
export const audienceIntelligence = defineProduct({
  path: '/audience-intelligence',
  type: 'audience_intelligence',
  summary: 'Who visits a site: one of six reports',
  tier: 'standard',
  input,
  subject: ({ domain }) => domain.name,
  cacheKey: ({ domain, report }) => `${report}|${domain.name}`,
  sources: firstMatch(asking(queryOf, recordedAudience), asking(queryOf, semrushAudience)),
  conclude: (fact): AudienceFact => fact ?? { rows: [], month: null },
  price: { upTo: CREDITS, charge: ({ rows }) => (rows.length > 0 ? CREDITS : 0) },
  classification: {
    schema: classification,
    from: ({ rows }, { domain, report }) => ({
      found: rows.length > 0,
      target: domain.name,
      report,
      report_label: AUDIENCE_LAYOUTS[report].label,
      row_count: rows.length,
    }),
  },
  insights: { schema: insights, from: (fact) => ({ audience_intelligence_result: fact }) },
  factVersion: 1,
  sandbox: [
    { subject: 'example.com', shows: 'a summary', fact: sample },
    { subject: 'example.net', shows: 'a site too small to be measured, not charged', fact: null },
    {
      subject: 'example.org',
      shows: 'visitors by country',
      body: { domain: 'example.org', report: 'geo' },
      fact: {
        month: '2026-01-01',
        rows: [
          { geo: 'US', traffic: 284_000, traffic_share: 0.589, users: 180_000 },
          { geo: 'GB', traffic: 61_000, traffic_share: 0.127, users: null },
        ],
      },
    },
    ...forcedRefusals('broke.example', 'busy.example', 'timeout.example'),
  ],
  example: { domain: 'example.com' },
});
