import * as z from 'zod';
import { defineProduct, forcedRefusals } from '../../../core/lookup/product.ts';
import { allOf } from '../../../core/lookup/source.ts';
import type { PlaceFact } from '../../../core/places/place.ts';
import { placeCacheKey, placeFields } from '../../../core/places/place-input.ts';
import { headlineOf, placeHeadline, placeRecord, recordOf } from '../place-sections.ts';
import { placeSources } from '../place-sources.ts';
import { barePlace, samplePlace } from '../sample-place.ts';

const CREDITS = 10;

const classification = placeHeadline.extend({
  matched: z
    .boolean()
    .describe('Whether a business of that name was found in that city. Nothing is charged if not.'),
});

const insights = z.object({
  business_lookup_result: placeRecord.describe('All that the record says of the business.'),
});

/** Which business is this, and how can it be reached? */
export const businessLookup = defineProduct({
  path: '/business-lookup',
  type: 'business_lookup',
  summary: 'Record of a business by name and city',
  tier: 'live',
  input: z.object(placeFields),
  subject: ({ name }) => name,
  cacheKey: placeCacheKey,
  sources: allOf({ place: placeSources }),
  conclude: ({ place }): PlaceFact | null => place ?? null,
  price: { upTo: CREDITS, charge: (place) => (place ? CREDITS : 0) },
  classification: {
    schema: classification,
    from: (place) => ({ matched: place !== null, ...headlineOf(place) }),
  },
  insights: {
    schema: insights,
    from: (place) => ({ business_lookup_result: recordOf(place) }),
  },
  bulk: 'business_lookup',
  factVersion: 1,
  sandbox: [
    { subject: 'Sandbox Books', shows: 'a business and its profile', fact: { place: samplePlace } },
    {
      subject: 'Sandbox Corner Shop',
      shows: 'a place of the open map',
      fact: { place: barePlace },
    },
    { subject: 'Sandbox Nobody', shows: 'no match, not charged', fact: { place: null } },
    ...forcedRefusals('Sandbox Broke', 'Sandbox Busy', 'Sandbox Slow'),
  ],
  example: { name: 'Example Books', city: 'Springfield', state: 'Illinois' },
});
