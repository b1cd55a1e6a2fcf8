import { alike } from '../../lib/fields.ts';
import { readOrNull } from '../../lib/inputs.ts';
import { emailKey } from '../email/address.ts';
import { existingNumber, hasMobilePlan } from '../phone/number.ts';
import type { Address } from '../place/postal-address.ts';
import type { ContactEmail, ContactPhone, Person, PhoneLine } from './person.ts';

type NameAndAddress = Pick<Person, 'firstName' | 'lastName'> &
  Pick<Address, 'line1' | 'city' | 'state' | 'zip'>;

/** Query for a private person in the United States by name and address. */
export type PersonQuery = { [Part in keyof NameAndAddress]: NonNullable<NameAndAddress[Part]> };

/** A query that requires a phone or an email; persons without it do not match. */
export interface AppendQuery extends PersonQuery {
  wants: 'phone' | 'email';
}

export interface ContactCompany {
  name: string | null;
  jobTitle: string | null;
  industry: string | null;
  networkUrl: string | null;
  website: string | null;
  country: string | null;
}

/** Contact data of a private person, from any source. */
export interface ContactFact
  extends Pick<
    Person,
    'firstName' | 'lastName' | 'fullName' | 'phones' | 'emails' | 'knownBy' | 'asOf'
  > {
  address: Pick<Address, 'line1' | 'city' | 'state' | 'zip' | 'country'>;
  /** Former addresses, for comparison only; never shown. */
  formerAddresses: readonly Pick<Address, 'line1' | 'city' | 'state' | 'zip'>[];
  company: ContactCompany | null;
  /** Published by the person on a public page, and not verified. */
  selfDeclared: boolean;
}

const NO_ADDRESS: ContactFact['address'] = {
  ...alike(null, 'line1', 'city', 'state', 'zip', 'country'),
};

export const UNKNOWN_CONTACT: ContactFact = {
  ...alike(null, 'firstName', 'lastName', 'fullName'),
  address: NO_ADDRESS,
  formerAddresses: [],
  phones: [],
  emails: [],
  company: null,
  knownBy: [],
  selfDeclared: false,
  asOf: null,
};

/** First and last name joined, or the known one; null when both are unknown. */
export const joinFullName = (first: string | null, last: string | null): string | null =>
  [first, last].filter(Boolean).join(' ') || null;

/** Limit of phones, and of emails, per person: vendors list dozens of old ones. */
const MAX_KEPT = 10;

const LINE_PATTERNS: readonly (readonly [RegExp, PhoneLine])[] = [
  [/mobile|wireless|cell/i, 'MOBILE'],
  [/voip/i, 'VOIP'],
  [/land|fixed|residential/i, 'LANDLINE'],
];

const NOT_MOBILE = /\bnon[ -]?(?:mobile|wireless|cell)/i;

/**
 * The line type that a source's own word means; null for other words, and for a word that leaves
 * open whether a line is mobile (`fixed line or mobile`). Fixed and non-fixed VoIP are VoIP.
 */
export function phoneLineFrom(word: string | null): PhoneLine | null {
  if (word === null || NOT_MOBILE.test(word)) return null;
  const [line = null, other] = LINE_PATTERNS.filter(([pattern]) => pattern.test(word));
  return line?.[1] === 'MOBILE' && other ? null : (line?.[1] ?? null);
}

/** Rank of a flag: true, then unknown, then false. */
const rankFlag = (known: boolean | null): number => (known === null ? 1 : Number(!known) * 2);

/** Newest first; unknown days last. */
const byDay = (one: string | null, other: string | null): number =>
  one === other ? 0 : (one ?? '') > (other ?? '') ? -1 : 1;

/** Connected numbers first, then the newest; ties keep the source's order. */
const comparePhones = (one: ContactPhone, other: ContactPhone): number =>
  rankFlag(one.connected) - rankFlag(other.connected) ||
  byDay(one.lastReportedAt, other.lastReportedAt);

const isPrivate = ({ business }: ContactEmail): boolean | null =>
  business === null ? null : !business;

const compareEmails = (one: ContactEmail, other: ContactEmail): number =>
  rankFlag(one.validated) - rankFlag(other.validated) ||
  rankFlag(isPrivate(one)) - rankFlag(isPrivate(other));

/** Deduplicates by key, keeping the first, up to {@link MAX_KEPT}. */
function uniqueBy<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const kept = new Map<string, T>();
  for (const one of all) if (!kept.has(keyOf(one))) kept.set(keyOf(one), one);
  return [...kept.values()].slice(0, MAX_KEPT);
}

/**
 * Parses a valid number of calling code 1; null for other text. A type is dropped that the plan has
 * no lines of in the number's range: any for toll-free, MOBILE for landlines.
 */
export function contactPhone(
  text: string | null | undefined,
  said: PhoneLine | null,
): Pick<ContactPhone, 'e164' | 'type'> | null {
  const number = text ? existingNumber(text, null) : null;
  if (number?.callingCode !== '1') return null;
  const isLandline = number.planType === 'FIXED_LINE' && said !== 'MOBILE';
  return { e164: number.e164, type: hasMobilePlan(number) || isLandline ? said : null };
}

/** Normalizes an email address; null for other text. */
export const contactEmail = (text: string | null | undefined): string | null =>
  text ? readOrNull(() => emailKey(text)) : null;

/** Unique numbers, best first: connected, then newest; at most ten. */
export const rankPhones = (phones: readonly ContactPhone[]): ContactPhone[] =>
  uniqueBy([...phones].sort(comparePhones), ({ e164 }) => e164);

/** Unique addresses, best first: validated, private, in the source's order; at most ten. */
export const rankEmails = (emails: readonly ContactEmail[]): ContactEmail[] =>
  uniqueBy([...emails].sort(compareEmails), ({ address }) => address);

export const bestMobile = ({ phones }: Pick<ContactFact, 'phones'>): ContactPhone | null =>
  phones.find(({ type }) => type === 'MOBILE') ?? null;

/** The best number that is not mobile. */
export const bestOtherPhone = ({ phones }: Pick<ContactFact, 'phones'>): ContactPhone | null =>
  phones.find(({ type }) => type !== 'MOBILE') ?? null;

export const hasWanted = ({ phones, emails }: ContactFact, wants: 'phone' | 'email'): boolean =>
  (wants === 'phone' ? phones : emails).length > 0;

/** A day M/D/YYYY as YYYY-MM-DD; null for other text. */
export function isoDay(text: string | null): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? [];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (Number.isNaN(at.getTime())) return null;
  // Rejects days beyond the end of the month, such as 2/30.
  return at.getUTCMonth() === Number(month) - 1 ? at.toISOString().slice(0, 10) : null;
}

/** Owner of a number, from any source; null where the source has no value. */
export interface NumberOwner
  extends Pick<Person, 'firstName' | 'lastName' | 'asOf'>,
    Partial<Pick<Person, 'knownBy'>> {
  /** The name as recorded; caller names are often cut to 15 characters (CNAM). */
  fullName: string | null;
  secondaryName: string | null;
  companyName: string | null;
  email: string | null;
  phoneType: PhoneLine | null;
  address: Pick<Address, 'line1' | 'line2' | 'city' | 'state' | 'zip' | 'zip4'>;
}
