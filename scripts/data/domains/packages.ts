import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';

const require = createRequire(import.meta.url);

/**
 * Root folder of a package: the nearest above a resolvable file with the package's package.json.
 */
function folderOf(name: string, resolvable = name): string {
  for (
    let folder = dirname(require.resolve(resolvable));
    folder !== dirname(folder);
    folder = dirname(folder)
  ) {
    if (folder.endsWith(join('node_modules', name))) return folder;
  }
  throw new Error(`the package ${name} is not installed`);
}

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
});

/** An installed package of open data. */
export interface DataPackage {
  /** `name@version`. */
  source: string;
  licence: string;
  read(file: string): string;
}

export function dataPackage(name: string, resolvable?: string): DataPackage {
  const folder = folderOf(name, resolvable);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const { version, license = 'unknown' } = manifestSchema.parse(JSON.parse(read('package.json')));
  return { source: `${name}@${version}`, licence: license, read };
}

/** A package's main module, for data that is exported only as code. */
export const dataModule = (name: string): unknown => require(name);
