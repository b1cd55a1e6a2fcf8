import { HLR_LOOKUPS } from './hlr-lookups/client.ts';
import { HUNTER } from './hunter/client.ts';
import { PDL } from './pdl/client.ts';
import { GLEIF } from './registers/gleif.ts';
import { SEC } from './registers/sec.ts';
import { SCRAPECREATORS } from './scrapecreators/client.ts';
import { TELIQUE } from './telique/client.ts';
import { type Upstream, variablesOf } from './upstream/upstream.ts';
import { WIKIDATA } from './wikidata/client.ts';

/** Every vendor and open source an operator can configure. */
export const UPSTREAMS: readonly Upstream[] = [
  GLEIF,
  HLR_LOOKUPS,
  HUNTER,
  PDL,
  SCRAPECREATORS,
  SEC,
  TELIQUE,
  WIKIDATA,
];

/** The variables of all of them. */
export const UPSTREAM_VARIABLES: readonly string[] = [...new Set(UPSTREAMS.flatMap(variablesOf))];
