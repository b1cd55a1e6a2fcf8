// Samples of the kinds of `wayfarers.ts` that `voyagers.ts` lacks, labelled by someone who had read
// no rule, before anything ran. Halves by a hash. A page, file, name, line, link or domain that an
// older sample holds is in none.
//
// Rows: 39 pages for contacts, 27 caption files and 27 CSV files, 105 companies, 82 addresses, 29
// WHOIS replies, 54 texts with phones and 82 links of profiles and posts. All are ours, in the
// forms of page builders, players, exports, registers, Publication 28 of the USPS and registries.
// CSV files are labelled by CPython's reader that was told the separator, phones by libphonenumber
// that was told which digits are one. What only an agency, a fax or a form's example has is none.
//
// Half B is held out: its rows are not to be read by whoever mends the rules with half A. Prints
// both halves' figures, but mistakes of A only.
//
// Run from the project's folder: node bench/truth/mariners.ts
import { type Areas, runAlone } from './areas.ts';
import { dialects } from './pilgrims.ts';
import { addresses, captions, companies, halved, pages, profiles, texts } from './sample-kinds.ts';
import { Marks, recordsOf, registrations } from './strangers.ts';

/** After the last of the replies. */
const NOW = Date.parse('2026-11-29T00:00:00Z');

export async function measureMariners(areas: Areas): Promise<void> {
  const marks = new Marks(areas, 'mariners');
  await pages(marks, 'mariner');
  captions(marks, 'mariner');
  dialects(marks, 'mariner');
  companies(marks, 'mariner');
  addresses(marks, 'mariner');
  await registrations(marks, halved('mariner', recordsOf('mariner-whois.txt')), NOW);
  await texts(marks, 'mariner');
  profiles(marks, 'mariner');
  marks.conclude();
}

if (import.meta.main) await runAlone(measureMariners);
