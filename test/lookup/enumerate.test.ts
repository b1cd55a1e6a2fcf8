import { expect, it } from 'vitest';
import { enumerate } from '../../src/lookup/scoring.ts';

it('enumerates as Intl.ListFormat does', () => {
  for (const [conjunction, type] of [
    ['and', 'conjunction'],
    ['or', 'disjunction'],
  ] as const)
    for (let length = 0; length < 5; length++) {
      const words = ['a', 'b c', 'd', 'e'].slice(0, length);
      const formatted = new Intl.ListFormat('en', { type }).format(words);
      expect(enumerate(words, conjunction)).toBe(formatted);
    }
});
