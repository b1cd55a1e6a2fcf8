import type { AnyProduct, ProductFamily } from '../core/product.ts';
import { ip } from './ip/ip.ts';
import { ntLookup } from './phone/nt-lookup.ts';
import { phone } from './phone/phone.ts';

/** Every lookup the service answers, as the reference presents them. */
export const families: readonly ProductFamily[] = [
  {
    name: 'Phone',
    summary: 'Whether a phone number can exist, what kind of line it is and whether it may be called.',
    products: [phone, ntLookup],
  },
  { name: 'IP', summary: 'Where an address is, whose network it belongs to and what hides behind it.', products: [ip] },
];

/** The registry: routes, price list, sandbox and contract tests all read it. */
export const products: readonly AnyProduct[] = families.flatMap((family) => family.products);
