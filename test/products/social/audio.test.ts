import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/lib/errors.ts';
import { classifyFailure } from '../../../src/lookup/pipeline/failure-codes.ts';
import type { World } from '../../../src/lookup/world.ts';
import { audioTranscription } from '../../../src/products/social/audio-transcription.ts';
import { WHISPER_MAX_BYTES, whisperTranscript } from '../../../src/vendors/speech/whisper.ts';
import {
  createModelRunner,
  readBase64,
  workersAiTranscript,
} from '../../../src/vendors/speech/workers-ai.ts';
import { answer } from '../../support/answer.ts';
import { createOrganization, call as send } from '../../support/api.ts';
import { fakeNetwork } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import { wav } from '../../support/world/recordings.ts';
import { whisperVendor } from '../../support/world/vendors/whisper.ts';

type Serve = (request: Request) => Response | Promise<Response>;

const PUBLIC = { A: ['93.184.215.14'] };
const ZONES = { 'media.example': PUBLIC, 'inside.example': { A: ['10.0.0.1'] } };
const URL_OF_IT = 'https://media.example/talk.wav';
const QUERY = { url: URL_OF_IT, language: null, speakerLabels: false };
const AUDIO = { 'Content-Type': 'audio/wav' };

interface Given {
  vars?: Record<string, string>;
  models?: (model: string, input: Record<string, unknown>) => unknown;
  whisper?: Serve;
}

/** A site with a recording, the fake server of speech recognition, and what they were asked. */
function worldOf(site: Serve, { vars = whisperVendor.vars, models, whisper }: Given = {}) {
  const asked: Request[] = [];
  const recognise = whisper ?? ((request) => whisperVendor.answer(request, new URL(request.url)));
  const network = fakeNetwork({
    zones: ZONES,
    settings: { vars: new Map(Object.entries(vars)) },
    http(request) {
      asked.push(request);
      return new URL(request.url).host === 'whisper.test' ? recognise(request) : site(request);
    },
  });
  const runner = models && createModelRunner({ run: async (...given) => models(...given) });
  const world = {
    clock: { now: () => Date.now() },
    outbound: { ...network, ...(runner && { models: runner }) },
  } as unknown as World;
  return { world, asked };
}

/** The code of the failure as a caller gets it. */
async function failureOf(work: Promise<unknown> | unknown): Promise<ApiError> {
  const error = await Promise.resolve(work).then(
    (fact) => new Error(`no failure: ${JSON.stringify(fact)}`),
    (cause: unknown) => cause,
  );
  return classifyFailure(error, { kind: 'open' });
}

const serving =
  (body: BodyInit, headers: Record<string, string> = AUDIO) =>
  () =>
    new Response(body, { headers });

/** So many megabytes, or without end; told when its reader gives up. */
function flood(megabytes: number, onCancel: () => void = () => undefined) {
  const megabyte = new Uint8Array(1_048_576);
  let given = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (given++ >= megabytes) controller.close();
        else controller.enqueue(megabyte);
      },
      cancel: onCancel,
    },
    { highWaterMark: 0 },
  );
}

