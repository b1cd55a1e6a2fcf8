import { parsePhoneNumber } from '../../../../src/domain/phone/number.ts';
import { twilioLine } from '../../../../src/vendors/twilio/line.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const KEY = 'SKtests';
const SECRET = 'twilio secret of the tests, ł';
/** UTF-8 (RFC 7617). */
const CREDENTIAL = 'Basic U0t0ZXN0czp0d2lsaW8gc2VjcmV0IG9mIHRoZSB0ZXN0cywgxYI=';

const line_type_intelligence = {
  ...{ carrier_name: 'Example Voice', type: 'nonFixedVoip', error_code: null },
  ...{ mobile_country_code: null, mobile_network_code: null },
};
const found = {
  ...{ valid: true, validation_errors: [], line_type_intelligence },
  line_status: { status: 'active' },
};

/** `/v2/PhoneNumbers/{e164}`: numbers that end in 9 are inactive. */
function answer(request: Request, { pathname, searchParams }: URL): Response {
  if (request.headers.get('Authorization') !== CREDENTIAL)
    return Response.json({ code: 20003, status: 401 }, { status: 401 });
  const fields = searchParams.get('Fields')?.split(',') ?? [];
  const number = decodeURIComponent(pathname.replace('/v2/PhoneNumbers/', ''));
  if (!/^\+\d+$/.test(number)) return Response.json({ code: 20404 }, { status: 404 });
  return Response.json({
    valid: true,
    ...(fields.includes('line_type_intelligence') && { line_type_intelligence }),
    ...(fields.includes('line_status') && {
      line_status: { status: number.endsWith('9') ? 'inactive' : 'active' },
    }),
  });
}

export const twilioVendor: FakeVendor = {
  hosts: ['lookups.twilio.com'],
  vars: { TWILIO_KEY: KEY, TWILIO_SECRET: SECRET },
  onlyAdds: true,
  answer,
  cases: [
    {
      source: twilioLine,
      finds: parsePhoneNumber('+14155552671'),
      fact: { carrier: 'Example Voice', lineType: 'VOIP', status: 'ACTIVE', statusFlag: 'active' },
      partial: [
        [{ ...found, line_status: { status: 'unknown' } }, { status: null }],
        [
          { valid: false, line_type_intelligence: null },
          { carrier: null, status: null },
        ],
      ],
      mutate: true,
    },
  ],
};
