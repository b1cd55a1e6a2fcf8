import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../../src/domain/place/countries.ts';
import { timezoneOf } from '../../../src/open-data/ip/location.ts';
import { cloudPlaceOf } from '../../../src/products/ip/fact.ts';

describe("a cloud's region", () => {
  it.each([
    ['us-east-1', 'Ashburn', 'America/New_York'],
    ['us-central1', 'Council Bluffs', 'America/Chicago'],
    ['westus3', 'Phoenix', 'America/Phoenix'],
    ['eu-frankfurt-1', 'Frankfurt am Main', 'Europe/Berlin'],
    ['europe-west4', 'Eemshaven', 'Europe/Amsterdam'],
    ['centralindia', 'Pune', 'Asia/Kolkata'],
    ['ap-northeast-1', 'Tokyo', 'Asia/Tokyo'],
    ['sa-east-1', 'São Paulo', 'America/Sao_Paulo'],
    ['australiacentral', 'Canberra', 'Australia/Sydney'],
    ['af-south-1', 'Cape Town', 'Africa/Johannesburg'],
  ])('%s is %s, where clocks show %s', (region, city, timezone) => {
    const place = cloudPlaceOf(region);
    expect(place).toMatchObject({ city });
    expect(COUNTRIES.has(place?.countryCode as string)).toBe(true);
    expect(place && timezoneOf(place)).toEqual({ name: timezone, source: 'coordinates' });
  });

  it.each([
    ['IN', 'Asia/Kolkata'],
    ['VN', 'Asia/Ho_Chi_Minh'],
    ['NP', 'Asia/Kathmandu'],
  ])('of a country alone, %s, shows the zone by its present name: %s', (countryCode, name) => {
    const place = { latitude: null, longitude: null, countryCode };
    expect(timezoneOf(place)).toEqual({ name, source: 'country' });
  });

  it('of a name that no table holds is nowhere', () => {
    for (const region of ['', 'mars-north-1', 'US-NJ', 'GLOBAL'])
      expect(cloudPlaceOf(region), region).toBeNull();
  });
});
