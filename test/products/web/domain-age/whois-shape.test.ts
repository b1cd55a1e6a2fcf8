import { describe, expect, it } from 'vitest';
import { readWhoisReply } from '../../../../src/open-data/registration/whois-reply.ts';
import { NOW } from '../../../support/create-world.ts';
import * as fc from '../../../support/fast-check.ts';
import type { WhoisSample } from './read-samples.ts';
import { WHOIS_SAMPLES } from './whois-samples.ts';

const read = (reply: string, { server }: WhoisSample) => readWhoisReply(reply, server, NOW);

const linesOf = (reply: string): string[] => reply.split(/\r?\n/);

/** What registries write around a record. */
const NOTICES = [
  '% The data is provided for information purposes only.',
  'NOTICE: Access to this service is rate limited; excessive use is monitored.',
  'TERMS OF USE: You agree that you may use this data only for lawful purposes and that under no',
  'circumstances will you use it to allow, enable or otherwise support unsolicited advertising.',
  '# All rights reserved. Copyright (c) 1997-2026.',
  '>>> Last update of WHOIS database: 2026-10-31T23:59:59Z <<<',
  'For more information on Whois status codes, please visit https://icann.org/epp',
  '* This query was answered by server 4 *',
];
const notices = fc.array(fc.constantFrom(...NOTICES), { maxLength: 4 });

const sample = fc.constantFrom(...WHOIS_SAMPLES);
const indent = fc.constantFrom('', ' ', '   ', '\t', '        ');

/** Every line of a sample with a choice of its own. */
const withChoices = <T>(choice: fc.Arbitrary<T>) =>
  sample.chain((one) => {
    const { length } = linesOf(one.reply);
    return fc.tuple(fc.constant(one), fc.array(choice, { minLength: length, maxLength: length }));
  });

function unchanged<T>(choice: fc.Arbitrary<T>, change: (line: string, choice: T) => string) {
  fc.assert(
    fc.property(withChoices(choice), ([one, choices]) => {
      const changed = linesOf(one.reply).map((line, index) => change(line, choices[index] as T));
      expect(read(changed.join('\n'), one)).toEqual(read(one.reply, one));
    }),
    { numRuns: 400 },
  );
}

describe('what is read of a WHOIS reply does not depend on', () => {
  it('blank lines', () =>
    unchanged(fc.constantFrom('', '\n', '\n\n \n'), (line, blank) => `${blank}${line}`));

  it('indentation and trailing spaces', () =>
    unchanged(fc.tuple(indent, indent), (line, [before, after]) =>
      line.trim() === '' ? line : `${before}${line.trim()}${after}`,
    ));

  it('the case of labels', () =>
    unchanged(fc.boolean(), (line, upper) =>
      line.replace(/^[^:[\](]{1,60}:(?!\/\/)|^(?:[a-z]\. )?\[[^\]]{1,60}\]/, (label) =>
        upper ? label.toUpperCase() : label.toLowerCase(),
      ),
    ));

  it('line ends', () => {
    for (const one of WHOIS_SAMPLES)
      for (const end of ['\r\n', '\r'])
        expect(read(linesOf(one.reply).join(end), one), one.reply).toEqual(read(one.reply, one));
  });

  it('legal notices before and after', () => {
    fc.assert(
      fc.property(sample, notices, notices, (one, before, after) => {
        const reply = [...before, '', one.reply, '', ...after].join('\n');
        expect(read(reply, one)).toEqual(read(one.reply, one));
      }),
      { numRuns: 400 },
    );
  });
});
