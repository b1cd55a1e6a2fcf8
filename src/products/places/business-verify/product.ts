import * as z from 'zod';
import type { PlaceFact } from '../../../domain/place/place.ts';
import { alike } from '../../../lib/fields.ts';
import { field } from '../../../lookup/answer-fields.ts';
import type { Recommendations, RiskAssessment } from '../../../lookup/envelope.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../../lookup/product.ts';
import {
  advise,
  firstThatApplies,
  type RecommendationRule,
  type RiskTable,
  recommendBy,
} from '../../../lookup/scoring.ts';
import {
  barePlace,
  describePlaceHeadline,
  describePlaceRecord,
  placeHeadline,
  placeRecord,
  samplePlace,
} from '../place.ts';
import {
  type CheckTally,
  runChecks,
  tallyChecks,
  VERIFICATION_CHECKS,
  type VerificationCheckName,
  type VerificationChecks,
} from './checks.ts';
import {
  isDescribed,
  VERIFY_FACT_VERSION,
  type VerifyFact,
  type VerifyInput,
  verifyCacheKey,
  verifyInput,
  verifySources,
} from './fact.ts';

const VERIFICATION_STATUSES = ['VERIFIED', 'PARTIAL', 'UNVERIFIED', 'NOT_FOUND'] as const;
type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** Fewest decided checks, apart from those of the key, that verify a business. */
const ENOUGH_CHECKS = 3;

/** Percentage that passed of the checks that ran or whose source did not answer; null: none ran. */
const scoreOf = ({ ran, passed, open }: CheckTally): number | null =>
  ran === 0 ? null : Math.round((100 * passed) / (ran + open));

const hasOthers = (place: PlaceFact | null): boolean => (place?.others ?? 0) > 0;

/**
 * The first row that applies. A source that did not answer counts against either extreme, but is no
 * reason for PARTIAL where every check that ran failed.
 */
const STATUSES: readonly {
  status: VerificationStatus;
  applies(tally: CheckTally, place: PlaceFact | null): boolean;
}[] = [
  { status: 'NOT_FOUND', applies: (_, place) => place === null },
  {
    status: 'VERIFIED',
    // A record with no more than the name and place it was found by proves nothing.
    applies: (tally, place) =>
      (scoreOf(tally) ?? 0) >= 80 &&
      tally.ran >= ENOUGH_CHECKS &&
      isDescribed(place) &&
      !hasOthers(place) &&
      place.status !== 'PERMANENTLY_CLOSED',
  },
  {
    status: 'UNVERIFIED',
    applies: ({ ran, passed, open }) =>
      ran > 0 && (passed === 0 || (passed + open) / (ran + open) < 0.5),
  },
  { status: 'PARTIAL', applies: () => true },
];

interface VerificationConclusion extends CheckTally {
  place: PlaceFact | null;
  checks: VerificationChecks;
  status: VerificationStatus;
  /** {@link scoreOf}; null without a record. */
  score: number | null;
}

export const verificationStatus = (
  tally: CheckTally,
  place: PlaceFact | null,
): VerificationStatus => firstThatApplies(STATUSES, tally, place).status;

function deriveVerification(fact: VerifyFact, input: VerifyInput): VerificationConclusion {
  const { place } = fact;
  const checks = runChecks(fact, input);
  const tally = tallyChecks(checks);
  const status = verificationStatus(tally, place);
  return { place, checks, status, score: place && scoreOf(tally), ...tally };
}

const says =
  (name: VerificationCheckName, result: boolean) =>
  ({ checks }: VerificationConclusion): boolean =>
    checks[name] === result;

const isNotFound = ({ place }: VerificationConclusion): boolean => place === null;

const isIn =
  (status: PlaceFact['status']) =>
  ({ place }: VerificationConclusion): boolean =>
    place?.status === status;

/** Risk: evidence against the business, among the decided checks. */
const VERIFICATION_RISK: RiskTable<VerificationConclusion> = {
  base: 10,
  factors: {
    NO_RECORD_FOUND: [30, isNotFound],
    CITY_DIFFERS: [15, says('city_match', false)],
    PHONE_DIFFERS: [15, says('phone_match', false)],
    WEBSITE_DIFFERS: [15, says('website_match', false)],
    WEBSITE_DEAD: [20, says('website_live', false)],
    EMAIL_ELSEWHERE: [10, says('email_domain_match', false)],
    EMAIL_UNDELIVERABLE: [20, says('email_deliverable', false)],
    REGISTERED_INACTIVE: [30, says('registered', false)],
    PERMANENTLY_CLOSED: [50, isIn('PERMANENTLY_CLOSED')],
    TEMPORARILY_CLOSED: [20, isIn('TEMPORARILY_CLOSED')],
  },
  confidence: { base: ({ ran }) => 12 * ran, factors: {} },
};

