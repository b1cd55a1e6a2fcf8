import timezoneAt from '@photostructure/tz-lookup';
import { COUNTRIES } from './countries.ts';

/** An IANA time zone, and what it was told by. */
export interface Timezone {
  name: string;
  source: 'coordinates' | 'country';
}

/** The zone of a point, else of a country that has only one; null when neither tells. */
export function timezoneOf(place: {
  latitude: number | null;
  longitude: number | null;
  countryCode: string | null;
}): Timezone | null {
  if (place.latitude !== null && place.longitude !== null) {
    return { name: timezoneAt(place.latitude, place.longitude), source: 'coordinates' };
  }
  const name =
    place.countryCode === null ? null : (COUNTRIES.get(place.countryCode)?.soleTimezone ?? null);
  return name === null ? null : { name, source: 'country' };
}
