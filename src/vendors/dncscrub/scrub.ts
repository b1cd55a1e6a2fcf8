import * as z from 'zod';
import {
  carrierNameFrom,
  type LiveLine,
  lineOfCategory,
  UNKNOWN_LINE,
} from '../../domain/carrier.ts';
import { phoneLineFrom } from '../../domain/person/contact.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { listOf, text, textOrNumber } from '../../lib/loose-fields.ts';
import type { ScrubLists } from '../../lookup/scrub-lists.ts';
import { unusableReply } from '../../lookup/upstream-status.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

/** Do Not Call registries and litigators of the United States; every number is billed. */
const DNCSCRUB: Upstream = {
  name: 'DNCSCRUB',
  hosts: ['www.dncscrub.com', 'dataapi.dncscrub.com'],
  hostInPath: true,
  metered: 'calls',
  adds: 'Do Not Call registries and litigators for phone scrub, where the imported lists have no answer',
  needs: ['DNCSCRUB_KEY'],
  authenticate: (secret) => ({ headers: { loginId: secret('DNCSCRUB_KEY') } }),
};

/** A flag that is `1` or `Y`, in any type. */
const isSet = z
  .unknown()
  .optional()
  .transform((value) => ['1', 'y', 'true'].includes(String(value).toLowerCase()));

const scrubbed = listOf(
  z.object({
    Phone: textOrNumber,
    ResultCode: z.string().min(1),
    Reason: text,
    CarrierInfo: text,
    LineType: text,
    IsWirelessOrVoIP: isSet,
  }),
);
const litigators = listOf(z.object({ Phone: textOrNumber, IsLitigator: z.boolean() }));

/** Row of the number. @throws UpstreamStatus for a reply that has none */
function rowOfNumber<Row extends { Phone: string | null }>(
  rows: readonly Row[],
  national: string,
): Row {
  const row = rows.find(({ Phone }) => (Phone ?? '').replace(/\D/g, '').slice(-10) === national);
  if (!row) throw unusableReply();
  return row;
}

/**
 * Codes that the vendor documents as on no registry ("Output Guide"): clean, wireless, VoIP, and
 * with a business relationship. The others (overridden, blocked, the account's own list) leave it
 * open.
 */
const IS_ON_NO_REGISTRY = /^[CWLYEFGR]$/;

/** Code D is on a registry, as is a number whose reason names one, whatever its code. */
function isListed(code: string, reason: string | null): boolean | null {
  if (code === 'D' || /national|state|do not call/i.test(reason ?? '')) return true;
  return IS_ON_NO_REGISTRY.test(code) ? false : null;
}

const LINE_OF_CODE: ReadonlyMap<string, LiveLine['lineType']> = new Map([
  ...['W', 'L', 'F', 'V'].map((code) => [code, 'MOBILE'] as const),
  ['Y', 'VOIP'],
]);

/** Carrier as `5820;WIRELESS;"Verizon Wireless:Verizon Wireless"`: number, category and name. */
function readCarrier(info: string | null) {
  const [, category = null, name = info] = /^[\dA-Z]{0,4};([^;]*);(.*)$/is.exec(info ?? '') ?? [];
  const unquoted = name?.replaceAll('"', '').trim() || null;
  return { carrier: carrierNameFrom(unquoted), line: lineOfCategory(category?.trim() ?? null) };
}

/** Line data of a row, without a contradicted type; null if there is none. */
function lineOf({
  ResultCode: code,
  CarrierInfo: info,
  LineType: word,
  IsWirelessOrVoIP: isOther,
}: z.output<typeof scrubbed>[number]): LiveLine | null {
  const { carrier, line } = readCarrier(info);
  // `AllOther` is neither wireless nor VoIP: a landline if the carrier has no other lines.
  const said = phoneLineFrom(word) ?? (line === 'LANDLINE' ? line : null);
  const isContradicted = isOther && said === 'LANDLINE';
  const lineType = LINE_OF_CODE.get(code) ?? (isContradicted ? null : said);
  return (lineType ?? carrier) ? { ...UNKNOWN_LINE, lineType, carrier } : null;
}

const UNKNOWN = { listed: null, asOf: null };
const UNKNOWN_LISTS: ScrubLists = {
  doNotCall: UNKNOWN,
  litigator: { ...UNKNOWN, kind: null },
  reassigned: { ...UNKNOWN, disconnectedAt: null },
};

/**
 * Checks a US number against the registries. The reason may name a litigator; only {@link
 * dncScrubLitigators} can rule one out.
 */
export const dncScrub = fromUpstream<PhoneNumber, ScrubLists>(DNCSCRUB, {
  label: 'scrub_service',
  async ask({ national }, call) {
    const found = await call({
      path: '/app/main/rpc/scrub',
      query: { phoneList: national, version: 5, output: 'json' },
      schema: scrubbed,
    });
    const row = rowOfNumber(found ?? [], national);
    const { ResultCode: code, Reason: reason } = row;
    const isNamed = /litigator/i.test(reason ?? '');
    // A litigator's number may get the code of a registry that it is not on.
    const listed = isNamed && code === 'D' ? isListed('', reason) : isListed(code, reason);
    return {
      ...UNKNOWN_LISTS,
      doNotCall: { listed, asOf: null },
      litigator: { listed: isNamed ? true : null, asOf: null, kind: null },
      line: lineOf(row),
    };
  },
});

/**
 * Checks whether a litigator holds the number. A separate source, so that its failure does not lose
 * what {@link dncScrub} was paid for.
 */
export const dncScrubLitigators = fromUpstream<PhoneNumber, ScrubLists>(DNCSCRUB, {
  name: 'dncscrub_litigators',
  label: 'scrub_service',
  async ask({ national }, call) {
    const found = await call({
      host: 'dataapi.dncscrub.com',
      path: '/v1.5/Scrub/litigator',
      query: { phoneList: national },
      schema: litigators,
    });
    const { IsLitigator: listed } = rowOfNumber(found ?? [], national);
    return { ...UNKNOWN_LISTS, litigator: { listed, asOf: null, kind: null } };
  },
});
