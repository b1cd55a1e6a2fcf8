import { whisperTranscript } from '../../../../src/vendors/speech/whisper.ts';
import type { FakeVendor } from '../fake-vendor.ts';
import { RECORDINGS, readWav } from '../recordings.ts';

const HOST = 'whisper.test';
const SPOKEN = ['Good morning.', 'Today we bake bread.'];

const refused = (message: string, status = 400) =>
  Response.json({ error: { message, type: 'invalid_request_error' } }, { status });

/** Files that were transcribed since the world began: `GET /transcribed` tells. */
let transcribed = 0;

/**
 * A server of speech recognition in the form of OpenAI's interface. How long a WAV file is it reads
 * from the file; it hears a fixed text in all but silence, and tells the sides of a stereo file
 * apart, as whisper.cpp does with `--diarize`.
 */
async function answer(request: Request, { pathname }: URL): Promise<Response> {
  if (pathname === '/transcribed') return Response.json(transcribed);
  if (pathname !== '/v1/audio/transcriptions' || request.method !== 'POST')
    return refused('no such path', 404);
  const form = await request.formData().catch(() => null);
  // The type of what is not text differs between the libraries of the tests' two runtimes.
  const file = form?.get('file') as unknown as Blob | string | null | undefined;
  if (!form || !file || typeof file === 'string') return refused('file is required');
  if (!form.get('model')) return refused('model is required');
  if (form.get('response_format') !== 'verbose_json') return refused('unknown response_format');
  const heard = readWav(new Uint8Array(await file.arrayBuffer()));
  if (!heard) return refused('failed to read audio data');
  transcribed += 1;
  const { seconds, channels, isSilent } = heard;
  const half = seconds / 2;
  const segments = SPOKEN.map((text, id) => ({
    ...{ id, start: id * half, end: (id + 1) * half, text: ` ${text}`, tokens: [1, 2] },
    ...(channels === 2 && { speaker: String(id) }),
  }));
  return Response.json({
    task: 'transcribe',
    language: form.get('language') === 'de' ? 'german' : 'english',
    duration: seconds,
    text: isSilent ? '' : SPOKEN.map((text) => ` ${text}`).join(''),
    segments: isSilent ? [] : segments,
  });
}

const recording = (name: string, more = {}) => ({
  url: `https://media.example/${name}.wav`,
  language: null,
  speakerLabels: false,
  ...more,
});

/** Where the recordings are. */
export const serveRecording = ({ url }: Request): Response => {
  const { pathname } = new URL(url);
  const bytes = RECORDINGS.get(pathname);
  if (!bytes) return new Response('Not found', { status: 404 });
  // Whose server does not say how long the file is, and whose header does not either.
  const isUnsaid = pathname.includes('unsaid');
  const body = isUnsaid ? new Blob([bytes.slice(0, 40), bytes.slice(48)]).stream() : bytes;
  return new Response(body as BodyInit, { headers: { 'Content-Type': 'audio/wav' } });
};

export const whisperVendor: FakeVendor = {
  hosts: [HOST],
  vars: { WHISPER_URL: `http://${HOST}` },
  answer,
  elsewhere: { 'media.example:443': serveRecording },
  cases: [
    {
      source: whisperTranscript,
      finds: recording('talk'),
      fact: {
        transcript: 'Good morning. Today we bake bread.',
        language: 'english',
        durationSeconds: 91,
        segments: [
          { start: 0, end: 45.5, text: 'Good morning.', speaker: null },
          { start: 45.5, end: 91, text: 'Today we bake bread.', speaker: null },
        ],
      },
      refusals: [
        [() => refused('failed to read audio data'), 'UPSTREAM_ERROR'],
        [() => refused('too large', 413), 'UPSTREAM_ERROR'],
        [() => refused('invalid api key', 401), 'SERVICE_UNAVAILABLE'],
      ],
      partial: [
        [
          { text: 'Hi.', segments: [{ start: 0, end: 61.5, text: 'Hi.' }, { text: '  ' }] },
          { durationSeconds: 61.5, language: null, segments: [{ text: 'Hi.', speaker: null }] },
        ],
        [
          { text: 'Hi.', duration: 0, segments: [{ start: 0, end: 61.5, text: 'Hi.' }] },
          { durationSeconds: 61.5 },
        ],
      ],
      mutate: true,
    },
    {
      source: whisperTranscript,
      finds: recording('interview', { speakerLabels: true, language: 'de' }),
      fact: { language: 'german', segments: [{ speaker: '0' }, { speaker: '1' }] },
    },
    {
      source: whisperTranscript,
      finds: recording('silence'),
      fact: { transcript: '', durationSeconds: 5, segments: [] },
    },
  ],
};
