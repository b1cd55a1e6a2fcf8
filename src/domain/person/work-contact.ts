/** A telephone number of somebody at work, as the source writes it. */
export interface WorkPhone {
  number: string;
  /** Null when the source does not say. */
  type: 'MOBILE' | 'LANDLINE' | 'VOIP' | null;
}

/** An address at the company, and how sure whoever named it is. */
export interface WorkEmail {
  address: string;
  /**
   * True: a mail server confirmed the mailbox. False: it could not be confirmed. Null: nobody has
   * asked.
   */
  verified: boolean | null;
  /** 0 to 100, as the source scores it; null when it does not. */
  score: number | null;
}

/** Where somebody, or a company, is; each as the source spells it. */
export interface ContactPlace {
  city: string | null;
  region: string | null;
  /** By code or name. */
  country: string | null;
}

/** Somebody at work, as one source knows them; null and empty lists are what it does not say. */
export interface WorkContactFact {
  /** The source's own id of the person. */
  id: string | null;
  fullName: string | null;
  firstName: string | null;
  lastName: string | null;
  title: string | null;
  /** For example cxo, vp, director, manager. */
  seniority: string | null;
  departments: readonly string[];
  company: ContactPlace & {
    name: string | null;
    /** Registrable where the source gives a domain, lower case. */
    domain: string | null;
    industry: string | null;
  };
  workEmail: WorkEmail | null;
  personalEmails: readonly string[];
  phones: readonly WorkPhone[];
  /** Page on the professional network: `https://`, without parameters. */
  profileUrl: string | null;
  location: ContactPlace;
  followers: number | null;
  /** When the current role began: YYYY, YYYY-MM or YYYY-MM-DD. */
  roleStarted: string | null;
  skills: readonly string[];
  /** How sure the source is that this is who was asked for, 0 to 100. */
  likelihood: number | null;
  /** When the source last saw this to be so: YYYY, YYYY-MM, YYYY-MM-DD or an instant. */
  asOf: string | null;
}

export const UNKNOWN_PLACE: ContactPlace = { city: null, region: null, country: null };

/** Somebody of whom nothing is known: what a source begins its fact with. */
export const UNKNOWN_WORK_CONTACT: WorkContactFact = {
  id: null,
  fullName: null,
  firstName: null,
  lastName: null,
  title: null,
  seniority: null,
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
