import * as z from 'zod';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../../lookup/product.ts';
import {
  barePlace,
  describePlaceHeadline,
  describePlaceRecord,
  placeHeadline,
  placeRecord,
  samplePlace,
} from '../place.ts';
import {
  deriveVerification,
  VERIFICATION_CHECKS,
  VERIFICATION_STATUSES,
  type VerificationCheckName,
  type VerificationConclusion,
} from './checks.ts';
import {
  VERIFY_FACT_VERSION,
  type VerifyFact,
  type VerifyInput,
  verifyCacheKey,
  verifyInput,
  verifySources,
} from './fact.ts';

/** What a check means when it is true. */
const MEANINGS: Readonly<Record<VerificationCheckName, string>> = {
  name_match: 'The record bears the name, at least 85 % alike.',
  city_match: 'The record is in the city.',
  phone_match: 'The number given is that of the record.',
  website_match: 'The site given has the registrable domain of the record.',
  website_live: 'The site answers.',
  email_domain_match: "The email address is at the site's registrable domain.",
  email_deliverable: 'The mail server accepts mail for the address.',
  registered:
    'The register of legal entities, or that of securities, lists the name as active; false: only as inactive.',
  phone_on_site: 'The site shows the number given, or else that of the record.',
  address_on_site: 'The site shows the street address of the record.',
};

const byCheck = <Schema extends z.ZodType>(schemaOf: (name: VerificationCheckName) => Schema) =>
  z.object(
    Object.fromEntries(VERIFICATION_CHECKS.map((name) => [name, schemaOf(name)])) as Record<
      VerificationCheckName,
      Schema
    >,
  );

const verifyClassification = z.object({
  matched: z.boolean().describe('Whether the business was found. Nothing is charged if not.'),
  verification_status: z
    .enum(VERIFICATION_STATUSES)
    .describe('VERIFIED from a score of 80, PARTIAL from 50, else UNVERIFIED; NOT_FOUND.'),
  verification_score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('Share of the checks that ran and passed; null when the business was not found.'),
  checks_run: z.int().min(0).describe('Checks that could be decided.'),
  checks_passed: z.int().min(0).describe('Of these, those that are true.'),
  ...placeHeadline.pick({ name: true, phone: true, website: true }).shape,
});

const verifyInsights = z.object({
  business_verify_result: z
    .object({
      checks: byCheck((name) =>
        z.boolean().nullable().describe(`${MEANINGS[name]} Null: it could not be decided.`),
      ).describe('Every check: true, false, or null where it could not be decided.'),
      unknown_reasons: z
        .record(z.string(), z.string())
        .describe('Why a check is null, by its name.'),
      record: placeRecord.describe('The record the business was found in.'),
    })
    .describe('What was checked, and against what.'),
});

/** The classification section of a verification. */
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

const NOT_FOUND = { unknown: 'The business was not found.' };

/** The insights section of a verification. */
function describeVerification({
  place,
  checks,
}: VerificationConclusion): z.input<typeof verifyInsights> {
  const shown = VERIFICATION_CHECKS.map((name) => [name, checks?.[name] ?? NOT_FOUND] as const);
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

const CREDITS = 30;

const NO_FACT: VerifyFact = {
  place: null,
  site: null,
  mail: null,
  registered: null,
  unlisted: true,
};

const sandbox: readonly SandboxCase<VerifyFact>[] = [
  {
    subject: 'Sandbox Books',
    shows: 'a business whose site shows its number and address',
    fact: {
      ...NO_FACT,
      place: samplePlace,
      site: { live: true, unread: null, phones: ['+12175550101'], showsAddress: true },
      registered: true,
    },
  },
  {
    subject: 'Sandbox Corner Shop',
    shows: 'a business without a site, which leaves most checks open',
    fact: { ...NO_FACT, place: barePlace },
  },
  {
    subject: 'Sandbox Dead Site',
    shows: 'a business whose site is gone, and which its register lists as inactive',
    fact: {
      ...NO_FACT,
      place: { ...samplePlace, name: 'Sandbox Dead Site' },
      site: { live: false, unread: 'The site has no address.', phones: [], showsAddress: null },
      registered: false,
    },
  },
  { subject: 'Sandbox Nobody', shows: 'NOT_FOUND, not charged', fact: NO_FACT },
  ...forcedRefusals('Sandbox Broke', 'Sandbox Busy', 'Sandbox Slow'),
];

/** Does this business exist, and are number, address and site its own? */
export const businessVerify = defineProduct({
  path: '/business-verify',
  type: 'business_verify',
  summary: 'Ten checks of what a business says of itself',
  tier: 'live',
  input: verifyInput,
  subject: ({ name }: VerifyInput) => name,
  cacheKey: verifyCacheKey,
  sources: verifySources,
  derive: deriveVerification,
  price: { upTo: CREDITS, charge: ({ place }) => (place ? CREDITS : 0) },
  classification: { schema: verifyClassification, from: classifyVerification },
  insights: { schema: verifyInsights, from: describeVerification },
  bulk: 'business_verify',
  factVersion: VERIFY_FACT_VERSION,
  sandbox,
  example: { name: 'Example Books', city: 'Springfield', website: 'example.com' },
});
