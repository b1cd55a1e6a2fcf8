import * as z from 'zod';
import { type JsonSchema, SCHEMA_OPTIONS } from '../../lib/json-schema.ts';
import { paginationSchema } from '../../lib/page.ts';

/** Descriptions of fields of answers, by subject. */
const ANSWER_FIELD_DESCRIPTIONS: readonly (readonly [field: string, sentence: string])[] = [
  // Places
  ['location', 'Location, or the location that the number range belongs to.'],
  ['geolocation', 'Location of the address.'],
  ['address', 'Postal address.'],
  ['contact.address', 'Street and number.'],
  ['line1', 'Street and number.'],
  ['line2', 'Apartment or suite.'],
  ['city', 'City; null if it is not known.'],
  ['state', 'Code of the state or province.'],
  ['zip', 'Postal code.'],
  ['zip4', 'The last four digits of a ZIP+4 code.'],
  ['region', 'State, province or region.'],
  ['regions', 'Regions of the country to which the number may belong.'],
  ['country', 'Name of the country.'],
  ['raw_api_fields.country', 'Country of the number, ISO 3166-1 alpha-2.'],
  ['country_code', 'Country code, ISO 3166-1 alpha-2.'],
  ['origin_country_code', 'Country to which the number belongs, ISO 3166-1 alpha-2.'],
  ['timezones', 'Time zones of the region, by IANA name.'],
  ['coverage_region', 'Part of the world that the records cover.'],
  // Phone numbers
  ['number', 'The number in E.164.'],
  ['original_number', 'The requested number, in E.164.'],
  ['phone', 'Phone number.'],
  ['phone_type', 'Kind of line.'],
  ['line_type', 'Kind of line to which the number belongs.'],
  ['line_type_confidence', 'Confidence in the kind of line, 0 to 100.'],
  ['carrier_type', 'Kind of carrier.'],
  ['portability_status', 'Whether the number has moved to another carrier.'],
  ['service_type', 'Kind of service on the line.'],
  ['connection_quality', 'Expected quality of a connection.'],
  ['number_type', 'Kind of line to which the number belongs.'],
  ['is_valid', 'False if the number cannot exist, or if its network says that it is not assigned.'],
  ['invalid_reason', 'Why the number cannot exist; null if it can.'],
  ['info_text', 'Further information, in words.'],
  ['nt_result', 'The complete result.'],
  ['carrier.name', 'Name of the carrier.'],
  ['mcc', 'Mobile country code.'],
  ['mnc', 'Mobile network code.'],
  ['routing', 'How a call to the number is routed.'],
  ['reachability', 'Whether the number can be reached, and how that is known.'],
  ['verification_method', 'How reachability was checked.'],
  ['compliance', 'Whether the number may be called.'],
  ['dnc_listed', 'Whether the number is on the Do Not Call registry; null if no source knows.'],
  [
    'dno_flag',
    'Whether the owner never calls from the number (Do Not Originate); null if no source knows.',
  ],
  ['risk_indicators', 'Indications against the number.'],
  ['burner_probability', 'Probability that the number is a throwaway number, 0 to 1.'],
  ['raw_api_fields', 'The record as the source gives it.'],
  ['network_source', 'The source of the carrier.'],
  ['block_holder_type', 'Kind of carrier to which the number block was assigned.'],
  ['rate_center', 'Rate center of the number block.'],
  ['raw_api_fields.state', 'State of the number block.'],
  ['spid', 'Service provider id of the carrier.'],
  ['ported_at', 'When the number was ported; null if it is not known.'],
  // Spam and scrubbing
  ['reputation', 'What is known for and against the number.'],
  ['first_reported_on', 'Date of the first report; null if there is none.'],
  ['last_reported_on', 'Date of the latest report; null if there is none.'],
  ['behavior', 'How the number places calls.'],
  ['threat_intelligence', 'What the calls are about.'],
  ['subjects', 'Subjects of the complaints, most frequent first.'],
  ['subject', 'Subject of the complaints.'],
  ['reports', 'Number of reports that name it.'],
  ['network_analysis', 'Origin of the calls.'],
  ['phone_scrub_result', 'The complete result.'],
  ['litigator_kind', 'Kind of litigator; null if the number does not belong to one.'],
  ['lists_as_of.do_not_call', 'Date of the Do Not Call list; null if there is none.'],
  ['lists_as_of.litigators', 'Date of the list of litigators; null if there is none.'],
  [
    'lists_as_of.reassigned_numbers',
    'Date of the list of reassigned numbers; null if there is none.',
  ],
  // People and companies
  ['reverse_lookup_result', 'The complete result.'],
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
  ['factors', 'What the score is based on.'],
  ['quality', 'Assessment of the address by its form.'],
  ['suggested_email', 'The address that was probably meant; null if there is none.'],
  ['professional_format', "Whether the address looks like a person's work address."],
  ['domain_age_days', 'Days since the domain was registered; null if that is not known.'],
  ['honeypot_risk', 'How likely the address is a spam trap.'],
  ['intelligence', 'What the address says about its owner.'],
  [
    'b2b_indicator',
    'Whether it is an address at a company: neither a free provider nor a role address.',
  ],
  ['department_hint', 'Whether the address belongs to a function or to a person.'],
  ['domain_intelligence', 'What is known about the domain.'],
  ['infrastructure', 'Infrastructure of the domain.'],
  ['mail_provider', 'Provider of the mailboxes; null if it is not known.'],
  ['mail_gateway', 'Provider that filters the mail; null if none is known.'],
  ['has_ipv4', 'Whether the domain has an IPv4 address; null if that could not be queried.'],
  ['has_ipv6', 'Whether the domain has an IPv6 address; null if that could not be queried.'],
  ['trust_indicators', 'What the domain publishes about its senders.'],
  ['spf_policy', 'What the SPF record says about other senders; null if there is none.'],
  ['dmarc_policy', 'Policy that the DMARC record asks for; null if there is none.'],
  ['business_profile', 'Whether a business is behind the domain.'],
  // Domains
  ['registered', 'Whether the domain is registered.'],
  ['created_date', 'When the domain was registered; null if the registry does not say.'],
  ['updated_date', 'When the registration last changed; null if the registry does not say.'],
  ['expiry', 'When the registration ends; null if the registry does not say.'],
  ['registrar', 'Registrar of the domain; null if the registry does not say.'],
  ['nameservers', 'Name servers of the domain.'],
  ['content_type', 'Media type of the page.'],
  // IP addresses
  ['residential_probability', 'Probability that it is a home connection, 0 to 1.'],
  ['network', 'The network and its operator.'],
  ['geographic', 'Kind of place where the address is used.'],
  ['security', 'Indications against the address.'],
  ['reputation_score', 'Higher is better, 0 to 100.'],
  ['reserved_for.prefix', 'The reserved range.'],
  ['reserved_for.name', 'Name of the range in the IANA registry.'],
  ['embedded_ipv4.address', 'The embedded IPv4 address.'],
  ['cloud_provider', 'Cloud provider to which the address belongs; null if none is known.'],
  ['verified_crawler.operator', 'Operator of the crawler.'],
];

