import { describe, expect, it } from 'vitest';
import { parseJobBody } from '../../src/http/v1/bulk-body.ts';
import * as fc from '../support/fast-check.ts';

/** A body that arrives in pieces of this size, and says how much of it was read. */
function body(text: string, pieceBytes = 1_024) {
  const bytes = new TextEncoder().encode(text);
  const read = { bytes: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = bytes.subarray(read.bytes, read.bytes + pieceBytes);
        read.bytes += piece.length;
        if (piece.length === 0) controller.close();
        else controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, read };
}

async function read(text: string, pieceBytes?: number) {
  const job = parseJobBody(body(text, pieceBytes).stream);
  const rows: string[] = [];
  for await (const row of job.rows) rows.push(row as string);
  return { rows, terms: job.terms() };
}

const refusal = (text: string, pieceBytes?: number) =>
  read(text, pieceBytes).then(
    () => 'accepted',
    (error) => error.code as string,
  );

it('reads what JSON.parse reads, in whatever pieces and order it comes', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1 }),
      fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 2 }),
      fc.boolean(),
      async (inputs, others, pieceBytes, indent, isFirst) => {
        const terms = { type: 'word', webhook_url: 'https://example.com/' };
        const sent = isFirst ? { ...others, ...terms, inputs } : { inputs, ...others, ...terms };
        const text = JSON.stringify(sent, null, indent);
        const parsed = await read(text, pieceBytes);
        const decoded = JSON.parse(new TextDecoder().decode(new TextEncoder().encode(text)));
        expect(parsed.rows).toEqual(decoded.inputs);
        expect(parsed.terms).toEqual({ type: 'word', webhookUrl: 'https://example.com/' });
      },
    ),
    { numRuns: 300 },
  ));

it('understands every escape', async () => {
  const rows = String.raw`"\u0041\ud83d\ude00", "\ud800", "\\", "\"", "a\\\"b\\", "\n\t\/", "[{}],"`;
  const { rows: read1 } = await read(`{"inputs":[${rows}],"type":"word"}`, 3);
  expect(read1).toEqual(JSON.parse(`[${rows}]`));
});

describe('refuses', () => {
  const long = 'x'.repeat(4_097);
  it.each([
    ['', 'INVALID_REQUEST'],
    ['[]', 'INVALID_REQUEST'],
    ['{}', 'MISSING_FIELD'],
    ['{"type":"word","inputs":["a"]', 'INVALID_REQUEST'],
    ['{"type":"word","inputs":["a"}', 'INVALID_REQUEST'],
    ['{"type":"word","inputs":["a",]}', 'INVALID_REQUEST'],
    ['{"type":"word","inputs":["a" "b"]}', 'INVALID_REQUEST'],
    ['{"type":"word","inputs":["a"]} x', 'INVALID_REQUEST'],
    ['{"type":"word","inputs":["a"],}', 'INVALID_REQUEST'],
    ['{"type":"word","inputs":["\\x"]}', 'INVALID_REQUEST'],
    ['{"type":"word","inputs":["a\nb"]}', 'INVALID_REQUEST'],
    ['{"type":"word","inputs":["a"],"note":[}]}', 'INVALID_REQUEST'],
    ['{"type":"word","inputs":["a"],"inputs":["b"]}', 'INVALID_REQUEST'],
    ['{"type":"word","inputs":{"count":1,"wrong":null}}', 'INVALID_REQUEST'],
    ['{"type":"word","inputs":["a",[]]}', 'INVALID_REQUEST'],
    ['{"inputs":["a",7]}', 'MISSING_FIELD'],
    [`{"type":"word","inputs":["${long}"]}`, 'INVALID_REQUEST'],
    [`{"type":"word","inputs":["${'é'.repeat(2_049)}"]}`, 'INVALID_REQUEST'],
    [`{"type":"word","inputs":["a"],"note":"${'x'.repeat(70_000)}"}`, 'INVALID_REQUEST'],
  ])('%.60s', async (text, code) => expect(await refusal(text)).toBe(code));

  it('and takes rows of 4 KiB, however they are written, and the last of two types', async () => {
    const row = 'x'.repeat(4_096);
    const escaped = '\\u0078'.repeat(4_096);
    const text = `{"type":"first","inputs":["${row}","${escaped}"],"type":"word"}`;
    expect(await read(text)).toEqual({
      rows: [row, row],
      terms: { type: 'word', webhookUrl: null },
    });
  });
});

it('stops reading at a body that is too large, or has no end', async () => {
  const { stream, read: seen } = body(
    `{"type":"word","inputs":[${'{},'.repeat(11_000_000)}`,
    65_536,
  );
  let count = 0;
  for await (const _ of parseJobBody(stream).rows) if (++count === 100_001) break;
  expect(seen.bytes).toBeLessThan(500_000);
  expect(await refusal(`{"type":"word",${' '.repeat(33_554_432)}`, 1_048_576)).toBe(
    'INVALID_REQUEST',
  );
});
