import { describe, expect, it } from 'vitest';
import { type Exchange, runExchange } from '../../src/agents/tools/exchange.ts';

const never = () => new Promise<boolean>(() => undefined);

const terms = (given: object = {}) => ({
  id: 7,
  progressToken: undefined,
  takesStream: true,
  closed: new AbortController().signal,
  startedAt: 0,
  awaitCancellation: never,
  ...given,
});

/** A call that ends on a signal, or when it is cancelled. */
function heldCall() {
  let end!: (json: string) => void;
  let exchange!: Exchange;
  const run = (given: Exchange) => {
    exchange = given;
    const text = new Promise<string>((resolve) => {
      end = resolve;
      given.signal.addEventListener('abort', () => resolve('"cancelled"'));
    });
    return text.then((json) => ({ response: new Response(json), refusal: null }));
  };
  return { run, end: (json: string) => end(json), exchange: () => exchange };
}

const messages = (text: string) =>
  text
    .split('\n\n')
    .filter((frame) => frame.startsWith('event: message'))
    .map((frame) => JSON.parse(frame.slice(frame.indexOf('data: ') + 6)));

describe('the answer of a call', () => {
  it('is JSON where it comes at once, and where the client takes nothing else', async () => {
    for (const [takesStream, ms] of [
      [true, 0],
      [false, 1_200],
    ] as const) {
      const call = heldCall();
      const answer = runExchange(terms({ takesStream }), Date.now, call.run);
      setTimeout(() => call.end('"found"'), ms);
      expect(await (await answer).text()).toBe('"found"');
    }
  });

  it('is a stream where it takes long: progress that grows, then the same JSON', async () => {
    const call = heldCall();
    let now = 0;
    const clock = () => now;
    const answer = await runExchange(terms({ progressToken: 't' }), clock, call.run);
    expect(answer.headers.get('Content-Type')).toBe('text/event-stream');
    call.exchange().measure((seconds) => ({ progress: seconds, total: 9 }));
    now = 4_000;
    setTimeout(() => call.end('"found"'), 4_500);
    const [first, second, ...rest] = messages(await answer.text());
    expect(first).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 't', progress: 0 },
    });
    expect(second.params).toEqual({ progressToken: 't', progress: 4, total: 9 });
    // The third frame is a comment: nothing grew.
    expect(rest).toEqual(['found']);
  });

  it('ends where the client leaves', async () => {
    const early = heldCall();
    const closing = new AbortController();
    const closed = closing.signal;
    const answer = runExchange(terms({ closed }), Date.now, early.run);
    closing.abort();
    expect(await (await answer).text()).toBe('"cancelled"');
    const late = heldCall();
    const stream = await runExchange(terms(), Date.now, late.run);
    await stream.body?.cancel();
    expect(late.exchange().signal.aborted).toBe(true);
  });

  it('is no message where a notification cancels it, or its refusal without a stream', async () => {
    for (const takesStream of [true, false]) {
      const waits = [false, true];
      let asked = 0;
      const awaitCancellation = async () => waits[asked++] ?? never();
      const call = heldCall();
      const answer = runExchange(terms({ takesStream, awaitCancellation }), Date.now, call.run);
      await scheduler.wait(500);
      expect([asked, call.exchange().signal.aborted]).toEqual([0, false]);
      const text = await (await answer).text();
      expect([asked, call.exchange().signal.aborted]).toEqual([2, true]);
      if (takesStream) expect(messages(text)).toEqual([]);
      else expect(text).toBe('"cancelled"');
    }
  });

  it('comes as ever where the account cannot be asked for a cancellation', async () => {
    const call = heldCall();
    const awaitCancellation = () => Promise.reject(new Error('the account is away'));
    const answer = await runExchange(terms({ awaitCancellation }), Date.now, call.run);
    call.end('"found"');
    expect(messages(await answer.text())).toEqual(['found']);
  });
});
