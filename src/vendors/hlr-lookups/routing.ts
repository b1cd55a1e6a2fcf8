import * as z from 'zod';
import {
  carrierNameFrom,
  type LiveLine,
  type RoutedCarrier,
  type RoutingFact,
  servingCarrierName,
  UNKNOWN_LINE,
  UNKNOWN_ROUTING,
} from '../../domain/carrier.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { hmacSha256, toHex } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import { fieldsAt, flag, isoTimestamp, text, textOrNumber } from '../../lib/loose-fields.ts';
import type { World } from '../../lookup/world.ts';
import type { OutgoingRequest, Upstream } from '../upstream/upstream.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';

/** Path prefix of the API, which the signature leaves out. */
const ROOT = '/api/v2';

/** Hex HMAC-SHA256 of path, Unix seconds, method and body (hlr-lookups.com, "Authentication"). */
async function signature(
  secret: string,
  { path, method, body }: OutgoingRequest,
  seconds: number,
): Promise<string> {
  const signed = `${path.slice(ROOT.length)}${seconds}${method}${body}`;
  return toHex(await hmacSha256(secret, signed));
}

const IS_ABOUT_MONEY = /credit|balance|fund|quota/i;

/** Live network queries and portability worldwide; a number of unknown state is billed too. */
const HLR_LOOKUPS: Upstream = {
  name: 'HLR_LOOKUPS',
  hosts: ['www.hlr-lookups.com'],
  metered: 'calls',
  timeoutMs: 15_000,
  adds: 'live network status and portability of numbers',
  needs: ['HLR_LOOKUPS_KEY', 'HLR_LOOKUPS_SECRET'],
  async authenticate(secret, outgoing) {
    const seconds = Math.floor(outgoing.now / 1_000);
    return {
      headers: {
        'X-Digest-Key': secret('HLR_LOOKUPS_KEY'),
        'X-Digest-Timestamp': String(seconds),
        'X-Digest-Signature': await signature(secret('HLR_LOOKUPS_SECRET'), outgoing, seconds),
      },
    };
  },
  /** A refusal may have any status; its error text tells lack of credit from other errors. */
  envelope(body, status) {
    const { success, errors } = (body ?? {}) as { success?: unknown; errors?: unknown };
    if (success !== false) return undefined;
    if (IS_ABOUT_MONEY.test(JSON.stringify(errors) ?? '')) return 'quota';
    return status === 200 ? 'later' : undefined;
  },
};

/** Two or three digits. */
const mobileCode = text.transform((code) => (code && /^\d{2,3}$/.test(code) ? code : null));
const countryCode = text.transform((code) =>
  code && /^[A-Z]{2}$/i.test(code) ? code.toUpperCase() : null,
);

const carrierAt = (prefix: 'original' | 'ported' | 'roaming') =>
  fieldsAt<RoutedCarrier>({
    name: [`${prefix}_network_name`, text.transform(carrierNameFrom)],
    country: [`${prefix}_country_name`, text],
    countryCode: [`${prefix}_country_code`, countryCode],
  });

/** Networks and countries in the replies of both queries. */
const network = fieldsAt({
  id: ['id', text],
  ported: ['is_ported', flag],
  mcc: ['mcc', mobileCode],
  mnc: ['mnc', mobileCode],
  both: ['mccmnc', textOrNumber],
  original: [carrierAt('original')],
  portedTo: [carrierAt('ported')],
  at: ['timestamp', isoTimestamp],
}).transform(({ both, ...known }) => ({
  ...known,
  mcc: known.mcc ?? mobileCode.parse(both?.slice(0, 3)),
  mnc: known.mnc ?? mobileCode.parse(both?.slice(3)),
  lineType: null,
}));

/** IMSI (ITU-T E.212); null if its last digits are hidden. */
const subscriberId = text.transform((id) => (id && /^\d{6,15}$/.test(id) ? id : null));

const hlrReply = fieldsAt({
  network: [network],
  connectivity: ['connectivity_status', z.string().trim().min(1).toUpperCase()],
  processing: ['processing_status', text],
  imsi: ['imsi', subscriberId],
  roaming: ['is_roaming', flag],
  roamingIn: [carrierAt('roaming')],
  dataSource: ['data_source', text],
});

async function findLiveRouting(
  { e164 }: PhoneNumber,
  call: VendorCall,
  { markPartial }: World,
): Promise<RoutingFact | null> {
  const path = '/api/v2/hlr-lookup';
  const found = await call({ path, json: { msisdn: e164 }, schema: hlrReply });
  if (!found) return null;
  const { network: known, processing, dataSource, ...live } = found;
  // A query that was not carried out reports UNDETERMINED for a number that was not checked.
  if (['REJECTED', 'FAILED'].includes(processing ?? '')) throw new ApiError('UPSTREAM_ERROR');
  const source = dataSource === 'MNP_DB' ? 'MNP_DB' : 'LIVE_HLR';
  // The network did not answer; a portability database cannot tell.
  if (source === 'LIVE_HLR' && live.connectivity === 'UNDETERMINED') markPartial?.();
  return { ...known, ...live, source, answered: true };
}

/** Queries the mobile network about a number now. */
export const liveRouting = fromUpstream<PhoneNumber, RoutingFact>(HLR_LOOKUPS, {
  label: 'live_network_query',
  ask: findLiveRouting,
});

/** Registered now, switched off, or not assigned; other values of the network give no status. */
const STATUS_OF_CONNECTIVITY: readonly (readonly [RegExp, LiveLine['status']])[] = [
  [/^CONNECTED/, 'ACTIVE'],
  [/^ABSENT/, 'ABSENT'],
  [/^INVALID_MSISDN$/, 'UNASSIGNED'],
];

/** Result of the live query as a line. */
export const liveLine = fromUpstream<PhoneNumber, LiveLine>(HLR_LOOKUPS, {
  label: 'live_network_query',
  async ask(number, call, world) {
    const found = await findLiveRouting(number, call, world);
    if (!found) return null;
    const { connectivity, ported, mcc, mnc } = found;
    const flag = connectivity ?? '';
    return {
      ...UNKNOWN_LINE,
      carrier: servingCarrierName(found),
      lineType: mcc !== null && flag !== 'INVALID_MSISDN' ? 'MOBILE' : null,
      mcc,
      mnc,
      ported,
      status: STATUS_OF_CONNECTIVITY.find(([words]) => words.test(flag))?.[1] ?? null,
      statusFlag: connectivity,
    };
  },
});

const mnpReply = fieldsAt({ network: [network], status: ['query_status', z.string().min(1)] });

/** Queries a portability database worldwide. */
export const portedRouting = fromUpstream<PhoneNumber, RoutingFact>(HLR_LOOKUPS, {
  label: 'portability_query',
  async ask({ e164 }, call, { markPartial }) {
    const path = '/api/v2/mnp-lookup';
    const found = await call({ path, json: { msisdn: e164 }, schema: mnpReply });
    if (!found) return null;
    const answered = found.status === 'OK';
    if (!answered) markPartial?.();
    return { ...UNKNOWN_ROUTING, ...found.network, answered, connectivity: null };
  },
});
