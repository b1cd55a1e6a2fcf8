import { alike } from '../../lib/fields.ts';
import type { Address } from '../place/postal-address.ts';
import type { ContactPhone, Person } from './person.ts';

/** A person's business number, as the source writes it. */
export interface WorkPhone extends Pick<ContactPhone, 'type'> {
  number: string;
}

/** An address at the company, and the confidence of its source. */
interface WorkEmail {
  address: string;
  /** True: a mail server confirmed the mailbox. False: it could not be. Null: not checked. */
  verified: boolean | null;
  /** 0 to 100, as the source scores it; null when it does not. */
  score: number | null;
}

/** Location of a person or company, each part as the source spells it. */
export interface ContactPlace extends Pick<Address, 'city' | 'country'> {
  region: string | null;
}

/** "Berkeley, California, US", of the parts that are known; null without any. */
export const placeLine = ({ city, region, country }: ContactPlace): string | null =>
  [city, region, country].filter(Boolean).join(', ') || null;

/** A person at work as one source has them; null and empty lists are what it does not say. */
export interface WorkContactFact extends Omit<Person, 'address' | 'phones' | 'emails' | 'knownBy'> {
  company: ContactPlace & {
    name: string | null;
    /** Registrable where the source gives a domain, lower case. */
    domain: string | null;
    industry: string | null;
  };
  workEmail: WorkEmail | null;
  personalEmails: readonly string[];
  phones: readonly WorkPhone[];
  /** LinkedIn profile: `https://`, without parameters. */
  profileUrl: string | null;
  location: ContactPlace;
  /** When the current role began: YYYY, YYYY-MM or YYYY-MM-DD. */
  roleStarted: string | null;
  /** The source's confidence in the match, 0 to 100. */
  likelihood: number | null;
}

const UNKNOWN_PLACE: ContactPlace = { city: null, region: null, country: null };

/** Empty fact that a source starts from. */
export const UNKNOWN_WORK_CONTACT: WorkContactFact = {
  ...alike(null, 'id', 'fullName', 'firstName', 'lastName', 'title', 'seniority'),
  departments: [],
  company: { ...UNKNOWN_PLACE, name: null, domain: null, industry: null },
  workEmail: null,
  personalEmails: [],
  phones: [],
  profileUrl: null,
  location: UNKNOWN_PLACE,
  followers: null,
  roleStarted: null,
  skills: [],
  likelihood: null,
  asOf: null,
};
