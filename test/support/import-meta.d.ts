/**
 * What Vite replaces when it bundles the tests; declared narrowly because nothing else of Vite's is
 * used.
 */
interface ImportMeta {
  glob(
    pattern: string,
    options: { query: '?raw'; import: 'default'; eager: true },
  ): Record<string, string>;
  glob<Module>(pattern: string, options: { eager: true }): Record<string, Module>;
}
