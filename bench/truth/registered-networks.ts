import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface RegisteredNetwork {
  /** Its first IPv4 address, as a number. */
  first: number;
  /** Its current name in the registries. */
  name: string;
}

/** Networks that announce IPv4 addresses, by AS number. */
export function registeredNetworks(): ReadonlyMap<number, RegisteredNetwork> {
  const directory = dirname(
    createRequire(import.meta.url).resolve('@ip-location-db/asn/package.json'),
  );
  const networks = new Map<number, RegisteredNetwork>();
  for (const line of readFileSync(join(directory, 'asn-ipv4-num.csv'), 'utf8').split('\n')) {
    const [first = '', , asn = '', ...name] = line.split(',');
    if (asn !== '' && !networks.has(Number(asn)))
      networks.set(Number(asn), { first: Number(first), name: name.join(',').replaceAll('"', '') });
  }
  return networks;
}
