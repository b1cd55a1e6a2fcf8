import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestEntry } from './manifest.ts';
import { readCountries, withNetworks } from './phones/country-sources.ts';
import { encodeBlockHolders } from './phones/encode-block-holders.ts';
import { encodePrefixTable } from './phones/encode-prefix-table.ts';
import {
  GEO_CARRIER_FOLDER,
  MCC_MNC_FOLDER,
  packageSource,
  TEL_CARRIER_FOLDER,
} from './phones/packages.ts';
import { readNationalPrefixes, readTimezonePrefixes } from './phones/prefix-sources.ts';

interface Table {
  name: string;
  source: string;
  licence: string;
  asOf: string | null;
  encode(): { bytes: Uint8Array; rows: number };
}

const PREFIX_LICENCE = 'MIT (package), Apache-2.0 (data)';
const prefixes = packageSource(GEO_CARRIER_FOLDER);
const networks = packageSource(MCC_MNC_FOLDER);

const TABLES: readonly Table[] = [
  {
    name: 'geocodes',
    source: prefixes,
    licence: PREFIX_LICENCE,
    asOf: null,
    encode: () => encodePrefixTable(readNationalPrefixes('geocodes')),
  },
  {
    name: 'carriers',
    source: `${prefixes}, ${networks}`,
    licence: `${PREFIX_LICENCE}, MIT`,
    asOf: null,
    encode: () => encodePrefixTable(withNetworks(readNationalPrefixes('carrier'))),
  },
  {
    name: 'timezones',
    source: prefixes,
    licence: PREFIX_LICENCE,
    asOf: null,
    encode: () => encodePrefixTable(readTimezonePrefixes()),
  },
  {
    name: 'countries',
    source: `CLDR of Node ${process.versions.node}, ${networks}`,
    licence: 'Unicode-3.0, MIT',
    asOf: null,
    encode: () => encodePrefixTable(readCountries()),
  },
  {
    name: 'block-holders',
    source: packageSource(TEL_CARRIER_FOLDER),
    licence: 'Apache-2.0',
    asOf: '2014-02',
    encode: encodeBlockHolders,
  },
];

/** Writes `phone/*.bin` below `outDir`. */
export async function compilePhones(outDir: string): Promise<ManifestEntry[]> {
  await mkdir(join(outDir, 'phone'), { recursive: true });
  const entries: ManifestEntry[] = [];
  for (const { name, source, licence, asOf, encode } of TABLES) {
    const { bytes, rows } = encode();
    const file = `phone/${name}.bin`;
    await writeFile(join(outDir, file), bytes);
    entries.push({
      file,
      source,
      licence,
      asOf,
      rows,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  }
  return entries;
}
