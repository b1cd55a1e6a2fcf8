import type { PlaceFact } from '../../core/places/place.ts';

/** A business of the sandbox. */
export const samplePlace: PlaceFact = {
  name: 'Sandbox Books, Inc.',
  category: 'Book store',
  phone: '+12175550101',
  website: 'https://www.example.com/',
  email: 'hello@example.com',
  address: {
    line1: '12 Specimen St',
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
    countryCode: 'US',
  },
  latitude: 39.8,
  longitude: -89.65,
  status: 'OPEN',
  hours: 'Mo-Fr 09:00-17:30',
  rating: 4.5,
  reviews: 321,
  claimed: true,
  placeId: 'sandbox-1',
  attribution: null,
};

/** The same where a source knows little more than its name and where it is. */
export const barePlace: PlaceFact = {
  ...samplePlace,
  name: 'Sandbox Corner Shop',
  category: 'shop',
  phone: null,
  website: null,
  email: null,
  status: null,
  hours: null,
  rating: null,
  reviews: null,
  claimed: null,
  placeId: 'node/1',
  attribution: '© OpenStreetMap contributors',
};
