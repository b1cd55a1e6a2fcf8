import { expect, it } from 'vitest';
import { EmbeddedData, embeddedState } from '../../../src/web-reader/html/embedded-data.ts';

const attributes = (pairs: Record<string, string>) => new Map(Object.entries(pairs));

it('reads the state of an id as a browser ends the script, and null for no JSON', () => {
  const page = (state: string) =>
    `<p id="S">x</p><script data-a='>' ID=S type="application/json">${state}</script><script id="S">{"b":2}</script>`;
  expect(embeddedState(page('{"a":"&amp;</p>"}'), 'S')).toEqual({ a: '&amp;</p>' });
  expect(embeddedState(page('window.a = 1'), 'S')).toEqual({ b: 2 });
  expect(embeddedState(page('{}'), 'T')).toBeNull();
});

it('keeps the JSON-LD of a page, fed in pieces, without what does not parse', () => {
  const data = new EmbeddedData();
  const feed = (type: string, ...pieces: string[]): boolean => {
    const isRead = data.open(attributes({ type }));
    for (const piece of pieces) data.text(piece);
    data.close();
    return isRead;
  };
  expect(feed('application/LD+json; charset=utf-8', '{"@type":', '"Hotel"}')).toBe(true);
  expect(feed('application/ld+json', '{"@type":')).toBe(true);
  expect(feed('text/javascript', '{}')).toBe(false);
  data.text('{}');
  expect(data.linkedData).toEqual([{ '@type': 'Hotel' }]);
});

it('reads at most four million characters of a page', () => {
  const data = new EmbeddedData();
  data.open(attributes({ type: 'application/ld+json' }));
  data.text(`"${'x'.repeat(5_000_000)}"`);
  data.close();
  data.open(attributes({ type: 'application/ld+json' }));
  data.text('{}');
  data.close();
  expect(data.linkedData).toEqual([]);
});
