// Compiles the packages of open data into the tables that the Worker reads. `npm run data` forces
// it; dev and test run it only if a package version or the compiler has changed.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { compileAddresses } from './compile-addresses.ts';
import { compileDomains } from './compile-domains.ts';
import { compilePhones } from './compile-phones.ts';
import type { ManifestEntry } from './manifest.ts';

const OUT_DIR = 'compiled';
const MANIFEST = `${OUT_DIR}/manifest.json`;

interface Manifest {
  /** Hash of all inputs of the compilation. */
  inputs: string;
  tables: ManifestEntry[];
}

/** @param told receives progress messages of long steps */
type Compile = (folder: string, told: (what: string) => void) => Promise<ManifestEntry[]>;

/** Compilers in the order of the manifest. The last one takes most of the time. */
const COMPILERS: readonly [name: string, compile: Compile][] = [
  ['phone numbers', compilePhones],
  ['domains', compileDomains],
  ['IP addresses', compileAddresses],
];

/** Version of all tables in the bundle; a cached answer from another version is stale. */
const VERSION = 'version.bin';
const versionOf = (tables: readonly ManifestEntry[]): string =>
  createHash('sha256')
    .update(tables.map(({ sha256 }) => sha256).join('\n'))
    .digest('hex')
    .slice(0, 16);

/** Hashes the compiler's files and tables, and the pinned package versions. */
function hashInputs(): string {
  const hash = createHash('sha256');
  for (const file of [
    ...globSync('scripts/data/**/*.{ts,json}'),
    ...globSync('src/open-data/**/*.{ts,json}'),
  ].sort())
    hash.update(file).update(readFileSync(file));
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return hash.update(JSON.stringify(devDependencies)).digest('hex');
}

async function readManifest(): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
  } catch {
    return null;
  }
}

/**
 * Writes `compiled/` atomically: built beside it, then renamed.
 * @param options `told` receives progress messages
 * @returns the manifest, and whether anything was compiled
 */
export async function compileData({
  force = false,
  told = (_: string): void => {},
} = {}): Promise<{ manifest: Manifest; compiled: boolean }> {
  const inputs = hashInputs();
  const present = await readManifest();
  if (!force && present?.inputs === inputs) return { manifest: present, compiled: false };

  const building = `${OUT_DIR}.${process.pid}`;
  await mkdir(building, { recursive: true });
  try {
    const tables: ManifestEntry[] = [];
    for (const [index, [name, compile]] of COMPILERS.entries()) {
      const which = `${name}, ${index + 1} of ${COMPILERS.length}`;
      told(which);
      tables.push(...(await compile(building, (what) => told(`${which}: ${what}`))));
    }
    const manifest: Manifest = { inputs, tables };
    await writeFile(`${building}/manifest.json`, JSON.stringify(manifest, null, 2));
    await writeFile(`${building}/${VERSION}`, versionOf(tables));
    await rm(OUT_DIR, { recursive: true, force: true });
    await rename(building, OUT_DIR);
    return { manifest, compiled: true };
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const startedAt = performance.now();
  const { manifest, compiled } = await compileData({
    force: process.argv.includes('--force'),
    told: (what) => console.log(`compiling ${what} …`),
  });
  if (compiled) {
    for (const { file, rows, asOf, source } of manifest.tables)
      console.log(`${file}  ${rows} rows, as of ${asOf ?? 'unknown'}, ${source}`);
    console.log(`compiled in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  }
}
