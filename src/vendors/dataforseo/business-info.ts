import * as z from 'zod';
import type { PlaceFact, PlaceQuery } from '../../domain/place/place.ts';
import { bestPlace } from '../../domain/place/place-match.ts';
import { alike } from '../../lib/alike.ts';
import { count, flag, number, part, parts, text } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { askLive, DATAFORSEO, locationCodeOf } from './client.ts';

const UNITED_STATES = 2_840;

const time = part({ hour: number, minute: number });
const day = parts({ open: time, close: time });
/** Days of the week as the vendor and as OpenStreetMap name them. */
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

const business = z.object({
  title: z.string().min(1),
  category: text,
  place_id: text,
  address_info: part({ address: text, city: text, zip: text, region: text, country_code: text }),
  phone: text,
  url: text,
  latitude: number,
  longitude: number,
  is_claimed: flag,
  rating: part({ value: number, votes_count: count }),
  work_time: part({ work_hours: part({ timetable, current_status: text }) }),
});

type Business = z.output<typeof business>;

const result = z.object({ items: z.array(business).nullable() });

const clockTime = (at: z.output<typeof time>): string | null =>
  at?.hour === null || at?.hour === undefined
    ? null
    : `${String(at.hour).padStart(2, '0')}:${String(at.minute ?? 0).padStart(2, '0')}`;

/**
 * `Mo 09:00-17:00; Tu 09:00-12:00,13:00-17:00`, as OpenStreetMap writes opening hours; null when
 * none are known.
 */
function hoursOf(business: Business): string | null {
  const week = business.work_time?.work_hours?.timetable;
  if (!week) return null;
  const days = DAYS.flatMap(([name, abbreviation]) => {
    const spans = week[name].flatMap(({ open, close }) => {
      const [from, to] = [clockTime(open), clockTime(close)];
      return from && to ? [`${from}-${to}`] : [];
    });
    return spans.length > 0 ? [`${abbreviation} ${spans.join(',')}`] : [];
  });
  return days.join('; ') || null;
}

const PLACE_STATUSES: ReadonlyMap<string, PlaceFact['status']> = new Map([
  ['open', 'OPEN'],
  ['close', 'OPEN'],
  ['temporarily_closed', 'TEMPORARILY_CLOSED'],
  ['closed_forever', 'PERMANENTLY_CLOSED'],
]);

function placeOfBusiness(found: Business): PlaceFact {
  const at = found.address_info;
  const status = found.work_time?.work_hours?.current_status ?? '';
  return {
    name: found.title,
    category: found.category,
    phone: found.phone,
    website: found.url,
    email: null,
    address: {
      line1: at?.address ?? null,
      city: at?.city ?? null,
      state: at?.region ?? null,
      zip: at?.zip ?? null,
      countryCode: at?.country_code?.toUpperCase() ?? null,
    },
    latitude: found.latitude,
    longitude: found.longitude,
    status: PLACE_STATUSES.get(status) ?? null,
    hours: hoursOf(found),
    rating: found.rating?.value ?? null,
    reviews: found.rating?.votes_count ?? null,
    claimed: found.is_claimed,
    placeId: found.place_id,
    attribution: null,
  };
}

/** The business's own entry with the largest search engine, by name and city. */
export const businessInfo = fromUpstream<PlaceQuery, PlaceFact>(DATAFORSEO, {
  name: 'dataforseo_business',
  label: 'business_profile',
  async ask(query, call) {
    const { name, city, state, country } = query;
    const found = await askLive(call, {
      path: '/business_data/google/my_business_info/live',
      task: {
        keyword: [name, city, state].filter(Boolean).join(' '),
        location_code: country === null ? UNITED_STATES : locationCodeOf(country),
        language_code: 'en',
      },
      result,
    });
    return bestPlace(query, (found?.items ?? []).map(placeOfBusiness));
  },
});
