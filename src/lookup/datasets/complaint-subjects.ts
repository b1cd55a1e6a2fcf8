/** How much money complaints of a subject usually are about. */
export type LossRisk = 'HIGH' | 'MEDIUM' | 'LOW' | 'UNKNOWN';

interface SubjectTraits {
  /** The Federal Trade Commission's wording in its Do Not Call complaint files. */
  wording: string;
  /** Trade the call claims to be of. */
  industry: string;
  /**
   * Name of the scam such calls often are; null where the subject is an ordinary sales call or says
   * nothing.
   */
  scam: string | null;
  lossRisk: LossRisk;
}

/** The subjects of the FTC's complaint form; other reporters' words are mapped to these. */
export const COMPLAINT_SUBJECTS = {
  IMPERSONATION: {
    wording: 'Calls pretending to be government, businesses, or family and friends',
    industry: 'IMPERSONATION',
    scam: 'IMPERSONATION_SCAM',
    lossRisk: 'HIGH',
  },
  DEBT_REDUCTION: {
    wording: 'Reducing your debt (credit cards, mortgage, student loans)',
    industry: 'FINANCIAL_SERVICES',
    scam: 'DEBT_RELIEF_SCAM',
    lossRisk: 'HIGH',
  },
  TECHNICAL_SUPPORT: {
    wording: 'Computer & technical support',
    industry: 'TECHNOLOGY',
    scam: 'TECH_SUPPORT_SCAM',
    lossRisk: 'HIGH',
  },
  PRIZES: {
    wording: 'Lotteries, prizes & sweepstakes',
    industry: 'PRIZES',
    scam: 'PRIZE_SCAM',
    lossRisk: 'HIGH',
  },
  MAKE_MONEY: {
    wording: 'Work from home & other ways to make money',
    industry: 'EMPLOYMENT',
    scam: 'INCOME_SCAM',
    lossRisk: 'HIGH',
  },
  MEDICAL: {
    wording: 'Medical & prescriptions',
    industry: 'HEALTHCARE',
    scam: 'HEALTHCARE_SCAM',
    lossRisk: 'MEDIUM',
  },
  WARRANTIES: {
    wording: 'Warranties & protection plans',
    industry: 'WARRANTY',
    scam: 'WARRANTY_SCAM',
    lossRisk: 'MEDIUM',
  },
  TRAVEL: {
    wording: 'Vacation & timeshares',
    industry: 'TRAVEL',
    scam: 'TRAVEL_SCAM',
    lossRisk: 'MEDIUM',
  },
  CHARITIES: {
    wording: 'Charities',
    industry: 'CHARITY',
    scam: 'CHARITY_SCAM',
    lossRisk: 'MEDIUM',
  },
  HOME_SECURITY: {
    wording: 'Home security & alarms',
    industry: 'HOME_SERVICES',
    scam: null,
    lossRisk: 'LOW',
  },
  HOME_IMPROVEMENT: {
    wording: 'Home improvement & cleaning',
    industry: 'HOME_SERVICES',
    scam: null,
    lossRisk: 'LOW',
  },
  ENERGY: {
    wording: 'Energy, solar, & utilities',
    industry: 'ENERGY',
    scam: null,
    lossRisk: 'LOW',
  },
  DROPPED_CALL: {
    wording: 'Dropped call or no message',
    industry: 'UNKNOWN',
    scam: null,
    lossRisk: 'UNKNOWN',
  },
  OTHER: { wording: 'Other', industry: 'OTHER', scam: null, lossRisk: 'UNKNOWN' },
  NOT_PROVIDED: {
    wording: 'No Subject Provided',
    industry: 'UNKNOWN',
    scam: null,
    lossRisk: 'UNKNOWN',
  },
} as const satisfies Record<string, SubjectTraits>;

export type ComplaintSubject = keyof typeof COMPLAINT_SUBJECTS;

export const COMPLAINT_SUBJECT_NAMES = Object.keys(COMPLAINT_SUBJECTS) as [
  ComplaintSubject,
  ...ComplaintSubject[],
];

const foldWording = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

const SUBJECT_BY_WORDING = new Map<string, ComplaintSubject>(
  COMPLAINT_SUBJECT_NAMES.flatMap((name) => [
    [foldWording(COMPLAINT_SUBJECTS[name].wording), name],
    [foldWording(name), name],
  ]),
);

/**
 * Parses a reporter's wording of the subject: the FTC's or the name itself. Any other is OTHER,
 * none NOT_PROVIDED.
 */
export function parseComplaintSubject(wording: string | undefined): ComplaintSubject {
  const text = foldWording(wording ?? '');
  return text === '' ? 'NOT_PROVIDED' : (SUBJECT_BY_WORDING.get(text) ?? 'OTHER');
}
