import { emailKey } from '../email/email-key.ts';
import { UnusableInput } from '../inputs.ts';
import { parsePhoneNumber } from '../phone/number.ts';
import type { ContactEmail, ContactFact, ContactPhone, PhoneLine } from './contact.ts';

/** Vendors list dozens of old numbers; what is kept of one person. */
const MAX_KEPT = 10;

const LINES: readonly (readonly [RegExp, PhoneLine])[] = [
  [/mobile|wireless|cell/i, 'MOBILE'],
  [/voip/i, 'VOIP'],
  [/land|fixed|residential/i, 'LANDLINE'],
];

/** The line type a source's own word means; null for a word that means none of them. */
export const lineOf = (word: string | null): PhoneLine | null =>
  LINES.find(([pattern]) => word !== null && pattern.test(word))?.[1] ?? null;

/** Yes before not known before no. */
const rank = (known: boolean | null): number => (known === null ? 1 : Number(!known) * 2);

/** Newest first; a day that is not known comes last. */
const byDay = (one: string | null, other: string | null): number =>
  one === other ? 0 : (one ?? '') > (other ?? '') ? -1 : 1;

/** Orders what is reached before what was reached lately; equals keep the source's own order. */
const comparePhones = (one: ContactPhone, other: ContactPhone): number =>
  rank(one.connected) - rank(other.connected) || byDay(one.lastReportedAt, other.lastReportedAt);

const isPrivate = ({ business }: ContactEmail): boolean | null =>
  business === null ? null : !business;

const compareEmails = (one: ContactEmail, other: ContactEmail): number =>
  rank(one.validated) - rank(other.validated) || rank(isPrivate(one)) - rank(isPrivate(other));

/** The first of each that are the same, by what they are known by. */
function firsts<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const kept = new Map<string, T>();
  for (const one of all) if (!kept.has(keyOf(one))) kept.set(keyOf(one), one);
  return [...kept.values()].slice(0, MAX_KEPT);
}

/** Reads what must be a number of calling code 1 that can exist; null for anything else. */
export function contactNumber(text: string | null | undefined): string | null {
  if (!text) return null;
  try {
    const { e164, valid, callingCode } = parsePhoneNumber(text);
    return valid && callingCode === '1' ? e164 : null;
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
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
  firsts([...phones].sort(comparePhones), ({ e164 }) => e164);

/** Each address once, the best first: validated, then private, then the source's order; at most ten. */
export const rankEmails = (emails: readonly ContactEmail[]): ContactEmail[] =>
  firsts([...emails].sort(compareEmails), ({ address }) => address);

/** The best number that is a mobile one. */
export const mobileOf = ({ phones }: Pick<ContactFact, 'phones'>): ContactPhone | null =>
  phones.find(({ type }) => type === 'MOBILE') ?? null;

/** The best number that is none. */
export const otherPhoneOf = ({ phones }: Pick<ContactFact, 'phones'>): ContactPhone | null =>
  phones.find(({ type }) => type !== 'MOBILE') ?? null;

/** Whether the contact holds what was asked for. */
export const holds = ({ phones, emails }: ContactFact, wants: 'phone' | 'email'): boolean =>
  (wants === 'phone' ? phones : emails).length > 0;

/** A day written M/D/YYYY, as YYYY-MM-DD; null for a text that is none. */
export function isoDay(text: string | null): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? [];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (Number.isNaN(at.getTime())) return null;
  // 2/30 is no day of March.
  return at.getUTCMonth() === Number(month) - 1 ? at.toISOString().slice(0, 10) : null;
}
