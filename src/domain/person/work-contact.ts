/** A person's business number, as the source writes it. */
export interface WorkPhone {
  number: string;
  /** Null when the source does not say. */
  type: 'MOBILE' | 'LANDLINE' | 'VOIP' | null;
}

/** An address at the company, and the confidence of its source. */
export interface WorkEmail {
  address: string;
  /**
   * True: a mail server confirmed the mailbox. False: it could not be confirmed. Null: not
   * checked.
   */
  verified: boolean | null;
  /** 0 to 100, as the source scores it; null when it does not. */
  score: number | null;
}

/** Location of a person or company, each part as the source spells it. */
export interface ContactPlace {
  city: string | null;
  region: string | null;
  /** By code or name. */
  country: string | null;
}

/** A person at work as one source has them; null and empty lists are what it does not say. */
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
  /** LinkedIn profile: `https://`, without parameters. */
  profileUrl: string | null;
  location: ContactPlace;
  followers: number | null;
  /** When the current role began: YYYY, YYYY-MM or YYYY-MM-DD. */
  roleStarted: string | null;
  skills: readonly string[];
  /** The source's confidence in the match, 0 to 100. */
  likelihood: number | null;
  /** When the source last saw this to be so: YYYY, YYYY-MM, YYYY-MM-DD or an instant. */
  asOf: string | null;
}

export const UNKNOWN_PLACE: ContactPlace = { city: null, region: null, country: null };

/** Empty fact that a source starts from. */
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
