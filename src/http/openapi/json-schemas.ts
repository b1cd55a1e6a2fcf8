import * as z from 'zod';
import { type JsonSchema, SCHEMA_OPTIONS } from '../../lib/json-schema.ts';
import { paginationSchema } from '../../lib/page.ts';

/** Sentences of fields of answers, by subject. */
const ANSWER_FIELD_DESCRIPTIONS: readonly (readonly [field: string, sentence: string])[] = [
  // Places
  ['location', 'Where it is, or where its number range belongs.'],
  ['geolocation', 'Where the address is.'],
  ['address', 'Postal address.'],
  ['contact.address', 'Street and number.'],
  ['line1', 'Street and number.'],
  ['line2', 'Apartment or suite.'],
  ['city', 'City; null when it is not known.'],
  ['state', 'State or province, by its code.'],
  ['zip', 'Postal code.'],
  ['zip4', 'The last four digits of a ZIP+4 code.'],
  ['region', 'State, province or region.'],
  ['regions', 'Regions of the country that the number may belong to.'],
  ['country', 'Name of the country.'],
  ['raw_api_fields.country', 'Country of the number, ISO 3166-1 alpha-2.'],
  ['country_code', 'ISO 3166-1 alpha-2 code of the country.'],
  ['origin_country_code', 'ISO 3166-1 alpha-2 code of the country the number belongs to.'],
  ['timezones', 'IANA names of the time zones of its region.'],
  ['coverage_region', 'Part of the world the records cover.'],
  // Phone numbers
  ['number', 'The number in E.164.'],
  ['original_number', 'The number that was asked for, in E.164.'],
  ['phone', 'Phone number.'],
  ['phone_type', 'Kind of line.'],
  ['line_type', 'Kind of line the number belongs to.'],
  ['line_type_confidence', 'How sure the kind of line is, 0 to 100.'],
  ['carrier_type', 'Kind of carrier.'],
  ['portability_status', 'Whether the number has moved to another carrier.'],
  ['service_type', 'Kind of service on the line.'],
  ['connection_quality', 'Expected quality of a connection.'],
  ['number_type', 'Kind of line the number belongs to.'],
  ['is_valid', 'False: it cannot exist, or its network says that it is not assigned.'],
  ['invalid_reason', 'Why it cannot exist; null when it can.'],
  ['info_text', 'What else is worth knowing, for people.'],
  ['nt_result', 'The whole result.'],
  ['carrier.name', 'Name of the carrier.'],
  ['mcc', 'Mobile country code.'],
  ['mnc', 'Mobile network code.'],
  ['routing', 'How a call to the number is routed.'],
  ['reachability', 'Whether the number can be reached, and how that is known.'],
  ['verification_method', 'How it was checked.'],
  ['compliance', 'Whether the number may be called.'],
  ['dnc_listed', 'Whether it is on the Do Not Call registry; null when no source knows.'],
  [
    'dno_flag',
    'Whether its owner never calls from it (Do Not Originate); null when no source knows.',
  ],
  ['risk_indicators', 'What speaks against the number.'],
  ['burner_probability', 'How likely it is a throwaway number, 0 to 1.'],
  ['raw_api_fields', 'The record as the source gives it.'],
  ['network_source', 'What the carrier was taken from.'],
  ['block_holder_type', 'Kind of carrier the number block was assigned to.'],
  ['rate_center', 'Rate center of the number block.'],
  ['raw_api_fields.state', 'State of the number block.'],
  ['spid', 'Service provider id of the carrier.'],
  ['ported_at', 'When the number moved; null when that is not known.'],
  // Spam and scrubbing
  ['reputation', 'What is known for and against it.'],
  ['first_reported_on', 'Day of the first report; null when there is none.'],
  ['last_reported_on', 'Day of the latest report; null when there is none.'],
  ['behavior', 'How it calls.'],
  ['threat_intelligence', 'What the calls are about.'],
  ['subjects', 'What was complained of, the most frequent first.'],
  ['subject', 'What was complained of.'],
  ['reports', 'How many reports name it.'],
  ['network_analysis', 'Where the calls come from.'],
  ['phone_scrub_result', 'The whole result.'],
  ['litigator_kind', 'Kind of litigator; null when the number is none.'],
  ['lists_as_of.do_not_call', 'Date of the Do Not Call list; null when there is none.'],
  ['lists_as_of.litigators', 'Date of the list of litigators; null when there is none.'],
  [
    'lists_as_of.reassigned_numbers',
    'Date of the list of reassigned numbers; null when there is none.',
  ],
  // People and companies
  ['reverse_lookup_result', 'The whole result.'],
  ['primary_name', 'Name of the person or company.'],
  ['company_name', 'Name of the company.'],
  ['company_domain', 'Domain of the company.'],
  ['first_name', 'Given name.'],
  ['last_name', 'Family name.'],
  ['email', 'Email address.'],
  ['processed_time', 'When the record was read.'],
  // Email
  ['deliverability_status', 'Whether a message would arrive.'],
  ['deliverability', 'Whether a message would arrive, and why.'],
  ['score', 'Higher is better, 0 to 100.'],
  ['factors', 'What the score rests on.'],
  ['quality', 'How the address looks.'],
  ['suggested_email', 'The address that was probably meant; null when there is none.'],
  ['professional_format', 'Whether it looks like the address of a person at work.'],
  ['domain_age_days', 'Days since the domain was registered; null when that is not known.'],
  ['honeypot_risk', 'How likely it is an address that only catches senders.'],
  ['intelligence', 'What the address says of its owner.'],
  ['b2b_indicator', 'Whether it is an address at a company: no free provider, no role.'],
  ['department_hint', 'Whether it belongs to a function or to a person.'],
  ['domain_intelligence', 'What is known of the domain.'],
  ['infrastructure', 'What the domain runs on.'],
  ['mail_provider', 'Who runs its mailboxes; null when that is not known.'],
  ['mail_gateway', 'Provider that filters its mail; null when none is known.'],
  ['has_ipv4', 'Whether the domain has an IPv4 address; null when that could not be asked.'],
  ['has_ipv6', 'Whether the domain has an IPv6 address; null when that could not be asked.'],
  ['trust_indicators', 'What the domain says of its senders.'],
  ['spf_policy', 'What its SPF record says of other senders; null when there is none.'],
  ['dmarc_policy', 'What its DMARC record asks for; null when there is none.'],
  ['business_profile', 'Whether a business stands behind the domain.'],
  // Domains
  ['registered', 'Whether the domain is registered.'],
  ['created_date', 'When it was registered; null when the registry does not say.'],
  ['updated_date', 'When its registration last changed; null when the registry does not say.'],
  ['expiry', 'When its registration ends; null when the registry does not say.'],
  ['registrar', 'Who registered it; null when the registry does not say.'],
  ['nameservers', 'Its name servers.'],
  ['content_type', 'Media type of the page.'],
  // IP addresses
  ['residential_probability', 'How likely it is a home connection, 0 to 1.'],
  ['network', 'Who runs the network.'],
  ['geographic', 'What kind of place the address is at.'],
  ['security', 'What speaks against the address.'],
  ['reputation_score', 'Higher is better, 0 to 100.'],
  ['reserved_for.prefix', 'The reserved range.'],
  ['reserved_for.name', 'Name of the range in the registry of IANA.'],
  ['embedded_ipv4.address', 'The IPv4 address inside.'],
  ['cloud_provider', 'Cloud the address belongs to; null when none is known.'],
  ['verified_crawler.operator', 'Who runs the crawler.'],
];

