import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
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

test('the exit code of a script is passed on', () => {
  expect(() => run('process.exit(3);')).toThrow(expect.objectContaining({ status: 3 }));
});

test('a script of npm ends with the shell that npm began it in', async () => {
  const file = join(folder, 'waits.ts');
  writeFileSync(file, 'console.log(process.pid); setInterval(() => {}, 1_000);');
  // A second command keeps the shell from becoming the first.
  const command = `"${process.execPath}" scripts/on-node.mjs "${file}"; true`;
  const env = { ...process.env, npm_lifecycle_event: 'dev' };
  const shell = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [pid] = await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  // The last of those that write to it.
  await once(shell.stdout, 'end');
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});
