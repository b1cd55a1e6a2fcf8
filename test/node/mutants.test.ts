import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { occurrences } from '../../scripts/mutate/mutant.ts';
import { mutants } from '../../scripts/mutate/mutants/index.ts';

it.each(mutants)('there is what would be mistaken: $name', (mutant) => {
  expect(occurrences(mutant, readFileSync(mutant.file, 'utf8'))).toBe(1);
  expect(mutant.replace).not.toBe(mutant.find);
  expect(mutant.tests.filter((test) => !existsSync(test))).toEqual([]);
});

it('each mutant has a name of its own', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
