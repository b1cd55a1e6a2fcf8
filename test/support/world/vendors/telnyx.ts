import { parsePhoneNumber } from '../../../../src/domain/phone/number.ts';
import { telnyxLine } from '../../../../src/vendors/telnyx/line.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const KEY = 'telnyx key of the tests';

const carrier = {
  name: 'EXAMPLE MOBILE USA, INC.',
  normalized_carrier: 'Example Mobile',
  type: 'mobile',
  mobile_country_code: '310',
  mobile_network_code: '260',
};
const portability = {
  ...{ lrn: '4154250000', ported_status: 'Y', ported_date: '2025-03-10', ocn: '6529' },
  ...{ line_type: 'Wireless', spid: '6529', spid_carrier_name: 'EXAMPLE MOBILE USA' },
};
const found = { data: { record_type: 'number_lookup', carrier, portability } };

/** `/v2/number_lookup/{+e164}`: every number was ported to the same carrier. */
function answer(request: Request, { pathname, searchParams }: URL): Response {
  if (request.headers.get('Authorization') !== `Bearer ${KEY}`)
    return Response.json({ errors: [{ code: '10009' }] }, { status: 401 });
  const number = decodeURIComponent(pathname.replace('/v2/number_lookup/', ''));
  if (!/^\+1\d{10}$/.test(number) || searchParams.get('type') !== 'carrier')
    return Response.json({ errors: [{ code: '10015' }] }, { status: 422 });
  return Response.json(found);
}

export const telnyxVendor: FakeVendor = {
  hosts: ['api.telnyx.com'],
  vars: { TELNYX_KEY: KEY },
  onlyAdds: true,
  answer,
  cases: [
    {
      source: telnyxLine,
      finds: parsePhoneNumber('+14155552671'),
      fact: {
        ...{ carrier: 'Example Mobile', lineType: 'MOBILE', mcc: '310', mnc: '260' },
        ...{ lrn: '4154250000', ported: true, portedAt: '2025-03-10', status: null },
      },
      refusals: [[() => Response.json({ errors: [] }, { status: 422 }), 'UPSTREAM_ERROR']],
      partial: [
        // An empty flag leaves it to the routing number, which is the number itself here.
        [
          { data: { portability: { lrn: '4155552671', ported_status: '', line_type: 7 } } },
          { ported: false, lineType: null, carrier: null },
        ],
        [{ data: { carrier, portability: {} } }, { ported: null, lrn: null }],
        // As documented for a number of an internet carrier.
        [
          {
            data: {
              carrier: {
                ...{ error_code: null, mobile_country_code: 'US', mobile_network_code: 866 },
                ...{ name: 'Telnyx/4', type: 'voip' },
              },
              portability: { ...portability, line_type: 'voip', spid: '073H' },
            },
          },
          { carrier: 'Telnyx', lineType: 'VOIP', mcc: null, mnc: null, spid: '073H' },
        ],
      ],
      mutate: true,
    },
  ],
};
