// Runs a script on Node 24, whatever Node the system has: `node scripts/on-node.mjs FILE …`. Plain
// JavaScript, as Node 20 has to read it. The binary comes with `npm ci` as an optional package of
// the platform; no install script is run, and npm 10 drops the link that npm 11 makes for it.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

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

const [file = '', ...args] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) >= LEAST_MAJOR) {
  process.argv.splice(1, 2, resolve(file));
  await import(pathToFileURL(resolve(file)).href);
} else {
  const node = packagedNode();
  if (!node) {
    console.error(
      `Node ${LEAST_MAJOR} or newer is needed, or a platform that npm ci brings it for.`,
    );
    process.exit(1);
  }
  const link = join(MODULES, '.bin', 'node');
  if (process.platform !== 'win32' && !existsSync(link)) {
    rmSync(link, { force: true });
    symlinkSync(resolve(node), link);
  }
  const child = spawn(resolve(node), [file, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
