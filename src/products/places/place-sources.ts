import { firstMatch, type Sources } from '../../core/lookup/source.ts';
import type { PlaceFact, PlaceQuery } from '../../core/places/place.ts';
import { businessInfo } from '../../sources/dataforseo/business-info.ts';
import { mappedPlaces } from '../../sources/nominatim/search-places.ts';
import { businesses } from '../../sources/places/businesses.ts';

/** The operator's file, a paid profile, the open map: the first that has the business. */
export const placeSources: Sources<PlaceQuery, PlaceFact | null> = firstMatch(
  businesses,
  businessInfo,
  mappedPlaces,
);
