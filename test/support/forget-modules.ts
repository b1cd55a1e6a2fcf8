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

/**
 * Has every module of ours evaluated anew when it is next imported, so that the next test file
 * meets a service that has just started. `vi.resetModules()` does the same for the packages too,
 * which remember nothing and take most of the time; it is what happens should vitest no longer show
 * its modules.
 */
export function forgetModules(): void {
  const modules = modulesById();
  if (!modules) {
    vi.resetModules();
    return;
  }
  for (const [id, module] of modules) {
    if (id.includes('/node_modules/')) continue;
    module.promise = undefined;
    module.exports = undefined;
    module.evaluated = false;
    module.importers.clear();
  }
}