const VERDICTS: readonly RecommendationRule<VerificationConclusion>[] = [
  advise.review(
    'The record lists this business as permanently closed.',
    isIn('PERMANENTLY_CLOSED'),
  ),
  advise.review(
    'The record lists this business as temporarily closed.',
    isIn('TEMPORARILY_CLOSED'),
  ),
  advise.review('A register lists this business only as inactive.', says('registered', false)),
  advise.review(
    'No record of this business was found, and some of the checks of its details failed.',
    ({ place, ran, passed }) => place === null && passed < ran,
  ),
  advise.verify(
    'No record of this business was found; every check that could run without one passed.',
    ({ place, ran }) => place === null && ran > 0,
  ),
  advise.review(
    'No record of this business was found, and nothing else could be checked.',
    isNotFound,
  ),
  advise.review(
    'A record of this business was found, but most of the checks that ran failed.',
    ({ status }) => status === 'UNVERIFIED',
  ),
  advise.approve(
    'A record of this business was found, and at least 80% of the checks that ran passed.',
    ({ status }, { risk_level: level }) => status === 'VERIFIED' && level === 'LOW',
  ),
  advise.verify(
    'Several records match this business equally well, and the first was compared: send its phone number, website or state.',
    ({ place }) => hasOthers(place),
  ),
  advise.verify(
    'A record of this business was found, but a source for further checks did not answer: try again later.',
    ({ open }) => open > 0,
  ),
  advise.verify(
    'A record of this business was found; nothing else could be checked.',
    ({ ran }) => ran === 0,
  ),
  advise.verify(
    'A record of this business was found; confirm the details that were not checked or did not match.',
  ),
];

/** Secondary action for each group of checks, if one of them is false. */
const TO_CONFIRM: readonly (readonly [string, readonly VerificationCheckName[]])[] = [
  ['CONFIRM_ADDRESS', ['city_match', 'address_on_site']],
  ['CONFIRM_PHONE', ['phone_match', 'phone_on_site']],
  ['CONFIRM_WEBSITE', ['website_match', 'website_live']],
  ['CONFIRM_EMAIL', ['email_domain_match', 'email_deliverable']],
  ['CONFIRM_REGISTRATION', ['registered']],
];

/** Recommendation from the results of the checks. */
function recommendVerification(
  verification: VerificationConclusion,
  risk: RiskAssessment,
): Recommendations {
  const { checks, place, ran, status } = verification;
  return {
    ...recommendBy(VERDICTS, verification, risk),
    secondary_actions: [
      ...(hasOthers(place) ? ['CONFIRM_RECORD'] : []),
      ...TO_CONFIRM.flatMap(([todo, names]) =>
        names.some((name) => checks[name] === false) ? [todo] : [],
      ),
    ],
    business_rules: {
      record_found: place !== null,
      verified: status === 'VERIFIED',
      enough_checks: ran >= ENOUGH_CHECKS,
    },
  };
}

const MEANINGS: Readonly<Record<VerificationCheckName, string>> = {
  name_match:
    'Whether the name in the record, or in a register if there is no record, is at least 85% similar.',
  city_match: 'Whether the record is in the city.',
  phone_match: 'Whether the given number is the number in the record.',
  website_match: 'Whether the given site has the registrable domain of the record.',
  website_live:
    'Whether the site answers. False: its name has no address, its home page does not exist, or the domain is parked or for sale.',
  email_domain_match: 'Whether the email address is at the registrable domain of the site.',
  email_deliverable: 'Whether the mail server accepts mail for the address.',
  registered:
    'Whether the register of legal entities, or the register of securities, lists the name as active. False: only as inactive.',
  phone_on_site: 'Whether the site shows the given number, or else the number in the record.',
  address_on_site: 'Whether the site shows the street address of the record.',
};

const byCheck = <Schema extends z.ZodType>(schemaOf: (name: VerificationCheckName) => Schema) =>
  z.object(
    Object.fromEntries(VERIFICATION_CHECKS.map((name) => [name, schemaOf(name)])) as Record<
      VerificationCheckName,
      Schema
    >,
  );

