import * as z from 'zod';
import { type ApiError, ERRORS, type ErrorCode } from '../lib/errors.ts';
import { field } from './answer-fields.ts';

export const API_VERSION = '1.0';
export const SCHEMA_VERSION = '1.0';

export const requestSection = z.object({
  id: z.uuid().describe('Id of this lookup, as in the X-Request-Id header.'),
  type: field.text('Lookup type.'),
  input: field.text('Input as looked up, after normalization.'),
  timestamp: z.iso.datetime().describe('When the lookup ran.'),
  processing_time_ms: field.count('Server-side processing time in milliseconds.'),
});

export const metadataSection = z.object({
  api_version: field.text('Version of the API.'),
  schema_version: field.text('Version of the response format.'),
  credits_used: field.count('Cost of this call in credits.'),
  credits_remaining: field.count('Balance after this call in credits.'),
  cache_hit: field.boolean('True if the answer was served from the 7-day cache.'),
  cached_at: z.iso
    .datetime()
    .optional()
    .describe('Only on cache hits: when the stored result was first looked up.'),
  data_sources: field.textList('Generic labels of the kinds of data consulted.'),
  fallback_used: z
    .boolean()
    .optional()
    .describe(
      'Email verification only: whether a second mailbox check ran because the first was inconclusive.',
    ),
  lookup_source: z
    .enum(['standard', 'premium'])
    .optional()
    .describe('Reverse phone lookup only: the record that was read.'),
  rows_returned: z.int().min(0).optional().describe('Searches only: number of rows on this page.'),
  credits_per_row: z
    .number()
    .min(0)
    .optional()
    .describe('Searches only: price of the page divided by its rows; 0 for a page without rows.'),
});

export const RISK_LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export const riskSection = z.object({
  fraud_score: z.number().min(0).max(100).optional().describe('Risk score. Higher is riskier.'),
  risk_level: field.enum(RISK_LEVELS, 'Risk level that the score stands for.'),
  risk_factors: field.textList('Codes of the factors that apply.'),
  confidence_level: field.score('Confidence in the assessment, 0 to 100.'),
});

export const recommendationsSection = z.object({
  primary_action: z.enum(['APPROVE', 'VERIFY', 'REVIEW', 'BLOCK']),
  secondary_actions: field.textList('Further actions, for example SEND_SMS_OTP.'),
  user_message: field.text('The reason, in one sentence.'),
  business_rules: z
    .record(z.string(), z.boolean().nullable())
    .describe('Product-specific yes/no rules; null where one rests on something not checked.'),
});

type RequestSection = z.infer<typeof requestSection>;
export type MetadataSection = z.infer<typeof metadataSection>;
export type RiskAssessment = z.infer<typeof riskSection>;
export type Recommendations = z.infer<typeof recommendationsSection>;

export interface LookupData {
  request: RequestSection;
  metadata: MetadataSection;
  classification: Record<string, unknown>;
  risk_assessment?: RiskAssessment;
  insights?: Record<string, unknown>;
  recommendations?: Recommendations;
}

/** URL of the page about an error code. @param origin scheme and host of the service */
export const errorPage = (origin: string, code: ErrorCode): string =>
  `${origin}/docs/errors#${code}`;

/** Refusals that a purchase resolves; `details.billing_url` is the page for it. */
const BILLING_CODES: ReadonlySet<ErrorCode> = new Set(['INSUFFICIENT_CREDITS', 'UPGRADE_REQUIRED']);

/** URL of the page that sells credits and plans. */
export const billingPage = (origin: string): string => `${origin}/app/billing`;

function refusalDetails({ code, details }: ApiError, origin: string) {
  const billing = BILLING_CODES.has(code) && { billing_url: billingPage(origin) };
  return details || billing ? { details: { ...details, ...billing } } : {};
}

/** Body of every refusal except the bulk 402. */
export const errorBody = z.object({
  success: z.literal(false).describe('Always false: there is no `data`.'),
  error: z.object({
    message: field.text('Error message in words. It may change, so branch on `code`.'),
    code: field.enum(Object.keys(ERRORS) as ErrorCode[], 'Error code.'),
    type: z.literal('api_error').describe('Error type, the same for every refusal.'),
    param: z.string().optional().describe('The field that is wrong, if there is one.'),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Further facts about the error. `available: false`: this service has no source for the lookup, so waiting does not help. `billing_url`: credits or a plan are missing; this is the page that sells them.',
      ),
    doc_url: field.text('URL of the page that explains what to do about the code.'),
    request_id: field.text('Request id, as in the X-Request-Id header.'),
  }),
});

/** Wire form of a refusal. @param origin scheme and host of the service, for links */
export const refusalBody = (
  error: ApiError,
  { requestId, origin }: { requestId: string; origin: string },
): z.infer<typeof errorBody> => ({
  success: false,
  error: {
    message: error.message,
    code: error.code,
    type: 'api_error',
    ...(error.param !== null && { param: error.param }),
    ...refusalDetails(error, origin),
    doc_url: errorPage(origin, error.code),
    request_id: requestId,
  },
});
