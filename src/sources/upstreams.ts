import { DATAFORSEO } from './dataforseo/client.ts';
import { ENFORMION } from './enformion/client.ts';
import { GRAVATAR } from './gravatar/client.ts';
import { HLR_LOOKUPS } from './hlr-lookups/client.ts';
import { HUNTER } from './hunter/client.ts';
import { NOMINATIM } from './nominatim/client.ts';
import { PDL } from './pdl/client.ts';
import { GLEIF } from './registers/gleif.ts';
import { SEC } from './registers/sec.ts';
import { SCRAPECREATORS } from './scrapecreators/client.ts';
import { SEARXNG } from './searxng/client.ts';
import { SEMRUSH } from './semrush/client.ts';
import { TELIQUE } from './telique/client.ts';
import { type Upstream, variablesOf } from './upstream/upstream.ts';
import { VERSIUM } from './versium/client.ts';
import { WIKIDATA } from './wikidata/client.ts';

/** Every vendor and open source an operator can configure. */
export const UPSTREAMS: readonly Upstream[] = [
  DATAFORSEO,
  ENFORMION,
  GLEIF,
  GRAVATAR,
  HLR_LOOKUPS,
  HUNTER,
  NOMINATIM,
  PDL,
  SCRAPECREATORS,
  SEARXNG,
  SEC,
  SEMRUSH,
  TELIQUE,
  VERSIUM,
  WIKIDATA,
];

/** The variables of all of them. */
export const UPSTREAM_VARIABLES: readonly string[] = [...new Set(UPSTREAMS.flatMap(variablesOf))];
