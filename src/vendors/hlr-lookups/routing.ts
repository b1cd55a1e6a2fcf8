import * as z from 'zod';
import {
  type LiveLine,
  type RoutedCarrier,
  type RoutingFact,
  servingCarrierName,
  UNKNOWN_LINE,
  UNKNOWN_ROUTING,
} from '../../domain/carrier.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { alike } from '../../lib/alike.ts';
import { toHex } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import { flag, isoTimestamp, text } from '../../lib/loose-fields.ts';
import type { OutgoingRequest, Upstream } from '../upstream/upstream.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';

const utf8 = new TextEncoder();

/** The digest leaves out where the interface lives on its host. */
const ROOT = '/api/v2';

/**
 * Hex HMAC-SHA256 of path, Unix seconds, method and body (hlr-lookups.com API v2,
 * "Authentication").
 */
async function signature(
  secret: string,
  { path, method, body }: OutgoingRequest,
  seconds: number,
): Promise<string> {
  const name = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), name, false, ['sign']);
  const signed = `${path.slice(ROOT.length)}${seconds}${method}${body}`;
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(signed)));
  return toHex(digest);
}

const IS_ABOUT_MONEY = /credit|balance|fund|quota/i;

/**
 * Live network queries and portability of numbers worldwide; it also bills a number of unknown
 * state.
 */
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
  /**
   * A refusal may come with any status; its error text distinguishes lack of credit from the rest.
   */
  envelope(body, status) {
    const { success, errors } = (body ?? {}) as { success?: unknown; errors?: unknown };
    if (success !== false) return undefined;
    if (IS_ABOUT_MONEY.test(JSON.stringify(errors) ?? '')) return 'quota';
    return status === 200 ? 'broken' : undefined;
  },
};

/** What both queries reply of networks and countries. */
const carrierFields = {
  ...alike(text, 'id', 'mccmnc', 'mcc', 'mnc'),
  is_ported: flag,
  ...alike(text, 'original_network_name', 'original_country_name', 'original_country_code'),
  ...alike(text, 'original_country_prefix', 'ported_network_name', 'ported_country_name'),
  ported_country_code: text,
  timestamp: isoTimestamp,
};

type CarrierReply = {
  [Field in keyof typeof carrierFields]: z.output<(typeof carrierFields)[Field]>;
};

/** A name may carry the vendor's routing code behind a colon. */
const nameOf = (name: string | null): string | null => name?.split(':')[0]?.trim() || null;

const carrierOf = (
  name: string | null,
  country: string | null,
  code: string | null,
): RoutedCarrier => ({
  name: nameOf(name),
  country,
  countryCode: code !== null && /^[A-Z]{2}$/i.test(code) ? code.toUpperCase() : null,
});

const mobileCodeDigits = (value: string | null | undefined): string | null =>
  value && /^\d{2,3}$/.test(value) ? value : null;

/** The part of a fact that both queries have. */
function readCarriers(
  reply: CarrierReply,
): Omit<RoutingFact, 'source' | 'answered' | 'connectivity' | 'roaming' | 'roamingIn' | 'imsi'> {
  const { mccmnc } = reply;
  return {
    id: reply.id,
    ported: reply.is_ported,
    mcc: mobileCodeDigits(reply.mcc) ?? mobileCodeDigits(mccmnc?.slice(0, 3)),
    mnc: mobileCodeDigits(reply.mnc) ?? mobileCodeDigits(mccmnc?.slice(3)),
    original: carrierOf(
      reply.original_network_name,
      reply.original_country_name,
      reply.original_country_code,
    ),
    portedTo: carrierOf(
      reply.ported_network_name,
      reply.ported_country_name,
      reply.ported_country_code,
    ),
    countryPrefix: reply.original_country_prefix,
    lineType: null,
    at: reply.timestamp,
  };
}

const hlrReply = z.object({
  ...carrierFields,
  connectivity_status: z.string().min(1),
  processing_status: text,
  imsi: text,
  is_roaming: flag,
  ...alike(text, 'roaming_network_name', 'roaming_country_name', 'roaming_country_code'),
  data_source: text,
});

async function findLiveRouting(
  { e164 }: PhoneNumber,
  call: VendorCall,
): Promise<RoutingFact | null> {
  const path = '/api/v2/hlr-lookup';
  const found = await call({ path, json: { msisdn: e164 }, schema: hlrReply });
  if (!found) return null;
  // A query that was not carried out says UNDETERMINED of a number that was not checked.
  if (['REJECTED', 'FAILED'].includes(found.processing_status ?? ''))
    throw new ApiError('UPSTREAM_ERROR');
  return {
    ...readCarriers(found),
    source: found.data_source === 'MNP_DB' ? 'MNP_DB' : 'LIVE_HLR',
    answered: true,
    connectivity: found.connectivity_status,
    roaming: found.is_roaming,
    roamingIn: carrierOf(
      found.roaming_network_name,
      found.roaming_country_name,
      found.roaming_country_code,
    ),
    imsi: found.imsi,
  };
}

/** Asks the mobile network about a number now. */
export const liveRouting = fromUpstream<PhoneNumber, RoutingFact>(HLR_LOOKUPS, {
  label: 'live_network_query',
  ask: findLiveRouting,
});

/** Registered now, switched off, or not assigned; other words of the network say neither. */
const STATUS_OF_CONNECTIVITY: readonly (readonly [RegExp, 'ACTIVE' | 'INACTIVE'])[] = [
  [/^(?:CONNECTED|ABSENT)/, 'ACTIVE'],
  [/^INVALID_MSISDN$/, 'INACTIVE'],
];

/** The same as a line: an assigned number is in service while its handset is off. */
export const liveLine = fromUpstream<PhoneNumber, LiveLine>(HLR_LOOKUPS, {
  label: 'live_network_query',
  async ask(number, call) {
    const found = await findLiveRouting(number, call);
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

const mnpReply = z.object({ ...carrierFields, query_status: z.string().min(1) });

/** Asks a portability database worldwide. */
export const portedRouting = fromUpstream<PhoneNumber, RoutingFact>(HLR_LOOKUPS, {
  label: 'portability_query',
  async ask({ e164 }, call) {
    const path = '/api/v2/mnp-lookup';
    const found = await call({ path, json: { msisdn: e164 }, schema: mnpReply });
    if (!found) return null;
    const answered = found.query_status === 'OK';
    return { ...UNKNOWN_ROUTING, ...readCarriers(found), answered, connectivity: null };
  },
});
