import {
  AUDIENCE_LAYOUTS,
  type AudienceQuery,
  type AudienceReport,
  type AudienceReportFact,
  audienceReport,
  audienceRow,
} from '../../lookup/datasets/audience-reports.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { columnNumber, columnText, reportTable, SEMRUSH } from './client.ts';

/** Vendor's path of each report; the summary takes several domains at once. */
const REPORTS: Readonly<{ [Report in AudienceReport]: { path: string; targets?: true } }> = {
  summary: { path: 'summary', targets: true },
  geo: { path: 'geo' },
  age_sex: { path: 'age_and_sex_distribution' },
  income: { path: 'income_distribution' },
  sources: { path: 'sources' },
  destinations: { path: 'destinations' },
};

/** Day of the month by which the figures of the previous month are published. */
const PUBLISHED_BY_DAY = 12;
const MAX_ROWS = 100;

/** First day of the last month that is certainly published. */
function lastMonth(now: number): string {
  const today = new Date(now);
  const back = today.getUTCDate() < PUBLISHED_BY_DAY ? 2 : 1;
  const month = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back);
  return new Date(month).toISOString().slice(0, 10);
}

/** Visitors of a domain, by one report. Every report is billed, including one without rows. */
export const semrushAudience = fromUpstream<AudienceQuery, AudienceReportFact>(SEMRUSH, {
  name: 'semrush_trends',
  label: 'traffic_panel',
  metered: 'calls',
  timeoutMs: 20_000,
  async ask({ domain, report }, call, { clock }) {
    const { path, targets } = REPORTS[report];
    const { texts, figures } = AUDIENCE_LAYOUTS[report];
    const month = lastMonth(clock.now());
    const rows = await call({
      path: `/analytics/ta/api/v3/${path}`,
      query: {
        ...(targets ? { targets: domain } : { target: domain }),
        display_date: month,
        ...(!targets && { display_limit: MAX_ROWS }),
        export_columns: [...texts, ...figures].join(),
      },
      reply: 'text',
      schema: reportTable(texts[0] as string),
    });
    const read = (rows ?? []).slice(0, MAX_ROWS).map((row) =>
      audienceRow(
        report,
        (column) => columnText(row, column),
        // A rank of 0 means none.
        (column) =>
          column === 'rank' ? columnNumber(row, column) || null : columnNumber(row, column),
      ),
    );
    return audienceReport(read, month);
  },
});
