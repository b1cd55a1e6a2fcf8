import * as z from 'zod';
import { COMPLAINT_SUBJECT_NAMES } from '../../core/complaint-subjects.ts';
import { countryName } from './country-name.ts';
import { LINE_TYPES } from './line-type.ts';
import type { SpamProfile } from './spam-profile.ts';
import { callbackProbability, isSpoofed } from './spam-scoring.ts';

export const spamInsights = z.object({
  reputation: z.object({
    report_count: z
      .int()
      .min(0)
      .nullable()
      .describe('Reports of the number; null when no complaint data is loaded.'),
    recent_report_count: z
      .int()
      .min(0)
      .nullable()
      .describe('Those of this calendar month and the two before.'),
    first_reported_on: z.string().nullable(),
    last_reported_on: z.string().nullable(),
    data_as_of: z
      .string()
      .nullable()
      .describe('Date of the newest complaint data, when it has a report of the number.'),
    reason: z.string().describe('What the counts rest on.'),
  }),
  behavior: z.object({
    callback_probability: z
      .number()
      .min(0)
      .max(1)
      .describe('Chance that calling back reaches whoever called.'),
    robocall_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Share of the reports that name a recording or robocall; null without reports.'),
  }),
  threat_intelligence: z.object({
    scam_types: z
      .array(z.string())
      .describe('Scams that calls about the reported subjects often are, the most reported first.'),
    financial_loss_risk: z.enum(['HIGH', 'MEDIUM', 'LOW', 'UNKNOWN']),
    subjects: z.array(
      z.object({ subject: z.enum(COMPLAINT_SUBJECT_NAMES), reports: z.int().min(1) }),
    ),
  }),
  network_analysis: z.object({
    origin_country: z
      .string()
      .describe(
        "Country of the number's plan, or UNKNOWN. A caller can show a number of another country.",
      ),
    origin_country_code: z.string().length(2).nullable(),
    line_type: z.enum(LINE_TYPES),
    spoofing_suspected: z
      .boolean()
      .describe(
        'The number cannot place calls: impossible, kept for fiction, or never used to call.',
      ),
  }),
});

type Insights = z.input<typeof spamInsights>;

function reasonOf({ checked, reports, number }: SpamProfile): string {
  if (!checked)
    return 'No complaint data is loaded, so whether the number was reported is not known.';
  if (reports > 0) return 'Reports of consumers to authorities, and those the operator imported.';
  return number.usOrCanada
    ? 'The loaded complaint data holds no report of the number.'
    : 'The loaded complaint data, which hardly covers callers outside the United States and Canada, holds no report of the number.';
}

/** The insights section of a spam check. */
export function describeSpam(profile: SpamProfile): Insights {
  const { number, checked, history, reports } = profile;
  return {
    reputation: {
      report_count: checked ? reports : null,
      recent_report_count: checked ? profile.recentReports : null,
      first_reported_on: history?.firstOn ?? null,
      last_reported_on: history?.lastOn ?? null,
      data_as_of: history?.asOf ?? null,
      reason: reasonOf(profile),
    },
    behavior: {
      callback_probability: callbackProbability(profile),
      robocall_share: history ? Math.round((history.robocalls / reports) * 100) / 100 : null,
    },
    threat_intelligence: {
      scam_types: profile.scams,
      financial_loss_risk: profile.lossRisk,
      subjects: history?.subjects ?? [],
    },
    network_analysis: {
      origin_country: countryName(number.country) ?? 'UNKNOWN',
      origin_country_code: number.country,
      line_type: profile.phone.lineType,
      spoofing_suspected: isSpoofed(profile),
    },
  };
}
