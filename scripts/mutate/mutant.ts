import { readFileSync } from 'node:fs';

/** One small, plausible mistake, and the tests that are to notice it. */
export interface Mutant {
  /** The mistake, as a sentence. */
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Test files, at least one of which fails with it; the quickest first. */
  tests: readonly string[];
  /** Why no test can notice it: it changes nothing observable. */
  accepted?: string;
}

/** The mutants of one room of `src/`, or of several that belong together. */
export interface Room {
  name: string;
  mutants: readonly Mutant[];
}

/** How often the text to be replaced occurs; anything but once makes the mutant unusable. */
export const occurrences = ({ find }: Mutant, source: string): number =>
  source.split(find).length - 1;

/** The source of the mutated file. @throws Error when the text is not there exactly once */
export function mutated(mutant: Mutant): string {
  const source = readFileSync(mutant.file, 'utf8');
  const count = occurrences(mutant, source);
  if (count !== 1)
    throw new Error(`${mutant.name}: its text occurs ${count} times in ${mutant.file}`);
  return source.replace(mutant.find, () => mutant.replace);
}

const TYPE = /^export (?:declare |type |interface )/;
const VALUE = /^export (?:async |abstract )?(?:const|let|function\*?|class) (\w+)/;

/** The names of the values a module exports. @throws Error at an export it cannot read */
export function exportedValues(source: string): string[] {
  const exports = source.split('\n').filter((line) => /^export\b/.test(line) && !TYPE.test(line));
  return exports.map((line) => {
    const name = VALUE.exec(line)?.[1];
    if (!name) throw new Error(`not a named export: ${line}`);
    return name;
  });
}
