import * as z from 'zod';
import { countWords } from '../../../core/social/cues.ts';
import type { TranscriptionFact } from '../../../core/speech/transcription.ts';
import { words } from '../sentences.ts';

const seconds = (description: string) => z.number().min(0).nullable().describe(description);

export const transcriptionClassification = z.object({
  matched: z.boolean().describe('Something is said. Silence is charged for all the same.'),
  language: words('Language as the source names it, such as english or en.'),
  duration_seconds: z.number().min(0).describe('True length of the audio: what is charged for.'),
  word_count: z.int().min(0).describe('Words of the transcript.'),
  speakers_count: z
    .int()
    .min(0)
    .nullable()
    .describe('Speakers told apart; null where they were not asked for or the source cannot.'),
});

export const transcriptionInsights = z.object({
  audio_transcription_result: z
    .object({
      transcript: z.string().describe('What is said; empty where nobody speaks.'),
      segments: z
        .array(
          z.object({
            start: seconds('Where it begins, in seconds.'),
            end: seconds('Where it ends, in seconds.'),
            text: z.string().describe('What is said.'),
            speaker: words('Who speaks, as the source names them; null where it does not.'),
          }),
        )
        .describe('In the order spoken.'),
    })
    .describe('The transcript, whole and in stretches.'),
});

/** The classification section of an audio transcription. */
export function classifyTranscription(
  fact: TranscriptionFact,
): z.input<typeof transcriptionClassification> {
  const speakers = new Set(fact.segments.flatMap(({ speaker }) => speaker ?? []));
  return {
    matched: fact.transcript !== '',
    language: fact.language,
    duration_seconds: fact.durationSeconds,
    word_count: countWords(fact.transcript),
    speakers_count: speakers.size > 0 ? speakers.size : null,
  };
}

/** The insights section of an audio transcription. */
export const describeTranscription = ({
  transcript,
  segments,
}: TranscriptionFact): z.input<typeof transcriptionInsights> => ({
  audio_transcription_result: { transcript, segments: [...segments] },
});
