// Samples of the kinds of `settlers.ts`, labelled by someone who had read no rule, before anything
// ran. Halves by a hash. A pair, name, line, domain or file that an older sample holds is in none.
//
// Rows: 273 pairs of brand and advertiser, 203 person names, 212 companies, 96 addresses, 104
// lists, 84 texts with phones, 55 pages for contacts, 51 caption files, 78 links, 207 email
// addresses and domains, 78 WHOIS replies and 52 CSV files. Pairs are of public knowledge of
// registers, imprints and the ad libraries; each names what its truth rests on. Names are of
// public persons, most companies are ours under the forms of their registers. Lists have the
// headers of public exports and cells of ours. WHOIS replies are of the suites of flipbit/whois
// and likexian/whois-parser, most contacts, terms of use and some name servers left out. Email
// syntax is of the suites of commons-validator, hibernate-validator, jstedfast/EmailValidation and
// Django, throw-away domains are those that two packages of npm agree on. Captions are partly of
// the suites of subtitle.js and subtitle-converter. CSV files are ours, labelled by CPython's
// reader that was told the separator, phones by libphonenumber that was told which digits are one.
//
// Half B is held out: its rows are not to be read by whoever mends the rules with half A. Prints
// both halves' figures, but mistakes of A only.
//
// Run from the project's folder: node bench/truth/wayfarers.ts
import { type Areas, runAlone } from './areas.ts';
import { measureHashed } from './pilgrims.ts';

/** After the last of the replies. */
const NOW = Date.parse('2026-11-29T00:00:00Z');

export const measureWayfarers = (areas: Areas): Promise<void> =>
  measureHashed(areas, 'wayfarer', NOW);

if (import.meta.main) await runAlone(measureWayfarers);
