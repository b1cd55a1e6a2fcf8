import * as z from 'zod';
import type { PhoneNumber } from '../../../domain/phone/number.ts';
import { countryName } from '../../../domain/place/countries.ts';
import { field, fieldsOf } from '../../../lookup/answer-fields.ts';
import { COMPLAINT_SUBJECT_NAMES } from '../../../lookup/datasets/complaint-subjects.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../../lookup/product.ts';
import type { ReportsNear } from '../../../lookup/world.ts';
import {
  CARRIER_TYPES,
  carrierFields,
  describeCarrierSource,
  describeNumber,
  LINE_TYPE_BASES,
  LINE_TYPE_BASIS_TEXT,
  LINE_TYPES,
  numberSection,
  PORTABILITY_STATUSES,
  portabilityStatus,
} from '../conclusion.ts';
import { mayExist, numberPrice, phoneProduct, withAssumedCountry } from '../fact.ts';
import { burnerProbability } from '../phone/scoring.ts';
import { SANDBOX_AS_OF as AS_OF, connectedPhone } from '../sandbox.ts';
import { classifySpam, isUnchecked, spamClassification } from './classification.ts';
import {
  deriveSpam,
  SPAM_FACT_VERSION,
  type SpamConclusion,
  type SpamFact,
  spamSources,
} from './conclusion.ts';
import {
  BLOCK_NUMBERS,
  CALLBACK_BASES,
  callbackBasis,
  callbackProbability,
  ENOUGH_REPORTS,
  factorsAgainst,
  isSpoofed,
  recommendSpam,
  SPAM_RISK,
} from './scoring.ts';

const serviceFields = {
  fraud_score: field.score('Fraud score, 0 to 100: from 75 suspicious, from 85 high risk.'),
  recent_abuse: field.booleanOrNull('Whether abuse was reported recently.'),
  spammer: field.booleanOrNull('Whether the number is known for spam.'),
  in_service: field.booleanOrNull('Whether the line is in service.'),
};

const spamInsights = z.object({
  number: numberSection,
  reputation: z.object({
    report_count: field.countOrNull(
      'Number of reports of the phone number; null if no loaded complaint data could have it. `reason` says how far 0 can be relied on.',
    ),
    recent_report_count: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Number of reports in this calendar month and the two before; only for a reported number.',
      ),
    first_reported_on: z.string().optional(),
    last_reported_on: z.string().optional(),
    data_as_of: z
      .string()
      .optional()
      .describe('Date of the newest complaint data, if it has a report of the number.'),
    reason: field.text('What the counts are based on.'),
    range: z
      .object({
        block: field.text('Leading digits that the numbers of the block share.'),
        numbers_reported: field.count('How many of the other numbers of the block were reported.'),
        numbers: z.int().describe('How many other numbers the block has.'),
        reports: field.count('Number of reports of the other numbers of the block.'),
        reports_loaded: field.count(
          `Total number of loaded reports, of any number, among which these were counted. Below ${ENOUGH_REPORTS}, a block without reports is no evidence.`,
        ),
        data_as_of: field.text('Date of the newest of these reports.'),
      })
      .optional()
      .describe(
        'Complaints about the block of one thousand numbers in which the number was assigned; only in the United States and Canada, if complaint data is complete there.',
      ),
    service: z
      .object(serviceFields)
      .optional()
      .describe('Result of a reputation service, if one is configured and knows the number.'),
  }),
  behavior: z.object({
    callback_probability: field.share(
      'Probability that calling back reaches the caller, 0 to 1; 0 if `callback_basis` is NONE.',
    ),
    callback_basis: field.enum(CALLBACK_BASES, 'What `callback_probability` is based on.'),
    robocall_share: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'Share of recordings or robocalls among the reports that say whether it was one, 0 to 1.',
      ),
  }),
  threat_intelligence: z.object({
    scam_types: field.textList(
      'Scams that calls about the reported subjects often turn out to be, most reported first.',
    ),
    financial_loss_risk: field.enum(
      ['HIGH', 'MEDIUM', 'LOW', 'UNKNOWN'],
      'Risk of financial loss from calls about the reported subjects. Also HIGH for a premium-rate number, which charges callers who call back.',
    ),
    speaks_against: field.textList(
      'Risk factors for which `answer_allowed` is false. Empty if there is no evidence against the caller, which is not evidence for the caller.',
    ),
    subjects: z.array(
      z.object({ subject: z.enum(COMPLAINT_SUBJECT_NAMES), reports: z.int().min(1) }),
    ),
  }),
  network_analysis: z.object({
    origin_country: field.text(
      'Country of the numbering plan, or UNKNOWN. A caller can show a number of another country.',
    ),
    origin_country_code: z.string().length(2).nullable(),
    origin_region: z
      .string()
      .optional()
      .describe('Area within the numbering plan, if there is one.'),
    carrier: z.string().optional().describe('Best known carrier, if one is known.'),
    ...carrierFields,
    carrier_type: z.enum(CARRIER_TYPES),
    line_type: z.enum(LINE_TYPES),
    line_type_basis: field.enum(LINE_TYPE_BASES, LINE_TYPE_BASIS_TEXT),
    line_type_confidence: z.number().min(0).max(100),
    portability_status: z.enum(PORTABILITY_STATUSES),
    timezones: field.textList('Every IANA time zone in which the number may be.'),
    voip_detected: field.boolean(
      'Whether the line is VoIP. False is not meaningful while LINE_TYPE_UNKNOWN is among the risk factors.',
    ),
    burner_probability: field.share('Probability that the number will soon be discarded, 0 to 1.'),
    spoofing_suspected: z
      .boolean()
      .optional()
      .describe(
        'Whether the number cannot place calls because it cannot exist, is reserved for fiction, or is never used to call. Absent if no list of such numbers covers it; SPOOFING_NOT_CHECKED is then among the risk factors.',
      ),
  }),
});

