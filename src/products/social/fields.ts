import * as z from 'zod';
import { personSubjects } from '../../domain/person/person.ts';
import { type PostAddress, profileUrl } from '../../domain/social/address.ts';
import type { SocialPageState } from '../../domain/social/facts.ts';
import { field } from '../../lookup/answer-fields.ts';

/** State of a page in the answer: the state in the fact, or not_found. */
export const pageStateField = field.enum(
  ['live', 'private', 'gated', 'suspended', 'deactivated', 'not_found'],
  'State of the page. live: visible to everyone. private: visible to followers only. gated: visible only after signing in or proving age. suspended: by the platform. deactivated: by the owner. not_found: does not exist now; most platforms do not distinguish what was deleted from what never existed.',
);

export const describePageState = (
  fact: { state: SocialPageState } | null,
): z.input<typeof pageStateField> => fact?.state ?? 'not_found';

export const roundedCountsField = field.boolean(
  'Whether the source rounds its counts: 2,708,400 may stand for any number near it.',
);

/** Suppression key of an account on the platform of a post; none without a handle. */
export const authorSubjects = (
  { platform }: Pick<PostAddress, 'platform'>,
  handle: string | null | undefined,
) => personSubjects({ profile: [handle && profileUrl({ platform, handle })] });

const seconds = (description: string) => z.number().min(0).nullable().describe(description);

/** Schema of a transcript's segments, with times. */
export const speechSegments = z.array(
  z.object({
    start: seconds('Start of the segment, in seconds.'),
    end: seconds('End of the segment, in seconds.'),
    text: field.text('Text of the segment.'),
    speaker: field.textOrNull('Speaker, as the source names them; null if it does not.'),
  }),
);
