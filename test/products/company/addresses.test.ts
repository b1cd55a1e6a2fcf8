import { describe, expect, it } from 'vitest';
import { secFiler } from '../../../src/vendors/sec/filers.ts';
import { createWorld } from '../../support/create-world.ts';
import { secVendor } from '../../support/world/vendors/registers.ts';

describe('the headquarters of a filer of the securities register', () => {
  it.each([
    [{ city: 'BERKELEY', stateOrCountry: 'CA' }, 'BERKELEY, CA'],
    [{ city: 'DUBLIN', stateOrCountry: 'L2' }, 'DUBLIN'],
    [
      { city: 'DUBLIN', stateOrCountry: 'L2', stateOrCountryDescription: 'Ireland' },
      'DUBLIN, Ireland',
    ],
    [
      { city: 'TORONTO', stateOrCountry: 'A6', stateOrCountryDescription: 'Ontario, Canada' },
      'TORONTO, Ontario, Canada',
    ],
    [{ city: 'DUBLIN', stateOrCountry: 'L2', stateOrCountryDescription: 'L2' }, 'DUBLIN'],
  ])('is a place, not a code of the register: %j', async (business, headquarters) => {
    const filer = { name: 'Example plc', sic: '7389', tickers: ['EXM'], addresses: { business } };
    const world = await createWorld({
      vendors: [secVendor],
      settings: { contact: 'mailto:test@example.com' },
      http: ({ url }) =>
        url.includes('/submissions/') ? Response.json(filer) : Response.json({}, { status: 404 }),
    });
    const fact = await secFiler.ask('0001467373', world);
    expect(fact?.headquarters?.value).toBe(headquarters);
  });
});
