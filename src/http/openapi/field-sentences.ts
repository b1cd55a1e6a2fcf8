import { ANSWER_SENTENCES } from './answer-sentences.ts';

/**
 * What a field means wherever it stands, for fields that many answers share or whose schema says
 * nothing of its own. `parent.field` goes before `field`.
 */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  // Envelope
  ['success', 'Whether `data` holds an answer.'],
  ['data', 'The answer.'],
  ['error', 'Why there is no answer.'],
  ['request', 'What was looked up, and when.'],
  ['request.type', 'Lookup type of this product.'],
  ['api_version', 'Version of the interface.'],
  ['schema_version', 'Version of the shape of the answer.'],
  ['risk_level', 'The score in words.'],
  ['confidence_level', 'How sure the assessment is, 0 to 100.'],
  ['primary_action', 'What to do with the record.'],
  ['secondary_actions', 'What to do besides, for example SEND_SMS_OTP.'],
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
  ['total_lookups', 'Lookups this key has made.'],
  ['total_tokens_consumed', 'Credits this key has spent.'],
  // Products
  ['products', 'Every product, in the order of the reference.'],
  ['path', 'Where to post.'],
  ['summary', 'What the product answers, in one sentence.'],
  ['cache_days', 'How long the own answer is free to ask for again.'],
  ['available', 'Whether it can be asked now.'],
  ['sources', 'Where answers come from.'],
  ['sources.name', 'Name of the source.'],
  [
    'kind',
    'compiled: tables of ours; records: imported files; open: public protocols; upstream: paid.',
  ],
  ['status', 'How it stands.'],
  // Bulk and webhooks
  ['job_id', 'Id of the job.'],
  ['succeeded', 'Rows that were answered.'],
  ['webhook_url', 'Where the end of the job is told; absent when nowhere.'],
  ['jobs', 'One page of jobs.'],
  ['jobs.type', 'Bulk type of the job.'],
  ['pagination', 'Which page this is, and how to get the next.'],
  ['limit', 'Most entries of a page.'],
  ['has_more', 'Whether another page follows.'],
  ['csv_note', 'What the two files hold.'],
  ['lookups.id', 'Id of the row.'],
  ['error_code', 'Why the row failed, as `error.code` of the single lookup; null when it did not.'],
  ['error_message', 'The same for people; null when it did not.'],
  ['code', 'Always UPGRADE_REQUIRED.'],
  ['shortfall', 'Credits that are missing.'],
  ['suggestedPlan.id', 'Id of the plan.'],
  ['suggestedPlan.name', 'Name of the plan.'],
  ['suggestedPlan.tier', 'Step of the plan among all.'],
  ['suggestedPlan.tokens', 'Credits of one period.'],
  ['monthlyPriceId', 'Id of the price.'],
  ['maxPlanTokens', 'Credits of the largest plan.'],
  ['planFullyCovers', 'Whether the suggested plan covers the job.'],
  ['duration_ms', 'How long the attempt took, in milliseconds; null when it was not made.'],
  ['deliveries', 'One page of attempts.'],
  ...ANSWER_SENTENCES,
]);

type JsonSchema = Record<string, unknown>;

const asSchemas = (value: unknown): JsonSchema[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (part): part is JsonSchema => typeof part === 'object' && part !== null,
  );

/**
 * Gives every property a sentence that has none of its own, in place.
 * @param name of the schema, or of the field whose schema it is
 */
export function describeFields(schema: JsonSchema, name: string): void {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  for (const [field, property] of Object.entries(properties)) {
    const sentence = SENTENCES.get(`${name}.${field}`) ?? SENTENCES.get(field);
    if (property.description === undefined && sentence) property.description = sentence;
    describeFields(property, field);
  }
  for (const part of ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'])
    for (const inner of asSchemas(schema[part])) describeFields(inner, name);
}
