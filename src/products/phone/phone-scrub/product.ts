import * as z from 'zod';
import { PHONE_LINES } from '../../../domain/person/person.ts';
import { FICTIONAL_TEXT } from '../../../domain/phone/number-plan.ts';
import { field } from '../../../lookup/answer-fields.ts';
import { LITIGATOR_KINDS } from '../../../lookup/datasets/phone.ts';
import type { Recommendations, RiskAssessment } from '../../../lookup/envelope.ts';
import {
  defineProduct,
  inSandbox,
  type LookupContext,
  type SandboxCase,
} from '../../../lookup/product.ts';
import {
  advise,
  enumerate,
  type RecommendationRule,
  type RiskTable,
  recommendBy,
  ruleOf,
} from '../../../lookup/scoring.ts';
import type { ScrubLists } from '../../../lookup/scrub-lists.ts';
import { isHandsetOff, LINE_TYPE_BASES, LINE_TYPE_BASIS_TEXT, lineCode } from '../conclusion.ts';
import {
  highestScore,
  isUnassignedFiction,
  mayExist,
  type PhoneFact,
  phoneProduct,
  unlessImpossible,
  withAssumedCountry,
} from '../fact.ts';
import { takesCalls } from '../phone/scoring.ts';
import { SANDBOX_AS_OF, sanFrancisco } from '../sandbox.ts';
import {
  deriveScrub,
  type MissingList,
  SCRUB_FACT_VERSION,
  type ScrubConclusion,
  type ScrubFact,
  scrubSources,
} from './conclusion.ts';

/** Whether every list was checked, and applies to the number. */
const isChecked = ({ missing, notApplicable }: ScrubConclusion): boolean =>
  missing.length + notApplicable.length === 0;

/** Risk score of calling the number: 0 none, 100 certain. */
const SCRUB_RISK: RiskTable<ScrubConclusion> = {
  base: 0,
  highest: ({ number }) => highestScore(number),
  factors: {
    LITIGATOR_RISK: [95, ({ litigator }) => litigator],
    DNC_LISTED: [55, ({ doNotCall }) => doNotCall],
    DO_NOT_ORIGINATE: [60, ({ line }) => line.doNotOriginate === true],
    NOT_REACHABLE: [45, ({ line }) => line.status !== 'INVALID' && line.inService === false],
    NOT_REACHABLE_NOW: [30, ({ line }) => isHandsetOff(line)],
    PREMIUM_RATE: [40, ({ line }) => line.lineType === 'PREMIUM'],
    REASSIGNED_NUMBER: [40, ({ reassigned }) => reassigned],
    INVALID_NUMBER: [30, ({ line }) => line.status === 'INVALID'],
    FICTIONAL_NUMBER: [30, ({ line }) => isUnassignedFiction(line)],
    NO_LIST_CHECKED: [20, ({ checked }) => !checked],
    LITIGATOR_NOT_CHECKED: [20, ({ missing }) => missing.includes('litigators')],
    DNC_NOT_CHECKED: [20, ({ missing }) => missing.includes('do_not_call')],
    REASSIGNMENT_NOT_CHECKED: [5, ({ missing }) => missing.includes('reassigned_numbers')],
  },
  // Confidence: a hit is certain; without a hit it depends on the lists that were checked.
  confidence: {
    base: 10,
    factors: {
      LISTED: [80, ({ matched }) => matched],
      IMPOSSIBLE_NUMBER: [80, ({ number }) => !number.valid],
      EVERY_LIST_CHECKED: [65, isChecked],
      LITIGATOR_CHECKED: [10, ({ missing }) => !missing.includes('litigators')],
      DNC_CHECKED: [10, ({ lists }) => lists.doNotCall.listed !== null],
    },
  },
};

const LIST_NAMES: Record<MissingList, string> = {
  do_not_call: 'the Do Not Call registry',
  litigators: 'the litigator list',
  reassigned_numbers: 'the list of reassigned numbers',
};

const VERDICTS: readonly RecommendationRule<ScrubConclusion>[] = [
  advise.block(
    'This number belongs to a known litigator; never contact it.',
    ({ litigator }) => litigator,
  ),
  advise.block(
    'This number is on a Do Not Call registry; do not market to it.',
    ({ doNotCall }) => doNotCall,
  ),
  advise.block('This number cannot exist in its numbering plan.', ({ number }) => !number.valid),
  advise.block(FICTIONAL_TEXT, ({ line }) => isUnassignedFiction(line)),
  advise.block(
    'The network reports this number as not assigned.',
    ({ line }) => line.status === 'INVALID',
  ),
  advise.block(
    'This number never places calls; do not call it.',
    ({ line }) => line.doNotOriginate === true,
  ),
  advise.review(
    'This number is recorded as out of service; do not call it.',
    ({ line }) => line.inService === false,
  ),
  advise.review(
    'Calls to this number are charged at a premium rate.',
    ({ line }) => line.lineType === 'PREMIUM',
  ),
  advise.verify(
    'This number was permanently disconnected at some point; ask for consent again before you call it.',
    ({ reassigned }) => reassigned,
  ),
  advise.verify(
    'The handset of this number is off or out of coverage; try again later.',
    ({ line }) => isHandsetOff(line),
  ),
  advise.review(
    'No list of this service covers this number, so it is not known whether it may be called; check the registry of its country before you call it.',
    ({ checked }) => !checked,
  ),
  advise.review(
    'This number is on none of the lists that were checked; do not call it until all lists are checked.',
    ({ missing }) => missing.length > 0,
  ),
  advise.verify(
    'This number is on none of the lists that apply to it; the Do Not Call registry does not apply to it, so check the registry of its country before you market to it.',
    (conclusion) => !isChecked(conclusion),
  ),
  advise.approve('This number is on none of the lists that were checked.'),
];

