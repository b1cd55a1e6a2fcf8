import type { Reporter, TestModule } from 'vitest/node';

/** Marks the lines of this reporter among everything the runtime writes. */
export const MARK = '@mutate ';

/** How one test file ended under one mutant. */
export interface Ended {
  file: string;
  /** What failed first; null when nothing did. */
  failure: string | null;
}

const say = (what: unknown): void =>
  void process.stdout.write(`\n${MARK}${JSON.stringify(what)}\n`);

function failureOf(module: TestModule): string | null {
  const [test] = module.children.allTests('failed');
  // An error of the file comes first: the variant that was asked for may not have been loaded.
  const [error] = [...module.errors(), ...(test?.result().errors ?? [])];
  if (module.state() !== 'failed') return null;
  return `${test?.fullName ?? 'the file'}: ${error?.message.split('\n')[0] ?? 'failed'}`;
}

/** Tells the parent process of each test file as it ends. */
export default class MutateReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    say({ file: module.moduleId, failure: failureOf(module) } satisfies Ended);
  }
}
