import { dataForSeoVendor } from './dataforseo.ts';
import { enformionVendor } from './enformion.ts';
import type { FakeVendor } from './fake-vendor.ts';
import { gravatarVendor } from './gravatar.ts';
import { hlrLookupsVendor } from './hlr-lookups.ts';
import { hunterVendor } from './hunter.ts';
import { nominatimVendor } from './nominatim.ts';
import { pdlVendor } from './pdl.ts';
import { gleifVendor, secVendor } from './registers.ts';
import { scrapeCreatorsVendor } from './scrapecreators.ts';
import { searxngVendor } from './searxng.ts';
import { semrushVendor } from './semrush.ts';
import { teliqueVendor } from './telique.ts';
import { versiumVendor } from './versium.ts';
import { wikidataVendor } from './wikidata.ts';

/** Every vendor of the fake world. */
export const VENDORS: readonly FakeVendor[] = [
  dataForSeoVendor,
  enformionVendor,
  gleifVendor,
  gravatarVendor,
  hlrLookupsVendor,
  hunterVendor,
  nominatimVendor,
  pdlVendor,
  scrapeCreatorsVendor,
  searxngVendor,
  secVendor,
  semrushVendor,
  teliqueVendor,
  versiumVendor,
  wikidataVendor,
];

/** The variables that turn all of them on. */
export const VENDOR_VARS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...VENDORS.map(({ vars }) => vars),
);
