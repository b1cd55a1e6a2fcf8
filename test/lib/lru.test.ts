import { expect, it } from 'vitest';
import { Lru } from '../../src/lib/lru.ts';

it('evicts what was used least recently', () => {
  const cache = new Lru<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

it('weighs its values, and holds one that alone is over the limit', () => {
  const cache = new Lru<string, string>(4, ({ length }) => length);
  cache.set('a', 'xx');
  cache.set('b', 'xx');
  cache.set('a', 'xxx');
  expect([...cache.values()]).toEqual(['xxx']);
  cache.set('c', 'xxxxxx');
  expect([...cache.values()]).toEqual(['xxxxxx']);
  expect(cache.weight).toBe(6);
});
