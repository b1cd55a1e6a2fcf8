import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDomainSet } from '../../src/open-data/mail/domain-lists.ts';
import { encodeDomainSet } from './domains/encode-domain-set.ts';
import {
  disposableAsOf,
  disposablePackages,
  freePackages,
  readDisposableDomains,
  readFreeDomains,
} from './domains/mail-domains.ts';
import type { DataPackage } from './domains/packages.ts';
import { rdapPackage, readRdapServices } from './domains/rdap-services.ts';
import { readRoleNames, rolePackage } from './domains/role-names.ts';
import type { ManifestEntry } from './manifest.ts';

interface Table {
  name: string;
  packages: readonly DataPackage[];
  asOf: string | null;
  rows: number;
  bytes: Uint8Array;
}

const lines = (rows: readonly string[]): Uint8Array => new TextEncoder().encode(rows.join('\n'));

/** Refuses hash collisions, by which a known provider would count as disposable. */
function refuseCollisions(disposable: Uint8Array, free: ReadonlySet<string>): void {
  const set = createDomainSet(disposable.buffer as ArrayBuffer);
  const collided = [...free].filter((name) => set.has(name));
  if (collided.length > 0)
    throw new Error(
      `hash collision of free providers with disposable domains: ${collided.join(', ')}`,
    );
}

function buildTables(): Table[] {
  const disposable = readDisposableDomains();
  const free = readFreeDomains(disposable);
  const roles = readRoleNames();
  const services = readRdapServices();
  const disposableBytes = encodeDomainSet(disposable);
  refuseCollisions(disposableBytes, free);
  return [
    {
      name: 'disposable',
      packages: disposablePackages,
      asOf: disposableAsOf,
      rows: disposable.size,
      bytes: disposableBytes,
    },
    {
      name: 'free',
      packages: freePackages,
      asOf: null,
      rows: free.size,
      bytes: encodeDomainSet(free),
    },
    { name: 'roles', packages: [rolePackage], asOf: null, rows: roles.length, bytes: lines(roles) },
    {
      name: 'rdap',
      packages: [rdapPackage],
      asOf: null,
      rows: services.length,
      bytes: lines(services.map(([suffixes, urls]) => [...urls, ...suffixes].join(' '))),
    },
  ];
}

/** Writes `domains/*.bin` below `outDir`. */
export async function compileDomains(outDir: string): Promise<ManifestEntry[]> {
  await mkdir(join(outDir, 'domains'), { recursive: true });
  const entries: ManifestEntry[] = [];
  for (const { name, packages, asOf, rows, bytes } of buildTables()) {
    const file = `domains/${name}.bin`;
    await writeFile(join(outDir, file), bytes);
    entries.push({
      file,
      source: packages.map((part) => part.source).join(', '),
      licence: [...new Set(packages.map((part) => part.licence))].join(', '),
      asOf,
      rows,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  }
  return entries;
}