/** Whether to call the number: lists first, then the line; an unchecked list allows nothing. */
function recommendScrub(conclusion: ScrubConclusion, risk: RiskAssessment): Recommendations {
  const advice = recommendBy(VERDICTS, conclusion, risk);
  const { litigator, doNotCall, reassigned, missing, lists, line } = conclusion;
  const isCallable = mayExist(line) && takesCalls(line);
  const clean = ruleOf(!isCallable || conclusion.matched, !isChecked(conclusion));
  const unchecked = missing.map((list) => LIST_NAMES[list]);
  return {
    primary_action: advice.primary_action,
    secondary_actions: [
      ...(litigator || doNotCall ? ['SUPPRESS_NUMBER'] : []),
      ...(reassigned ? ['RENEW_CONSENT'] : []),
      ...(isHandsetOff(line) ? ['RETRY_LATER'] : []),
      ...missing.map((list) => `CHECK_${list.toUpperCase()}`),
    ],
    user_message:
      unchecked.length > 0
        ? `${advice.user_message} Not checked: ${enumerate(unchecked)}.`
        : advice.user_message,
    business_rules: {
      call_allowed: clean,
      contact_allowed: ruleOf(litigator || !isCallable, missing.includes('litigators')),
      marketing_allowed: clean,
      // Consent cannot be assumed to hold while a list that could revoke it is missing.
      consent_required:
        reassigned ||
        doNotCall ||
        lists.doNotCall.listed === null ||
        missing.includes('reassigned_numbers'),
    },
  };
}

const phone: PhoneFact = {
  plan: sanFrancisco,
  holder: {
    company: 'Sandbox Wireless',
    companyType: 'WIRELESS',
    city: 'SAN FRANCISCO',
    state: 'CA',
    asOf: SANDBOX_AS_OF,
  },
  records: null,
};

const clear = { listed: false, asOf: null };
const clean: ScrubLists = {
  doNotCall: clear,
  litigator: { ...clear, kind: null },
  reassigned: { ...clear, disconnectedAt: null },
};
const hit = { listed: true, asOf: SANDBOX_AS_OF };

const scrubbed = (changes: Partial<ScrubLists>): ScrubFact => ({
  lists: { ...clean, ...changes },
  phone,
});

/** Numbers reserved for fiction; the list results are invented. */
const scrubSandbox: readonly SandboxCase<ScrubFact>[] = [
  inSandbox.answer(
    '+14155550121',
    'a number on the Do Not Call registry',
    scrubbed({ doNotCall: hit }),
  ),
  inSandbox.answer('+14155550120', 'a number on no list, not charged', scrubbed({})),
  inSandbox.answer(
    '+14155550122',
    'a litigator, who is on no registry',
    scrubbed({ litigator: { ...hit, kind: 'LITIGATOR' } }),
  ),
  inSandbox.answer(
    '+14155550123',
    'a reassigned number',
    scrubbed({ reassigned: { ...hit, disconnectedAt: '2025-09-01' } }),
  ),
  inSandbox.answer(
    '+14155550124',
    'a number on no list while the litigators are not imported',
    scrubbed({ litigator: { listed: null, asOf: null, kind: null } }),
  ),
  ...inSandbox.refusals('+14155550125', '+14155550126', '+14155550127'),
];

const PHONE_TYPES = ['MOBILE', 'LANDLINE', 'VOIP', 'LITIGATOR', 'UNKNOWN'] as const;

