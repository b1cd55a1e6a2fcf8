import type { FakeVendor } from './fake-vendor.ts';
import { hlrLookupsVendor } from './hlr-lookups.ts';
import { teliqueVendor } from './telique.ts';

/** Every vendor of the fake world. */
export const VENDORS: readonly FakeVendor[] = [hlrLookupsVendor, teliqueVendor];

/** The variables that turn all of them on. */
export const VENDOR_VARS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...VENDORS.map(({ vars }) => vars),
);
