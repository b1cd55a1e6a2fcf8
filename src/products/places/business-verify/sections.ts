import * as z from 'zod';
import { headlineOf, placeHeadline, placeRecord, recordOf } from '../place-sections.ts';
import { CHECKS, type CheckName } from './checks.ts';
import { STATUSES, type Verification } from './verdict.ts';

/** What a check means when it is true. */
const MEANINGS: Readonly<Record<CheckName, string>> = {
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

const byCheck = <Schema extends z.ZodType>(schemaOf: (name: CheckName) => Schema) =>
  z.object(
    Object.fromEntries(CHECKS.map((name) => [name, schemaOf(name)])) as Record<CheckName, Schema>,
  );

export const verifyClassification = z.object({
  matched: z.boolean().describe('Whether the business was found. Nothing is charged if not.'),
  verification_status: z
    .enum(STATUSES)
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

export const verifyInsights = z.object({
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
export function classifyVerification(
  verification: Verification,
): z.input<typeof verifyClassification> {
  const { place, status, score, ran, passed } = verification;
  const { name, phone, website } = headlineOf(place);
  return {
    matched: place !== null,
    verification_status: status,
    verification_score: score,
    checks_run: ran,
    checks_passed: passed,
    ...{ name, phone, website },
  };
}

const NOT_FOUND = { unknown: 'The business was not found.' };

/** The insights section of a verification. */
export function describeVerification({
  place,
  checks,
}: Verification): z.input<typeof verifyInsights> {
  const shown = CHECKS.map((name) => [name, checks?.[name] ?? NOT_FOUND] as const);
  const results = shown.map(([name, check]) => [name, typeof check === 'boolean' ? check : null]);
  const reasons = shown.flatMap(([name, check]) =>
    typeof check === 'boolean' ? [] : [[name, check.unknown]],
  );
  return {
    business_verify_result: {
      checks: Object.fromEntries(results) as Record<CheckName, boolean | null>,
      unknown_reasons: Object.fromEntries(reasons) as Record<string, string>,
      record: recordOf(place),
    },
  };
}
