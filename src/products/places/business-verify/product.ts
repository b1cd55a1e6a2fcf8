import * as z from 'zod';
import { e164In } from '../../../domain/phone/number.ts';
import type { PlaceFact } from '../../../domain/place/place.ts';
import {
  isSameCity,
  nameSimilarity,
  SAME_NAME_THRESHOLD,
} from '../../../domain/place/place-match.ts';
import { registrableDomain } from '../../../domain/web/domain-name.ts';
import type { WebSite } from '../../../domain/web/site.ts';
import { UnusableInput } from '../../../lib/inputs.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../../lookup/product.ts';
import { firstThatApplies } from '../../../lookup/scoring.ts';
import { judgeDeliverability } from '../../email/email/deliverability.ts';
import {
  barePlace,
  describePlaceHeadline,
  describePlaceRecord,
  placeHeadline,
  placeRecord,
  samplePlace,
} from '../place.ts';
import {
  businessSiteOf,
  VERIFY_FACT_VERSION,
  type VerifyFact,
  type VerifyInput,
  verifyCacheKey,
  verifyInput,
  verifySources,
} from './fact.ts';

/** What is checked, in the order it is shown. */
export const VERIFICATION_CHECKS = [
  'name_match',
  'city_match',
  'phone_match',
  'website_match',
  'website_live',
  'email_domain_match',
  'email_deliverable',
  'registered',
  'phone_on_site',
  'address_on_site',
] as const;
type VerificationCheckName = (typeof VERIFICATION_CHECKS)[number];

/** True or false; or null, and why. */
type VerificationCheck = boolean | { unknown: string };

const unknown = (why: string): VerificationCheck => ({ unknown: why });

const NO_REGISTER_ASKED = 'No register of companies could be asked.';
/** Absence from a register of the larger ones is no sign of anything. */
const NOT_LISTED = 'No register that was asked lists it; few small businesses are in one.';

interface Evidence extends VerifyFact {
  place: PlaceFact;
  input: VerifyInput;
  website: WebSite | null;
}

const readNumber = (text: string | null, country: string | null): string | null => {
  try {
    return text === null ? null : e164In(text, country);
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
};

const placeNumber = ({ place, input }: Evidence): string | null =>
  readNumber(place.phone, place.address.countryCode ?? input.country);

/** The registrable domain of a site or an email address; the host itself where it has a port. */
const registered = (host: string): string => registrableDomain(host)?.name ?? host;

function phoneMatch(evidence: Evidence): VerificationCheck {
  if (evidence.input.phone === null) return unknown('No phone number was given.');
  const known = placeNumber(evidence);
  if (known === null) return unknown('The record has no phone number.');
  return known === evidence.input.phone;
}

function websiteMatch({ input, place }: Evidence): VerificationCheck {
  if (!input.website) return unknown('No web site was given.');
  const known = businessSiteOf({ website: null }, place);
  if (!known) return unknown('The record has no web site.');
  return registered(known.domain) === registered(input.website.domain);
}

function websiteLive({ website, site }: Evidence): VerificationCheck {
  if (!website) return unknown('No web site is known.');
  return site?.live ?? unknown(site?.unread ?? 'The site could not be asked.');
}

function emailDomainMatch({ input, website }: Evidence): VerificationCheck {
  if (!input.email) return unknown('No email address was given.');
  if (!website) return unknown('No web site is known.');
  return registered(input.email.domain) === registered(website.domain);
}

function emailDeliverable({ input, mail }: Evidence): VerificationCheck {
  if (!input.email) return unknown('No email address was given.');
  if (!mail) return unknown('The email address could not be checked.');
  const { status, detail } = judgeDeliverability({ address: input.email, fact: mail });
  if (status === 'DELIVERABLE') return true;
  return status === 'UNDELIVERABLE' ? false : unknown(detail);
}

const unreadSite = ({ website, site }: Evidence): string | null => {
  if (!website) return 'No web site is known.';
  return site ? site.unread : 'The site could not be asked.';
};

function phoneOnSite(evidence: Evidence): VerificationCheck {
  const number = evidence.input.phone ?? placeNumber(evidence);
  if (number === null) return unknown('No phone number is known.');
  const why = unreadSite(evidence);
  return why === null ? (evidence.site?.phones.includes(number) ?? false) : unknown(why);
}

function addressOnSite(evidence: Evidence): VerificationCheck {
  if (evidence.place.address.line1 === null) return unknown('The record has no street address.');
  const why = unreadSite(evidence);
  return why === null ? (evidence.site?.showsAddress ?? false) : unknown(why);
}

const RULES: Readonly<Record<VerificationCheckName, (evidence: Evidence) => VerificationCheck>> = {
  name_match: ({ place, input }) => nameSimilarity(input.name, place.name) >= SAME_NAME_THRESHOLD,
  city_match: ({ place, input }) =>
    isSameCity(input.city, place.address.city) ?? unknown('The record has no city.'),
  phone_match: phoneMatch,
  website_match: websiteMatch,
  website_live: websiteLive,
  email_domain_match: emailDomainMatch,
  email_deliverable: emailDeliverable,
  registered: ({ registered: listed, unlisted }) =>
    listed ?? unknown(unlisted ? NOT_LISTED : NO_REGISTER_ASKED),
  phone_on_site: phoneOnSite,
  address_on_site: addressOnSite,
};

/** Every check of a business that was found; null of one that was not. */
function runChecks(
  fact: VerifyFact,
  input: VerifyInput,
): Readonly<Record<VerificationCheckName, VerificationCheck>> | null {
  const { place } = fact;
  if (!place) return null;
  const evidence = { ...fact, place, input, website: businessSiteOf(input, place) };
  return Object.fromEntries(
    VERIFICATION_CHECKS.map((name) => [name, RULES[name](evidence)]),
  ) as Record<VerificationCheckName, VerificationCheck>;
}

const VERIFICATION_STATUSES = ['VERIFIED', 'PARTIAL', 'UNVERIFIED', 'NOT_FOUND'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** The first row whose least score is reached; a business that was not found has no score. */
const STATUS_BY_SCORE: readonly {
  status: VerificationStatus;
  applies(score: number | null): boolean;
}[] = [
  { status: 'NOT_FOUND', applies: (score) => score === null },
  { status: 'VERIFIED', applies: (score) => (score as number) >= 80 },
  { status: 'PARTIAL', applies: (score) => (score as number) >= 50 },
  { status: 'UNVERIFIED', applies: () => true },
];

/** Conclusion: the input of every section of the answer. */
interface VerificationConclusion {
  place: PlaceFact | null;
  checks: Readonly<Record<VerificationCheckName, VerificationCheck>> | null;
  status: VerificationStatus;
  /** Share of the checks that ran and passed, 0 to 100; null when nothing was found. */
  score: number | null;
  ran: number;
  passed: number;
}

/** The verdict of a score. @param score null: the business was not found */
export const verificationStatus = (score: number | null): VerificationStatus =>
  firstThatApplies(STATUS_BY_SCORE, score).status;

/** Derives the conclusion from a fact; pure. */
function deriveVerification(fact: VerifyFact, input: VerifyInput): VerificationConclusion {
  const checks = runChecks(fact, input);
  const results = Object.values(checks ?? {}).filter((check) => typeof check === 'boolean');
  const passed = results.filter(Boolean).length;
  const score = checks === null ? null : Math.round((100 * passed) / results.length);
  return {
    place: fact.place,
    checks,
    status: verificationStatus(score),
    score,
    ran: results.length,
    passed,
  };
}

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
