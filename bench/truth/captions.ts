// What is said in SRT and VTT files. Run: node bench/truth/captions.ts
import { readCaptions } from '../../src/domain/social/captions.ts';
import { CAPTION_CASES } from '../../test/products/social/caption-cases.ts';
import { type Areas, runAlone } from './areas.ts';
import { unescaped } from './halves.ts';
import { Sample, samplesOf } from './samples.ts';

export function measureCaptions(areas: Areas): void {
  const ofTests = new Sample(areas, '').tally();
  for (const [source, file, said] of CAPTION_CASES)
    ofTests.mark(readCaptions(file).text === said, source);
  ofTests.share('SRT and VTT, cases of the tests', 97);
  for (const sample of samplesOf(areas, 'captions')) {
    const tally = sample.tally();
    for (const { row } of sample.rows) {
      const [, file = '', said = ''] = row.split('|').map(unescaped);
      tally.mark(readCaptions(file).text === said, row);
    }
    tally.share('SRT and VTT', 97);
  }
}

if (import.meta.main) await runAlone(measureCaptions);
