import { blueskyVendor } from './bluesky.ts';
import { dataForSeoVendor } from './dataforseo.ts';
import { dncscrubVendor } from './dncscrub.ts';
import { enformionVendor } from './enformion.ts';
import type { FakeVendor } from './fake-vendor.ts';
import { gravatarVendor } from './gravatar.ts';
import { hlrLookupsVendor } from './hlr-lookups.ts';
import { hunterVendor } from './hunter.ts';
import { ipqsVendor } from './ipqs.ts';
import { msadsVendor } from './msads.ts';
import { nominatimVendor } from './nominatim.ts';
import { oembedVendor } from './oembed.ts';
import { officialMetaVendor, officialVendor } from './official.ts';
import { pdlVendor } from './pdl.ts';
import { censusVendor, plutoVendor, rentcastVendor } from './property.ts';
import { proxycheckVendor } from './proxycheck.ts';
import { gleifVendor, secVendor } from './registers.ts';
import { scrapeCreatorsVendor } from './scrapecreators.ts';
import { searxngVendor } from './searxng.ts';
import { semrushVendor } from './semrush.ts';
import { socialPagesVendor } from './social-pages.ts';
import { teliqueVendor } from './telique.ts';
import { telnyxVendor } from './telnyx.ts';
import { trestleVendor } from './trestle.ts';
import { twilioVendor } from './twilio.ts';
import { versiumVendor } from './versium.ts';
import { whisperVendor } from './whisper.ts';
import { wikidataVendor } from './wikidata.ts';

/** Every vendor of the fake world. */
export const VENDORS: readonly FakeVendor[] = [
  censusVendor,
  dataForSeoVendor,
  dncscrubVendor,
  blueskyVendor,
  enformionVendor,
  gleifVendor,
  gravatarVendor,
  hlrLookupsVendor,
  hunterVendor,
  ipqsVendor,
  msadsVendor,
  nominatimVendor,
  oembedVendor,
  officialMetaVendor,
  officialVendor,
  pdlVendor,
  plutoVendor,
  rentcastVendor,
  proxycheckVendor,
  scrapeCreatorsVendor,
  searxngVendor,
  secVendor,
  semrushVendor,
  socialPagesVendor,
  teliqueVendor,
  telnyxVendor,
  trestleVendor,
  twilioVendor,
  versiumVendor,
  whisperVendor,
  wikidataVendor,
];

/** The variables that turn on all but those that only add to an answer. */
export const VENDOR_VARS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...VENDORS.filter(({ onlyAdds }) => !onlyAdds).map(({ vars }) => vars),
);
