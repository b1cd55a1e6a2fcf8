import subjects from './complaint-subjects.json' with { type: 'json' };

/** Typical amount of money at stake in calls about a subject. */
export type LossRisk = 'HIGH' | 'MEDIUM' | 'LOW' | 'UNKNOWN';

interface SubjectTraits {
  /** Wording in the Do Not Call complaint files of the Federal Trade Commission (FTC). */
  wording: string;
  /** Industry the caller claims to belong to. */
  industry: string;
  /** Name of the typical scam; null for an ordinary sales call or no subject. */
  scam: string | null;
  lossRisk: LossRisk;
}

/** Subjects of the FTC's complaint form; wordings of other reporters are mapped to these. */
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

/** Whether a text is a subject's name or wording, or empty. */
export const isComplaintSubject = (text: string): boolean =>
  ['', ...SUBJECT_BY_WORDING.keys()].includes(foldWording(text));

/**
 * Parses a subject from its name or the FTC's wording. Other texts are OTHER, an empty one
 * NOT_PROVIDED.
 */
export function parseComplaintSubject(wording: string | undefined): ComplaintSubject {
  const text = foldWording(wording ?? '');
  return text === '' ? 'NOT_PROVIDED' : (SUBJECT_BY_WORDING.get(text) ?? 'OTHER');
}
