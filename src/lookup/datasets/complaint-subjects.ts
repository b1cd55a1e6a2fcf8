import subjects from './complaint-subjects.json' with { type: 'json' };

/** How much money complaints of a subject usually are about. */
export type LossRisk = 'HIGH' | 'MEDIUM' | 'LOW' | 'UNKNOWN';

interface SubjectTraits {
  /** The Federal Trade Commission's wording in its Do Not Call complaint files. */
  wording: string;
  /** Trade the call claims to be of. */
  industry: string;
  /** Name of the scam such calls often are; null for an ordinary sales call, or none said. */
  scam: string | null;
  lossRisk: LossRisk;
}

/** The subjects of the FTC's complaint form; other reporters' words are mapped to these. */
export const COMPLAINT_SUBJECTS = subjects as Readonly<Record<ComplaintSubject, SubjectTraits>>;

export type ComplaintSubject = keyof typeof subjects;

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

/** Whether a text is the name of a subject, or its wording; no text is none. */
export const isComplaintSubject = (text: string): boolean =>
  ['', ...SUBJECT_BY_WORDING.keys()].includes(foldWording(text));

/**
 * Parses a reporter's wording of the subject: the FTC's or the name itself. Any other is OTHER,
 * none NOT_PROVIDED.
 */
export function parseComplaintSubject(wording: string | undefined): ComplaintSubject {
  const text = foldWording(wording ?? '');
  return text === '' ? 'NOT_PROVIDED' : (SUBJECT_BY_WORDING.get(text) ?? 'OTHER');
}
