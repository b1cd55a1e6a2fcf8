import type { PhoneNumber } from '../../../domain/phone/number.ts';
import { isEmergencyNumber, shortNumberText } from '../../../domain/phone/number-plan.ts';
import { knownAll, runSteps, type Steps } from '../../../lib/maybe-promise.ts';
import {
  COMPLAINT_SUBJECTS,
  type ComplaintSubject,
  type LossRisk,
} from '../../../lookup/datasets/complaint-subjects.ts';
import {
  foundFact,
  NO_RECORD,
  type QuerySource,
  type Sources,
  unlessFailed,
} from '../../../lookup/source.ts';
import type { ReportsNear } from '../../../lookup/world.ts';
import {
  type ComplaintHistory,
  complaintRecords,
  complaintsNear,
} from '../../../open-data/records/complaints.ts';
import { type CallerReputation, callerReputation } from '../../../vendors/ipqs/phone.ts';
import { derivePhone, type PhoneConclusion } from '../conclusion.ts';
import {
  mayBeKnownToOthers,
  PHONE_FACT_VERSION,
  type PhoneFact,
  type PhoneInput,
  phoneSources,
  possibleCountries,
  withLine,
} from '../fact.ts';

export interface SpamFact {
  phone: PhoneFact;
  /** False if no complaint data covers the number; no reports are then no evidence. */
  checked: boolean;
  /** Null if the number has no reports, or nothing was checked. */
  history: ComplaintHistory | null;
  /** Reports of neighboring numbers; null if no complaint data is complete there. */
  near?: ReportsNear | null;
  /** Present if a reputation service is configured and has the number. */
  reputation?: CallerReputation | null;
}

export const SPAM_FACT_VERSION = [PHONE_FACT_VERSION, 4];

/** All facts of the line, complaints about the number and its block, and its reputation. */
export const spamSources: Sources<PhoneInput, SpamFact> = {
  list: [...phoneSources.list, complaintRecords, complaintsNear, callerReputation],
  answeredBy: [...(phoneSources.answeredBy ?? phoneSources.list), complaintRecords],
  resolve: (input, ask) => runSteps(askTogether(input, ask)),
};

function* askTogether(input: PhoneInput, ask: QuerySource): Steps<SpamFact> {
  const { phone_number: number } = input;
  const [phone, history, near, reputation] = yield* knownAll([
    phoneSources.resolve(input, ask),
    ask(complaintRecords, number),
    // Only numbers that can exist are assigned in blocks.
    number.valid && number.usOrCanada ? ask(complaintsNear, number) : NO_RECORD,
    // An unassigned number has no reputation, and the service would bill it all the same.
    mayBeKnownToOthers(number) ? ask(callerReputation, number) : NO_RECORD,
  ]);
  return {
    phone,
    checked: history.kind !== 'notConfigured',
    history: unlessFailed(history),
    near: foundFact(near),
    reputation: foundFact(reputation),
  };
}

export interface SpamConclusion {
  number: PhoneNumber;
  /** Impossible as read, but possible in another country, a short number, or without area code. */
  isMisread: boolean;
  phone: PhoneConclusion;
  checked: boolean;
  history: ComplaintHistory | null;
  /** Reports of neighboring numbers; null if no complaint data is complete there. */
  near: ReportsNear | null;
  reputation: CallerReputation | null;
  reports: number;
  recentReports: number;
  /** Robocalls as a fraction of the reports that state whether it was one; null if none does. */
  robocallShare: number | null;
  /** At least half of those reports are of a recording or robocall. */
  isRobocall: boolean;
  /** Most reported subject with a known industry; null without one. */
  mainSubject: ComplaintSubject | null;
  /** Typical scams of the reported subjects, most reported first. */
  scams: string[];
  /** Also HIGH for a premium-rate number, because calling back costs money. */
  lossRisk: LossRisk;
}

const ROBOCALL_SHARE = 0.5;
const LOSS_RISKS: readonly LossRisk[] = ['HIGH', 'MEDIUM', 'LOW'];

const isInformative = (subject: ComplaintSubject): boolean =>
  COMPLAINT_SUBJECTS[subject].industry !== 'UNKNOWN';

function robocallShareOf(history: ComplaintHistory | null): number | null {
  const said = history === null ? 0 : history.reports - history.robocallsUnknown;
  return history !== null && said > 0 ? history.robocalls / said : null;
}

export function deriveSpam(
  { phone, checked, history, near = null, reputation = null }: SpamFact,
  input: PhoneInput,
): SpamConclusion {
  const { phone_number: number } = input;
  const subjects = history?.subjects.map(({ subject }) => subject) ?? [];
  const traits = subjects.map((subject) => COMPLAINT_SUBJECTS[subject]);
  const reports = history?.reports ?? 0;
  const share = robocallShareOf(history);
  const line = derivePhone(withLine(number, phone, reputation?.line), number);
  const isMisread =
    !isEmergencyNumber(number) &&
    (possibleCountries(input).length > 0 || shortNumberText(number) !== null);
  return {
    number,
    isMisread,
    phone: line,
    // Silence about a misread number is silence about a number that the caller did not mean.
    checked: checked && (!isMisread || reports > 0),
    history,
    near,
    reputation,
    reports,
    recentReports: history?.recentReports ?? 0,
    robocallShare: share,
    isRobocall: share !== null && share >= ROBOCALL_SHARE,
    mainSubject: subjects.find(isInformative) ?? null,
    scams: [...new Set(traits.flatMap(({ scam }) => scam ?? []))],
    lossRisk:
      line.lineType === 'PREMIUM'
        ? 'HIGH'
        : (LOSS_RISKS.find((risk) => traits.some(({ lossRisk }) => lossRisk === risk)) ??
          'UNKNOWN'),
  };
}
