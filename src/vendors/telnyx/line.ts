import { carrierNameFrom, type LiveLine, UNKNOWN_LINE } from '../../domain/carrier.ts';
import { phoneLineFrom } from '../../domain/person/contact.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { fieldsAt, isoDate, partAt, text, textOrNumber } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

/** Carriers and portability of US and Canadian numbers; every call is billed. */
const TELNYX: Upstream = {
  name: 'TELNYX',
  hosts: ['api.telnyx.com'],
  metered: 'calls',
  adds: 'carrier, line type and porting of United States and Canadian numbers',
  needs: ['TELNYX_KEY'],
  authenticate: (secret) => ({ headers: { Authorization: `Bearer ${secret('TELNYX_KEY')}` } }),
};

/** Short, because the source only adds to an answer. */
const TIMEOUT_MS = 5_000;

const matching = (shape: RegExp) =>
  textOrNumber.transform((value) => (value && shape.test(value) ? value : null));

const reply = partAt(
  'data',
  fieldsAt(
    {
      carrier: [
        'carrier.normalized_carrier',
        'carrier.name',
        'portability.spid_carrier_name',
        text.transform(carrierNameFrom),
      ],
      lineType: ['carrier.type', 'portability.line_type', text.transform(phoneLineFrom)],
      mcc: ['carrier.mobile_country_code', matching(/^\d{3}$/)],
      mnc: ['carrier.mobile_network_code', matching(/^\d{2,3}$/)],
      lrn: ['portability.lrn', matching(/^\d{10}$/)],
      spid: ['portability.spid', textOrNumber],
      portedFlag: ['portability.ported_status', text],
      portedAt: ['portability.ported_date', isoDate],
    },
    'portability',
  ),
);

/** A number routes to itself unless it was ported; the flag is often empty. */
function portedOf(flag: string | null, lrn: string | null, national: string): boolean | null {
  if (flag === 'Y' || flag === 'N') return flag === 'Y';
  return lrn === null ? null : lrn !== national;
}

/** Carrier of a number, and whether it was ported. */
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
    const { portedFlag, mnc, ...line } = found;
    return {
      ...UNKNOWN_LINE,
      ...line,
      // For some lines the vendor writes `US` for the mobile country, and a number beside it.
      mnc: line.mcc === null ? null : mnc,
      ported: portedOf(portedFlag, line.lrn, national),
    };
  },
});
