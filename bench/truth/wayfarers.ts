// Samples of the kinds of `settlers.ts`, labelled by someone who had read no rule, before anything
// ran. Halves by a hash. A pair, name, line, domain or file that an older sample holds is in none.
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
