import { execFileSync } from 'node:child_process';

/** Before any test: the tables are there and of this source, however the tests were started. */
export function setup(): void {
  execFileSync('node_modules/.bin/node', ['scripts/data/compile.ts'], { stdio: 'inherit' });
}
