import { blueskyVendor } from './bluesky.ts';
import { enformionVendor } from './enformion.ts';
import type { FakeVendor } from './fake-vendor.ts';
import { gravatarVendor } from './gravatar.ts';
import { hlrLookupsVendor } from './hlr-lookups.ts';
import { hunterVendor } from './hunter.ts';
import { oembedVendor } from './oembed.ts';
import { officialVendor } from './official.ts';
import { pdlVendor } from './pdl.ts';
import { gleifVendor, secVendor } from './registers.ts';
import { scrapeCreatorsVendor } from './scrapecreators.ts';
import { socialPagesVendor } from './social-pages.ts';
import { teliqueVendor } from './telique.ts';
import { versiumVendor } from './versium.ts';
import { wikidataVendor } from './wikidata.ts';

/** Every vendor of the fake world. */
export const VENDORS: readonly FakeVendor[] = [
  blueskyVendor,
  enformionVendor,
  gleifVendor,
  gravatarVendor,
  hlrLookupsVendor,
  hunterVendor,
  oembedVendor,
  officialVendor,
  pdlVendor,
  scrapeCreatorsVendor,
  secVendor,
  socialPagesVendor,
  teliqueVendor,
  versiumVendor,
  wikidataVendor,
];

/** The variables that turn all of them on. */
export const VENDOR_VARS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...VENDORS.map(({ vars }) => vars),
);
