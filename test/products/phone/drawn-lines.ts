import type { Files } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { dncscrubVendor } from '../../support/world/vendors/dncscrub.ts';
import { hlrLookupsVendor } from '../../support/world/vendors/hlr-lookups.ts';
import { ipqsVendor } from '../../support/world/vendors/ipqs.ts';
import { teliqueVendor } from '../../support/world/vendors/telique.ts';
import { telnyxVendor } from '../../support/world/vendors/telnyx.ts';
import { trestleVendor } from '../../support/world/vendors/trestle.ts';
import { twilioVendor } from '../../support/world/vendors/twilio.ts';

/** Of every kind of plan, and of countries that share a calling code. */
const NUMBERS = [
  ...['+14155552671', '+12127361234', '+13129428003', '+16137366543', '+16042531234'],
  ...['+17875551234', '+18762345678', '+16713555678', '+18003569377', '+19002345678'],
  ...['+12025550143', '+11234567890', '+12121234567', '+19115550100', '+15005550006'],
  ...['+442079460958', '+447911123456', '+447400123456', '+441624676767', '+447012345678'],
  ...['+448001111111', '+449012345678', '+493012345678', '+4915123456789', '+33612345678'],
  ...['+33142685300', '+390669812345', '+393123456789', '+74951234567', '+77012345678'],
  ...['+5511961234567', '+525512345678', '+911123456789', '+919876543210', '+8613812345678'],
  ...['+81312345678', '+81901234567', '+972541234567', '+97143123456', '+2348031234567'],
  ...['+61412345678', '+61212345678', '+6421123456', '+80012345678', '+870773111632'],
  ...['+979123456789', '+883510012345', '+358401234567', '+4712345678', '+4790123456'],
] as const;

const CARRIERS = [
  ...['T-Mobile USA', 'Verizon Wireless', 'Bandwidth.com', 'Onvoy', 'Example Telephone Company'],
  ...['AT&T Mobility', 'Telstra', 'EE', 'Orange', 'Level 3 Communications'],
];
const some = <Value>(...values: Value[]) => fc.constantFrom(...values);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });
const carrierName = orNull(some(...CARRIERS));
const day = some('2019-05-06', '2025-03-10', '2026-10-30');

/** A routing number: the number's own (null stands for it), or another. */
const lrn = orNull(some('own', '4154250000', '2125550199'));

const record = fc.record({
  lrn,
  carrier: carrierName,
  spid: orNull(some('6529')),
  line_type: orNull(some('MOBILE', 'LANDLINE', 'VOIP')),
  ported_at: orNull(day),
  status: orNull(some('ACTIVE', 'INACTIVE')),
});

const reports = fc.record({
  month: some('2026-10', '2026-02', '2024-11'),
  subject: some('WARRANTIES', 'IMPERSONATION', 'DROPPED_CALL', 'OTHER'),
  reports: fc.integer({ min: 1, max: 80 }),
  robocalls: some(0, 1),
});

/** What the operator imported: of each data set nothing, a file without the number, or with it. */
const files = fc.record({
  portability: fc.option(orNull(record), { nil: undefined }),
  do_not_call: fc.option(fc.boolean(), { nil: undefined }),
  do_not_originate: fc.option(fc.boolean(), { nil: undefined }),
  litigators: fc.option(fc.boolean(), { nil: undefined }),
  reassigned_numbers: fc.option(fc.boolean(), { nil: undefined }),
  complaints: fc.option(orNull(reports), { nil: undefined }),
  caller_names: fc.option(fc.boolean(), { nil: undefined }),
});

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type DrawnFiles = Drawn<typeof files>;

const LISTS = ['do_not_call', 'do_not_originate', 'litigators', 'reassigned_numbers'] as const;

const routedTo = (lrn: string | null, number: string): string | null =>
  lrn === 'own' ? number.slice(2) : lrn;

