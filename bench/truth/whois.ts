// Verdict and fields of WHOIS replies: samples of the tests and of this folder.
// Run: node bench/truth/whois.ts
import { globSync, readFileSync } from 'node:fs';
import {
  judge,
  type Measured,
  WHOIS_GOALS,
} from '../../test/products/web/domain-age/judge-whois.ts';
import { readSamples } from '../../test/products/web/domain-age/read-samples.ts';
import { type Areas, runAlone } from './areas.ts';
import { Sample, samplesOf } from './samples.ts';

const OF_TESTS = 'test/products/web/domain-age/samples/*.txt';

function measureReplies(sample: Sample, name: string): void {
  const text = sample.blocks(/^#### /m).map((reply) => `#### ${reply}`);
  const replies = readSamples(text.join(''));
  const judged = replies.map((reply) => [reply.server, judge(reply)] as const);
  for (const [field, goal] of Object.entries(WHOIS_GOALS)) {
    const tally = sample.tally();
    for (const [server, marked] of judged) {
      const mark = marked[field as Measured];
      if (mark !== undefined) tally.mark(mark, `${field} of ${server}`);
    }
    tally.share(`${name}, ${field}`, goal);
  }
}

export function measureWhois(areas: Areas): void {
  const ofTests = globSync(OF_TESTS).map((file) => readFileSync(file, 'utf8'));
  measureReplies(new Sample(areas, ofTests.join('\n')), 'WHOIS replies of the tests');
  for (const sample of samplesOf(areas, 'whois')) measureReplies(sample, 'WHOIS replies');
}

if (import.meta.main) await runAlone(measureWhois);
