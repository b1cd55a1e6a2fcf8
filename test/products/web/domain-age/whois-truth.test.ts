import { describe, expect, it } from 'vitest';
import { readWhoisReply, type WhoisReading } from '../../../../src/sources/whois-reply.ts';
import { NOW } from '../../email/email-world.ts';
import { WHOIS_SAMPLES, type WhoisSample } from './whois-samples.ts';

/** Share of samples, in percent, each field is to be read right of. */
const GOALS = {
  verdict: 98,
  created: 97,
  expires: 96,
  registrar: 96,
  nameservers: 97,
  updated: 96,
};
type Measured = keyof typeof GOALS;

function verdictOf(reading: WhoisReading): WhoisSample['verdict'] {
  if (reading === 'LIMITED') return 'limited';
  if (reading === 'OUT_OF_ORDER') return 'unavailable';
  if (reading === 'UNREADABLE') return 'unreadable';
  if (reading.registered) return 'registered';
  return reading.status.length === 0 ? 'available' : 'reserved';
}

const isDate = (read: string | null, told: string): boolean =>
  told === '' ? read === null : (read?.startsWith(told) ?? false);

/** Which of a sample's fields are read right; fields of unregistered names do not count. */
export function judge(sample: WhoisSample): Partial<Record<Measured, boolean>> {
  const reading = readWhoisReply(sample.reply, sample.server, NOW);
  const verdict = verdictOf(reading) === sample.verdict;
  if (sample.verdict !== 'registered') return { verdict };
  if (typeof reading === 'string')
    return { verdict, created: false, expires: false, registrar: false, nameservers: false };
  return {
    verdict,
    created: isDate(reading.createdAt, sample.created),
    updated: isDate(reading.updatedAt, sample.updated),
    expires: isDate(reading.expiresAt, sample.expires),
    registrar: (reading.registrar ?? '') === sample.registrar,
    nameservers:
      reading.nameservers.toSorted().join(' ') === sample.nameservers.toSorted().join(' '),
  };
}

describe('WHOIS replies of registries and registrars', () => {
  const judged = WHOIS_SAMPLES.map((sample) => [sample, judge(sample)] as const);

  it('are of many layouts', () => {
    expect(WHOIS_SAMPLES.length).toBeGreaterThanOrEqual(250);
    const told = (name: Measured) => judged.filter(([, right]) => right[name] !== undefined).length;
    expect(told('created')).toBeGreaterThanOrEqual(150);
  });

  it.each(Object.entries(GOALS))('%s: at least %d %% are right', (name, goal) => {
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
