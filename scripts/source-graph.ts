import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

/** The modules of some folders, and which imports which; types count as values do. */
export interface SourceGraph {
  files: readonly string[];
  text(file: string): string;
  /** Relative imports that are files of the graph. */
  imports(file: string): readonly string[];
  importers(file: string): readonly string[];
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g;

/** @param pattern of paths below the project's root */
export function readSourceGraph(pattern = 'src/**/*.{ts,tsx}'): SourceGraph {
  const files = globSync(pattern).sort();
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const imports = new Map(
    files.map((file) => [
      file,
      [
        ...new Set(
          [...(texts.get(file) as string).matchAll(IMPORT)].map(([, target]) =>
            normalize(join(dirname(file), target as string)),
          ),
        ),
      ].filter((target) => texts.has(target)),
    ]),
  );
  const importers = new Map<string, string[]>(files.map((file) => [file, []]));
  for (const [file, targets] of imports)
    for (const target of targets) importers.get(target)?.push(file);
  return {
    files,
    text: (file) => texts.get(file) as string,
    imports: (file) => imports.get(file) as string[],
    importers: (file) => importers.get(file) as string[],
  };
}

/** The first folder below `src`; empty for the files of the root. */
export const roomOf = (file: string): string =>
  file.split('/').length > 2 ? (file.split('/')[1] as string) : '';

/** Groups of nodes that reach each other: strongly connected components (Tarjan, 1972). */
function components(nodes: Iterable<string>, next: (node: string) => Iterable<string>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: string[][] = [];
  const visit = (node: string): void => {
    const index = order.size;
    order.set(node, index);
    lowest.set(node, index);
    stack.push(node);
    onStack.add(node);
    for (const other of next(node)) {
      if (!order.has(other)) visit(other);
      if (onStack.has(other))
        lowest.set(node, Math.min(lowest.get(node) as number, lowest.get(other) as number));
    }
    if (lowest.get(node) !== index) return;
    const group = stack.splice(stack.indexOf(node));
    for (const each of group) onStack.delete(each);
    if (group.length > 1) found.push(group.sort());
  };
  for (const node of nodes) if (!order.has(node)) visit(node);
  return found;
}

export const fileCircles = ({ files, imports }: SourceGraph): string[][] =>
  components(files, imports);

/** Folders, nested ones apart, that import each other. */
export function folderCircles({ files, imports }: SourceGraph): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const file of files)
    for (const target of imports(file)) {
      const [from, to] = [dirname(file), dirname(target)];
      if (from === to) continue;
      const known = targets.get(from) ?? new Set();
      targets.set(from, known.add(to));
    }
  return components(targets.keys(), (folder) => targets.get(folder) ?? []);
}

const DECLARATION =
  '(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\\*?|class|interface|type|enum)';
const EXPORT = new RegExp(`^export ${DECLARATION} (\\w+)`, 'gm');

/** Exported names that more than one file declares, with the files. */
export function duplicateExports({ files, text }: SourceGraph): [string, string[]][] {
  const owners = new Map<string, Set<string>>();
  for (const file of files)
    for (const [, name] of text(file).matchAll(EXPORT)) {
      const known = owners.get(name as string) ?? new Set();
      owners.set(name as string, known.add(file));
    }
  return [...owners].flatMap(([name, where]) => (where.size > 1 ? [[name, [...where]]] : []));
}

/**
 * Files with one importer, which lies in their own folder. Not `schema.ts`, which drizzle-kit reads
 * by its name, nor what is imported when it is first needed.
 */
export const ownFolderSingles = ({ files, text, importers }: SourceGraph): string[] =>
  files.filter((file) => {
    const [importer, ...others] = importers(file);
    if (!importer || others.length > 0 || dirname(importer) !== dirname(file)) return false;
    const name = basename(file);
    return name !== 'schema.ts' && !text(importer).includes(`import('./${name}')`);
  });

export const lineCount = (text: string): number => text.trimEnd().split('\n').length;
