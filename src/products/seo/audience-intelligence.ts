import * as z from 'zod';
import { type RegistrableDomain, registeredDomain } from '../../domain/web/domain-name.ts';
import { field } from '../../lookup/answer-fields.ts';
import {
  AUDIENCE_LAYOUTS,
  type AudienceQuery,
  type AudienceReport,
  type AudienceReportFact,
} from '../../lookup/datasets/audience-reports.ts';
import { AUDIENCE_REPORTS } from '../../lookup/datasets/web.ts';
import { defineProduct, inSandbox } from '../../lookup/product.ts';
import { firstMatch } from '../../lookup/source.ts';
import { mapQuery } from '../../lookup/source-adapters.ts';
import { recordedAudience } from '../../open-data/records/web.ts';
import { semrushAudience } from '../../vendors/semrush/audience.ts';
import columnDescriptions from './audience-columns.json' with { type: 'json' };

const COLUMN_DESCRIPTIONS = new Map(Object.entries(columnDescriptions));

/** Schema of a report's rows. @throws Error for a column without a description */
function audienceRowSchema(report: AudienceReport) {
  const { texts, figures } = AUDIENCE_LAYOUTS[report];
  const described = (column: string, schema: z.ZodType<string | number | null>) => {
    const meaning = COLUMN_DESCRIPTIONS.get(column);
    if (meaning === undefined) throw new Error(`${column} is not described`);
    return [column, schema.describe(meaning)] as const;
  };
  return z
    .object(
      Object.fromEntries([
        ...texts.map((column) => described(column, z.string().nullable())),
        ...figures.map((column) => described(column, z.number().nullable())),
      ]),
    )
    .describe(`Row of the report ${report}.`);
}

/** Rows of any report; the report determines the columns. */
const audienceRows = z.array(
  z.union([
    audienceRowSchema('summary'),
    audienceRowSchema('sources'),
    audienceRowSchema('geo'),
    audienceRowSchema('age_sex'),
    audienceRowSchema('income'),
    audienceRowSchema('destinations'),
  ]),
);

const input = z.object({
  domain: registeredDomain,
  report: z
    .enum(AUDIENCE_REPORTS)
    .nullish()
    .transform((report) => report ?? 'summary')
    .describe('Report to return; default summary. Each report is a separate lookup.'),
});

const queryOf = (asked: { domain: RegistrableDomain; report: AudienceReport }): AudienceQuery => ({
  domain: asked.domain.name,
  report: asked.report,
});

const classification = z.object({
  found: field.boolean('Whether the report has any rows. Nothing is charged if not.'),
  target: field.text('The registrable domain.'),
  report: field.enum(AUDIENCE_REPORTS, 'The report that is returned.'),
  report_label: field.text('Title of the report.'),
  row_count: field.count('Number of rows.'),
});

const insights = z.object({
  audience_intelligence_result: field.object('The report.', {
    month: field.textOrNull(
      'First day of the month that the figures cover; null if the source does not say.',
    ),
    rows: audienceRows.describe('Rows of the report, highest first. Shares are fractions of 1.'),
  }),
});

const sample: AudienceReportFact = {
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

export const audienceIntelligence = defineProduct({
  path: '/audience-intelligence',
  summary: 'Who visits a site: one of six reports',
  tier: 'standard',
  input,
  subject: ({ domain }) => domain.name,
  cacheKey: ({ domain, report }) => `${report}|${domain.name}`,
  sources: firstMatch(mapQuery(queryOf, recordedAudience), mapQuery(queryOf, semrushAudience)),
  derive: (fact): AudienceReportFact => fact ?? { rows: [], month: null },
  price: { upTo: 86, isPaid: ({ rows }) => rows.length > 0 },
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
  factVersion: 2,
  sandbox: [
    inSandbox.answer('example.com', 'a summary', sample),
    inSandbox.answer('example.net', 'a site too small to be measured, not charged', null),
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
    ...inSandbox.refusals('broke.example', 'busy.example', 'timeout.example'),
  ],
  example: { domain: 'example.com' },
});
