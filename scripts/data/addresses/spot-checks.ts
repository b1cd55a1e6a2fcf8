import type { AddressRow } from '../../../src/domain/ip/address.ts';
import { parseIpAddress } from '../../../src/domain/ip/address.ts';
import type { AddressTable } from '../../../src/lookup/world.ts';

/** Expected answers, checked before a new table becomes current. */
const EXPECTED: Readonly<Record<string, Partial<AddressRow>>> = {
  '8.8.8.8': { asn: 15169, asnCountry: 'US', countryCode: 'US', city: null },
  '1.1.1.1': { asn: 13335, city: null, asnClass: 'cdn' },
  '52.95.110.1': { asn: 16509, asnClass: 'hosting' },
  '73.162.0.1': { asn: 7922, asnClass: 'isp', countryCode: 'US' },
  '91.0.0.1': { asn: 3320, asnClass: 'isp', countryCode: 'DE' },
  '172.58.1.1': { asn: 21928, asnClass: 'mobile', countryCode: 'US', city: null },
  '5.9.1.1': { asn: 24940, asnClass: 'hosting', countryCode: 'DE' },
  '10.0.0.1': { asn: null, city: null },
  '255.255.255.255': { asn: null, countryCode: null },
  '2606:4700:4700::1111': { asn: 13335, city: null },
  '2001:4860:4860::8888': { asn: 15169, countryCode: 'US' },
  '2a01:4f8::1': { asn: 24940, countryCode: 'DE' },
  // Delegated in France and used in Spain, so the registries alone would be wrong.
  '90.68.0.1': { asn: 12479, countryCode: 'ES', registeredCountry: 'FR' },
  '128.32.0.2': { asn: 25, city: 'Berkeley', district: 'Downtown Berkeley' },
};

/** Minimum number of rows; a table with fewer was truncated. */
const MIN_ROWS = { v4: 1_000_000, v6: 100_000 };

/** @throws Error that names the first failing check */
export async function checkTables(
  table: AddressTable,
  rows: { v4: number; v6: number },
): Promise<void> {
  if (rows.v4 < MIN_ROWS.v4 || rows.v6 < MIN_ROWS.v6)
    throw new Error(`too few rows: ${rows.v4} IPv4, ${rows.v6} IPv6`);
  for (const [text, expected] of Object.entries(EXPECTED)) {
    const row = await table.find(parseIpAddress(text));
    for (const [field, value] of Object.entries(expected)) {
      const found = row[field as keyof AddressRow];
      if (found !== value)
        throw new Error(`${text}: ${field} is ${String(found)}, expected ${String(value)}`);
    }
  }
}
