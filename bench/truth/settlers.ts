// Samples of the kinds of `pilgrims.ts`, labelled by someone who had read no rule, before
// anything ran. Halves by a hash. A pair, name, line, domain or file that an older sample holds
// is in none.
//
// Rows: 316 pairs of brand and advertiser, 129 person names, 132 companies, 72 addresses, 78
// lists, 54 texts with phones, 41 pages for contacts, 37 caption files, 60 links, 153 email
// addresses and domains, 43 WHOIS replies and 40 CSV files. Pairs are of public knowledge of
// registers, imprints and the ad libraries; each names what its truth rests on. Names are of
// public persons. Lists have the headers of public exports and cells of ours. WHOIS replies are
// of the suites of richardpenman/whois and io-developer/php-whois, most contacts and terms of
// use left out. Captions, CSV files, syntax and throw-away domains are mostly of suites that npm
// and Debian ship. CSV files are labelled by another reader that was told the separator, phones
// by a port of libphonenumber that was told which digits are one.
//
// After half A's misses were read, three pairs whose company bears the very name asked for, and
// one name of initials alone, got the labels that the conventions of older samples give them.
//
// Half B was held out: its rows are not to be read by whoever mends the rules with half A.
// Prints both halves' figures, but mistakes of A only.
//
// Run from the project's folder: node bench/truth/settlers.ts
import { type Areas, runAlone } from './areas.ts';
import { measureHashed } from './pilgrims.ts';

/** After the last of the replies. */
const NOW = Date.parse('2026-01-20T00:00:00Z');

export const measureSettlers = (areas: Areas): Promise<void> =>
  measureHashed(areas, 'settler', NOW);

if (import.meta.main) await runAlone(measureSettlers);
