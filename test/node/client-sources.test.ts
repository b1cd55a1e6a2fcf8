import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { generatedClientFiles } from '../../scripts/client-generator/files.ts';

const MOST_BYTES = 15 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'lookup-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([...generatedClientFiles()])('%s is what `npm run clients` writes today', (file, text) => {
  const same = readFileSync(file, 'utf8') === text;
  expect(same, `${file} is out of date: run \`npm run clients\``).toBe(true);
});

it(`is below ${MOST_BYTES} bytes gzipped, and imports nothing that a platform may lack`, async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['clients/typescript/src/index.ts'],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
    metafile: true,
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  console.log(`clients/typescript: ${bytes} bytes gzipped`);
  expect(bytes).toBeGreaterThan(1024);
  expect(bytes).toBeLessThan(MOST_BYTES);
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
  expect(imported.filter(({ external }) => external)).toEqual([]);
  expect(Object.keys(metafile.inputs).filter((file) => file.includes('node_modules'))).toEqual([]);
});

it('compiles strictly, with no package but the two it is built with', () => {
  execFileSync('npx', ['tsc', '-p', 'clients/typescript', '--outDir', folder]);
  const manifest = JSON.parse(readFileSync('clients/typescript/package.json', 'utf8'));
  expect(manifest.dependencies).toBeUndefined();
});
