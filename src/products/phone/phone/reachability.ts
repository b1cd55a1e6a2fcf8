import * as z from 'zod';
import { firstThatApplies } from '../../../lookup/scoring.ts';
import type { PhoneConclusion } from '../conclusion.ts';

export const reachabilitySchema = z.object({
  is_reachable: z
    .boolean()
    .nullable()
    .describe(
      'Null when no source has checked; always null for toll-free and outside the United States and Canada.',
    ),
  reachable_status: z.string().nullable().describe('The flag as its source gave it.'),
  verification_method: z.enum(['NUMBERING_PLAN', 'PORTABILITY_RECORD', 'CARRIER_QUERY']),
  reason: z.string().describe('Why is_reachable is what it is.'),
});

type Reachability = z.input<typeof reachabilitySchema>;

interface Finding {
  reachable: boolean | null;
  reason: string;
  applies(profile: PhoneConclusion): boolean;
}

/** Whether the status is a carrier's word, not that of the operator's file. */
const isCarrierAnswer = ({ live, fact }: PhoneConclusion): boolean =>
  live !== null && live.status !== null && !fact.records?.portability?.status;

/**
 * Decision table, first match. A record of status ACTIVE shows assignment, not an answering
 * handset.
 */
const FINDINGS: readonly Finding[] = [
  {
    reachable: null,
    reason: 'Reachability is not checked outside the United States and Canada.',
    applies: ({ number }) => !number.usOrCanada,
  },
  {
    reachable: false,
    reason: 'The number cannot exist in the numbering plan, so no call can reach it.',
    applies: ({ status }) => status === 'INVALID',
  },
  {
    reachable: null,
    reason: 'Carrier records do not cover toll-free numbers.',
    applies: ({ lineType }) => lineType === 'TOLL_FREE',
  },
  {
    reachable: false,
    reason: 'A carrier query says that the number is disconnected or cannot be reached.',
    applies: (profile) => isCarrierAnswer(profile) && profile.status === 'INACTIVE',
  },
  {
    reachable: true,
    reason: 'A carrier query says that the number is connected.',
    applies: (profile) => isCarrierAnswer(profile) && profile.status === 'ACTIVE',
  },
  {
    reachable: false,
    reason: 'An imported record says that the number is out of service.',
    applies: ({ status }) => status === 'INACTIVE',
  },
  {
    reachable: null,
    reason:
      'An imported record says that the number is in service; whether it answers now was not checked.',
    applies: ({ status }) => status === 'ACTIVE',
  },
  {
    reachable: null,
    reason: 'The number is kept for fiction and is not assigned.',
    applies: ({ fictional }) => fictional,
  },
  {
    reachable: null,
    reason:
      'A carrier query tells of the line, and none that is configured says whether the number is in service.',
    applies: ({ live }) => live !== null,
  },
  {
    reachable: null,
    reason:
      'An imported record shows that the number is assigned; no carrier source is configured to say whether it is in service.',
    applies: ({ portability }) => portability !== null,
  },
  {
    reachable: null,
    reason:
      'No carrier source is configured; the numbering plan only shows that the number can exist.',
    applies: () => true,
  },
];

function verificationMethod(profile: PhoneConclusion): Reachability['verification_method'] {
  if (isCarrierAnswer(profile)) return 'CARRIER_QUERY';
  if (profile.fact.records?.portability) return 'PORTABILITY_RECORD';
  return profile.live ? 'CARRIER_QUERY' : 'NUMBERING_PLAN';
}

/** Whether a call would arrive, and why the answer is what it is. */
export function deriveReachability(profile: PhoneConclusion): Reachability {
  const { reachable, reason } = firstThatApplies(FINDINGS, profile);
  return {
    is_reachable: reachable,
    reachable_status:
      (isCarrierAnswer(profile) ? profile.live?.statusFlag : profile.portability?.status) ?? null,
    verification_method: verificationMethod(profile),
    reason,
  };
}