function recordRow(drawn: Drawn<typeof record>, number: string): object {
  const row = Object.entries({ ...drawn, lrn: routedTo(drawn.lrn, number) });
  return Object.fromEntries(row.filter(([, value]) => value !== null));
}

/** One month of complaints, as the store counts them. */
const reportsRow = (counted: Drawn<typeof reports>): object => ({
  counts: [{ ...counted, firstOn: `${counted.month}-01`, lastOn: `${counted.month}-20` }],
});

/** The drawn files as a world takes them. */
export function filesOf(drawn: DrawnFiles, number: string): Files {
  const { portability, complaints, caller_names: named } = drawn;
  const rows: Record<string, object | null | undefined> = {
    portability: portability && recordRow(portability, number),
    complaints: complaints && reportsRow(complaints),
    caller_names: named ? { name: 'EXAMPLE ADA' } : named === undefined ? undefined : null,
    ...Object.fromEntries(
      LISTS.map((name) => [name, drawn[name] ? {} : drawn[name] === undefined ? undefined : null]),
    ),
  };
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]) =>
      row === undefined ? [] : [[name, row === null ? {} : { [number]: row }]],
    ),
  ) as Files;
}

const mobile = some('310260', '23430', '26201', '20801');
const flag = orNull(fc.boolean());

const networks = fc.record({
  mccmnc: orNull(mobile),
  original_network_name: carrierName,
  original_country_name: orNull(some('United States', 'United Kingdom')),
  original_country_code: orNull(some('US', 'GB')),
  is_ported: flag,
  ported_network_name: carrierName,
  ported_country_name: orNull(some('United States', 'Germany')),
  ported_country_code: orNull(some('US', 'DE')),
  timestamp: some('2026-08-07 19:16:17.676+0300'),
});

/** What each vendor says; undefined: not configured; null: it fails. */
const said = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(fc.option(value, { freq: 6 }), { nil: undefined, freq: 2 });

const vendors = fc.record({
  telnyx: said(
    fc.record({
      carrier: fc.record({
        name: carrierName,
        type: orNull(some('mobile', 'landline', 'voip')),
        mobile_country_code: orNull(some('310', 'US')),
        mobile_network_code: orNull(some('260')),
      }),
      portability: fc.record({
        lrn,
        ported_status: some('Y', 'N', ''),
        ported_date: orNull(day),
        line_type: orNull(some('Wireless', 'Landline')),
      }),
    }),
  ),
  twilio: said(
    fc.record({
      valid: fc.boolean(),
      line_type_intelligence: orNull(
        fc.record({
          carrier_name: carrierName,
          type: orNull(some('mobile', 'landline', 'nonFixedVoip', 'tollFree')),
          mobile_country_code: orNull(some('310', '234')),
          mobile_network_code: orNull(some('260', '30')),
        }),
      ),
      line_status: orNull(
        fc.record({ status: some('active', 'inactive', 'reachable', 'unreachable', 'unknown') }),
      ),
    }),
  ),
  trestle: said(
    fc.record({
      is_valid: fc.boolean(),
      line_type: orNull(some('Mobile', 'Landline', 'NonFixedVOIP')),
      carrier: carrierName,
      is_prepaid: flag,
      activity_score: orNull(some(5, 50, 90)),
    }),
  ),
  hlr: said(
    fc.record({
      networks,
      connectivity_status: some('CONNECTED', 'ABSENT', 'INVALID_MSISDN', 'UNDETERMINED'),
      is_roaming: flag,
      roaming_network_name: carrierName,
      roaming_country_name: orNull(some('France')),
      imsi: orNull(some('310260123456789')),
      data_source: some('LIVE_HLR', 'MNP_DB'),
      query_status: some('OK', 'OK', 'FAILED'),
    }),
  ),
  telique: said(
    fc.record({ lrn, category: orNull(some('PCS', 'RBOC', 'IPES', 'CLEC')), name: carrierName }),
  ),
  ipqs: said(
    fc.record({
      valid: flag,
      active: flag,
      fraud_score: some(0, 40, 80, 95),
      recent_abuse: flag,
      spammer: flag,
      VOIP: flag,
      prepaid: flag,
      line_type: orNull(some('Wireless', 'Landline', 'Toll Free')),
      carrier: carrierName,
    }),
  ),
  dncscrub: said(
    fc.record({
      ResultCode: some('C', 'D', 'W', 'L', 'Y', 'B', 'O'),
      Reason: some('', 'National (USA) 2003-06-28', 'Litigator'),
      LineType: some('Wireless', 'Landline', 'VoIP', ''),
      IsWirelessOrVoIP: some('0', '1'),
      IsLitigator: fc.boolean(),
    }),
  ),
});

