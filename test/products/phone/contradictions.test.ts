import { getCountryCallingCode } from 'libphonenumber-js/max';
import { expect, it } from 'vitest';
import { countryName } from '../../../src/domain/place/countries.ts';
import { ApiError } from '../../../src/lib/errors.ts';
import { hlrLookup } from '../../../src/products/phone/hlr-lookup.ts';
import { mnpLookup } from '../../../src/products/phone/mnp-lookup.ts';
import { ntLookup } from '../../../src/products/phone/nt-lookup.ts';
import { phone } from '../../../src/products/phone/phone/product.ts';
import { phoneScrub } from '../../../src/products/phone/phone-scrub/product.ts';
import { phoneSpam } from '../../../src/products/phone/phone-spam/product.ts';
import { reversePhoneLookup } from '../../../src/products/phone/reverse-phone-lookup/product.ts';
import { answer } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import { configuredVendors, drawnLine, filesOf, replyOf } from './drawn-lines.ts';

const PRODUCTS = {
  phone,
  nt: ntLookup,
  scrub: phoneScrub,
  spam: phoneSpam,
  hlr: hlrLookup,
  mnp: mnpLookup,
  reverse: reversePhoneLookup,
};

// biome-ignore lint/suspicious/noExplicitAny: rules look into sections of every shape
type Answer = any;
/** Null: the product refused, because no source of its own could be asked. */
type Answers = Record<keyof typeof PRODUCTS, Answer>;
/** True where the answers contradict themselves or each other. */
type Rule = (all: Answers) => boolean;

const oneOf = (value: unknown, ...values: unknown[]): boolean => values.includes(value);
const differ = (one: unknown, other: unknown): boolean =>
  one != null && other != null && one !== other;
/** Of a block table or a name: what a product's own source knows better. */
const isHint = ({ line_type_basis: basis }: Answer): boolean =>
  oneOf(basis, 'NONE', 'CARRIER_NAME', 'BLOCK_HOLDER');

const rulesOf = ({ recommendations }: Answer) => recommendations?.business_rules ?? {};