/**
 * What a field means wherever it stands, for fields that many answers share or whose schema says
 * nothing of its own. `parent.field` goes before `field`.
 */
const FIELD_DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  // Envelope
  ['success', 'Whether `data` holds an answer.'],
  ['data', 'The answer.'],
  ['error', 'Why there is no answer.'],
  ['request', 'What was looked up, and when.'],
  ['request.type', 'Lookup type of this product.'],
  ['primary_action', 'What to do with the record.'],
  ['matched', 'Whether a record was found.'],
  ['lookup_type', 'Kind of lookup that was made.'],
  ['contact', 'The person or company found.'],
  // Account
  ['user', 'Whose key it is.'],
  ['organization', 'The organization that pays.'],
  ['organization.id', 'Id of the organization.'],
  ['organization.name', 'Name of the organization.'],
  ['active', 'Whether it may be used.'],
  ['created_at', 'When it was made.'],
  ['completed_at', 'When it ended; null until then.'],
  ['is_trial', 'Whether the plan is being tried.'],
  ['trial_end', 'When the trial ends; null when there is none.'],
  ['current_period_start', 'When the running period began.'],
  ['current_period_end', 'When the running period ends.'],
  ['plan', 'The plan that is paid for.'],
  ['plan.name', 'Id of the plan.'],
  ['tokens_per_month', 'Credits of one period.'],
  ['tokens', 'Credits, by where they come from.'],
  ['subscription.total', 'Credits of the plan in this period.'],
  ['subscription.used', 'Those that were spent.'],
  ['subscription.available', 'Those that are left.'],
  ['purchased', 'Credits that were bought; they do not end.'],
  ['usage', 'What was looked up and what it cost.'],
  ['current_period', 'Since the running period began.'],
  ['all_time', 'Since the organization was made.'],
  ['lookups', 'Lookups answered.'],
  ['tokens_consumed', 'Credits spent.'],
  ['api_key', 'The key that asks.'],
  // Products
  ['products', 'Every product, in the order of the reference.'],
  ['path', 'Where to post.'],
  ['summary', 'What the product answers, in one sentence.'],
  ['available', 'Whether it can be asked now.'],
  ['sources', 'Where answers come from.'],
  [
    'kind',
    'compiled: tables of ours; records: imported files; open: public protocols; upstream: paid.',
  ],
  ['status', 'How it stands.'],
  // Bulk and webhooks
  ['job_id', 'Id of the job.'],
  ['webhook_url', 'Where the end of the job is sent; absent without one.'],
  ['jobs', 'One page of jobs.'],
  ['jobs.type', 'Bulk type of the job.'],
  ['pagination', 'Which page this is, and how to get the next.'],
  ['limit', 'Most entries of a page.'],
  ['has_more', 'Whether another page follows.'],
  ['error_code', 'Why the row failed, as `error.code` of the single lookup; null when it did not.'],
  ['duration_ms', 'How long the attempt took, in milliseconds; null when it was not made.'],
  ['deliveries', 'One page of attempts.'],
  ...ANSWER_FIELD_DESCRIPTIONS,
]);

