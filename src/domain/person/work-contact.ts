import { alike } from '../../lib/fields.ts';
import type { Address } from '../place/postal-address.ts';
import type { ContactPhone, Person } from './person.ts';

/** A person's business number, as written by the source. */
export interface WorkPhone extends Pick<ContactPhone, 'type'> {
  number: string;
}

/** An email address at the company, with the source's confidence. */
interface WorkEmail {
  address: string;
  /** True: confirmed by a mail server. False: could not be confirmed. Null: not checked. */
  verified: boolean | null;
  /** The source's score, 0 to 100; null when it has none. */
  score: number | null;
}

/** Location of a person or company, each part as spelled by the source. */
export interface ContactPlace extends Pick<Address, 'city' | 'country'> {
  region: string | null;
}

/** The known parts in one line, "Berkeley, California, US"; null when none is known. */
export const placeLine = ({ city, region, country }: ContactPlace): string | null =>
  [city, region, country].filter(Boolean).join(', ') || null;

/** A person at work according to one source; null and empty lists where it has no value. */
export interface WorkContactFact extends Omit<Person, 'address' | 'phones' | 'emails'> {
  company: ContactPlace & {
    name: string | null;
    /** Registrable domain if the source gives a domain, lower case. */
    domain: string | null;
    industry: string | null;
  };
  workEmail: WorkEmail | null;
  personalEmails: readonly string[];
  phones: readonly WorkPhone[];
  /** LinkedIn profile: `https://`, without parameters. */
  profileUrl: string | null;
  location: ContactPlace;
  /** Start of the current role: YYYY, YYYY-MM or YYYY-MM-DD. */
  roleStarted: string | null;
  /** The source's confidence in the match, 0 to 100. */
  likelihood: number | null;
}

const UNKNOWN_PLACE: ContactPlace = { city: null, region: null, country: null };

/** Empty fact for a source to fill. */
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
  knownBy: [],
  asOf: null,
};
