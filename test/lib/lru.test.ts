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

it('lets go of what was used least recently when it gets a lower limit', () => {
  const cache = new Lru<string, number>(3);
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    cache.set(key, value);
  cache.resize(1);
  expect([...cache.values()]).toEqual([3]);
  cache.set('d', 4);
  expect([...cache.values()]).toEqual([4]);
  cache.resize(2);
  cache.set('e', 5);
  expect([...cache.values()]).toEqual([4, 5]);
  cache.resize(0);
  expect([cache.weight, ...cache.values()]).toEqual([0]);
});
