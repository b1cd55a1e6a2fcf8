import * as z from 'zod';
import type { SocialPageState } from '../../domain/social/facts.ts';
import { textField } from '../../lookup/answer-fields.ts';

/** How the page was found, for callers: a fact's state, or that there was none. */
export const pageStateField = z
  .enum(['live', 'private', 'gated', 'suspended', 'deactivated', 'not_found'])
  .describe(
    'live; private: for followers only; gated: for those who sign in or prove their age only; suspended by the platform; deactivated by its owner; not_found: not there now, and most platforms do not tell what was deleted from what never was.',
  );

export const describePageState = (
  fact: { state: SocialPageState } | null,
): z.input<typeof pageStateField> => fact?.state ?? 'not_found';

export const roundedCountsField = z
  .boolean()
  .describe('The source rounds its counts: 2,708,400 may stand for any number near it.');

const seconds = (description: string) => z.number().min(0).nullable().describe(description);

/** What is said, in stretches with their times. */
export const speechSegments = z.array(
  z.object({
    start: seconds('Where it begins, in seconds.'),
    end: seconds('Where it ends, in seconds.'),
    text: z.string().describe('What is said.'),
    speaker: textField('Who speaks, as the source names them; null where it does not.'),
  }),
);
