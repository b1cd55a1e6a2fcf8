import {
  isSameCity,
  nameSimilarity,
  numberAtPlace,
  placeNumber,
  placeSite,
  registeredHost,
  SAME_NAME_THRESHOLD,
} from '../../../domain/place/place-match.ts';
import type { WebSite } from '../../../domain/web/site.ts';
import { judgeDeliverability } from '../../email/email/deliverability.ts';
import { businessSiteOf, type VerifyFact, type VerifyInput } from './fact.ts';

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

/** True, false, or undecided with the reason; `failed` if a source did not answer. */
type VerificationCheck = boolean | { unknown: string; failed: boolean };

const unknown = (why: string, failed = false): VerificationCheck => ({ unknown: why, failed });

/** True by the query that finds the record, so that they prove nothing. */
const KEY_CHECKS: readonly VerificationCheckName[] = ['name_match', 'city_match'];

/** Absence from a register is no evidence: the registers list larger companies. */
function whyUnregistered(register: VerifyFact['register']): string {
  if (register === null) return 'No register of companies could be queried.';
  return register === 'listed'
    ? 'The register lists the business but does not say whether it is active.'
    : 'No register that was queried lists the business; few small businesses are in one.';
}

/** Reason of a check that compares with a record, if there is none. */
const NO_RECORD = 'No record of the business to compare with.';

interface Evidence extends VerifyFact {
  input: VerifyInput;
  website: WebSite | null;
}

/** Registers are searched by name, so a listing counts as a match of the name. */
function nameMatch({ place, input, registered: listed }: Evidence): VerificationCheck {
  if (place) return nameSimilarity(input.name, place.name) >= SAME_NAME_THRESHOLD;
  return listed === null ? unknown(NO_RECORD) : true;
}

function phoneMatch({ input, place, placeFailed }: Evidence): VerificationCheck {
  if (input.phone === null) return unknown('No phone number was given.');
  if (!place) return unknown(NO_RECORD);
  const known = placeNumber(place, input.country);
  if (known === null) return unknown('The record has no phone number.', placeFailed);
  return known === numberAtPlace(input.phone, place, input.country);
}

function websiteMatch({ input, place, placeFailed }: Evidence): VerificationCheck {
  if (!input.website) return unknown('No website was given.');
  if (!place) return unknown(NO_RECORD);
  const known = placeSite(place);
  if (!known) return unknown('The record has no website.', placeFailed);
  return registeredHost(known.domain) === registeredHost(input.website.domain);
}

/** Why the pages of the site are unknown; null if they were read. */
function unreadSite({ website, site, placeFailed }: Evidence): VerificationCheck | null {
  if (!website) return unknown('No website is known.', placeFailed);
  if (!site) return unknown('The site could not be read.', true);
  return site.unread === null ? null : unknown(site.unread, site.outage);
}

const websiteLive = (evidence: Evidence): VerificationCheck =>
  evidence.site?.live ?? unreadSite(evidence) ?? unknown('The site could not be read.', true);

function emailDomainMatch({ input, website, placeFailed }: Evidence): VerificationCheck {
  if (!input.email) return unknown('No email address was given.');
  if (!website) return unknown('No website is known.', placeFailed);
  return registeredHost(input.email.domain) === registeredHost(website.domain);
}

function emailDeliverable({ input, mail }: Evidence): VerificationCheck {
  if (!input.email) return unknown('No email address was given.');
  if (!mail) return unknown('The email address could not be checked.', true);
  const { status, reason, detail } = judgeDeliverability({ address: input.email, fact: mail });
  if (status === 'DELIVERABLE') return true;
  if (status === 'UNKNOWN' && mail.mailboxStage === 'NOT_NEEDED')
    return unknown('The mailbox is checked only for a business that has a record.');
  return status !== 'UNDELIVERABLE' && unknown(detail, reason === 'MAILBOX_CHECK_FAILED');
}

function phoneOnSite(evidence: Evidence): VerificationCheck {
  const { place, input, placeFailed } = evidence;
  const number = numberAtPlace(input.phone ?? place?.phone ?? null, place, input.country);
  if (number === null) return unknown('No phone number is known.', placeFailed);
  return evidence.site?.phones.includes(number) || (unreadSite(evidence) ?? false);
}

function addressOnSite(evidence: Evidence): VerificationCheck {
  if (!evidence.place) return unknown(NO_RECORD);
  if (evidence.place.address.line1 === null)
    return unknown('The record has no street address.', evidence.placeFailed);
  return evidence.site?.showsAddress || (unreadSite(evidence) ?? false);
}

const RULES: Readonly<Record<VerificationCheckName, (evidence: Evidence) => VerificationCheck>> = {
  name_match: nameMatch,
  city_match: ({ place, input }) =>
    place
      ? (isSameCity(input.city, place.address.city) ?? unknown('The record has no city.'))
      : unknown(NO_RECORD),
  phone_match: phoneMatch,
  website_match: websiteMatch,
  website_live: websiteLive,
  email_domain_match: emailDomainMatch,
  email_deliverable: emailDeliverable,
  registered: ({ registered: listed, register, registerFailed }) =>
    listed ?? unknown(whyUnregistered(register), registerFailed),
  phone_on_site: phoneOnSite,
  address_on_site: addressOnSite,
};

export type VerificationChecks = Readonly<Record<VerificationCheckName, VerificationCheck>>;

/** Runs every check, with or without a record; an undecided check has its reason. */
export function runChecks(fact: VerifyFact, input: VerifyInput): VerificationChecks {
  const evidence = { ...fact, input, website: businessSiteOf(input, fact.place) };
  return Object.fromEntries(
    VERIFICATION_CHECKS.map((name) => [name, RULES[name](evidence)]),
  ) as Record<VerificationCheckName, VerificationCheck>;
}

/** Counts of the checks, apart from those of the key. */
export interface CheckTally {
  /** Decided, either way. */
  ran: number;
  passed: number;
  /** Undecided because a source did not answer. */
  open: number;
}

export function tallyChecks(checks: VerificationChecks): CheckTally {
  const counted = VERIFICATION_CHECKS.filter((name) => !KEY_CHECKS.includes(name)).map(
    (name) => checks[name],
  );
  return {
    ran: counted.filter((check) => typeof check === 'boolean').length,
    passed: counted.filter((check) => check === true).length,
    open: counted.filter((check) => typeof check === 'object' && check.failed).length,
  };
}