const FAKES: Record<keyof Drawn<typeof vendors>, FakeVendor> = {
  telnyx: telnyxVendor,
  twilio: twilioVendor,
  trestle: trestleVendor,
  hlr: hlrLookupsVendor,
  telique: teliqueVendor,
  ipqs: ipqsVendor,
  dncscrub: dncscrubVendor,
};

type DrawnVendors = Drawn<typeof vendors>;
type VendorName = keyof DrawnVendors;

/** The vendors that are configured: those that were drawn, even to fail. */
export const configuredVendors = (drawn: DrawnVendors): FakeVendor[] =>
  (Object.keys(FAKES) as VendorName[])
    .filter((name) => drawn[name] !== undefined)
    .map((name) => FAKES[name]);

/** A provider id of its own for each reply: the names of providers are kept in memory. */
const providerId = (reply: object): string =>
  String(
    Array.from(JSON.stringify(reply)).reduce(
      (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 10_000,
      7,
    ),
  ).padStart(4, '0');

/** How each vendor writes what was drawn of it. */
const REPLIES: {
  [Name in VendorName]: (
    said: NonNullable<DrawnVendors[Name]>,
    number: string,
    url: URL,
  ) => unknown;
} = {
  telnyx: ({ carrier, portability }, number) => ({
    data: { carrier, portability: { ...portability, lrn: routedTo(portability.lrn, number) } },
  }),
  twilio: (said) => said,
  trestle: (said, _, { pathname }) => (pathname.includes('intel') ? said : { owners: [] }),
  hlr: ({ networks: known, ...live }) => ({
    ...{ id: 'x', processing_status: 'COMPLETED' },
    ...known,
    ...live,
  }),
  telique(said, number, { pathname }) {
    if (pathname.includes('/lerg/'))
      return { data: [{ ocn_name: said.name, category: said.category }] };
    if (pathname.includes('/dno/') || said.lrn === null) return null;
    return { lrn: routedTo(said.lrn, number), spid: providerId(said) };
  },
  ipqs: (said) => ({ success: true, message: '', ...said }),
  dncscrub: (said, number) => [{ Phone: number.slice(2), CarrierInfo: '', ...said }],
};

/** What the vendor of a request replies: 503 if it fails, 404 if it has no record. */
export function replyOf(drawn: DrawnVendors, number: string, request: Request): Response {
  const url = new URL(request.url);
  const name = (Object.keys(FAKES) as VendorName[]).find((each) =>
    FAKES[each].hosts.includes(url.host),
  );
  const said = name && drawn[name];
  if (!name || !said) return new Response('', { status: 503 });
  const write = REPLIES[name] as (said: unknown, number: string, url: URL) => unknown;
  const reply = write(said, number, url);
  return reply === null ? Response.json({}, { status: 404 }) : Response.json(reply);
}

/** A number, and what files and vendors say of it. */
export const drawnLine = fc.record({
  number: some(...NUMBERS),
  files,
  vendors,
  /** Whether the files are complete, or for their own keys alone. */
  isComplete: fc.boolean(),
});
