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
import { firstThatApplies } from '../../../lookup/scoring.ts';
import { judgeDeliverability } from '../../email/email/deliverability.ts';
import { businessSiteOf, type VerifyFact, type VerifyInput } from './fact.ts';

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
export type VerificationCheckName = (typeof VERIFICATION_CHECKS)[number];

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

export const VERIFICATION_STATUSES = ['VERIFIED', 'PARTIAL', 'UNVERIFIED', 'NOT_FOUND'] as const;
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
export interface VerificationConclusion {
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
export function deriveVerification(fact: VerifyFact, input: VerifyInput): VerificationConclusion {
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
