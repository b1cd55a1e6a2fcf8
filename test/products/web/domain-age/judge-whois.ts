import {
  readWhoisReply,
  type WhoisReading,
} from '../../../../src/open-data/registration/whois-reply.ts';
import type { WhoisSample } from './read-samples.ts';

/** When the samples are read; the bench reads them outside of a Worker. */
const NOW = Date.parse('2026-11-01T00:00:00Z');

/** Share of samples, in percent, each field is to be read right of. */
export const WHOIS_GOALS = {
  verdict: 99,
  created: 98,
  expires: 98,
  registrar: 97,
  nameservers: 98,
  updated: 97,
};
export type Measured = keyof typeof WHOIS_GOALS;

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
