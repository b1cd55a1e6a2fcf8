import { parsePhoneNumber } from '../../../../src/domain/phone/number.ts';
import {
  teliqueDno,
  teliqueLine,
  teliqueRouting,
} from '../../../../src/vendors/telique/numbers.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const TOKEN = 'telique token of the tests';

/** Routing numbers by number; one that is not listed was never ported. */
const ROUTED = new Map<string, object>([
  [
    '4155552671',
    { lrn: '4154250000', metadata: { spid: '6529', activation_timestamp: '2025-03-10T08:00:00Z' } },
  ],
  ['4155552672', { lrn: '4155552672', spid: '6529' }],
]);

/** Whether numbers are in the do-not-originate registry; it does not cover any other. */
const REGISTERED = new Map([
  ['4155552671', false],
  ['4155552672', true],
]);

const GUIDE = '/v1/telique/lerg/lerg_1/ocn_num,ocn_name,ocn_state,category';

/**
 * `lrn`, `dno` and the routing guide; a token is optional but for `dno` and, when sent, has to be
 * right.
 */
function answer(request: Request, { pathname, searchParams }: URL): Response {
  const token = request.headers.get('x-api-token');
  if (token !== null && token !== TOKEN)
    return Response.json({ error: 'Unauthorized' }, { status: 401 });
  // Its default is plain text: `4154250000;6529`.
  if (searchParams.get('format') !== 'json')
    return new Response('4154250000;6529', { headers: { 'Content-Type': 'text/plain' } });
  if (pathname === `${GUIDE}/ocn_num=6529`)
    return Response.json({
      data: [{ ocn_num: '6529', ocn_name: 'EXAMPLE MOBILE USA', category: 'PCS' }],
    });
  const [, asked = ''] = /^\/v1\/telique\/dno\/(\d{10})$/.exec(pathname) ?? [];
  if (asked !== '' && token === null) return Response.json({}, { status: 401 });
  const is_dno = REGISTERED.get(asked);
  if (is_dno !== undefined)
    return Response.json({ is_dno, source: 'ITG', matched_pattern: is_dno ? asked : null });
  const [, phone_number = ''] = /^\/v1\/telique\/lrn\/(\d{10})$/.exec(pathname) ?? [];
  const found = ROUTED.get(phone_number);
  if (!found) return Response.json({ error: 'not found' }, { status: 404 });
  return Response.json({ phone_number, status: 'success', ...found });
}

export const teliqueVendor: FakeVendor = {
  hosts: ['api.telique.ringer.tel'],
  vars: { TELIQUE_KEY: TOKEN },
  answer,
  cases: [
    {
      source: teliqueLine,
      finds: parsePhoneNumber('+14155552671'),
      fact: {
        ...{ carrier: 'EXAMPLE MOBILE USA', lineType: 'MOBILE', lrn: '4154250000', ported: true },
        portedAt: '2025-03-10',
      },
      none: { query: parsePhoneNumber('+14155552699'), fact: null },
      partial: [[{ lrn: '4155552671', spid: 12, metadata: [] }, { ported: false }]],
    },
    {
      source: teliqueDno,
      finds: parsePhoneNumber('+14155552672'),
      fact: { listed: true },
      none: { query: parsePhoneNumber('+14155552699'), fact: null },
    },
    {
      source: teliqueRouting,
      finds: parsePhoneNumber('+14155552671'),
      fact: {
        connectivity: 'CONNECTED',
        ported: true,
        portedTo: { name: 'EXAMPLE MOBILE USA' },
        lineType: 'MOBILE',
        at: '2025-03-10T08:00:00.000Z',
      },
      none: {
        query: parsePhoneNumber('+14155552699'),
        fact: { connectivity: 'UNDETERMINED', ported: null },
      },
      refusals: [
        [
          () => new Response('', { status: 429, headers: { 'Retry-After': '30' } }),
          'UPSTREAM_QUOTA_EXHAUSTED',
        ],
        [
          () => new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } }),
          'SERVICE_UNAVAILABLE',
        ],
      ],
      partial: [[{ lrn: '4155552671', spid: 12, metadata: [] }, { ported: false }]],
    },
  ],
};
