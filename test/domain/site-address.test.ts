import { expect, it } from 'vitest';
import { siteAddress } from '../../src/domain/web/site.ts';

it.each([
  ['example.com', 'https://example.com'],
  [' www.Example.com ', 'https://www.example.com'],
  ['https://example.com/', 'https://example.com'],
  ['http://example.com', 'http://example.com'],
  ['example.com/shop?a=1', 'https://example.com/shop?a=1'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
  ['example.com:80/shop', 'http://example.com/shop'],
  ['n/a', null],
  ['none', null],
  ['', null],
  ['mailto:a@example.com', null],
  ['https://user:word@example.com', null],
  [null, null],
  ['https://www.example.com/?utm_source=li', 'https://www.example.com'],
  ['https://example.com/de?b=%20x&UTM_Medium=a&gclid=1#top', 'https://example.com/de?b=+x#top'],
  ['https://example.com/shop?id=a%20b', 'https://example.com/shop?id=a%20b'],
])('of a web site that a source names as %j is %j', (named, address) => {
  expect(siteAddress(named)).toBe(address);
});
