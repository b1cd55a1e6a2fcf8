import { describe, expect, it } from 'vitest';
import { readWhoisReply } from '../../../../src/open-data/registration/whois-reply.ts';
import { NOW } from '../../../support/create-world.ts';
import { judge, type Measured, WHOIS_GOALS } from './judge-whois.ts';
import { WHOIS_SAMPLES } from './whois-samples.ts';

describe('WHOIS replies of registries and registrars', () => {
  const judged = WHOIS_SAMPLES.map((sample) => [sample, judge(sample)] as const);

  it('are of many layouts', () => {
    expect(WHOIS_SAMPLES.length).toBeGreaterThanOrEqual(250);
    const told = (name: Measured) => judged.filter(([, right]) => right[name] !== undefined).length;
    expect(told('created')).toBeGreaterThanOrEqual(150);
  });

  it.each(Object.entries(WHOIS_GOALS))('%s: at least %d %% are right', (name, goal) => {
    const marks = judged.flatMap(([sample, right]) => {
      const mark = right[name as Measured];
      return mark === undefined ? [] : [{ sample, mark }];
    });
    const wrong = marks.filter(({ mark }) => !mark);
    const share = (100 * (marks.length - wrong.length)) / marks.length;
    expect(
      share,
      wrong.map(({ sample }) => `${sample.server}: ${sample.reply.slice(0, 80)}`).join('\n'),
    ).toBeGreaterThanOrEqual(goal);
  });

  it.each(
    judged
      .filter(([sample]) => sample.status !== '')
      .map(([sample]) => [sample.server, sample] as const),
  )('status of %s', (_, { reply, server, status }) => {
    const reading = readWhoisReply(reply, server, NOW);
    expect(typeof reading === 'string' ? reading : reading.status[0]).toBe(status);
  });
});
