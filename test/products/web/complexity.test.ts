import { describe, expect, it } from 'vitest';
import { OpenElements } from '../../../src/sources/web/html/open-elements.ts';
import { HtmlTokenizer } from '../../../src/sources/web/html/tokenizer.ts';
import { convert } from './convert.ts';
import { growthOf, MOST_GROWTH, type Reader } from './growth.ts';
import { KNOWN_SHAPES, MARKUP_SHAPES, type PageShape, randomShapes } from './page-shapes.ts';

const SEED = 20_261_121;
const RANDOM_SHAPES = 80;

/** The tags of a page in one piece, as other readers of pages take them. */
const readTags: Reader = (html) => {
  const handler = { open: () => true, close: () => undefined, text: () => undefined };
  const elements = new OpenElements(handler);
  const tokenizer = new HtmlTokenizer(elements);
  tokenizer.write(html);
  tokenizer.end();
  elements.end();
};

/** What grows faster than its page, with how much faster. */
async function superlinear(
  shapes: readonly PageShape[],
  read: Reader = convert,
): Promise<string[]> {
  const found: string[] = [];
  for (const shape of shapes) {
    const growth = await growthOf(read, shape);
    if (growth > MOST_GROWTH) found.push(`${growth.toFixed(1)}x: ${JSON.stringify(shape)}`);
  }
  return found;
}

describe(`a page twice as long takes at most ${MOST_GROWTH} times as long`, {
  timeout: 180_000,
}, () => {
  it('in shapes that are known to tempt', async () => {
    expect(await superlinear(KNOWN_SHAPES)).toEqual([]);
  });

  it('in shapes of markup read in one piece', async () => {
    expect(await superlinear(MARKUP_SHAPES, readTags)).toEqual([]);
  });

  it(`in ${RANDOM_SHAPES} random shapes (seed ${SEED})`, async () => {
    expect(await superlinear(randomShapes(SEED, RANDOM_SHAPES))).toEqual([]);
  });
});
