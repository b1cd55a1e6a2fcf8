import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../../src/lib/errors.ts';
import { classifyFailure, countsAgainstSource } from '../../src/lookup/pipeline/failure-codes.ts';
import { successful, UpstreamStatus } from '../../src/lookup/upstream-status.ts';

const open = { name: 'fake_source', kind: 'open' } as const;

const thrown = (step: () => unknown): unknown => {
  try {
    return step();
  } catch (error) {
    return error;
  }
};

const status = (code: number, headers: Record<string, string> = {}) =>
  new UpstreamStatus(code, new Headers(headers));

describe.each([
  ['HTTP 400', status(400), 'UPSTREAM_ERROR', 400, false],
  ['HTTP 404', status(404), 'UPSTREAM_ERROR', 400, false],
  ['HTTP 422', status(422), 'UPSTREAM_ERROR', 400, false],
  ['HTTP 451', status(451), 'UPSTREAM_ERROR', 400, false],
  ['HTTP 401', status(401), 'SERVICE_UNAVAILABLE', 503, true],
  ['HTTP 403', status(403), 'SERVICE_UNAVAILABLE', 503, true],
  ['HTTP 402', status(402), 'UPSTREAM_QUOTA_EXHAUSTED', 503, true],
  ['HTTP 429', status(429), 'UPSTREAM_QUOTA_EXHAUSTED', 503, true],
  ['HTTP 408', status(408), 'UPSTREAM_TIMEOUT', 503, true],
  ['HTTP 504', status(504), 'UPSTREAM_TIMEOUT', 503, true],
  ['HTTP 500', status(500), 'SERVICE_UNAVAILABLE', 503, true],
  ['HTTP 502', status(502), 'SERVICE_UNAVAILABLE', 503, true],
  ['HTTP 302', status(302), 'SERVICE_UNAVAILABLE', 503, true],
  ['a broken connection', new Error('Network connection lost.'), 'SERVICE_UNAVAILABLE', 503, true],
  ['something that is no error', 'oops', 'SERVICE_UNAVAILABLE', 503, true],
  ['a timeout', new DOMException('', 'TimeoutError'), 'UPSTREAM_TIMEOUT', 503, true],
  ['an abort', new DOMException('', 'AbortError'), 'UPSTREAM_TIMEOUT', 503, true],
  ['what is no JSON', thrown(() => JSON.parse('<html>')), 'SERVICE_UNAVAILABLE', 503, true],
  [
    'another shape',
    thrown(() => z.object({ a: z.string() }).parse({})),
    'SERVICE_UNAVAILABLE',
    503,
    true,
  ],
  [
    'a programming error',
    thrown(() => (undefined as unknown as { x: 1 }).x),
    'INTERNAL_ERROR',
    500,
    false,
  ],
  ['a range error', new RangeError(), 'INTERNAL_ERROR', 500, false],
  ['an unusable input', new ApiError('INVALID_INPUT'), 'INVALID_INPUT', 400, false],
  ['a refused input', new ApiError('VALIDATION_FAILED'), 'VALIDATION_FAILED', 400, false],
  ['an upstream without answer', new ApiError('UPSTREAM_ERROR'), 'UPSTREAM_ERROR', 400, false],
  [
    'a site that is down',
    new ApiError('UPSTREAM_TIMEOUT', undefined, { aboutInput: true }),
    'UPSTREAM_TIMEOUT',
    503,
    false,
  ],
  ['an unavailable source', new ApiError('SERVICE_UNAVAILABLE'), 'SERVICE_UNAVAILABLE', 503, true],
  [
    'an exhausted quota',
    new ApiError('UPSTREAM_QUOTA_EXHAUSTED'),
    'UPSTREAM_QUOTA_EXHAUSTED',
    503,
    true,
  ],
])('%s', (_, error, code, http, counts) => {
  it(`is ${code} and ${counts ? 'counts' : 'does not count'} against the source`, () => {
    const failure = classifyFailure(error, open);
    expect([failure.code, failure.status]).toEqual([code, http]);
    expect(countsAgainstSource(failure)).toBe(counts);
    expect(failure.headers['Retry-After'] !== undefined).toBe(http === 503);
  });
});

it('keeps the cause for the log and off the wire', () => {
  const cause = new Error('password=hunter2');
  const failure = classifyFailure(cause, open);
  expect(failure.cause).toBe(cause);
  expect(failure.message).not.toContain('hunter2');
});

it.each([new Error('down'), new DOMException('late', 'TimeoutError'), status(503), status(401)])(
  'does not tell a caller which source failed: %s',
  (error) => {
    const source = { name: 'secret_vendor', kind: 'upstream' } as const;
    expect(classifyFailure(error, source).message).not.toContain(source.name);
  },
);

it('takes an unreadable record of our own for our own fault', () => {
  const error = thrown(() => z.string().parse(1));
  expect(classifyFailure(error, { kind: 'records' }).code).toBe('INTERNAL_ERROR');
});

describe('Retry-After of the upstream', () => {
  it.each([
    [{ 'Retry-After': '30' }, '30'],
    [
      { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT', Date: 'Wed, 21 Oct 2026 07:27:00 GMT' },
      '60',
    ],
    [
      { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT', Date: 'Wed, 21 Oct 2026 08:00:00 GMT' },
      '1',
    ],
    [{ 'Retry-After': 'soon' }, '60'],
    [{ 'Retry-After': '-5' }, '60'],
    [{}, '60'],
  ])('%j is passed on as %s', (headers, seconds) => {
    expect(
      classifyFailure(status(429, headers as Record<string, string>), open).headers['Retry-After'],
    ).toBe(seconds);
  });
});

it('lets a 2xx reply pass and lets go of any other', async () => {
  const ok = new Response('fine', { status: 201 });
  expect(await successful(ok)).toBe(ok);
  const bad = new Response('sorry', { status: 503, headers: { 'Retry-After': '9' } });
  await expect(successful(bad)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 9 });
  expect(bad.bodyUsed).toBe(true);
});
