import * as z from 'zod';
import { firstThatApplies } from '../../../core/lookup/scoring.ts';
import type { PhoneProfile } from '../profile.ts';

export const reachabilitySchema = z.object({
  is_reachable: z
    .boolean()
    .nullable()
    .describe(
      'Null when no source has checked; always null for toll-free and outside the United States and Canada.',
    ),
  reachable_status: z.string().nullable().describe('The flag as its source gave it.'),
  verification_method: z.enum(['NUMBERING_PLAN', 'PORTABILITY_RECORD']),
  reason: z.string().describe('Why is_reachable is what it is.'),
});

type Reachability = z.input<typeof reachabilitySchema>;

interface Finding {
  reachable: boolean | null;
  reason: string;
  applies(profile: PhoneProfile): boolean;
}

/**
 * The first finding that applies is given. A record of status ACTIVE shows assignment, not an
 * answering handset.
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

/** Whether a call would arrive, and why the answer is what it is. */
export function reachability(profile: PhoneProfile): Reachability {
  const { reachable, reason } = firstThatApplies(FINDINGS, profile);
  return {
    is_reachable: reachable,
    reachable_status: profile.portability?.status ?? null,
    verification_method: profile.portability ? 'PORTABILITY_RECORD' : 'NUMBERING_PLAN',
    reason,
  };
}
