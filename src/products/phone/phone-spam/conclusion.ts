import type { PhoneNumber } from '../../../domain/phone/number.ts';
import {
  COMPLAINT_SUBJECTS,
  type ComplaintSubject,
  type LossRisk,
} from '../../../lookup/datasets/complaint-subjects.ts';
import { type Sources, unlessFailed } from '../../../lookup/source.ts';
import { type ComplaintHistory, complaintRecords } from '../../../open-data/records/complaints.ts';
import { derivePhone, type PhoneConclusion } from '../conclusion.ts';
import { PHONE_FACT_VERSION, type PhoneFact, type PhoneInput, phoneSources } from '../fact.ts';

/** The number itself, and what was reported of it. */
export interface SpamFact {
  phone: PhoneFact;
  /** False when no complaint data is loaded: nothing then speaks for or against the caller. */
  checked: boolean;
  /** Null when the number has no reports, or nothing was checked. */
  history: ComplaintHistory | null;
}

/** Cache version: raised when {@link SpamFact} changes shape. */
export const SPAM_FACT_VERSION = [PHONE_FACT_VERSION, 1];

/** Everything known of the number, and reports of it from anywhere. */
export const spamSources: Sources<PhoneInput, SpamFact> = {
  list: [...phoneSources.list, complaintRecords],
  async resolve(input, ask) {
    const [phone, history] = await Promise.all([
      phoneSources.resolve(input, ask),
      ask(complaintRecords, input.phone_number),
    ]);
    const checked = history.kind !== 'notConfigured';
    return { phone, checked, history: unlessFailed(history) };
  },
};

/** Conclusion about a caller: the input of every section of the answer. */
export interface SpamConclusion {
  number: PhoneNumber;
  phone: PhoneConclusion;
  checked: boolean;
  history: ComplaintHistory | null;
  reports: number;
  recentReports: number;
  /** Most reports that say so are of a recording or robocall. */
  isRobocall: boolean;
  /** The subject reported most that says anything; null without one. */
  mainSubject: ComplaintSubject | null;
  /** Scams the reported subjects often are, the most reported first. */
  scams: string[];
  lossRisk: LossRisk;
}

const ROBOCALL_SHARE = 0.5;
const LOSS_RISKS: readonly LossRisk[] = ['HIGH', 'MEDIUM', 'LOW'];

const isInformative = (subject: ComplaintSubject): boolean =>
  COMPLAINT_SUBJECTS[subject].industry !== 'UNKNOWN';

/**
 * Derives the conclusion from a fact; pure, so that cached and fresh facts give the same answer.
 */
export function deriveSpam(
  { phone, checked, history }: SpamFact,
  number: PhoneNumber,
): SpamConclusion {
  const subjects = history?.subjects.map(({ subject }) => subject) ?? [];
  const traits = subjects.map((subject) => COMPLAINT_SUBJECTS[subject]);
  const reports = history?.reports ?? 0;
  return {
    number,
    phone: derivePhone(phone, number),
    checked,
    history,
    reports,
    recentReports: history?.recentReports ?? 0,
    isRobocall: history !== null && history.robocalls / reports >= ROBOCALL_SHARE,
    mainSubject: subjects.find(isInformative) ?? null,
    scams: [...new Set(traits.flatMap(({ scam }) => scam ?? []))],
    lossRisk:
      LOSS_RISKS.find((risk) => traits.some(({ lossRisk }) => lossRisk === risk)) ?? 'UNKNOWN',
  };
}
