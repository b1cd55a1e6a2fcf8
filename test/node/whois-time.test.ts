import { expect, it } from 'vitest';
import { readWhoisReply } from '../../src/open-data/registration/whois-reply.ts';
import { cpuMs } from '../products/web/growth.ts';

/** Processor time, least of several runs: what else the machine does hardly counts. */
function millisecondsFor(reply: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 12; run++) {
    const start = cpuMs();
    readWhoisReply(reply, 'whois.test', 0);
    least = Math.min(least, cpuMs() - start);
  }
  return least;
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
])('reads %s in time that grows with their number', (_, piece) => {
  const of = (chars: number) => piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars);
  millisecondsFor(of(7_500));
  const once = millisecondsFor(of(7_500));
  const eightfold = millisecondsFor(of(60_000));
  // A quadratic reader takes sixty-four times as long; the rest is for a busy machine.
  expect(eightfold).toBeLessThan(24 * once + 10);
});
