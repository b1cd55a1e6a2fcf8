import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

export const CLIENT = resolve('clients/typescript');

/** Packs the TypeScript client, and installs the file in an empty folder below `root`. */
export async function installPackedClient(root: string): Promise<string> {
  const folder = join(root, 'caller');
  await mkdir(folder);
  await run('npm', ['pack', '--pack-destination', root], { cwd: CLIENT });
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
