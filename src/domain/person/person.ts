import type { Address } from '../place/postal-address.ts';

export const PHONE_LINES = ['MOBILE', 'LANDLINE', 'VOIP'] as const;
export type PhoneLine = (typeof PHONE_LINES)[number];

/** A person's phone number according to one source; null where it has no value. */
export interface ContactPhone {
  e164: string;
  type: PhoneLine | null;
  connected: boolean | null;
  /** YYYY-MM-DD. */
  lastReportedAt: string | null;
}

/** A person's email address according to one source; null where it has no value. */
export interface ContactEmail {
  address: string;
  validated: boolean | null;
  business: boolean | null;
}

/**
 * A person according to one source; null and empty lists where the source has no value. Other facts
 * about persons pick their fields from it.
 */
export interface Person {
  /** The source's own ID of the person. */
  id: string | null;
  fullName: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Title of the current job. */
  title: string | null;
  /** For example cxo, vp, director, manager. */
  seniority: string | null;
  departments: readonly string[];
  skills: readonly string[];
  /** Followers on LinkedIn. */
  followers: number | null;
  address: Address;
  /** Best first. */
  phones: ContactPhone[];
  /** Best first. */
  emails: ContactEmail[];
  /** Other identifiers in the source: for the suppression check, never in an answer. */
  knownBy: readonly PersonSubject[];
  /** Date or instant of the source's data, as the source gives it; null when unknown. */
  asOf: string | null;
}

/** Identifier of a person as a suppression request may give it, in any form that lookups accept. */
export interface PersonSubject {
  kind: 'email' | 'phone_number' | 'profile';
  text: string;
}

/** Subjects from the fields of a fact; absent texts are skipped. */
export const personSubjects = (
  fields: Readonly<Partial<Record<PersonSubject['kind'], readonly (string | null | undefined)[]>>>,
): PersonSubject[] =>
  (['email', 'phone_number', 'profile'] as const).flatMap((kind) =>
    (fields[kind] ?? []).flatMap((text) => (text ? [{ kind, text }] : [])),
  );