type Insights = z.input<typeof spamInsights>;

/** Complaint data about the number's block. */
const describeRange = (near: ReportsNear, number: PhoneNumber) => ({
  block: number.e164.slice(0, -3),
  numbers_reported: near.numbers,
  numbers: BLOCK_NUMBERS,
  reports: near.reports,
  reports_loaded: near.loaded,
  data_as_of: near.asOf,
});

function reasonOf({ checked, reports, number }: SpamConclusion): string {
  if (!checked)
    return 'No loaded complaint data is complete for the number, so it is not known whether it was reported.';
  if (reports > 0)
    return 'Consumer reports to authorities, and reports that the operator imported.';
  return number.usOrCanada
    ? 'The loaded complaint data has no report of the number.'
    : 'The loaded complaint data has no report of the number, but it hardly covers callers outside the United States and Canada.';
}

function describeSpam(conclusion: SpamConclusion): Insights {
  const { number, phone, checked, history, reports, near, reputation, robocallShare } = conclusion;
  const isBorrowed = isSpoofed(conclusion);
  return {
    number: describeNumber(phone),
    reputation: {
      report_count: checked ? reports : null,
      ...(history && {
        recent_report_count: conclusion.recentReports,
        first_reported_on: history.firstOn ?? undefined,
        last_reported_on: history.lastOn ?? undefined,
        data_as_of: history.asOf ?? undefined,
      }),
      reason: reasonOf(conclusion),
      ...(near && { range: describeRange(near, number) }),
      ...(reputation && { service: fieldsOf(serviceFields, reputation) }),
    },
    behavior: {
      callback_probability: callbackProbability(conclusion),
      callback_basis: callbackBasis(conclusion),
      ...(robocallShare !== null && { robocall_share: Math.round(robocallShare * 100) / 100 }),
    },
    threat_intelligence: {
      scam_types: conclusion.scams,
      financial_loss_risk: conclusion.lossRisk,
      speaks_against: factorsAgainst(conclusion),
      subjects: history?.subjects ?? [],
    },
    network_analysis: {
      origin_country: countryName(number.country) ?? 'UNKNOWN',
      origin_country_code: number.country,
      ...(phone.area && { origin_region: phone.area }),
      ...(phone.carrier && { carrier: phone.carrier.name }),
      ...describeCarrierSource(phone.carrier),
      carrier_type: phone.carrierType,
      line_type: phone.lineType,
      line_type_basis: phone.basis,
      line_type_confidence: phone.confidence,
      portability_status: portabilityStatus(phone.ported),
      timezones: phone.fact.plan?.timezones ?? [],
      voip_detected: phone.lineType === 'VOIP',
      burner_probability: burnerProbability(phone),
      ...(isBorrowed !== null && { spoofing_suspected: isBorrowed }),
    },
  };
}

/** Numbers reserved for fiction; their facts are invented. */
const spamSandbox: readonly SandboxCase<SpamFact>[] = [
  inSandbox.answer('+14155550110', 'a number in service without reports', {
    phone: connectedPhone,
    checked: true,
    history: null,
    near: { numbers: 3, reports: 4, loaded: 400_000, asOf: AS_OF },
  }),
  inSandbox.answer('+14155550111', 'a robocaller with many recent reports', {
    phone: { ...connectedPhone, records: null },
    checked: true,
    history: {
      reports: 120,
      robocalls: 110,
      robocallsUnknown: 0,
      recentReports: 40,
      firstOn: '2025-03-04',
      lastOn: '2025-12-30',
      asOf: AS_OF,
      subjects: [
        { subject: 'WARRANTIES', reports: 100 },
        { subject: 'DROPPED_CALL', reports: 20 },
      ],
    },
  }),
  inSandbox.answer(
    '+14155550112',
    'a number of which nothing is known: no complaint data covers it',
    {
      phone: { ...connectedPhone, records: null },
      checked: false,
      history: null,
    },
  ),
  inSandbox.answer(
    '+14155550113',
    'a number that never places calls, so that a call showing it is spoofed',
    {
      phone: {
        ...connectedPhone,
        records: {
          doNotCall: { listed: false, asOf: AS_OF },
          doNotOriginate: { listed: true, asOf: AS_OF },
          portability: null,
        },
      },
      checked: true,
      history: null,
    },
  ),
  ...inSandbox.refusals('+14155550114', '+14155550115', '+14155550116'),
];

export const phoneSpam = withAssumedCountry(
  defineProduct({
    path: '/phone-spam',
    summary:
      'Identify spam callers, robocallers and spoofed numbers from what was reported about them',
    tier: 'standard',
    ...phoneProduct,
    sources: spamSources,
    derive: deriveSpam,
    price: numberPrice(({ phone }: SpamConclusion) => mayExist(phone)),
    isFound: (conclusion) => !isUnchecked(conclusion),
    classification: { schema: spamClassification, from: classifySpam },
    insights: { schema: spamInsights, from: describeSpam },
    risk: SPAM_RISK,
    recommend: recommendSpam,
    bulk: 'phone_spam',
    factVersion: SPAM_FACT_VERSION,
    sandbox: spamSandbox,
  }),
);