describe('a recording on the way to the server', () => {
  it('is sent while it is fetched, never whole in memory', async () => {
    const order: string[] = [];
    const bytes = wav(91);
    let at = 0;
    const site = () =>
      new Response(
        new ReadableStream(
          {
            pull(controller) {
              order.push('fetched');
              controller.enqueue(bytes.subarray(at, at + 4_000));
              at += 4_000;
              if (at >= bytes.length) controller.close();
            },
          },
          { highWaterMark: 0 },
        ),
        { headers: AUDIO },
      );
    const { world } = worldOf(site, {
      async whisper(request) {
        let sent = 0;
        for await (const chunk of request.body as ReadableStream<Uint8Array>) {
          sent += chunk.byteLength;
          order.push('sent');
        }
        return Response.json({ text: '', duration: sent });
      },
    });
    const fact = await whisperTranscript.ask(QUERY, world);
    expect(fact?.durationSeconds).toBeGreaterThan(bytes.length);
    // The first piece has been sent on before the second is asked for.
    expect(order.lastIndexOf('fetched')).toBeGreaterThan(order.indexOf('sent'));
    expect(order.filter((step) => step === 'sent').length).toBeGreaterThan(4);
  });

  it.each([
    ['stated', { ...AUDIO, 'Content-Length': '200000' }, 1],
    ['not stated', AUDIO, 3],
  ])('has its length covered before it passes, %s', async (_, headers, times) => {
    const covered: number[] = [];
    let sent = 0;
    let pieces = 50;
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (pieces-- > 0) controller.enqueue(new Uint8Array(4_000).fill(1));
          else controller.close();
        },
      });
    const { world } = worldOf(() => new Response(body(), { headers }), {
      async whisper(request) {
        for await (const chunk of request.body as ReadableStream<Uint8Array>) {
          sent += chunk.byteLength;
          // A part of the form around it is none of the recording.
          expect(Math.max(0, ...covered)).toBeGreaterThan(sent - 2_000);
        }
        return Response.json({ text: '', duration: 1 });
      },
    });
    // Of an unknown form: a second for every 2,000 bytes.
    const cover = async (seconds: number) => void covered.push(seconds * 2_000);
    await whisperTranscript.ask(QUERY, { ...world, cover });
    expect(sent).toBeGreaterThan(200_000);
    expect(covered).toHaveLength(times);
    expect(Math.max(...covered)).toBeGreaterThanOrEqual(200_000);
  });

  it('carries the model, the language and the key the operator set, and no name of the caller', async () => {
    let form: FormData | undefined;
    let key: string | null = null;
    const { world } = worldOf(serving(wav(1) as BodyInit), {
      vars: {
        ...whisperVendor.vars,
        WHISPER_KEY: 'secret of the tests',
        WHISPER_MODEL: 'large-v3',
      },
      async whisper(request) {
        key = request.headers.get('Authorization');
        form = await request.formData();
        return Response.json({ text: 'Hi', duration: 1 });
      },
    });
    await whisperTranscript.ask({ ...QUERY, language: 'de' }, world);
    expect(key).toBe('Bearer secret of the tests');
    expect([form?.get('model'), form?.get('language'), form?.get('response_format')]).toEqual([
      'large-v3',
      'de',
      'verbose_json',
    ]);
    const file = form?.get('file') as unknown as File;
    expect([file.name, file.type, file.size]).toEqual(['audio', 'audio/wav', wav(1).length]);
  });

  it.each([
    ['a page', serving('<p>', { 'Content-Type': 'text/html' }), 'VALIDATION_FAILED'],
    ['no type', () => new Response(new Uint8Array(3)), 'VALIDATION_FAILED'],
    ['a missing file', () => new Response('', { status: 404 }), 'UPSTREAM_ERROR'],
    ['what is no recording', serving('no recording', AUDIO), 'UPSTREAM_ERROR'],
    [
      'a length past the limit',
      serving('x', { ...AUDIO, 'Content-Length': String(WHISPER_MAX_BYTES + 1) }),
      'VALIDATION_FAILED',
    ],
    [
      'a redirect to an inner host',
      () => new Response(null, { status: 302, headers: { Location: 'https://inside.example/x' } }),
      'VALIDATION_FAILED',
    ],
    [
      'a redirect to an address',
      () => new Response(null, { status: 302, headers: { Location: 'http://127.0.0.1/x' } }),
      'VALIDATION_FAILED',
    ],
  ])('is refused for %s, which says nothing against the server', async (_, site, code) => {
    const failure = await failureOf(whisperTranscript.ask(QUERY, worldOf(site).world));
    expect([failure.code, failure.aboutInput]).toEqual([code, true]);
  });

  it('at an inner host is not asked for at all', async () => {
    const { world, asked } = worldOf(serving(wav(1) as BodyInit));
    const query = { ...QUERY, url: 'https://inside.example/talk.wav' };
    expect((await failureOf(whisperTranscript.ask(query, world))).code).toBe('INVALID_INPUT');
    expect(asked).toEqual([]);
  });

  it.each([
    ['without a length', AUDIO],
    ['with a length that lies', { ...AUDIO, 'Content-Length': '100' }],
  ])('without end is stopped at the limit, %s', async (_, headers) => {
    let isCancelled = false;
    const site = () =>
      new Response(
        flood(Infinity, () => {
          isCancelled = true;
        }),
        { headers },
      );
    const { world } = worldOf(site, {
      async whisper(request) {
        for await (const _ of request.body as ReadableStream<Uint8Array>);
        return Response.json({ text: 'of half a file', duration: 1 });
      },
    });
    const failure = await failureOf(whisperTranscript.ask(QUERY, world));
    expect([failure.code, failure.message]).toEqual([
      'VALIDATION_FAILED',
      'The reply is too large.',
    ]);
    expect(isCancelled).toBe(true);
  });

  it('that breaks off is a failure of the site, whatever the server made of the half', async () => {
    const site = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            controller.enqueue(new Uint8Array(100));
            controller.error(new Error('connection reset'));
          },
        }),
        { headers: AUDIO },
      );
    for (const whisper of [
      async (request: Request) => {
        await request.text().catch(() => '');
        return Response.json({ text: 'of half a file', duration: 1 });
      },
      async (request: Request) => Response.json(await request.text()),
    ]) {
      const { world } = worldOf(site, { whisper });
      const failure = await failureOf(whisperTranscript.ask(QUERY, world));
      expect([failure.code, failure.message]).toEqual([
        'UPSTREAM_ERROR',
        'The site did not answer.',
      ]);
    }
  });

  it('is given up when the server refuses it early', async () => {
    let isCancelled = false;
    const site = () =>
      new Response(
        flood(50, () => {
          isCancelled = true;
        }),
        { headers: AUDIO },
      );
    const { world } = worldOf(site, {
      whisper: () => Response.json({ error: {} }, { status: 413 }),
    });
    expect((await failureOf(whisperTranscript.ask(QUERY, world))).code).toBe('UPSTREAM_ERROR');
    expect(isCancelled).toBe(true);
  });

  it('of which the server tells no length is not answered: nothing could be charged for', async () => {
    const { world } = worldOf(serving(wav(1) as BodyInit), {
      whisper: () => Response.json({ text: 'Hi', segments: [] }),
    });
    const failure = await failureOf(whisperTranscript.ask(QUERY, world));
    expect([failure.code, failure.aboutInput]).toEqual(['UPSTREAM_ERROR', false]);
  });
});

