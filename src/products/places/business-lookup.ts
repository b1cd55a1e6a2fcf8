import * as z from 'zod';
import { placeCacheKey, placeFields, separateState } from '../../domain/place/place.ts';
import { field } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox } from '../../lookup/product.ts';
import {
  barePlace,
  describePlaceHeadline,
  describePlaceRecord,
  placeHeadline,
  placeRecord,
  placeSources,
  samplePlace,
} from './place.ts';

const classification = placeHeadline.extend({
  matched: field.boolean(
    'Whether a business of that name was found in that city. Nothing is charged if not.',
  ),
});

const insights = z.object({
  business_lookup_result: placeRecord.describe('The complete record of the business.'),
});

export const businessLookup = defineProduct({
  path: '/business-lookup',
  summary: 'Record of a business by name and city',
  tier: 'live',
  input: z.object(placeFields).check(separateState),
  subject: ({ name }) => name,
  cacheKey: placeCacheKey,
  sources: placeSources,
  price: {
    upTo: 10,
    paidFor: [
      ...['category', 'phone', 'website', 'email', 'status', 'rating', 'line1', 'zip'],
      ...['latitude', 'hours'],
    ],
    isPaid: (place) => place !== null,
  },
  classification: {
    schema: classification,
    from: (place) => ({ matched: place !== null, ...describePlaceHeadline(place) }),
  },
  insights: {
    schema: insights,
    from: (place) => ({ business_lookup_result: describePlaceRecord(place) }),
  },
  bulk: 'business_lookup',
  factVersion: 3,
  sandbox: [
    inSandbox.answer('Sandbox Books', 'a business and its profile', samplePlace),
    inSandbox.answer('Sandbox Corner Shop', 'a place of the open map', barePlace),
    inSandbox.answer('Sandbox Nobody', 'no match, not charged', null),
    ...inSandbox.refusals('Sandbox Broke', 'Sandbox Busy', 'Sandbox Slow'),
  ],
  example: { name: 'Example Books', city: 'Springfield', state: 'Illinois' },
});
