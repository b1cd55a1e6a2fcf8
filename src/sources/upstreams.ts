import { BLUESKY } from './bluesky/client.ts';
import { DATAFORSEO } from './dataforseo/client.ts';
import { DNCSCRUB } from './dncscrub/client.ts';
import { EMBED_PAGES } from './embed-pages/client.ts';
import { ENFORMION } from './enformion/client.ts';
import { GRAVATAR } from './gravatar/client.ts';
import { HLR_LOOKUPS } from './hlr-lookups/client.ts';
import { HUNTER } from './hunter/client.ts';
import { MSADS } from './msads/ads.ts';
import { NOMINATIM } from './nominatim/client.ts';
import { OEMBED } from './oembed/client.ts';
import { OFFICIAL_META } from './official/meta-ads.ts';
import { OFFICIAL_YOUTUBE } from './official/youtube.ts';
import { PDL } from './pdl/client.ts';
import { CENSUS } from './property/census.ts';
import { PLUTO } from './property/pluto.ts';
import { RENTCAST } from './property/rentcast.ts';
import { PROXYCHECK } from './proxycheck/client.ts';
import { GLEIF } from './registers/gleif.ts';
import { SEC } from './registers/sec.ts';
import { SCRAPECREATORS } from './scrapecreators/client.ts';
import { SEARXNG } from './searxng/client.ts';
import { SEMRUSH } from './semrush/client.ts';
import { WHISPER } from './speech/client.ts';
import { TELIQUE } from './telique/client.ts';
import { TELNYX } from './telnyx/client.ts';
import { TRESTLE } from './trestle/client.ts';
import { TWILIO } from './twilio/client.ts';
import { type Upstream, variablesOf } from './upstream/upstream.ts';
import { VERSIUM } from './versium/client.ts';
import { WIKIDATA } from './wikidata/client.ts';

/** Every vendor and open source an operator can configure. */
export const UPSTREAMS: readonly Upstream[] = [
  CENSUS,
  DATAFORSEO,
  DNCSCRUB,
  BLUESKY,
  EMBED_PAGES,
  ENFORMION,
  GLEIF,
  GRAVATAR,
  HLR_LOOKUPS,
  HUNTER,
  MSADS,
  NOMINATIM,
  OEMBED,
  OFFICIAL_META,
  OFFICIAL_YOUTUBE,
  PDL,
  PLUTO,
  RENTCAST,
  PROXYCHECK,
  SCRAPECREATORS,
  SEARXNG,
  SEC,
  SEMRUSH,
  TELIQUE,
  TELNYX,
  TRESTLE,
  TWILIO,
  VERSIUM,
  WHISPER,
  WIKIDATA,
];

/** The variables of all of them. */
export const UPSTREAM_VARIABLES: readonly string[] = [...new Set(UPSTREAMS.flatMap(variablesOf))];
