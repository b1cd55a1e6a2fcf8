import { ERRORS, type ErrorCode } from '../../lib/errors.ts';
import { formatCount } from '../../lib/text.ts';
import type { WindowName } from '../../lookup/account/principal.ts';

/** At most `limit` calls per window of `seconds`, as counted by the key check. */
interface WindowLimit {
  limit: number;
  seconds: number;
}

/** Documented rate limits (specification, "Limits"). */
export type RateLimits = Readonly<Record<WindowName, WindowLimit>>;

/** For example "200 requests in 10 seconds". */
export function describeRateLimit({ limit, seconds }: WindowLimit): string {
  const span = seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${formatCount(limit)} requests in ${span}`;
}

export const SERVICE_TITLE = 'Lookup API';

export const SERVICE_SUMMARY =
  'Tells who and what is behind a phone number, an email address, an IP address, a domain, a company, a profile or a web page. Every lookup is a POST with a JSON body, answered by one JSON envelope and billed in credits from one balance.';

/** Rules of billing and of the cache (specification, "Limits" and "Billing rules"). */
export const BILLING_RULES = [
  'Credits are charged when a lookup completes. A request that fails costs nothing.',
  'Products billed on success charge 0 if there is no match, or if the answer says no more than the request did; which fields count is stated with each product. `metadata.credits_used` shows when an answer costs less than the listed price.',
  'A result is kept for seven days, by product and exact input. Running your own lookup again in that time returns the stored record: `cache_hit` is true, `credits_used` is 0, and `cached_at` is when it was found. An answer found while one of its sources failed is kept for an hour and completed once that source answers. After the hour it is looked up again, still free.',
  'If a teammate ran the lookup, the stored record is returned at the normal price, never more than was first charged.',
  '`bypass_cache: true` (in the body, or in the query as `true` or `1`) looks up afresh at full price and replaces the stored record for the rest of the seven days.',
  'With an `Idempotency-Key` header, which every call but a read takes, the same body and API key return the first answer again for 24 hours, with `Idempotent-Replay: true`, and nothing is done or charged again. A replayed lookup has the `X-Request-Id` of the first. A different body under the same key is refused with IDEMPOTENCY_CONFLICT. Failures are not stored.',
  'Identical calls in flight at the same time are charged once. With `bypass_cache` each call looks up afresh and is charged, unless they share an `Idempotency-Key`.',
  'A call that the balance cannot cover is refused with INSUFFICIENT_CREDITS, and nothing is charged.',
  'Keys that begin with `sk_test_` answer only the sandbox inputs listed with each product. They cost nothing and reach no data source.',
] as const;

/** Whether the same request can succeed later (specification, "Errors", rule 1). */
export const isRetryable = (code: ErrorCode): boolean =>
  [429, 500, 503].includes(ERRORS[code].status);

const errorRows = () =>
  Object.entries(ERRORS).map(([code, { status, message }]) => ({
    code,
    status,
    message,
    retryable: isRetryable(code as ErrorCode),
  }));

/** Each limit in words, per key and per organization. */
export const limitRows = (limits: RateLimits) => [
  {
    name: 'Standard lookups',
    rule: `${describeRateLimit(limits.standard)}, per key; ${describeRateLimit(limits.organizationStandard)}, per organization`,
  },
  {
    name: 'Live lookups',
    rule: `${describeRateLimit(limits.live)}, per key; ${describeRateLimit(limits.organizationLive)}, per organization`,
  },
  {
    name: 'Everything together',
    rule: `${describeRateLimit(limits.ceilingSecond)} and ${describeRateLimit(limits.ceilingTenSeconds)}, per key; ${describeRateLimit(limits.organizationSecond)} and ${describeRateLimit(limits.organizationTenSeconds)}, per organization`,
  },
  { name: 'Account', rule: `${describeRateLimit(limits.account)}, per organization` },
];

const bulletList = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

/** `info.description`, in CommonMark. */
export function serviceDescription(limits: RateLimits): string {
  const errors = errorRows().map(
    ({ code, status, message, retryable }) =>
      `| ${code} | ${status} | ${message} | ${retryable ? 'yes' : 'no'} |`,
  );
  return [
    SERVICE_SUMMARY,
    '## Envelope',
    'A success is `{ "success": true, "data": { … } }`, a refusal `{ "success": false, "error": { "message", "code", "type": "api_error", "param", "details", "doc_url", "request_id" } }`; `param` is present if a field is wrong, `details` if there are facts beside the message. Branch on `error.code`, never on the message. Every response has an `X-Request-Id` header. New fields and new values can appear at any time, so ignore those you do not know.',
    '## Billing and cache',
    bulletList(BILLING_RULES),
    '## Rate limits',
    bulletList(limitRows(limits).map(({ name, rule }) => `${name}: ${rule}.`)),
    'Windows are fixed and aligned to the clock; `X-RateLimit-Reset` is the end of the window. The headers describe the key’s window, and on a 429 the window that is full.',
    '## Errors',
    ['| Code | HTTP | Meaning | Retry |', '|---|---|---|---|', ...errors].join('\n'),
    'Retry only 429, 500 and 503, and wait for `Retry-After` first. A path called with another method answers 405 with `Allow` and the code INVALID_REQUEST.',
  ].join('\n\n');
}
