import type { Address } from '../place/postal-address.ts';

export const PHONE_LINES = ['MOBILE', 'LANDLINE', 'VOIP'] as const;
export type PhoneLine = (typeof PHONE_LINES)[number];

/** A number of a person; null is what the source does not say. */
export interface ContactPhone {
  e164: string;
  type: PhoneLine | null;
  connected: boolean | null;
  /** YYYY-MM-DD. */
  lastReportedAt: string | null;
}

/** An address of a person; null is what the source does not say. */
export interface ContactEmail {
  address: string;
  validated: boolean | null;
  business: boolean | null;
}

/**
 * A person as one source has them; null and empty lists are what that source does not say. Every
 * fact of a person picks from it.
 */
export interface Person {
  /** The source's own id of the person. */
  id: string | null;
  fullName: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Of the current job. */
  title: string | null;
  /** For example cxo, vp, director, manager. */
  seniority: string | null;
  departments: readonly string[];
  skills: readonly string[];
  /** On LinkedIn. */
  followers: number | null;
  address: Address;
  /** The best first. */
  phones: ContactPhone[];
  /** The best first. */
  emails: ContactEmail[];
  /** Other identifiers the source has of the person: for the suppression check, never answered. */
  knownBy: readonly PersonSubject[];
  /** As of when the source says so: a date, or an instant; null when it does not say. */
  asOf: string | null;
}

/** A person, by an identifier that a suppression request may name, in any form lookups accept. */
export interface PersonSubject {
  kind: 'email' | 'phone_number' | 'profile';
  text: string;
}

/** Subjects of the fields of a fact; absent texts have none. */
export const personSubjects = (
  fields: Readonly<Partial<Record<PersonSubject['kind'], readonly (string | null | undefined)[]>>>,
): PersonSubject[] =>
  (['email', 'phone_number', 'profile'] as const).flatMap((kind) =>
    (fields[kind] ?? []).flatMap((text) => (text ? [{ kind, text }] : [])),
  );