/** Contradictions within one answer. */
const WITHIN: Record<string, Rule> = {
  'text messages go to mobile and internet lines': ({ phone: { classification, ...rest } }) =>
    rulesOf(rest).sms_allowed === true && !oneOf(classification.line_type, 'MOBILE', 'VOIP'),
  'a number out of service allows nothing': ({ phone: { classification, ...rest } }) =>
    oneOf(classification.number_status, 'INVALID', 'INACTIVE') &&
    ['sms_allowed', 'voice_allowed', 'marketing_allowed'].some((rule) => rulesOf(rest)[rule]),
  'marketing needs a call': ({ phone }) =>
    rulesOf(phone).marketing_allowed === true && rulesOf(phone).voice_allowed !== true,
  'a listed number is not marketed to': ({ phone }) =>
    phone.insights.compliance.dnc_listed === true && rulesOf(phone).marketing_allowed !== false,
  'validity and status': ({ phone: { classification, insights } }) =>
    insights.number.is_valid === (classification.number_status === 'INVALID'),
  'an impossible number has no carrier': ({ phone: { classification, insights } }) =>
    classification.plan_type === null && insights.raw_api_fields.network !== null,
  'country and calling code': ({
    phone: {
      classification: { country_code },
      insights,
    },
  }) =>
    country_code !== null && getCountryCallingCode(country_code) !== insights.number.calling_code,
  'country and its name': ({ phone: { insights } }) =>
    countryName(insights.location.country_code) !== insights.location.country,
  'status of the port, flag and date': ({ phone: { classification, insights } }) => {
    const { is_ported } = insights.routing;
    const status = is_ported === null ? 'POSSIBLY_PORTED' : is_ported ? 'PORTED' : 'NOT_PORTED';
    return (
      classification.portability_status !== status ||
      (insights.raw_api_fields.ported_at !== undefined && is_ported !== true)
    );
  },
  'class and line type': ({ phone: { classification, insights } }) =>
    (({ MOBILE: 'W', LANDLINE: 'L', VOIP: 'V' }) as Record<string, string>)[
      classification.line_type
    ] !== (insights.raw_api_fields.class ?? undefined),
  'service and line type': ({
    phone: {
      classification: { line_type, service_type },
    },
  }) =>
    (service_type === 'POSTPAID' && line_type !== 'MOBILE') ||
    (oneOf(service_type, 'LANDLINE', 'TOLL_FREE') && service_type !== line_type),
  'reachable lines are not of poor connection': ({ phone: { classification, insights } }) =>
    insights.reachability.is_reachable === true && classification.connection_quality === 'POOR',
  'unreachable lines are not of good connection': ({ phone: { classification, insights } }) =>
    insights.reachability.is_reachable === false &&
    oneOf(classification.connection_quality, 'GOOD', 'EXCELLENT'),
  'quality and its flag': ({
    phone: {
      insights: { compliance },
    },
  }) => compliance.good_number !== (compliance.number_quality === 'GOOD'),
  'a good number is in service': ({ phone: { classification, insights } }) =>
    insights.compliance.good_number &&
    oneOf(classification.number_status, 'INVALID', 'INACTIVE', 'UNKNOWN'),
  'voip is detected where it is the type': ({ phone: { classification, insights } }) =>
    insights.risk_indicators.voip_detected !== (classification.line_type === 'VOIP'),
  'a VoIP line has a VoIP provider': ({ phone: { classification } }) =>
    classification.line_type === 'VOIP' && classification.carrier_type !== 'VOIP_PROVIDER',
  'landlines have no mobile network': ({ phone: { classification, insights } }) =>
    oneOf(classification.line_type, 'LANDLINE', 'VOIP') && insights.carrier.mcc != null,
  'landlines do not qualify for a network query': ({ phone: { classification, insights } }) =>
    insights.number.qualifies_for_hlr_lookup &&
    oneOf(classification.line_type, 'LANDLINE', 'VOIP', 'TOLL_FREE', 'PREMIUM') &&
    !isHint(classification),
  'an approved number has no high risk': (all) =>
    Object.values(all).some(
      (each) =>
        each?.recommendations?.primary_action === 'APPROVE' &&
        oneOf(each.risk?.risk_level, 'HIGH', 'CRITICAL'),
    ),
  'a number without risk signals has no risk factor': ({ phone: { risk, recommendations } }) =>
    /^No risk signals/.test(recommendations.user_message) &&
    risk.risk_factors.some((code: string) => !/_NOT_CHECKED$|^LINE_TYPE_UNKNOWN$/.test(code)),
  'what is blocked has a factor that says why': (all) =>
    Object.values(all).some(
      (each) =>
        each?.recommendations?.primary_action === 'BLOCK' &&
        each.risk.risk_factors.every((code: string) => /_NOT_CHECKED$|_UNKNOWN$/.test(code)),
    ),
  'an impossible number is free': ({ phone, ...others }) =>
    phone.classification.plan_type === null &&
    [phone, ...Object.values(others)].some((each) => each && each.price > 0),
  'whom the network does not know is free': ({ phone, nt }) =>
    phone.classification.number_status === 'INVALID' && phone.price + nt.price > 0,
  'a port has a carrier it went to': ({ hlr, mnp }) =>
    [hlr?.insights.hlr_result, mnp?.insights.mnp_result].some(
      (result) =>
        result &&
        !result.is_ported &&
        (result.ported_carrier !== null || result.ported_country !== null),
    ),
  'who does not roam is in no other network': ({ hlr }) =>
    hlr &&
    !hlr.insights.hlr_result.is_roaming &&
    (hlr.insights.hlr_result.roaming_carrier ?? hlr.insights.hlr_result.roaming_country) !== null,
  'the current carrier is the one it was ported to': ({ hlr, mnp }) =>
    [hlr?.insights.hlr_result, mnp?.insights.mnp_result].some(
      (result) =>
        result?.is_ported &&
        result.ported_carrier !== null &&
        result.current_carrier !== result.ported_carrier,
    ),
  'country of a routing and its name': ({ hlr, mnp }) =>
    [hlr?.insights.hlr_result, mnp?.insights.mnp_result].some(
      (result) => result?.country_code && countryName(result.country_code) !== result.country,
    ),
  'codes of a network are one': ({ hlr, mnp, nt }) =>
    [hlr, mnp, nt].some((each) => {
      if (!each) return false;
      const { mccmnc, mcc, mnc } = each.classification;
      return mccmnc !== (mcc !== null && mnc !== null ? mcc + mnc : null);
    }),
  'a number not assigned is on no network': ({ hlr }) =>
    hlr?.classification.is_valid === false &&
    (hlr.price > 0 || hlr.classification.is_roaming || hlr.insights.hlr_result.imsi !== null),
  'mobile codes and type of a routing': ({ mnp }) =>
    mnp &&
    oneOf(mnp.classification.number_type, 'LANDLINE', 'VOIP', 'TOLL_FREE', 'PREMIUM') &&
    mnp.classification.mccmnc !== null,
  'a caller called legitimate has nothing against it': ({ spam: { classification, ...rest } }) =>
    /^LEGITIMATE/.test(classification.caller_type) &&
    (oneOf(rest.risk?.risk_level, 'HIGH', 'CRITICAL') ||
      oneOf(rest.recommendations.primary_action, 'BLOCK', 'REVIEW') ||
      rest.insights.threat_intelligence.speaks_against.length > 0),
  'what speaks against a caller forbids to answer': ({ spam }) =>
    rulesOf(spam).answer_allowed === spam.insights.threat_intelligence.speaks_against.length > 0,
  'counted reports are named': ({ spam: { risk, insights } }) =>
    (insights.reputation.report_count ?? 0) > 0 !== risk.risk_factors.includes('SPAM_REPORTS'),
  'a match is a listing': ({ scrub }) =>
    scrub &&
    scrub.classification.matched !==
      ['doNotCall', 'litigator', 'reassigned'].some((list) => scrub.classification[list]),
  'a hit is not a missing list': ({ scrub }) =>
    scrub &&
    ((scrub.classification.doNotCall &&
      scrub.classification.missing_lists.includes('do_not_call')) ||
      (scrub.classification.litigator &&
        scrub.classification.missing_lists.includes('litigators'))),
};

