// Samples of four kinds of `wayfarers.ts`, labelled by someone who had read no rule, before
// anything ran. Halves by a hash. A pair, name of a person, list or address that an older sample
// holds is in none.
//
// Rows: 255 pairs of brand and advertiser, 108 lists, 129 person names and 80 email addresses.
// Pairs are of public knowledge of registers, imprints and the ad libraries, some look-alikes are
// ours; each names what its truth rests on. Lists have the headers of exports and cells of ours.
// Most names are of public persons. Addresses are ours, each faulty one names the rule it breaks.
//
// Half B is held out: its rows are not to be read by whoever mends the rules with half A. Prints
// both halves' figures, but mistakes of A only.
//
// Run from the project's folder: node bench/truth/voyagers.ts
import { type Areas, runAlone } from './areas.ts';
import { lists } from './pilgrims.ts';
import { advertisers, emails, names } from './sample-kinds.ts';
import { Marks } from './strangers.ts';

export function measureVoyagers(areas: Areas): void {
  const marks = new Marks(areas, 'voyagers');
  advertisers(marks, 'voyager');
  lists(marks, 'voyager');
  names(marks, 'voyager');
  emails(marks, 'voyager');
  marks.conclude();
}

if (import.meta.main) await runAlone(measureVoyagers);
