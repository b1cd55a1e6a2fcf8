import { describe, expect, it } from 'vitest';
import { WINDOWS } from '../../src/accounts/keys/access-check.ts';
import { openApiDocument } from '../../src/http/docs/openapi-document.ts';
import { families } from '../../src/products/index.ts';

const [PAGE] = Object.values(
  import.meta.glob('../../docs/limits.md', { query: '?raw', import: 'default', eager: true }),
) as [string];

/** The fields that the specification types, and types without null, by product and object. */
const SPECIFIED: Record<string, Record<string, string>> = {
  '/phone': {
    classification:
      'line_type carrier_type number_status portability_status service_type connection_quality coverage',
    'insights.location': 'country country_code regions',
    'insights.routing': 'lrn original_number port_type',
    'insights.reachability': 'reachable_status verification_method reason',
    'insights.compliance': 'dnc_status number_quality good_number',
    'insights.risk_indicators': 'voip_detected burner_probability',
    'insights.raw_api_fields': 'number lrn network class country',
  },
  '/phone-spam': {
    classification:
      'caller_type threat_category industry_category persistence_level sophistication_level line_status',
    'insights.reputation': 'report_count',
    'insights.behavior': 'callback_probability',
    'insights.threat_intelligence': 'scam_types financial_loss_risk',
    'insights.network_analysis': 'origin_country',
    risk_assessment: 'fraud_score',
  },
  '/phone-scrub': { classification: 'matched doNotCall litigator' },
  '/hlr-lookup': {
    classification: 'lookup_type connectivity_status is_valid is_ported is_roaming mccmnc mcc mnc',
    'insights.hlr_result':
      'id msisdn connectivity_status current_carrier current_mccmnc original_carrier country country_code country_prefix is_ported is_roaming data_source timestamp',
  },
  '/mnp-lookup': {
    classification: 'lookup_type query_status number_type is_ported mccmnc mcc mnc',
    'insights.mnp_result':
      'id msisdn query_status current_carrier current_mccmnc original_carrier country country_code country_prefix is_ported number_type timestamp',
  },
  '/nt-lookup': {
    classification:
      'lookup_type query_status number_type is_valid is_possibly_ported is_vanity_number qualifies_for_hlr_lookup mccmnc mcc mnc',
    'insights.nt_result':
      'id number number_type query_status is_valid is_possibly_ported is_vanity_number qualifies_for_hlr_lookup carrier mccmnc country country_code regions timezones info_text timestamp',
  },
  '/reverse-phone-lookup': {
    classification: 'matched lookup_type coverage_supported coverage_region',
    'insights.reverse_lookup_result': 'processed_time coverage_supported coverage_region',
  },
  '/reverse-email-append': {
    classification: 'matched phone_dnc cell_dnc lookup_type',
    'insights.reverse_email_result': 'matched',
    'insights.reverse_email_result.phones': 'phoneDnc cellDnc',
  },
  '/email': {
    classification:
      'email_type provider_type provider_tier deliverability_status mailbox_verification_state inbox_placement engagement_potential',
    'insights.deliverability': 'score',
    'insights.deliverability.factors': 'catch_all greylisted',
    'insights.quality': 'score syntax_valid typo_detected professional_format name_pattern',
    'insights.reputation': 'domain_reputation spam_trap_risk honeypot_risk',
    'insights.intelligence': 'lead_score b2b_indicator seniority_indicator department_hint',
  },
  '/ip': {
    classification:
      'connection_type service_type anonymity_level organization_type residential_probability',
    'insights.network': 'isp org asn asn_reputation',
    'insights.geographic':
      'datacenter_location vpn_exit_probability tor_exit_node hosting_facility',
    'insights.location':
      'city region country country_code latitude longitude timezone continent continent_code zip district',
    'insights.security': 'reputation_score tor_exit_node',
    'insights.network_intelligence':
      'is_datacenter is_tor_exit is_bogon coverage checked_feeds missing_feeds',
    'insights.usage_patterns': 'likely_automation api_usage business_usage human_probability',
  },
  '/website-contacts-scraper': {
    classification: 'domain hasEmails hasPhones emailsCount phonesCount socialsCount',
    insights: 'emails phones socials',
  },
};

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
}

const document: unknown = openApiDocument(families, WINDOWS);

const inside = (object: unknown, steps: readonly string[]): unknown =>
  steps.reduce((parent, step) => (parent as Record<string, unknown>)[step], object);

const resolve = (schema: Schema): Schema =>
  schema.$ref ? resolve(inside(document, schema.$ref.split('/').slice(1)) as Schema) : schema;

/** The schema itself, and those it is put together from. */
const parts = (schema: Schema): Schema[] => {
  const own = resolve(schema);
  return [own, ...[own.anyOf, own.oneOf, own.allOf].flatMap((each) => (each ?? []).flatMap(parts))];
};

const isNullable = (schema: Schema): boolean =>
  parts(schema).some(
    ({ type, enum: values }) => [type].flat().includes('null') || values?.includes(null),
  );

function fieldSchema(answer: Schema, path: string): Schema {
  let schemas = [answer];
  for (const step of path.split('.'))
    schemas = schemas.flatMap(parts).flatMap(({ properties }) => properties?.[step] ?? []);
  if (schemas.length === 0) throw new Error(`no field ${path}`);
  return { anyOf: schemas };
}

const TO_SCHEMA = ['post', 'responses', '200', 'content', 'application/json', 'schema'];
const answerOf = (path: string): Schema =>
  inside(document, ['paths', `/v1${path}`, ...TO_SCHEMA]) as Schema;

const named = (path: string): string[] =>
  Object.entries(SPECIFIED[path] ?? {}).flatMap(([object, fields]) =>
    fields.split(' ').map((field) => `${object}.${field}`),
  );

/** The fields that docs/limits.md lists of a product. */
function documented(path: string): string[] {
  const [, rest = ''] = PAGE.split(`\n- \`${path}\`\n`);
  const [list = ''] = rest.split(/\n(?! {2})/);
  return list
    .split('\n')
    .flatMap((line) =>
      [...(line.split(': ')[0] ?? '').matchAll(/`([\w.]+)`/g)].map(([, field]) => field ?? ''),
    );
}

describe.each(Object.keys(SPECIFIED))('%s', (path) => {
  it('is null in a field that is specified without only where docs/limits.md says so', () => {
    const nullable = named(path).filter((field) =>
      isNullable(fieldSchema(answerOf(path), `data.${field}`)),
    );
    expect(documented(path).sort()).toEqual(nullable.sort());
  });
});
