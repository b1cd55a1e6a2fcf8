import { parsePhoneNumber } from '../../../../src/domain/phone/number.ts';
import { callerReputation } from '../../../../src/vendors/ipqs/phone.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const KEY = 'ipqs key of the tests';

const clean = {
  valid: true,
  active: true,
  fraud_score: 0,
  recent_abuse: false,
  spammer: false,
  VOIP: false,
  prepaid: false,
  risky: false,
  do_not_call: false,
  line_type: 'Wireless',
  carrier: 'Example Mobile',
};

/** Numbers of which something is known besides. */
const KNOWN = new Map<string, object>([
  ['+4915112345678', { ...clean, fraud_score: 97, recent_abuse: true, spammer: true, risky: true }],
  ['+4915112345679', { ...clean, fraud_score: 87, risky: true }],
  ['+4915112345670', { ...clean, active: false, fraud_score: 20 }],
  ['+4915112345671', { ...clean, valid: false, fraud_score: 85 }],
  ['+4915112345672', { ...clean, valid: false }],
  ['+13129428003', { ...clean, VOIP: true, line_type: 'VOIP', carrier: 'Bandwidth' }],
]);

/** A refusal is a 200 too. */
const said = (message: string) => Response.json({ success: false, message, request_id: 'x' });

/** `GET /api/json/phone?phone=` with the key in a header. */
function answer(request: Request, { pathname, searchParams }: URL): Response {
  if (pathname !== '/api/json/phone') return new Response('<html>', { status: 404 });
  if (request.headers.get('IPQS-KEY') !== KEY) return said('Invalid or unauthorized key.');
  const number = searchParams.get('phone') ?? '';
  if (!number.startsWith('+')) return said('Please enter a valid phone number.');
  return Response.json({
    success: true,
    message: 'Phone is valid.',
    ...(KNOWN.get(number) ?? clean),
    request_id: 'x',
  });
}

const REFUSALS = [
  [
    () => said('You have exceeded your request quota of 5000 per month.'),
    'UPSTREAM_QUOTA_EXHAUSTED',
  ],
  [() => said('You have insufficient credits to make this query.'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => Response.json({ success: true, message: 'without a score' }), 'SERVICE_UNAVAILABLE'],
] as const;

export const ipqsVendor: FakeVendor = {
  hosts: ['www.ipqualityscore.com'],
  vars: { IPQS_KEY: KEY },
  onlyAdds: true,
  answer,
  cases: [
    {
      source: callerReputation,
      finds: parsePhoneNumber('+4915112345678'),
      fact: { fraudScore: 97, recentAbuse: true, spammer: true, inService: true },
      refusals: REFUSALS,
      partial: [
        [
          { success: true, fraud_score: '40', recent_abuse: 'N/A', active: null },
          { fraudScore: 40, recentAbuse: null, spammer: null, inService: null, line: null },
        ],
        [
          { success: true, fraud_score: 85, valid: false, line_type: 'N/A', carrier: 'N/A' },
          { fraudScore: 85, inService: false, line: null },
        ],
        [
          { success: true, fraud_score: 0, line_type: 'Toll Free', carrier: 'N/A', VOIP: true },
          { line: { lineType: 'VOIP', carrier: null } },
        ],
      ],
      mutate: true,
    },
  ],
};
