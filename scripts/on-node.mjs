// Runs a script on Node 24, whatever Node the system has: `node scripts/on-node.mjs FILE …`. Plain
// JavaScript, as Node 20 has to read it. The binary comes with `npm ci` as an optional package of
// the platform; no install script is run, and npm 10 drops the link that npm 11 makes for it.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const LEAST_MAJOR = 24;
const MODULES = 'node_modules';

/** The binary of this platform's package; undefined where there is none. */
function packagedNode() {
  const packages = existsSync(MODULES) ? readdirSync(MODULES) : [];
  return packages
    .filter((name) => /^node-(bin-)?(darwin|linux|win)-/.test(name))
    .flatMap((name) => ['bin/node', 'bin/node.exe'].map((file) => join(MODULES, name, file)))
    .find((file) => existsSync(file));
}

// A process of its own even where this Node would do: imported, a script would not be the main one.
const isNewEnough = Number(process.versions.node.split('.')[0]) >= LEAST_MAJOR;
const node = isNewEnough ? process.execPath : packagedNode();
if (!node) {
  console.error(`Node ${LEAST_MAJOR} or newer is needed, or a platform that npm ci brings it for.`);
  process.exit(1);
}
const link = join(MODULES, '.bin', 'node');
if (!isNewEnough && process.platform !== 'win32' && !existsSync(link)) {
  rmSync(link, { force: true });
  symlinkSync(resolve(node), link);
}
// Compiled code of the modules, for every Node below: types are stripped once, not at each start.
const env = { NODE_COMPILE_CACHE: resolve(MODULES, '.cache/compile'), ...process.env };
const child = spawn(resolve(node), process.argv.slice(2), { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// `kill` of npm ends its shell alone, as dash passes no signal on: the script ends with its parent.
const parent = process.ppid;
const endOrphan = () => process.ppid !== parent && child.kill('SIGTERM');
if (process.env.npm_lifecycle_event) setInterval(endOrphan, 500);
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