const verifyClassification = z.object({
  matched: field.boolean(
    'Whether a record of the business was found. Without a record, the checks that need none still run. Nothing is charged without a record, for a record with no more than name and place, or if no check could be decided.',
  ),
  verification_status: field.enum(
    VERIFICATION_STATUSES,
    `Outcome of the verification. VERIFIED: a score of 80 or more from at least ${ENOUGH_CHECKS} checks, unless the business has closed permanently, its record has no more than name and place, or several records fit equally well. UNVERIFIED: none of the checks run passed, or fewer than half would even if every source that did not answer spoke for the business. PARTIAL: any other business with a record. NOT_FOUND: no record was found.`,
  ),
  verification_score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe(
      'Percentage that passed of the checks run, 0 to 100. A check whose source did not answer counts as not passed, so that an outage never raises the score. Null without a record, and if no check was run.',
    ),
  checks_run: field.count(
    'Number of checks that could be decided, apart from `name_match` and `city_match`: they are what the record was found by.',
  ),
  checks_passed: field.count('Number of those checks that are true.'),
  ...placeHeadline.pick({ name: true, phone: true, website: true }).shape,
});

const verifyInsights = z.object({
  business_verify_result: field.object('The checks, and the record they were made against.', {
    checks: byCheck((name) =>
      field.booleanOrNull(`${MEANINGS[name]} Null if it could not be decided.`),
    ).describe('Every check: true, false, or null if it could not be decided.'),
    unknown_reasons: z
      .record(z.string(), z.string())
      .describe('Reason for each null check, by name of the check.'),
    record: placeRecord.describe('The record in which the business was found.'),
  }),
});

function classifyVerification(
  verification: VerificationConclusion,
): z.input<typeof verifyClassification> {
  const { place, status, score, ran, passed } = verification;
  const { name, phone, website } = describePlaceHeadline(place);
  return {
    matched: place !== null,
    verification_status: status,
    verification_score: score,
    checks_run: ran,
    checks_passed: passed,
    name,
    phone,
    website,
  };
}

function describeVerification({
  place,
  checks,
}: VerificationConclusion): z.input<typeof verifyInsights> {
  const shown = VERIFICATION_CHECKS.map((name) => [name, checks[name]] as const);
  const results = shown.map(([name, check]) => [name, typeof check === 'boolean' ? check : null]);
  const reasons = shown.flatMap(([name, check]) =>
    typeof check === 'boolean' ? [] : [[name, check.unknown]],
  );
  return {
    business_verify_result: {
      checks: Object.fromEntries(results) as Record<VerificationCheckName, boolean | null>,
      unknown_reasons: Object.fromEntries(reasons) as Record<string, string>,
      record: describePlaceRecord(place),
    },
  };
}

const NO_FACT: VerifyFact = {
  ...alike(null, 'place', 'site', 'mail', 'registered'),
  register: 'unlisted',
  ...alike(false, 'placeFailed', 'registerFailed'),
};

const LIVE_SITE = { live: true, unread: null, outage: false, phones: [], showsAddress: null };

const sandbox: readonly SandboxCase<VerifyFact>[] = [
  inSandbox.answer('Sandbox Books', 'a business whose site shows its number and address', {
    ...NO_FACT,
    place: samplePlace,
    site: { ...LIVE_SITE, phones: ['+12175550101'], showsAddress: true },
    registered: true,
  }),
  inSandbox.answer(
    'Sandbox Corner Shop',
    'a business without a site, which leaves most checks open',
    {
      ...NO_FACT,
      place: barePlace,
    },
  ),
  inSandbox.answer(
    'Sandbox Dead Site',
    'a business whose site is gone, and which its register lists as inactive',
    {
      ...NO_FACT,
      place: { ...samplePlace, name: 'Sandbox Dead Site' },
      site: { ...LIVE_SITE, live: false, unread: 'The site has no address.' },
      registered: false,
    },
  ),
  inSandbox.answer('Sandbox Nobody', 'NOT_FOUND, not charged', NO_FACT),
  ...inSandbox.refusals('Sandbox Broke', 'Sandbox Busy', 'Sandbox Slow'),
];

export const businessVerify = defineProduct({
  path: '/business-verify',
  summary: 'Ten checks of what a business says about itself',
  tier: 'live',
  input: verifyInput,
  subject: ({ name }: VerifyInput) => name,
  cacheKey: verifyCacheKey,
  sources: verifySources,
  derive: deriveVerification,
  price: { upTo: 30, isPaid: ({ place, ran }) => isDescribed(place) && ran > 0 },
  classification: { schema: verifyClassification, from: classifyVerification },
  insights: { schema: verifyInsights, from: describeVerification },
  risk: VERIFICATION_RISK,
  recommend: recommendVerification,
  bulk: 'business_verify',
  factVersion: VERIFY_FACT_VERSION,
  sandbox,
  example: { name: 'Example Books', city: 'Springfield', website: 'example.com' },
});
