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

/** True, false, or undecided with the reason. */
type VerificationCheck = boolean | { unknown: string };

const unknown = (why: string): VerificationCheck => ({ unknown: why });

/** Absence from a register is no evidence: the registers list larger companies. */
function whyUnregistered(register: VerifyFact['register']): string {
  if (register === null) return 'No register of companies could be asked.';
  return register === 'listed'
    ? 'The register lists it and does not say whether it is active.'
    : 'No register that was asked lists it; few small businesses are in one.';
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

function phoneMatch({ input, place }: Evidence): VerificationCheck {
  if (input.phone === null) return unknown('No phone number was given.');
  if (!place) return unknown(NO_RECORD);
  const known = placeNumber(place, input.country);
  if (known === null) return unknown('The record has no phone number.');
  return known === numberAtPlace(input.phone, place, input.country);
}

function websiteMatch({ input, place }: Evidence): VerificationCheck {
  if (!input.website) return unknown('No web site was given.');
  if (!place) return unknown(NO_RECORD);
  const known = placeSite(place);
  if (!known) return unknown('The record has no web site.');
  return registeredHost(known.domain) === registeredHost(input.website.domain);
}

function websiteLive({ website, site }: Evidence): VerificationCheck {
  if (!website) return unknown('No web site is known.');
  return site?.live ?? unknown(site?.unread ?? 'The site could not be asked.');
}

function emailDomainMatch({ input, website }: Evidence): VerificationCheck {
  if (!input.email) return unknown('No email address was given.');
  if (!website) return unknown('No web site is known.');
  return registeredHost(input.email.domain) === registeredHost(website.domain);
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
  const { place, input } = evidence;
  const number = numberAtPlace(input.phone ?? place?.phone ?? null, place, input.country);
  if (number === null) return unknown('No phone number is known.');
  const why = unreadSite(evidence);
  return evidence.site?.phones.includes(number) || (why === null ? false : unknown(why));
}

function addressOnSite(evidence: Evidence): VerificationCheck {
  if (!evidence.place) return unknown(NO_RECORD);
  if (evidence.place.address.line1 === null) return unknown('The record has no street address.');
  const why = unreadSite(evidence);
  return evidence.site?.showsAddress || (why === null ? false : unknown(why));
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
  registered: ({ registered: listed, register }) => listed ?? unknown(whyUnregistered(register)),
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