/**
 * Descriptions for fields in any schema: those that many answers share, or whose schema has no
 * description. `parent.field` takes precedence over `field`.
 */
const FIELD_DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  // Envelope
  ['success', 'Whether `data` has an answer.'],
  ['data', 'The answer.'],
  ['error', 'Why there is no answer.'],
  ['request', 'What was looked up, and when.'],
  ['request.type', 'Lookup type of this product.'],
  ['primary_action', 'What to do with the record.'],
  ['matched', 'Whether a record was found.'],
  ['lookup_type', 'Kind of lookup that was run.'],
  ['contact', 'The person or company found.'],
  // Account
  ['user', 'User to whom the key belongs.'],
  ['organization', 'The organization that is billed.'],
  ['organization.id', 'Id of the organization.'],
  ['organization.name', 'Name of the organization.'],
  ['active', 'Whether it can be used.'],
  ['created_at', 'When it was created.'],
  ['completed_at', 'When it ended; null until then.'],
  ['is_trial', 'Whether the plan is in its trial period.'],
  ['trial_end', 'When the trial ends; null if there is none.'],
  ['current_period_start', 'When the current billing period began.'],
  ['current_period_end', 'When the current billing period ends.'],
  ['plan', 'The plan of the subscription.'],
  ['plan.name', 'Id of the plan.'],
  ['tokens_per_month', 'Credits per billing period.'],
  ['tokens', 'Credits by origin.'],
  ['subscription.total', 'Credits of the plan in this period.'],
  ['subscription.used', 'Plan credits spent.'],
  ['subscription.available', 'Plan credits left.'],
  ['purchased', 'Purchased credits. They do not expire.'],
  ['usage', 'Lookups made and credits spent.'],
  ['current_period', 'Usage since the current billing period began.'],
  ['all_time', 'Usage since the organization was created.'],
  ['lookups', 'Lookups answered.'],
  ['tokens_consumed', 'Credits spent.'],
  ['api_key', 'The API key of the call.'],
  // Products
  ['products', 'Every product, in the order of the reference.'],
  ['path', 'Path for the POST request.'],
  ['summary', 'What the product returns, in one sentence.'],
  ['available', 'Whether it can be called now.'],
  ['sources', 'Sources of the answers.'],
  [
    'kind',
    'Kind of source. compiled: tables that are part of the service; records: imported files; open: public protocols; upstream: paid providers.',
  ],
  ['status', 'Current status.'],
  // Bulk and webhooks
  ['job_id', 'Id of the job.'],
  [
    'webhook_url',
    'Address that receives the event at the end of the job; absent if there is none.',
  ],
  ['jobs', 'One page of jobs.'],
  ['jobs.type', 'Bulk type of the job.'],
  ['pagination', 'The position of this page, and how to get the next one.'],
  ['limit', 'Maximum number of entries per page.'],
  ['has_more', 'Whether there is another page.'],
  [
    'error_code',
    'Why the row failed, as in `error.code` of the single lookup; null if it did not.',
  ],
  ['duration_ms', 'Duration of the attempt in milliseconds; null if it was not made.'],
  ['deliveries', 'One page of deliveries.'],
  ...ANSWER_FIELD_DESCRIPTIONS,
]);

type SchemaNode = Record<string, unknown>;

const asSchemas = (value: unknown): SchemaNode[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (part): part is SchemaNode => typeof part === 'object' && part !== null,
  );

/**
 * Adds a description in place to every property without one.
 * @param name of the schema, or of the field that has the schema
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

/** One schema as JSON Schema 2020-12: of requests (`input`) or answers (`output`). */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { ...SCHEMA_OPTIONS, io }) as JsonSchema;
  addFieldDescriptions(rest, '');
  return rest;
};

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Named schemas as components that refer to each other. Of two names the first is used. */
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

/** Success answer with this `data`. @param name of its schema in the document */
export const namedAnswer = (name: string, data: () => z.ZodType) => ({
  name,
  schema: () => successSchema(data()),
});

/** A page of a listing. @param entries schema of the field, with its description */
export const namedPageAnswer = (name: string, field: string, entries: () => z.ZodType) =>
  namedAnswer(name, () => z.object({ [field]: entries(), pagination: paginationSchema }));

export const timestamp = z.iso.datetime();
export const timestampOrNull = timestamp.nullable();
