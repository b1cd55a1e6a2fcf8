import { bucketBlobs } from '../../src/files/store.ts';
import { openNumberSets } from '../../src/lookup/records/store-number-set.ts';
import { NumberSetWriter } from '../../src/records/number-set-writer.ts';

const DATASET = 'do_not_call';

/**
 * `/fill` makes a set of one area code; `/look?count=` looks numbers up in it, one after another.
 */
export default {
  async fetch(request: Request, { DATA }: { DATA: R2Bucket }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const blobs = bucketBlobs(DATA);
    if (pathname === '/fill') {
      const writer = await NumberSetWriter.open(blobs, {
        dataset: DATASET,
        mode: 'replace',
        own: 1,
        before: 0,
        live: null,
      });
      for (let line = 2_000_000; line < 9_000_000; line += 7) writer.add(`+1212${line}`);
      await writer.flush();
      await writer.finishPart();
      return new Response('filled');
    }
    const sets = openNumberSets(blobs);
    let found = 0;
    for (let at = 0; at < Number(searchParams.get('count')); at++) {
      if (await sets.has(DATASET, 1, `+1212${2_000_000 + at * 97}`)) found += 1;
    }
    return new Response(String(found));
  },
};
