import { execFile, type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

export const CLIENT = resolve('clients/typescript');

/**
 * Packs the TypeScript client by the commands of its README, where npm runs no scripts by itself,
 * and installs the file in an empty folder below `root`.
 */
export async function installPackedClient(root: string): Promise<string> {
  const folder = join(root, 'caller');
  await mkdir(folder);
  await rm(join(CLIENT, 'dist'), { recursive: true, force: true });
  const [commands = ''] = await codeBlocks(join(CLIENT, 'README.md'), 'sh');
  const env = { ...process.env, npm_config_ignore_scripts: 'true' };
  // The compiler is that of this repository.
  for (const command of commands
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('npm ci')))
    await run('sh', ['-ec', command], { env: { ...env, npm_config_pack_destination: root } });
  const packed = (await readdir(root)).find((name) => name.endsWith('.tgz')) as string;
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(root, packed)];
  await run('npm', install, { cwd: folder });
  return folder;
}

/** Code blocks of one language in a page, in their order. */
export async function codeBlocks(file: string, language: string): Promise<string[]> {
  const page = await readFile(file, 'utf8');
  return page
    .split(/^```/m)
    .filter((part) => part.startsWith(`${language}\n`))
    .map((part) => part.slice(language.length + 1));
}

/** Runs a command in a terminal. @param typed what is waited for, and what is typed then */
export function typeInTerminal(
  command: string[],
  typed: [string, string][],
  options: SpawnSyncOptions,
): { code: number; shown: string } {
  const input = JSON.stringify({ command, typed });
  const script = resolve('test/node/type-in-terminal.py');
  const { stdout } = spawnSync('python3', [script], { ...options, input, encoding: 'utf8' });
  return JSON.parse(String(stdout));
}
