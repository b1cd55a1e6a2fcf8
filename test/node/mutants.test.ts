import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exportedValues, occurrences } from '../../scripts/mutate/mutant.ts';
import { mutants } from '../../scripts/mutate/mutants/index.ts';

it.each(mutants)('there is what would be mistaken: $name', (mutant) => {
  expect(occurrences(mutant, readFileSync(mutant.file, 'utf8'))).toBe(1);
  expect(mutant.replace).not.toBe(mutant.find);
  expect(mutant.tests.filter((test) => !existsSync(test))).toEqual([]);
});

it('each mutant has a name of its own', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

it('what a mutated module exports reaches its importers, abstract classes too', () => {
  const source = [
    'export type A = 1;',
    'export interface B {}',
    'export const c = 1;',
    'export abstract class D {}',
    'export async function e() {}',
    'const f = 1;',
  ].join('\n');
  expect(exportedValues(source)).toEqual(['c', 'D', 'e']);
  expect(() => exportedValues("export { g } from './g.ts';")).toThrow('not a named export');
  const files = new Set(mutants.map(({ file }) => file));
  for (const file of files) exportedValues(readFileSync(file, 'utf8'));
});