/** Contradictions between the answers of two products. */
const BETWEEN: Record<string, Rule> = {
  'line type of phone and nt': ({ phone, nt }) =>
    phone.classification.line_type !== nt.classification.number_type,
  'line type of phone and spam': ({ phone, spam }) =>
    !isHint(phone.classification) &&
    phone.classification.line_type !== spam.insights.network_analysis.line_type,
  'line type of phone and scrub': ({ phone, scrub }) =>
    scrub &&
    !isHint(phone.classification) &&
    !oneOf(scrub.classification.phoneTypeLabel, 'LITIGATOR', 'UNKNOWN') &&
    phone.classification.line_type !== scrub.classification.phoneTypeLabel,
  // The two ask different carrier queries.
  'line type of phone and mnp': ({ phone, mnp }) =>
    mnp &&
    oneOf(phone.classification.line_type_basis, 'NUMBERING_PLAN', 'PORTABILITY_RECORD') &&
    mnp.classification.number_type !== 'UNKNOWN' &&
    phone.classification.line_type !== 'UNKNOWN' &&
    phone.classification.line_type !== mnp.classification.number_type,
  'line type of phone and reverse phone': ({ phone, reverse }) =>
    reverse?.classification.matched &&
    !isHint(phone.classification) &&
    differ(reverse.classification.phone_type, phone.classification.line_type),
  'carrier of phone and nt': ({ phone, nt }) =>
    phone.insights.raw_api_fields.network !== nt.insights.nt_result.carrier,
  'network of phone and nt': ({ phone, nt }) =>
    (phone.insights.carrier.mcc ?? null) !== nt.classification.mcc ||
    (phone.insights.carrier.mnc ?? null) !== nt.classification.mnc,
  'port of phone and nt': ({ phone, nt }) =>
    nt.classification.is_possibly_ported !==
    (phone.classification.portability_status !== 'NOT_PORTED'),
  'port of phone and spam': ({ phone, spam }) =>
    differ(
      phone.classification.portability_status,
      spam.insights.network_analysis.portability_status,
    ),
  'validity of phone, nt and spam': ({ phone, nt, spam }) =>
    phone.insights.number.is_valid !== nt.classification.is_valid ||
    phone.insights.number.is_valid !== spam.insights.number.is_valid,
  'an impossible number is not valid anywhere': ({ phone, hlr, mnp }) =>
    phone.classification.plan_type === null &&
    (hlr?.classification.is_valid || mnp?.classification.query_status === 'OK'),
  'listings of phone and scrub': ({ phone, scrub }) =>
    scrub &&
    ((phone.insights.compliance.dnc_listed === true && !scrub.classification.doNotCall) ||
      (phone.risk.risk_factors.includes('LITIGATOR_RISK') && !scrub.classification.litigator) ||
      (phone.risk.risk_factors.includes('REASSIGNED_NUMBER') && !scrub.classification.reassigned)),
  // Routing names the country that its source does.
  'country of phone and nt': ({ phone, nt }) => {
    const { country_code } = phone.classification;
    return country_code !== null && nt.insights.nt_result.country_code !== country_code;
  },
  'what never calls is blocked everywhere': ({ phone, scrub, spam }) =>
    phone.insights.compliance.dno_flag === true &&
    (rulesOf(phone).voice_allowed !== false ||
      rulesOf(spam).answer_allowed !== false ||
      (scrub && rulesOf(scrub).call_allowed !== false)),
  'whom to call': ({ phone, scrub }) =>
    scrub &&
    rulesOf(scrub).call_allowed === true &&
    (rulesOf(phone).voice_allowed === false || rulesOf(phone).marketing_allowed === false),
};

async function answersTo(number: string, world: Awaited<ReturnType<typeof createWorld>>) {
  const answered = Object.entries(PRODUCTS).map(async ([name, product]) => {
    const found = await answer(product, { phone_number: number }, world).catch((error: unknown) => {
      if (error instanceof ApiError) return null;
      throw error;
    });
    return [name, found] as const;
  });
  return Object.fromEntries(await Promise.all(answered)) as Answers;
}

it('no answer about a line contradicts itself or another, whatever files and vendors say', async () => {
  const rules = Object.entries({ ...WITHIN, ...BETWEEN });
  await fc.assert(
    fc.asyncProperty(drawnLine, async ({ number, files, vendors, isComplete }) => {
      const world = await createWorld({
        files: filesOf(files, number),
        isCovered: () => isComplete,
        vendors: configuredVendors(vendors),
        http: (request) => replyOf(vendors, number, request),
      });
      const all = await answersTo(number, world);
      expect(all.phone).not.toBeNull();
      const broken = rules.filter(([, isBroken]) => isBroken(all)).map(([rule]) => rule);
      expect(broken).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
