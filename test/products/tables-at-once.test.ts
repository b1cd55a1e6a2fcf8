import { expect, it } from 'vitest';
import { NO_RECORD, type Outcome, queryParts } from '../../src/lookup/source.ts';
import { products } from '../../src/products/index.ts';

const INPUTS: Readonly<Record<string, unknown>> = {
  phone: { phone_number: '+442079460100' },
  phone_spam: { phone_number: '+442079460100' },
  phone_scrub: { phone_number: '+442079460100' },
  ip: { ip: '198.51.100.7' },
  reverse_ip_append: { ip: '8.8.4.4' },
};

const NO_LISTING = { listed: null };
const LISTS = { doNotCall: NO_LISTING, litigator: NO_LISTING, reassigned: NO_LISTING };

const ask = queryParts((source): Outcome<never> => {
  if (source.reads === 'io') return { kind: 'notConfigured', sources: [source] };
  return source.name === 'scrub_records' ? { kind: 'found', fact: LISTS as never } : NO_RECORD;
});

it.each(Object.entries(INPUTS))(
  '%s is answered at once where tables in memory answer, so that it is charged in one call',
  (type, body) => {
    const product = products.find((one) => one.type === type);
    const found = product?.sources.resolve(product.input.parse(body), ask);
    expect(found).toBeDefined();
    expect(found).not.toBeInstanceOf(Promise);
  },
);
