import { expect, it } from 'vitest';
import { readWhoisReply } from '../../src/sources/whois-reply.ts';

/** Shortest of several runs, so that a busy machine does not count. */
function millisecondsFor(reply: string): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 7; run++) {
    const start = performance.now();
    readWhoisReply(reply, 'whois.test', 0);
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
}

it.each([
  ['spaces', ' '],
  ['blank lines', '\n'],
  ['brackets', '['],
  ['parentheses', '('],
  ['dots', '.'],
  ['colons', ':'],
  ['labels', 'a:'],
  ['hosts', 'a.b '],
  ['digits', '1'],
  ['slashed dates', '1/2/2003 '],
  ['spaces before links', '   http'],
  ['short lines', 'x\n'],
  ['labels on lines', 'Name Server: ns1.example.com\n'],
  ['empty labels', 'Registrar:\n'],
  ['phrases', 'record created on no date\n'],
  ['notices', 'no entries are found here\n'],
  ['marks', 'Registrar: a (1) (2) \n'],
])('reads twice as many %s in at most twice the time', (_, piece) => {
  const of = (chars: number) => piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars);
  millisecondsFor(of(30_000));
  const once = millisecondsFor(of(30_000));
  const twice = millisecondsFor(of(60_000));
  // A quadratic reader takes four times as long; the rest is for the clock.
  expect(twice).toBeLessThan(2.8 * once + 2);
  expect(twice).toBeLessThan(250);
});
