import * as z from 'zod';
import type { RdapService } from '../../../src/open-data/registration/rdap-bootstrap.ts';
import { dataPackage } from './packages.ts';

export const rdapPackage = dataPackage('rdap-client');

const services = z.array(z.tuple([z.array(z.string()), z.array(z.string())]));

/** The bootstrap file of the package, one service per base URL. */
export function readRdapServices(): RdapService[] {
  const byUrl = new Map<string, Set<string>>();
  for (const [suffixes, urls] of services.parse(
    JSON.parse(rdapPackage.read('dist/rdap-servers.json')),
  )) {
    const url = urls.find((candidate) => candidate.startsWith('https:')) ?? urls[0];
    if (url === undefined || /\s/.test(url)) continue;
    const known = byUrl.get(url) ?? new Set<string>();
    for (const suffix of suffixes) known.add(suffix.toLowerCase());
    byUrl.set(url, known);
  }
  return [...byUrl].map(([url, suffixes]) => [[...suffixes].sort(), [url]] as const);
}