type SchemaNode = Record<string, unknown>;

const asSchemas = (value: unknown): SchemaNode[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (part): part is SchemaNode => typeof part === 'object' && part !== null,
  );

/**
 * Gives every property a sentence that has none of its own, in place.
 * @param name of the schema, or of the field whose schema it is
 */
function addFieldDescriptions(schema: SchemaNode, name: string): void {
  const properties = (schema.properties ?? {}) as Record<string, SchemaNode>;
  for (const [field, property] of Object.entries(properties)) {
    const sentence = FIELD_DESCRIPTIONS.get(`${name}.${field}`) ?? FIELD_DESCRIPTIONS.get(field);
    if (property.description === undefined && sentence) property.description = sentence;
    addFieldDescriptions(property, field);
  }
  for (const part of ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'])
    for (const inner of asSchemas(schema[part])) addFieldDescriptions(inner, name);
}

/** One schema as JSON Schema 2020-12: what callers send (`input`) or receive (`output`). */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { ...SCHEMA_OPTIONS, io }) as JsonSchema;
  addFieldDescriptions(rest, '');
  return rest;
};

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Named schemas as components that refer to each other. One given two names keeps the first. */
export function componentSchemas(
  named: Iterable<readonly [name: string, schema: z.ZodType]>,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of named) if (!registry.has(schema)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    ...SCHEMA_OPTIONS,
    io,
    uri: (id) => schemaRef(id).$ref,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, emitted]) => {
      const { $schema: _, $id: __, ...rest } = emitted as JsonSchema;
      addFieldDescriptions(rest, name);
      return [name, rest];
    }),
  );
}

export const successSchema = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data });

/** A success with this `data`. @param name of its schema in the document */
export const namedAnswer = (name: string, data: () => z.ZodType) => ({
  name,
  schema: () => successSchema(data()),
});

/** A page of a listing. @param entries of the field, with what the document says of them */
export const namedPageAnswer = (name: string, field: string, entries: () => z.ZodType) =>
  namedAnswer(name, () => z.object({ [field]: entries(), pagination: paginationSchema }));

export const timestamp = z.iso.datetime();
export const timestampOrNull = timestamp.nullable();
