/** A feature: its verbs, its object, its pure rules, its `store.ts`, its `schema.ts`. */
export const FEATURES = [
  'billing',
  'bulk',
  'files',
  'monitors',
  'operations',
  'records',
  'recovery',
  'uploads',
  'webhooks',
];

/** What callers and people meet. What two of them share lies in `lookup` or in a feature. */
export const SURFACES = ['agents', 'dashboard', 'http'];

const MECHANISM = ['domain', 'lib', 'lookup'];
const OUTSIDE = ['open-data', 'vendors', 'web-reader'];

/** Which rooms of `src/` a room may import from, besides itself; the root may import all. */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  domain: ['lib'],
  lookup: ['domain', 'lib'],
  'open-data': MECHANISM,
  'web-reader': MECHANISM,
  vendors: [...MECHANISM, 'open-data', 'web-reader'],
  products: [...MECHANISM, ...OUTSIDE],
  accounts: MECHANISM,
  ...Object.fromEntries(
    FEATURES.map((feature) => [feature, [...MECHANISM, 'accounts', 'products']]),
  ),
  ...Object.fromEntries(
    SURFACES.map((surface) => [surface, [...MECHANISM, 'accounts', 'products', ...FEATURES]]),
  ),
};