const scrubFields = {
  matched: field.boolean('Whether the number is on at least one list.'),
  phone: z.string(),
  formattedPhone: field.textOrNull('The number as (NPA) NXX-XXXX; null outside calling code 1.'),
  phoneTypeCode: field.enumOrNull(
    ['W', 'L', 'V'],
    'Code of the line type: W mobile, L landline, V VoIP; null if the line type is not known.',
  ),
  phoneTypeLabel: field.enumOrNull(
    PHONE_TYPES,
    'Line type; LITIGATOR if the number belongs to a litigator, whatever the line.',
  ),
  phone_type_basis: field.enum(LINE_TYPE_BASES, LINE_TYPE_BASIS_TEXT),
  doNotCall: field.boolean(
    'Whether the number is on an imported Do Not Call registry. False is not meaningful while `do_not_call` is in `missing_lists`.',
  ),
  litigator: field.boolean(
    'Whether the number belongs to a known litigator, serial complainer or attorney: never contact it. False is not meaningful while `litigators` is in `missing_lists`.',
  ),
  reassigned: field.boolean(
    'Whether the number was permanently disconnected at some time. Consent may have been given by an earlier owner.',
  ),
  missing_lists: field.textList(
    'Lists that were not checked: they are not imported, or do not cover the region of the number.',
  ),
  not_applicable_lists: field.textList(
    'Lists that do not apply to the number: `do_not_call` outside the United States, its territories and Canada. A registry of its own country was not checked.',
  ),
};

const scrubClassification = z.object({
  ...scrubFields,
  do_not_call: field.boolean('Same as `doNotCall`.'),
  phone_type: field.enumOrNull(PHONE_TYPES, 'Same as `phoneTypeLabel`.'),
});

const scrubInsights = z.object({
  phone_scrub_result: z.object({
    ...scrubFields,
    litigator_kind: z.enum(LITIGATOR_KINDS).nullable(),
    disconnected_at: field.textOrNull(
      'Date of the last permanent disconnection, if the list says.',
    ),
    lists_as_of: field.object(
      'Date of the newest imported file of each list that was checked; null if none was, or a paid list answered.',
      {
        do_not_call: z.string().nullable(),
        litigators: z.string().nullable(),
        reassigned_numbers: z.string().nullable(),
      },
    ),
    processedTime: z.iso.datetime().nullable().describe('When the number was scrubbed.'),
  }),
});

type ScrubResult = z.input<typeof scrubInsights>['phone_scrub_result'];

function describeScrubFields(
  conclusion: ScrubConclusion,
): Pick<ScrubResult, keyof typeof scrubFields> {
  const { number, litigator } = conclusion;
  const line = PHONE_LINES.find((type) => type === conclusion.line.lineType);
  const digits =
    number.callingCode === '1' ? /^(\d{3})(\d{3})(\d{4})$/.exec(number.national) : null;
  return {
    matched: conclusion.matched,
    phone: number.e164,
    formattedPhone: digits && `(${digits[1]}) ${digits[2]}-${digits[3]}`,
    phoneTypeCode: lineCode(conclusion.line.lineType),
    phone_type_basis: conclusion.line.basis,
    phoneTypeLabel: litigator ? 'LITIGATOR' : (line ?? 'UNKNOWN'),
    doNotCall: conclusion.doNotCall,
    litigator,
    reassigned: conclusion.reassigned,
    missing_lists: conclusion.missing,
    not_applicable_lists: conclusion.notApplicable,
  };
}

function classifyScrub(conclusion: ScrubConclusion): z.input<typeof scrubClassification> {
  const fields = describeScrubFields(conclusion);
  return { ...fields, do_not_call: fields.doNotCall, phone_type: fields.phoneTypeLabel };
}

function describeScrub(
  conclusion: ScrubConclusion,
  { foundAt }: LookupContext,
): z.input<typeof scrubInsights> {
  const { doNotCall, litigator, reassigned } = conclusion.lists;
  return {
    phone_scrub_result: {
      ...describeScrubFields(conclusion),
      litigator_kind: litigator.kind,
      disconnected_at: reassigned.disconnectedAt,
      lists_as_of: {
        do_not_call: doNotCall.asOf,
        litigators: litigator.asOf,
        reassigned_numbers: reassigned.asOf,
      },
      processedTime: foundAt,
    },
  };
}

export const phoneScrub = withAssumedCountry(
  defineProduct({
    path: '/phone-scrub',
    summary: 'Scrub a number against the Do Not Call registry, litigators and reassigned numbers',
    tier: 'standard',
    ...phoneProduct,
    sources: scrubSources,
    derive: (fact, { phone_number }) => deriveScrub(fact, phone_number),
    price: {
      upTo: 10,
      listed: unlessImpossible(10),
      charge: ({ matched }, input) => (matched ? unlessImpossible(10)(input) : 0),
    },
    // An answer without a hit is a result too: that is the purpose of scrubbing.
    isFound: () => true,
    classification: { schema: scrubClassification, from: classifyScrub },
    insights: {
      schema: scrubInsights,
      from: (conclusion, _, context) => describeScrub(conclusion, context),
    },
    risk: SCRUB_RISK,
    recommend: recommendScrub,
    bulk: 'phone_scrub',
    factVersion: SCRUB_FACT_VERSION,
    sandbox: scrubSandbox,
    example: { phone_number: '+12025550101' },
  }),
);
