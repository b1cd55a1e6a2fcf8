/** A private person of the United States, as one is asked for by name and address. */
export interface PersonQuery {
  firstName: string;
  lastName: string;
  /** House number and street. */
  line1: string;
  city: string;
  /** Two letters, as the ZIP code says. */
  state: string;
  /** Five digits. */
  zip: string;
}

/** Who is asked for, and what the answer must hold: a person without it is no match. */
export interface AppendQuery extends PersonQuery {
  wants: 'phone' | 'email';
}

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

/** Where a person lives; the state in two letters, the country by code or name. */
export interface ContactAddress {
  line1: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
}

/** Where a person works. */
export interface ContactCompany {
  name: string | null;
  jobTitle: string | null;
  industry: string | null;
  networkUrl: string | null;
  website: string | null;
  country: string | null;
}

/** How a private person is reached, whoever was asked. */
export interface ContactFact {
  firstName: string | null;
  lastName: string | null;
  fullName: string | null;
  address: ContactAddress;
  /** The best first. */
  phones: ContactPhone[];
  /** The best first. */
  emails: ContactEmail[];
  company: ContactCompany | null;
  /** Written by the person on a public page, which nobody has checked. */
  selfDeclared: boolean;
  /** Date of the operator's file; null for whoever was asked now. */
  asOf: string | null;
}

export const NO_ADDRESS: ContactAddress = {
  line1: null,
  city: null,
  state: null,
  zip: null,
  country: null,
};

/** A contact of whom nothing is known yet. */
export const UNKNOWN_CONTACT: ContactFact = {
  firstName: null,
  lastName: null,
  fullName: null,
  address: NO_ADDRESS,
  phones: [],
  emails: [],
  company: null,
  selfDeclared: false,
  asOf: null,
};

/** First and last name as one, where either is known. */
export const fullNameOf = (first: string | null, last: string | null): string | null =>
  [first, last].filter((name) => name !== null).join(' ') || null;
