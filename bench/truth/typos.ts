// Help with mistyped mail domains: mailcheck's cases, and samples. Run: node bench/truth/typos.ts
import { parseEmailAddress } from '../../src/domain/email/address.ts';
import { nearestProvider } from '../../src/open-data/mail/provider-typos.ts';
import { type Areas, percent, runAlone } from './areas.ts';
import { type Sample, samplesOf } from './samples.ts';

/** Domains of mailcheck.js's test cases, and what its authors expect (MIT, mailcheck 1.1.1). */
const MAILCHECK: readonly (readonly [typed: string, meant: string | null])[] = [
  ['gmail.co', 'gmail.com'],
  ['kicksend.com', null],
  ['emaildomain.con', 'emaildomain.com'],
  ['emaildomain.co', 'emaildomain.com'],
  ['gmail.con', 'gmail.com'],
  ['gnail.con', 'gmail.com'],
  ['GNAIL.con', 'gmail.com'],
  ['#gmail.com', 'gmail.com'],
  ['comcast.nry', 'comcast.net'],
  ['homail.con', 'hotmail.com'],
  ['hotmail.co', 'hotmail.com'],
  ['yajoo.com', 'yahoo.com'],
  ['randomsmallcompany.cmo', 'randomsmallcompany.com'],
  ['mail.randomsmallcompany.cmo', null],
  ['yahooo.cmo', 'yahoo.com'],
  ['yahoo.co.uk', null],
  ['gmx.fr', null],
];

/** A case without our suggestion is missed; a suggestion that mailcheck does not make is wrong. */
function measureMailcheck(areas: Areas): void {
  let [right, wrong] = [0, 0];
  for (const [typed, meant] of MAILCHECK) {
    const { domain } = parseEmailAddress(`test@${typed}`);
    const guess = nearestProvider(domain)?.domain ?? null;
    if (guess === meant) right++;
    else areas.note(`typo help: ${typed} is ${meant} to mailcheck, ${guess} to us`);
    if (guess !== null && guess !== meant) wrong++;
  }
  const all = MAILCHECK.length;
  const figure = `${right} of ${all}, ${wrong} wrong (${percent(right, all)})`;
  const isMet = right >= all - 1 && wrong === 0;
  areas.count("typo help, mailcheck's cases, used", figure, '16 of 17, 0 wrong', isMet);
}

/**
 * Where the typed domain takes mail, only a guess with certainty `known` becomes a suggestion;
 * where it takes none, any guess does.
 */
function measureTyped(sample: Sample): void {
  const [known, any, sent, real] = [sample.tally(), sample.tally(), sample.tally(), sample.tally()];
  for (const { row } of sample.rows) {
    const [meant = '', ...typed] = row.split(' ');
    for (const domain of typed) {
      const guess = nearestProvider(domain);
      const sure = guess?.certainty === 'known' ? guess.domain : null;
      if (meant === '-') {
        real.mark(sure === null, `${domain} is ${sure}`);
        continue;
      }
      known.mark(sure === meant, `${domain} is ${sure}, not ${meant}`);
      sent.mark(sure === null || sure === meant, `${domain} is ${sure}, not ${meant}`);
      any.mark(guess?.domain === meant, `${domain} is ${guess?.domain}, not ${meant}`);
    }
  }
  known.share('typo help where the domain takes mail', 85);
  sent.share('typed domains taken for no other than is meant', 100);
  any.share('typo help where the domain takes no mail', 85);
  real.share('real mail domains left alone', 100);
}

export function measureTypos(areas: Areas): void {
  measureMailcheck(areas);
  for (const sample of samplesOf(areas, 'typos')) measureTyped(sample);
}

if (import.meta.main) await runAlone(measureTypos);
