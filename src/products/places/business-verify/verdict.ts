import { firstThatApplies } from '../../../core/lookup/scoring.ts';
import type { PlaceFact } from '../../../core/places/place.ts';
import { type Check, type CheckName, runChecks } from './checks.ts';
import type { VerifyFact } from './fact.ts';
import type { VerifyInput } from './input.ts';

export const STATUSES = ['VERIFIED', 'PARTIAL', 'UNVERIFIED', 'NOT_FOUND'] as const;
export type VerificationStatus = (typeof STATUSES)[number];

/** The first row whose least score is reached; a business that was not found has no score. */
const TABLE: readonly { status: VerificationStatus; applies(score: number | null): boolean }[] = [
  { status: 'NOT_FOUND', applies: (score) => score === null },
  { status: 'VERIFIED', applies: (score) => (score as number) >= 80 },
  { status: 'PARTIAL', applies: (score) => (score as number) >= 50 },
  { status: 'UNVERIFIED', applies: () => true },
];

/** What the service concludes: every section of the answer is read off this. */
export interface Verification {
  place: PlaceFact | null;
  checks: Readonly<Record<CheckName, Check>> | null;
  status: VerificationStatus;
  /** Share of the checks that ran and passed, 0 to 100; null when nothing was found. */
  score: number | null;
  ran: number;
  passed: number;
}

/** The verdict of a score. @param score null: the business was not found */
export const statusOf = (score: number | null): VerificationStatus =>
  firstThatApplies(TABLE, score).status;

/** Concludes from what the sources know; pure. */
export function concludeVerification(fact: VerifyFact, input: VerifyInput): Verification {
  const checks = runChecks(fact, input);
  const results = Object.values(checks ?? {}).filter((check) => typeof check === 'boolean');
  const passed = results.filter(Boolean).length;
  const score = checks === null ? null : Math.round((100 * passed) / results.length);
  return { place: fact.place, checks, status: statusOf(score), score, ran: results.length, passed };
}
