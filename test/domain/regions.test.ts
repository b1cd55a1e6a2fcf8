import { describe, expect, it } from 'vitest';
import { REGIONS, regionOf } from '../../src/domain/regions.ts';

describe('the region of a request', () => {
  it.each([
    ['Frankfurt', { continent: 'EU', country: 'DE', longitude: '8.68' }, 'weur'],
    ['Warsaw', { continent: 'EU', country: 'PL', longitude: '21.01' }, 'eeur'],
    ['New York', { continent: 'NA', country: 'US', longitude: '-74.00' }, 'enam'],
    ['San Francisco', { continent: 'NA', country: 'US', longitude: '-122.42' }, 'wnam'],
    ['São Paulo', { continent: 'SA', country: 'BR', longitude: '-46.63' }, 'sam'],
    ['Sydney', { continent: 'OC', country: 'AU', longitude: '151.21' }, 'oc'],
    ['Singapore', { continent: 'AS', country: 'SG', longitude: '103.85' }, 'apac'],
    ['Dubai', { continent: 'AS', country: 'AE', longitude: '55.27' }, 'me'],
    ['Istanbul', { continent: 'AS', country: 'TR', longitude: '28.98' }, 'me'],
    ['Tbilisi', { continent: 'AS', country: 'GE', longitude: '44.79' }, 'me'],
    ['Baku', { continent: 'AS', country: 'AZ', longitude: '49.87' }, 'me'],
    ['Nairobi', { continent: 'AF', country: 'KE', longitude: '36.82' }, 'afr'],
    ['nowhere', {}, 'enam'],
    ['a place without a longitude', { continent: 'EU', country: 'PL' }, 'weur'],
    ['an unheard-of continent', { continent: '__proto__' }, 'enam'],
  ])('in %s', (_, place, region) => {
    expect(regionOf(place)).toBe(region);
    expect(REGIONS).toContain(region);
  });
});
