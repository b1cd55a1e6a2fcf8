import * as z from 'zod';
import { type LiveLine, UNKNOWN_LINE } from '../../domain/carrier.ts';
import { phoneLineFrom } from '../../domain/person/contact.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { alike } from '../../lib/alike.ts';
import { part, text } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

/** Carriers and portability of United States and Canadian numbers; it bills every call. */
const TELNYX: Upstream = {
  name: 'TELNYX',
  hosts: ['api.telnyx.com'],
  metered: 'calls',
  adds: 'carrier, line type and porting of United States and Canadian numbers',
  needs: ['TELNYX_KEY'],
  authenticate: (secret) => ({ headers: { Authorization: `Bearer ${secret('TELNYX_KEY')}` } }),
};

/** It only adds to an answer, so it is not waited for long. */
const TIMEOUT_MS = 5_000;

const reply = z.object({
  data: z.object({
    carrier: part({
      ...alike(text, 'name', 'normalized_carrier', 'type', 'mobile_country_code'),
      mobile_network_code: text,
    }),
    portability: z.object({
      ...alike(text, 'lrn', 'ported_status', 'ported_date', 'line_type', 'spid'),
      spid_carrier_name: text,
    }),
  }),
});

const matching = (value: string | null | undefined, shape: RegExp): string | null =>
  value && shape.test(value) ? value : null;

/** A number routes to itself unless it was ported; the flag is often left empty. */
function portedOf(flag: string | null, lrn: string | null, national: string): boolean | null {
  if (flag === 'Y' || flag === 'N') return flag === 'Y';
  return lrn === null ? null : lrn !== national;
}

/** Who carries a number, and whether it was ported. */
export const telnyxLine = fromUpstream<PhoneNumber, LiveLine>(TELNYX, {
  label: 'carrier_query',
  timeoutMs: TIMEOUT_MS,
  async ask({ e164, national }, call) {
    const found = await call({
      path: `/v2/number_lookup/${encodeURIComponent(e164)}`,
      query: { type: 'carrier' },
      schema: reply,
    });
    if (!found) return null;
    const { carrier, portability } = found.data;
    const lrn = matching(portability.lrn, /^\d{10}$/);
    return {
      ...UNKNOWN_LINE,
      carrier: carrier?.normalized_carrier ?? carrier?.name ?? portability.spid_carrier_name,
      lineType: phoneLineFrom(carrier?.type ?? null) ?? phoneLineFrom(portability.line_type),
      mcc: matching(carrier?.mobile_country_code, /^\d{3}$/),
      mnc: matching(carrier?.mobile_network_code, /^\d{2,3}$/),
      lrn,
      spid: portability.spid,
      ported: portedOf(portability.ported_status, lrn, national),
      portedAt: matching(portability.ported_date?.slice(0, 10), /^\d{4}-\d\d-\d\d$/),
    };
  },
});
