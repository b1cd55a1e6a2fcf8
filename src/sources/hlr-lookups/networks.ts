import type * as z from 'zod';
import type { Carrier, RoutingFact } from '../../core/phone/routing.ts';
import { flag, moment, text } from '../upstream/fields.ts';

/** What both queries reply of networks and countries. */
export const networkFields = {
  id: text,
  mccmnc: text,
  mcc: text,
  mnc: text,
  is_ported: flag,
  original_network_name: text,
  original_country_name: text,
  original_country_code: text,
  original_country_prefix: text,
  ported_network_name: text,
  ported_country_name: text,
  ported_country_code: text,
  timestamp: moment,
};

type Networks = { [Field in keyof typeof networkFields]: z.output<(typeof networkFields)[Field]> };

/** A name may carry the vendor's routing code behind a colon. */
const nameOf = (name: string | null): string | null => name?.split(':')[0]?.trim() || null;

export const carrierOf = (
  name: string | null,
  country: string | null,
  code: string | null,
): Carrier => ({
  name: nameOf(name),
  country,
  countryCode: code !== null && /^[A-Z]{2}$/i.test(code) ? code.toUpperCase() : null,
});

const digits = (value: string | null | undefined): string | null =>
  value && /^\d{2,3}$/.test(value) ? value : null;

/** The part of a fact that both queries tell alike. */
export function readNetworks(
  reply: Networks,
): Omit<RoutingFact, 'source' | 'answered' | 'connectivity' | 'roaming' | 'roamingIn' | 'imsi'> {
  const { mccmnc } = reply;
  return {
    id: reply.id,
    ported: reply.is_ported,
    mcc: digits(reply.mcc) ?? digits(mccmnc?.slice(0, 3)),
    mnc: digits(reply.mnc) ?? digits(mccmnc?.slice(3)),
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
