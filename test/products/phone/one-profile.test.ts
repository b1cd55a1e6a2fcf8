import { describe, expect, it } from 'vitest';
import { mnpLookup } from '../../../src/products/phone/mnp-lookup.ts';
import { phone } from '../../../src/products/phone/phone/product.ts';
import { answer } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import { hlrLookupsVendor } from '../../support/world/vendors/hlr-lookups.ts';

describe('mnp-lookup and the profile of the line', () => {
  it("fall back to the operator's record where the paid query failed", async () => {
    const record = { carrier: 'Example Wireless', line_type: 'MOBILE', ported_at: '2025-03-01' };
    // The vendor's query_status of this number is FAILED.
    const phone_number = '+447911120004';
    const world = await createWorld({
      vendors: [hlrLookupsVendor],
      files: { portability: { [phone_number]: record } },
      now: Date.now(),
    });
    const validated = await answer(phone, { phone_number }, world);
    expect(validated.classification.portability_status).toBe('PORTED');
    const routed = await answer(mnpLookup, { phone_number }, world);
    expect(routed.classification).toMatchObject({ query_status: 'OK', is_ported: true });
  });
});
