import * as z from 'zod';
import type { PlaceFact, PlaceQuery } from '../../domain/place/place.ts';
import { bestPlace } from '../../domain/place/place-match.ts';
import { alike } from '../../lib/fields.ts';
import {
  count,
  fieldsAt,
  flag,
  listOf,
  number,
  part,
  parts,
  text,
  textOrNumber,
  unsaid,
  upperText,
  within,
} from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { askLive, DATAFORSEO, locationCodeOf } from './client.ts';

const time = part({ hour: number, minute: number });
const day = parts({ open: time, close: time });
/** Weekdays as named by the vendor and by OpenStreetMap. */
const DAYS = [
  ['monday', 'Mo'],
  ['tuesday', 'Tu'],
  ['wednesday', 'We'],
  ['thursday', 'Th'],
  ['friday', 'Fr'],
  ['saturday', 'Sa'],
  ['sunday', 'Su'],
] as const;

const timetable = part({
  ...alike(day, 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'),
});

const clockTime = (at: z.output<typeof time>): string | null =>
  at?.hour === null || at?.hour === undefined
    ? null
    : `${String(at.hour).padStart(2, '0')}:${String(at.minute ?? 0).padStart(2, '0')}`;

/** Hours in OpenStreetMap's format, `Mo 09:00-17:00; Tu 09:00-12:00,13:00-17:00`; null for none. */
function hoursOf(week: z.output<typeof timetable>): string | null {
  if (!week) return null;
  const days = DAYS.flatMap(([name, abbreviation]) => {
    const spans = week[name].flatMap(({ open, close }) => {
      const [from, to] = [clockTime(open), clockTime(close)];
      // Midnight at the end of a day; a day that begins and ends with it is open around the clock.
      return from && to ? [`${from}-${to === '00:00' ? '24:00' : to}`] : [];
    });
    return spans.length > 0 ? [`${abbreviation} ${spans.join(',')}`] : [];
  });
  return days.join('; ') || null;
}

const PLACE_STATUSES: ReadonlyMap<string, PlaceFact['status']> = new Map([
  ...['open', 'opened', 'close', 'closed'].map((now) => [now, 'OPEN'] as const),
  ['temporarily_closed', 'TEMPORARILY_CLOSED'],
  ['closed_forever', 'PERMANENTLY_CLOSED'],
]);

const placeStatus = text.transform((word) => PLACE_STATUSES.get(word ?? '') ?? null);

const business = fieldsAt<PlaceFact>({
  name: ['title', z.string().min(1)],
  category: ['category', text],
  phone: ['phone', text],
  website: ['url', text],
  email: [unsaid],
  address: [
    fieldsAt({
      line1: ['address_info.address', text],
      city: ['address_info.city', text],
      state: ['address_info.region', text],
      zip: ['address_info.zip', textOrNumber],
      countryCode: ['address_info.country_code', upperText],
    }),
  ],
  latitude: ['latitude', within(-90, 90)],
  longitude: ['longitude', within(-180, 180)],
  status: ['work_time.work_hours.current_status', 'work_time.current_status', placeStatus],
  hours: ['work_time.work_hours.timetable', timetable.transform(hoursOf)],
  rating: ['rating.value', within(0, 5)],
  reviews: ['rating.votes_count', count],
  claimed: ['is_claimed', flag],
  placeId: ['place_id', text],
  attribution: [unsaid],
});

const result = z.object({ items: listOf(business).nullable() });

/** Profile of a business in the largest search engine, by name and city. */
export const businessInfo = fromUpstream<PlaceQuery, PlaceFact>(DATAFORSEO, {
  name: 'dataforseo_business',
  label: 'business_profile',
  async ask(query, call) {
    const { name, city, state, country } = query;
    const location_code = locationCodeOf(country ?? 'US');
    if (location_code === null) return null;
    const found = await askLive(call, {
      path: '/business_data/google/my_business_info/live',
      task: {
        keyword: [name, city, state].filter(Boolean).join(' '),
        location_code,
        language_code: 'en',
      },
      result,
    });
    return bestPlace(query, found?.items ?? []);
  },
});