describe('a model of the platform', () => {
  const turbo = {
    transcription_info: { language: 'en', duration: 61 },
    text: ' Hi there. ',
    segments: [{ start: 0, end: 2, text: ' Hi there.' }],
  };
  const word = (text: string, speaker: number | undefined, start: number) => ({
    ...{ word: text.toLowerCase(), punctuated_word: text, start, end: start + 1 },
    ...(speaker !== undefined && { speaker }),
  });
  const nova = (words: object[], transcript: string) => ({
    results: { channels: [{ alternatives: [{ transcript, words }] }] },
  });

  it('is sent the recording as text, and its length is the model’s', async () => {
    const given: [string, Record<string, unknown>][] = [];
    const { world } = worldOf(serving(wav(2) as BodyInit), {
      vars: {},
      models: (...each) => {
        given.push(each);
        return turbo;
      },
    });
    expect(await workersAiTranscript.ask({ ...QUERY, language: 'en' }, world)).toEqual({
      transcript: 'Hi there.',
      language: 'en',
      durationSeconds: 61,
      segments: [{ start: 0, end: 2, text: 'Hi there.', speaker: null }],
    });
    const audio = btoa(String.fromCharCode(...wav(2)));
    expect(given).toEqual([['@cf/openai/whisper-large-v3-turbo', { audio, language: 'en' }]]);
  });

  it('that tells speakers apart is sent a stream, and words of one speaker are one stretch', async () => {
    let sent = 0;
    const words = [word('Who', 0, 0), word('are', 0, 1), word('you?', 0, 2), word('Nobody.', 1, 4)];
    const { world } = worldOf(serving(wav(2) as BodyInit), {
      vars: {},
      models: async (model, { audio, ...options }) => {
        const { body, contentType } = audio as { body: ReadableStream; contentType: string };
        sent = (await new Response(body).arrayBuffer()).byteLength;
        expect([model, contentType, options]).toEqual([
          '@cf/deepgram/nova-3',
          'audio/wav',
          { diarize: true, detect_language: true },
        ]);
        return nova(words, 'Who are you? Nobody.');
      },
    });
    const fact = await workersAiTranscript.ask({ ...QUERY, speakerLabels: true }, world);
    expect(sent).toBe(wav(2).length);
    expect(fact).toMatchObject({
      durationSeconds: 5,
      segments: [
        { start: 0, end: 3, text: 'Who are you?', speaker: '0' },
        { start: 4, end: 5, text: 'Nobody.', speaker: '1' },
      ],
    });
  });

  it('hears nothing in silence', async () => {
    const { world } = worldOf(serving(wav(2) as BodyInit), { models: () => nova([], '') });
    const fact = await workersAiTranscript.ask({ ...QUERY, speakerLabels: true }, world);
    expect(fact).toMatchObject({ transcript: '', durationSeconds: 0, segments: [] });
  });

  it.each([
    ['3036: account limited', 'UPSTREAM_QUOTA_EXHAUSTED'],
    ['4006: you have used up your daily free allocation', 'UPSTREAM_QUOTA_EXHAUSTED'],
    ['AiError: you have used up your daily free allocation', 'UPSTREAM_QUOTA_EXHAUSTED'],
    ['InferenceUpstreamError: 3040: out of capacity', 'SERVICE_UNAVAILABLE'],
    ['3007: timeout', 'UPSTREAM_TIMEOUT'],
    ['AiError: 5004: invalid data', 'UPSTREAM_ERROR'],
    ['Network connection lost.', 'SERVICE_UNAVAILABLE'],
  ])('that fails with %j is reported as %s, without its message', async (message, code) => {
    const { world } = worldOf(serving(wav(2) as BodyInit), {
      models: () => {
        throw new Error(message);
      },
    });
    const failure = await failureOf(workersAiTranscript.ask(QUERY, world));
    expect(failure.code).toBe(code);
    expect(`${failure.message} ${failure.cause}`).not.toContain(message);
  });

  it.each([
    [{}, 'SERVICE_UNAVAILABLE'],
    [null, 'SERVICE_UNAVAILABLE'],
    [{ text: 1 }, 'SERVICE_UNAVAILABLE'],
    // Readable, but without a length to charge for.
    [{ text: 'x', segments: [] }, 'UPSTREAM_ERROR'],
  ])('whose reply is %j has failed', async (reply, code) => {
    const { world } = worldOf(serving(wav(2) as BodyInit), { models: () => reply });
    const failure = await failureOf(workersAiTranscript.ask(QUERY, world));
    expect([failure.code, failure.aboutInput]).toEqual([code, false]);
  });

  it('takes no more than it can be sent', async () => {
    const { world } = worldOf(() => new Response(flood(26), { headers: AUDIO }), {
      models: async (_, { audio }) => {
        if (typeof audio !== 'string') await new Response((audio as Response).body).arrayBuffer();
        return turbo;
      },
    });
    for (const speakerLabels of [false, true])
      expect(
        (await failureOf(workersAiTranscript.ask({ ...QUERY, speakerLabels }, world))).code,
      ).toBe('VALIDATION_FAILED');
  });

  it('gets every recording as base64, however it comes in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 60_000, size: 'max' }), { maxLength: 3 }),
        async (chunks) => {
          const stream = new ReadableStream<Uint8Array>({
            start(controller) {
              for (const chunk of chunks) controller.enqueue(chunk);
              controller.close();
            },
          });
          const whole = chunks.map((chunk) => String.fromCharCode(...chunk)).join('');
          expect(atob(await readBase64(stream)) === whole).toBe(true);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('POST /v1/audio-transcription', () => {
  const body = { url: URL_OF_IT, expected_duration_minutes: 0.5 };
  const transcribed = async () => (await fetch('http://whisper.test/transcribed')).json();

  it('charges for the minutes begun of what the source says, not of what the caller says', async () => {
    const { owner } = await createOrganization({ credits: 100 });
    const first = await send('POST', '/v1/audio-transcription', { token: owner, body });
    expect(first.body.data).toMatchObject({
      metadata: { credits_used: 12, credits_remaining: 88 },
      classification: { matched: true, duration_seconds: 91, word_count: 6, speakers_count: null },
    });
    const longer = { ...body, expected_duration_minutes: 16 };
    const again = await send('POST', '/v1/audio-transcription', { token: owner, body: longer });
    expect(again.body.data.metadata).toMatchObject({ cache_hit: true, credits_used: 0 });
  });

  it('refuses audio longer than the balance reaches, and takes nothing', async () => {
    const { owner } = await createOrganization({ credits: 11 });
    const reply = await send('POST', '/v1/audio-transcription', { token: owner, body });
    expect([reply.status, reply.body.error.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
    const account = await send('GET', '/v1/account', { token: owner });
    expect(account.body.data.tokens.total_available).toBe(11);
  });

  it.each([['said'], ['unsaid']])(
    'never asks for recordings the balance does not cover, their length %s',
    async (name) => {
      const { owner } = await createOrganization({ credits: 12 });
      const before = await transcribed();
      const reply = await Promise.all(
        Array.from({ length: 5 }, (_, at) =>
          send('POST', '/v1/audio-transcription', {
            token: owner,
            body: { ...body, url: `https://media.example/hour-${name}.wav?${at}` },
          }),
        ),
      );
      expect(reply.map(({ body }) => body.error.code)).toEqual(
        Array.from({ length: 5 }, () => 'INSUFFICIENT_CREDITS'),
      );
      expect(await transcribed()).toBe(before);
      const account = await send('GET', '/v1/account', { token: owner });
      expect(account.body.data.tokens.total_available).toBe(12);
    },
  );

  it('tells silence from speech, and charges for both', async () => {
    const { owner } = await createOrganization({ credits: 100 });
    const quiet = { ...body, url: 'https://media.example/silence.wav' };
    const { data } = (await send('POST', '/v1/audio-transcription', { token: owner, body: quiet }))
      .body;
    expect(data).toMatchObject({
      metadata: { credits_used: 6 },
      classification: { matched: false, word_count: 0, duration_seconds: 5 },
      insights: { audio_transcription_result: { transcript: '', segments: [] } },
    });
  });

  it.each([
    [{ expected_duration_minutes: undefined }, 'MISSING_FIELD'],
    [{ expected_duration_minutes: '2' }, 'INVALID_REQUEST'],
    [{ expected_duration_minutes: 0 }, 'INVALID_INPUT'],
    [{ expected_duration_minutes: 1_441 }, 'INVALID_INPUT'],
    [{ language: 'English' }, 'INVALID_INPUT'],
    [{ url: 'media.example' }, 'INVALID_INPUT'],
    [{ url: 'https://inside.example/talk.wav' }, 'INVALID_INPUT'],
    [{ url: 'https://media.example/inside.wav' }, 'VALIDATION_FAILED'],
    [{ url: 'https://media.example/player' }, 'VALIDATION_FAILED'],
    [{ url: 'https://media.example/notes.wav' }, 'UPSTREAM_ERROR'],
    [{ url: 'https://media.example/nothing.wav' }, 'UPSTREAM_ERROR'],
  ])('refuses %j with %s and takes nothing', async (fields, code) => {
    const { owner } = await createOrganization({ credits: 100 });
    const reply = await send('POST', '/v1/audio-transcription', {
      token: owner,
      body: { ...body, ...fields },
    });
    expect(reply.body.error?.code).toBe(code);
    const account = await send('GET', '/v1/account', { token: owner });
    expect(account.body.data.tokens.total_available).toBe(100);
  });

  it('is described with what it needs, and what a minute costs', async () => {
    const api = (await send('GET', '/openapi.json')).body;
    const operation = api.paths['/v1/audio-transcription'].post;
    expect(operation['x-credits']).toEqual({ up_to: 6, per: 'minute of audio' });
    expect(operation.description).toContain('6 credits a minute of audio');
    const { required, properties } = api.components.schemas.AudioTranscriptionRequest;
    expect(required).toEqual(['url', 'expected_duration_minutes']);
    expect(properties.expected_duration_minutes).toMatchObject({ type: 'number', maximum: 1_440 });
  });

  it('asks the platform where the operator’s server fails', async () => {
    const { world } = worldOf(serving(wav(2) as BodyInit), {
      whisper: () => {
        throw new ApiError('SERVICE_UNAVAILABLE');
      },
      models: () => ({ transcription_info: { duration: 2 }, text: 'Hi', segments: [] }),
    });
    const found = await answer(audioTranscription, body, world);
    expect(found).toMatchObject({ classification: { duration_seconds: 2 }, price: 6 });
  });
});
