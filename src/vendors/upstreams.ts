import { BLUESKY } from './bluesky/bluesky.ts';
import { CENSUS } from './census/address.ts';
import { DATAFORSEO } from './dataforseo/client.ts';
import { DNCSCRUB } from './dncscrub/scrub.ts';
import { EMBED_PAGES } from './embed-pages/client.ts';
import { ENFORMION } from './enformion/person.ts';
import { GLEIF } from './gleif/entities.ts';
import { GRAVATAR } from './gravatar/profile.ts';
import { HLR_LOOKUPS } from './hlr-lookups/routing.ts';
import { HUNTER } from './hunter/client.ts';
import { IPQS } from './ipqs/phone.ts';
import { OFFICIAL_META } from './meta/ads.ts';
import { MSADS } from './msads/ads.ts';
import { NOMINATIM } from './nominatim/places.ts';
import { OEMBED } from './oembed/embeds.ts';
import { PDL } from './pdl/client.ts';
import { PLUTO } from './pluto/lots.ts';
import { PROXYCHECK } from './proxycheck/reputation.ts';
import { RENTCAST } from './rentcast/property.ts';
import { SCRAPECREATORS } from './scrapecreators/client.ts';
import { SEARXNG } from './searxng/search.ts';
import { SEC } from './sec/filers.ts';
import { SEMRUSH } from './semrush/client.ts';
import { WHISPER } from './speech/whisper.ts';
import { TELIQUE } from './telique/lrn.ts';
import { TELNYX } from './telnyx/line.ts';
import { TRESTLE } from './trestle/phone.ts';
import { TWILIO } from './twilio/line.ts';
import { type Upstream, variablesOf } from './upstream/upstream.ts';
import { VERSIUM } from './versium/contact.ts';
import { WIKIDATA } from './wikidata/client.ts';
import { OFFICIAL_YOUTUBE } from './youtube/youtube.ts';

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
  IPQS,
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
