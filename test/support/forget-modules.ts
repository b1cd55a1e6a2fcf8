import { vi } from 'vitest';

/** What vitest's module runner knows of a module. */
interface EvaluatedModule {
  promise: unknown;
  exports: unknown;
  evaluated: boolean;
  importers: Set<string>;
}

interface Runner {
  __vitest_worker__?: { evaluatedModules?: { idToModuleMap?: Map<string, EvaluatedModule> } };
}

const modulesById = (): Map<string, EvaluatedModule> | undefined =>
  (globalThis as Runner).__vitest_worker__?.evaluatedModules?.idToModuleMap;

/** Whether the test file has had a module evaluated, by itself or by what it imports. */
export function hasLoaded(specifier: string): boolean {
  const modules = modulesById();
  if (!modules) return true;
  return [...modules].some(([id, { evaluated }]) => evaluated && id.includes(specifier));
}

/** The modules of `src/` that hold what an isolate has found out; test/node/module-state. */
export const REMEMBERING = ['services.ts', 'vendors/telique/numbers.ts'];

/**
 * Has the modules that remember something evaluated anew when they are next imported, with all that
 * import them, so that the next test file meets a service that has just started. For every module
 * `vi.resetModules()` does it, which takes longer than most files; it is called should vitest no
 * longer show its modules.
 * @param others paths below `src/` of further modules to be evaluated anew
 */
export function forgetModules(others: readonly string[] = []): void {
  const ends = [...REMEMBERING, ...others].map((path) => `/src/${path}`);
  const modules = modulesById();
  if (!modules) {
    vi.resetModules();
    return;
  }
  const forgotten = [...modules.keys()].filter(
    (id) => id.includes('/test/') || ends.some((end) => id.endsWith(end)),
  );
  for (const id of forgotten) {
    const module = modules.get(id);
    if (!module?.evaluated) continue;
    forgotten.push(...module.importers);
    module.promise = undefined;
    module.exports = undefined;
    module.evaluated = false;
    module.importers.clear();
  }
}
