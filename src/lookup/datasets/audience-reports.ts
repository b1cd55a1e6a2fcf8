import type { AUDIENCE_REPORTS } from './web.ts';

export type AudienceReport = (typeof AUDIENCE_REPORTS)[number];

export interface AudienceQuery {
  domain: string;
  report: AudienceReport;
}

/** One line of a report: a text or figure per column, null if the source has none. */
export interface AudienceRow {
  [column: string]: string | number | null;
}

/** Figures about a domain's visitors. */
export interface AudienceReportFact {
  rows: AudienceRow[];
  /** First day of the month of the figures, ISO 8601; null if unknown. */
  month: string | null;
}

interface ReportLayout {
  label: string;
  /** Text columns, which come before the figure columns. */
  texts: readonly string[];
  figures: readonly string[];
}

/** Layout of every report: its label and its columns. Shares are fractions. */
export const AUDIENCE_LAYOUTS: Readonly<{ [Report in AudienceReport]: ReportLayout }> = {
  summary: {
    label: 'Traffic summary',
    texts: ['target'],
    figures: [
      'rank',
      'visits',
      'users',
      'pages_per_visit',
      'time_on_site',
      'bounce_rate',
      'direct',
      'referral',
      'social',
      'search',
      'paid',
      'mail',
    ],
  },
  geo: {
    label: 'Visitors by country',
    texts: ['geo'],
    figures: ['traffic', 'traffic_share', 'users'],
  },
  age_sex: {
    label: 'Visitors by age and sex',
    texts: ['age'],
    figures: ['female_users', 'male_users', 'female_share', 'male_share'],
  },
  income: {
    label: 'Visitors by household income',
    texts: ['income_type'],
    figures: ['users', 'users_share'],
  },
  sources: {
    label: 'Where visitors come from',
    texts: ['from_target', 'channel', 'traffic_type'],
    figures: ['traffic', 'traffic_share'],
  },
  destinations: {
    label: 'Where visitors go',
    texts: ['to_target'],
    figures: ['traffic', 'traffic_share'],
  },
};

/** A report from the rows that have a figure; null if no figure is other than zero. */
export function audienceReport(
  rows: readonly AudienceRow[],
  month: string | null,
): AudienceReportFact | null {
  const figuresOf = (row: AudienceRow) => Object.values(row).filter(Number.isFinite);
  const known = rows.filter((row) => figuresOf(row).length > 0);
  return known.some((row) => figuresOf(row).some(Boolean)) ? { rows: known, month } : null;
}

/** A row of a report, filled by `textOf` and `figureOf`. */
export function audienceRow(
  report: AudienceReport,
  textOf: (column: string) => string | null,
  figureOf: (column: string) => number | null,
): AudienceRow {
  const { texts, figures } = AUDIENCE_LAYOUTS[report];
  return Object.fromEntries([
    ...texts.map((column) => [column, textOf(column)] as const),
    ...figures.map((column) => [column, figureOf(column)] as const),
  ]);
}
