// Runs every benchmark one after the other, so that none disturbs another. `npm run bench -- phone
// ip` runs only those two.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';

const FOLDER = 'bench';

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Installs peers and oracles on the first run: a third of a gigabyte that nothing else needs. */
function install(): void {
  const wanted = changedAt(`${FOLDER}/package-lock.json`);
  if (changedAt(`${FOLDER}/node_modules/.package-lock.json`) >= wanted) return;
  console.log('installing what the benchmarks compare with (bench/package.json) …');
  // None of them needs its install script.
  execFileSync('npm', ['ci', '--prefix', FOLDER, '--ignore-scripts'], { stdio: 'inherit' });
}

const all = globSync(`${FOLDER}/*.ts`)
  .map((file) => file.slice(`${FOLDER}/`.length, -'.ts'.length))
  .filter((name) => name !== 'run')
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(1);
}
install();
// A benchmark that misses a goal prints it and exits with 1; the others still run.
const failed = (asked.length > 0 ? asked : all).filter((name) => {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [`${FOLDER}/${name}.ts`], { stdio: 'inherit' });
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`\nnot all goals met: ${failed.join(', ')}`);
  process.exitCode = 1;
}
