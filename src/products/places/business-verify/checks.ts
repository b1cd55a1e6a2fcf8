import { UnusableInput } from '../../../core/inputs.ts';
import { e164In } from '../../../core/phone/number.ts';
import type { PlaceFact } from '../../../core/places/place.ts';
import { isSameCity, nameSimilarity, SAME_NAME } from '../../../core/places/same-place.ts';
import { registrableDomain } from '../../../core/web/domain-name.ts';
import type { WebSite } from '../../../core/web/site.ts';
import { judgeDeliverability } from '../../email/email/deliverability.ts';
import { siteOf, type VerifyFact } from './fact.ts';
import type { VerifyInput } from './input.ts';

/** What is checked, in the order it is shown. */
export const CHECKS = [
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
export type CheckName = (typeof CHECKS)[number];

/** True or false; or null, and why. */
export type Check = boolean | { unknown: string };

const unknown = (why: string): Check => ({ unknown: why });

const UNASKED = 'No register of companies could be asked.';
/** Absence from a register of the larger ones is no sign of anything. */
const UNLISTED = 'No register that was asked lists it; few small businesses are in one.';

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

/**
 * The domain somebody has registered, of a site or an email address; the host itself where it has a
 * port.
 */
const registered = (host: string): string => registrableDomain(host)?.name ?? host;

function phoneMatch(evidence: Evidence): Check {
  if (evidence.input.phone === null) return unknown('No phone number was given.');
  const known = placeNumber(evidence);
  if (known === null) return unknown('The record has no phone number.');
  return known === evidence.input.phone;
}

function websiteMatch({ input, place }: Evidence): Check {
  if (!input.website) return unknown('No web site was given.');
  const known = siteOf({ website: null }, place);
  if (!known) return unknown('The record has no web site.');
  return registered(known.domain) === registered(input.website.domain);
}

function websiteLive({ website, site }: Evidence): Check {
  if (!website) return unknown('No web site is known.');
  return site?.live ?? unknown(site?.unread ?? 'The site could not be asked.');
}

function emailDomainMatch({ input, website }: Evidence): Check {
  if (!input.email) return unknown('No email address was given.');
  if (!website) return unknown('No web site is known.');
  return registered(input.email.domain) === registered(website.domain);
}

function emailDeliverable({ input, mail }: Evidence): Check {
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

function phoneOnSite(evidence: Evidence): Check {
  const number = evidence.input.phone ?? placeNumber(evidence);
  if (number === null) return unknown('No phone number is known.');
  const why = unreadSite(evidence);
  return why === null ? (evidence.site?.phones.includes(number) ?? false) : unknown(why);
}

function addressOnSite(evidence: Evidence): Check {
  if (evidence.place.address.line1 === null) return unknown('The record has no street address.');
  const why = unreadSite(evidence);
  return why === null ? (evidence.site?.showsAddress ?? false) : unknown(why);
}

const RULES: Readonly<Record<CheckName, (evidence: Evidence) => Check>> = {
  name_match: ({ place, input }) => nameSimilarity(input.name, place.name) >= SAME_NAME,
  city_match: ({ place, input }) =>
    isSameCity(input.city, place.address.city) ?? unknown('The record has no city.'),
  phone_match: phoneMatch,
  website_match: websiteMatch,
  website_live: websiteLive,
  email_domain_match: emailDomainMatch,
  email_deliverable: emailDeliverable,
  registered: ({ registered: listed, unlisted }) =>
    listed ?? unknown(unlisted ? UNLISTED : UNASKED),
  phone_on_site: phoneOnSite,
  address_on_site: addressOnSite,
};

/** Every check of a business that was found; null of one that was not. */
export function runChecks(
  fact: VerifyFact,
  input: VerifyInput,
): Readonly<Record<CheckName, Check>> | null {
  const { place } = fact;
  if (!place) return null;
  const evidence = { ...fact, place, input, website: siteOf(input, place) };
  return Object.fromEntries(CHECKS.map((name) => [name, RULES[name](evidence)])) as Record<
    CheckName,
    Check
  >;
}
