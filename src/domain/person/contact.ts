import { alike } from '../../lib/fields.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import { emailKey } from '../email/address.ts';
import { existingNumber, hasMobilePlan } from '../phone/number.ts';
import type { Address } from '../place/postal-address.ts';
import type { ContactEmail, ContactPhone, Person, PhoneLine } from './person.ts';

type NameAndAddress = Pick<Person, 'firstName' | 'lastName'> &
  Pick<Address, 'line1' | 'city' | 'state' | 'zip'>;

/** Query for a private person of the United States by name and address. */
export type PersonQuery = { [Part in keyof NameAndAddress]: NonNullable<NameAndAddress[Part]> };

/** A query that needs a phone or an email: a person without it is no match. */
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
  extends Pick<Person, 'firstName' | 'lastName' | 'fullName' | 'phones' | 'emails' | 'asOf'> {
  address: Pick<Address, 'line1' | 'city' | 'state' | 'zip' | 'country'>;
  /** Where the person lived before, for comparison; never shown. */
  formerAddresses: readonly Pick<Address, 'line1' | 'city' | 'state' | 'zip'>[];
  company: ContactCompany | null;
  /** Written by the person on a public page, and not verified. */
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
  selfDeclared: false,
  asOf: null,
};

/** First and last name as one, where either is known. */
export const joinFullName = (first: string | null, last: string | null): string | null =>
  [first, last].filter(Boolean).join(' ') || null;

/** Most phones, and most emails, of one person: vendors list dozens of old ones. */
const MAX_KEPT = 10;

const LINE_PATTERNS: readonly (readonly [RegExp, PhoneLine])[] = [
  [/mobile|wireless|cell/i, 'MOBILE'],
  [/voip/i, 'VOIP'],
  [/land|fixed|residential/i, 'LANDLINE'],
];

/** The line type a source's own word means; null for a word that means none of them. */
export const phoneLineFrom = (word: string | null): PhoneLine | null =>
  LINE_PATTERNS.find(([pattern]) => word !== null && pattern.test(word))?.[1] ?? null;

/** Yes before not known before no. */
const rankFlag = (known: boolean | null): number => (known === null ? 1 : Number(!known) * 2);

/** Newest first; a day that is not known comes last. */
const byDay = (one: string | null, other: string | null): number =>
  one === other ? 0 : (one ?? '') > (other ?? '') ? -1 : 1;

/** Connected numbers first, then the newest; equals keep the source's own order. */
const comparePhones = (one: ContactPhone, other: ContactPhone): number =>
  rankFlag(one.connected) - rankFlag(other.connected) ||
  byDay(one.lastReportedAt, other.lastReportedAt);

const isPrivate = ({ business }: ContactEmail): boolean | null =>
  business === null ? null : !business;

const compareEmails = (one: ContactEmail, other: ContactEmail): number =>
  rankFlag(one.validated) - rankFlag(other.validated) ||
  rankFlag(isPrivate(one)) - rankFlag(isPrivate(other));

/** Deduplicates by key: the first of each key stays. */
function uniqueBy<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const kept = new Map<string, T>();
  for (const one of all) if (!kept.has(keyOf(one))) kept.set(keyOf(one), one);
  return [...kept.values()].slice(0, MAX_KEPT);
}

/**
 * Reads what must be a number of calling code 1 that can exist; null for anything else. One that
 * the plan gives no mobile line, as toll-free, is none whatever its source calls it.
 */
export function contactPhone(
  text: string | null | undefined,
  said: PhoneLine | null,
): Pick<ContactPhone, 'e164' | 'type'> | null {
  const number = text ? existingNumber(text, null) : null;
  if (number?.callingCode !== '1') return null;
  return { e164: number.e164, type: said === 'MOBILE' && !hasMobilePlan(number) ? null : said };
}

/** Reads what must be a mailbox; null for anything else. */
export function contactEmail(text: string | null | undefined): string | null {
  if (!text) return null;
  try {
    return emailKey(text);
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/** Each number once, the best first: connected, then the newest; at most ten. */
export const rankPhones = (phones: readonly ContactPhone[]): ContactPhone[] =>
  uniqueBy([...phones].sort(comparePhones), ({ e164 }) => e164);

/** Each address once, the best first: validated, private, in the source's order; at most ten. */
export const rankEmails = (emails: readonly ContactEmail[]): ContactEmail[] =>
  uniqueBy([...emails].sort(compareEmails), ({ address }) => address);

export const bestMobile = ({ phones }: Pick<ContactFact, 'phones'>): ContactPhone | null =>
  phones.find(({ type }) => type === 'MOBILE') ?? null;

/** The best number that is none. */
export const bestOtherPhone = ({ phones }: Pick<ContactFact, 'phones'>): ContactPhone | null =>
  phones.find(({ type }) => type !== 'MOBILE') ?? null;

export const hasWanted = ({ phones, emails }: ContactFact, wants: 'phone' | 'email'): boolean =>
  (wants === 'phone' ? phones : emails).length > 0;

/** A day written M/D/YYYY, as YYYY-MM-DD; null for a text that is none. */
export function isoDay(text: string | null): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? [];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (Number.isNaN(at.getTime())) return null;
  // 2/30 is no day of March.
  return at.getUTCMonth() === Number(month) - 1 ? at.toISOString().slice(0, 10) : null;
}

/** Owner of a number, from any source; null is what the source does not say. */
export interface NumberOwner extends Pick<Person, 'firstName' | 'lastName' | 'asOf'> {
  /** The name as the record has it: a caller name is often cut to 15 characters (CNAM). */
  fullName: string | null;
  secondaryName: string | null;
  companyName: string | null;
  email: string | null;
  phoneType: PhoneLine | null;
  address: Pick<Address, 'line1' | 'line2' | 'city' | 'state' | 'zip' | 'zip4'>;
}
