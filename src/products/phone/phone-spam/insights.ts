import * as z from 'zod';
import { COMPLAINT_SUBJECT_NAMES } from '../../../core/records/complaint-subjects.ts';
import { countryName } from '../../../data/countries.ts';
import { LINE_TYPES } from '../line-type.ts';
import type { SpamProfile } from './profile.ts';
import { CALLBACK_BASES, callbackBasis, callbackProbability, isSpoofed } from './scoring.ts';

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
      .optional()
      .describe('Those of this calendar month and the two before; only of a reported number.'),
    first_reported_on: z.string().optional(),
    last_reported_on: z.string().optional(),
    data_as_of: z
      .string()
      .optional()
      .describe('Date of the newest complaint data, when it has a report of the number.'),
    reason: z.string().describe('What the counts rest on.'),
  }),
  behavior: z.object({
    callback_probability: z
      .number()
      .min(0)
      .max(1)
      .describe('Chance that calling back reaches whoever called; 0 when callback_basis is NONE.'),
    callback_basis: z.enum(CALLBACK_BASES).describe('What callback_probability rests on.'),
    robocall_share: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Share of the reports that name a recording or robocall.'),
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
    origin_region: z.string().nullable().describe("Area of the number's plan."),
    carrier: z.string().nullable().describe('Best known carrier; may be the first of the range.'),
    line_type: z.enum(LINE_TYPES),
    spoofing_suspected: z
      .boolean()
      .nullable()
      .describe(
        'The number cannot place calls: impossible, kept for fiction, or never used to call; null when no list of such numbers tells.',
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
  const { number, phone, checked, history, reports } = profile;
  return {
    reputation: {
      report_count: checked ? reports : null,
      ...(history && {
        recent_report_count: profile.recentReports,
        first_reported_on: history.firstOn ?? undefined,
        last_reported_on: history.lastOn ?? undefined,
        data_as_of: history.asOf ?? undefined,
      }),
      reason: reasonOf(profile),
    },
    behavior: {
      callback_probability: callbackProbability(profile),
      callback_basis: callbackBasis(profile),
      ...(history && { robocall_share: Math.round((history.robocalls / reports) * 100) / 100 }),
    },
    threat_intelligence: {
      scam_types: profile.scams,
      financial_loss_risk: profile.lossRisk,
      subjects: history?.subjects ?? [],
    },
    network_analysis: {
      origin_country: countryName(number.country) ?? 'UNKNOWN',
      origin_country_code: number.country,
      origin_region: phone.place,
      carrier: phone.network?.name ?? null,
      line_type: phone.lineType,
      spoofing_suspected: isSpoofed(profile),
    },
  };
}
