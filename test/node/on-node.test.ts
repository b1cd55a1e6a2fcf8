import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'on-node-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (script: string, ...args: string[]) => {
  const file = join(folder, 'script.ts');
  writeFileSync(file, script);
  return execFileSync(process.execPath, ['scripts/on-node.mjs', file, ...args]).toString();
};

test('a script is the main one, with its arguments, under a Node that is new enough', () => {
  const told = run(
    'console.log(import.meta.main satisfies boolean, process.argv.slice(2).join());',
    '--force',
    'x',
  );
  expect(told).toBe('true --force,x\n');
});

test('the exit code of a script is told', () => {
  expect(() => run('process.exit(3);')).toThrow(expect.objectContaining({ status: 3 }));
});
