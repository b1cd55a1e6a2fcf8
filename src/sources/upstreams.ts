import { DATAFORSEO } from './dataforseo/client.ts';
import { HLR_LOOKUPS } from './hlr-lookups/client.ts';
import { NOMINATIM } from './nominatim/client.ts';
import { SCRAPECREATORS } from './scrapecreators/client.ts';
import { TELIQUE } from './telique/client.ts';
import { type Upstream, variablesOf } from './upstream/upstream.ts';

/** Every vendor and open source an operator can configure. */
export const UPSTREAMS: readonly Upstream[] = [
  DATAFORSEO,
  HLR_LOOKUPS,
  NOMINATIM,
  SCRAPECREATORS,
  TELIQUE,
];

/** The variables of all of them. */
export const UPSTREAM_VARIABLES: readonly string[] = [...new Set(UPSTREAMS.flatMap(variablesOf))];
