import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import suite from '../../vitest.config.ts';
import { exportedValues, mutated } from './mutant.ts';
import { mutants } from './mutants/index.ts';

/**
 * A module in the place of one that has mutants: it loads the variant that the name of the test
 * file asks for. Setup has it evaluated anew for each test file, so one runtime tests mutant after
 * mutant.
 */
function switchOf(path: string, source: string, numbers: readonly number[]): string {
  const variants = numbers.map((n) => `${n}: () => import('/${path}?mutant=${n}')`);
  return [
    `const variants = { ${variants.join(', ')} };`,
    `const asked = /(\\d+)_\\d+\\.test\\.ts$/.exec(globalThis.__vitest_worker__.filepath)?.[1];`,
    `const load = variants[Number(asked)] ?? (() => import('/${path}?mutant=none'));`,
    `(globalThis.variantOf ??= {})['${path}'] = Number(asked);`,
    `export const { ${exportedValues(source).join(', ')} } = await load();`,
  ].join('\n');
}

/** Mutates modules as they are loaded, so that nothing on disk changes. */
const mutating: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  load(id) {
    const [file = '', query = ''] = id.split('?');
    const path = relative(process.cwd(), file);
    const numbers = mutants.flatMap((mutant, n) => (mutant.file === path ? [n] : []));
    if (numbers.length === 0) return;
    const [, asked] = /^mutant=(\w+)$/.exec(query) ?? [];
    if (asked === undefined) return switchOf(path, readFileSync(file, 'utf8'), numbers);
    const mutant = mutants[Number(asked)];
    return mutant ? mutated(mutant) : readFileSync(file, 'utf8');
  },
};

/** By name, so that the tests of one mutant follow each other. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
  }
}

const [workers] = suite.test?.projects ?? [];
if (!workers || typeof workers !== 'object' || !('plugins' in workers))
  throw new Error('the suite has no project that runs in workerd');

export default defineConfig({
  root: process.cwd(),
  test: {
    // The seeds of property tests and simulations.
    provide: suite.test?.provide ?? {},
    maxWorkers: 1,
    sequence: { sequencer: ByName, setupFiles: 'list' },
    // Variants of one file differ by what the list says, which is no part of the cache's key.
    fsModuleCache: false,
    projects: [
      {
        ...workers,
        plugins: [mutating, ...(workers.plugins ?? [])],
        test: {
          ...workers.test,
          include: [`${process.env.MUTATE_DIR}/*.test.ts`],
          exclude: [],
          setupFiles: ['scripts/mutate/forget.ts', 'test/support/setup.ts'],
        },
      },
    ],
  },
});
