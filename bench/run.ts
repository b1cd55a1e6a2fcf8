// Every benchmark, one after the other, so that none disturbs another. `npm run bench -- phone ip` runs those.
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';

const all = globSync('bench/*.ts')
  .map((file) => file.slice('bench/'.length, -'.ts'.length))
  .filter((name) => name !== 'run')
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(1);
}
for (const name of asked.length > 0 ? asked : all) {
  console.log(`\n== ${name}`);
  execFileSync(process.execPath, [`bench/${name}.ts`], { stdio: 'inherit' });
}
