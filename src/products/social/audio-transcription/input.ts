import * as z from 'zod';
import { lookedUp, UnusableInput } from '../../../core/inputs.ts';
import { parsePageUrl } from '../../../core/web/site.ts';

/** A day: more is set aside for no lookup. */
const MAX_MINUTES = 1_440;

/** @throws UnusableInput: a bare domain is no recording */
function readAudioUrl(text: string): string {
  if (!/^https?:\/\//i.test(text)) throw new UnusableInput('must start with http:// or https://');
  return parsePageUrl(text);
}

const minutes = z
  .unknown()
  .transform((value, context): number => {
    const refuse = (code: string, message: string) => {
      context.addIssue({ code: 'custom', message, params: { code } });
      return z.NEVER;
    };
    if (value === undefined || value === null || value === '')
      return refuse('MISSING_FIELD', 'is required');
    if (typeof value !== 'number') return refuse('INVALID_REQUEST', 'must be a number');
    if (value > 0 && value <= MAX_MINUTES) return Math.ceil(value);
    return refuse('INVALID_INPUT', `must be more than 0 and at most ${MAX_MINUTES}`);
  })
  .meta({
    type: 'number',
    exclusiveMinimum: 0,
    maximum: MAX_MINUTES,
    description:
      'How long you expect the audio to be. Its price is set aside meanwhile, minutes begun counted whole; the true length is charged.',
  });

export const transcriptionInput = z.object({
  url: lookedUp(readAudioUrl, {
    description:
      'Address of the audio or video file itself, as audio/*, video/* or application/octet-stream. Not a page that plays it.',
    examples: ['https://example.com/episode.mp3'],
    format: 'uri',
  }),
  expected_duration_minutes: minutes,
  language: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z]{2,3}$/, 'must be a language code, such as en')
    .nullish()
    .transform((code) => code ?? null)
    .describe('Language spoken: ISO 639, such as en. Without it the source finds out.'),
  speaker_labels: z
    .boolean()
    .nullish()
    .transform((wanted) => wanted ?? false)
    .describe('Tell speakers apart, where the source can; default false.'),
});

export type TranscriptionInput = z.output<typeof transcriptionInput>;
