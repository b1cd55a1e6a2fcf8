import * as z from 'zod';
import { AUDIENCE_LAYOUTS, type AudienceReport } from '../../../core/web/audience.ts';

/** What each column says. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['target', 'The domain.'],
  ['rank', 'Rank among all domains by visits.'],
  ['visits', 'Visits in the month.'],
  ['users', 'People who visited in the month.'],
  ['pages_per_visit', 'Pages of a visit, on average.'],
  ['time_on_site', 'Seconds of a visit, on average.'],
  ['bounce_rate', 'Share of the visits that end at the first page, 0 to 1.'],
  ['direct', 'Visits by typing the address.'],
  ['referral', 'Visits by links on other sites.'],
  ['social', 'Visits from social platforms.'],
  ['search', 'Visits from search results.'],
  ['paid', 'Visits from advertisements.'],
  ['mail', 'Visits from mail.'],
  ['geo', 'Country.'],
  ['traffic', 'Visits.'],
  ['traffic_share', 'Their share of all, 0 to 1.'],
  ['age', 'Group of ages.'],
  ['female_users', 'Women of that age.'],
  ['male_users', 'Men of that age.'],
  ['female_share', 'Share of women, 0 to 1.'],
  ['male_share', 'Share of men, 0 to 1.'],
  ['income_type', 'Group of incomes: high, middle or low.'],
  ['users_share', 'Their share of all, 0 to 1.'],
  ['from_target', 'Site they came from.'],
  ['channel', 'Kind of site.'],
  ['traffic_type', 'Kind of visit.'],
  ['to_target', 'Site they went to.'],
]);

/** A row of a report. @throws Error for a column that nothing is said of */
function rowOf(report: AudienceReport) {
  const { texts, figures } = AUDIENCE_LAYOUTS[report];
  const described = (column: string, schema: z.ZodType<string | number | null>) => {
    const meaning = MEANINGS.get(column);
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
    .describe(`Of the report ${report}.`);
}

/** Rows of any report: which columns they have says the report. */
export const audienceRows = z.array(
  z.union([
    rowOf('summary'),
    rowOf('sources'),
    rowOf('geo'),
    rowOf('age_sex'),
    rowOf('income'),
    rowOf('destinations'),
  ]),
);
