import { decodeHTMLStrict } from 'entities';
import * as z from 'zod';
import type { SocialPageState } from '../../domain/social/facts.ts';
import { text } from '../../lib/loose-fields.ts';
import type { Upstream, UpstreamVerdict } from '../upstream/upstream.ts';
import type { VendorCall } from '../upstream/vendor-source.ts';

const IS_ABOUT_MONEY = /\bcredits?\b|\bbalance\b|\bpayment\b/i;
const IS_ABOUT_THE_KEY = /\b(?:api[ _-]?key|unauthori[sz]ed|subscription|plan)\b/i;
/** Also with HTTP 200; with 403, any words except those about the key mean the page. */
const IS_ABOUT_THE_PAGE = /\bprivate\b|\bnot publicly available\b|\bage[- ]restricted\b/i;
/** A path that the vendor does not serve is our mistake, not a statement about the input. */
const IS_ABOUT_THE_PATH = /\b(?:route|endpoint)\b|^cannot get\b/i;

/** Text of a refusal. */
function errorText(body: object): string {
  const { message, error } = body as { message?: unknown; error?: unknown };
  return [message, error].filter((each) => typeof each === 'string').join(' ');
}

/** Whether a page exists but requires signing in ("This video is age restricted"). */
function isHiddenPage(body: object, status: number): boolean {
  const message = errorText(body);
  if (status === 403) return message !== '' && !IS_ABOUT_THE_KEY.test(message);
  return status === 200 && IS_ABOUT_THE_PAGE.test(message);
}

/** Verdict from a body and its status: both 404 and 403 may be about the input or about us. */
function verdictOfBody(body: object, status: number): UpstreamVerdict | undefined {
  const message = errorText(body);
  if (status === 404) return IS_ABOUT_THE_PATH.test(message) ? 'later' : 'none';
  if (isHiddenPage(body, status)) return 'none';
  if (status === 403) return 'key';
  const { success, errorStatus } = body as { success?: unknown; errorStatus?: unknown };
  if (status !== 200 || success !== false) return undefined;
  if (errorStatus === 404) return 'none';
  return IS_ABOUT_MONEY.test(message) ? 'quota' : 'later';
}

const isObject = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** Public pages of social platforms and LinkedIn: one credit a call. */
export const SCRAPECREATORS: Upstream = {
  name: 'SCRAPECREATORS',
  hosts: ['api.scrapecreators.com'],
  metered: 'calls',
  // The vendor reads the page while the caller waits.
  timeoutMs: 30_000,
  adds: "public pages of LinkedIn and of social platforms, which are never fetched directly; link-in-bio pages that cannot be read directly; ad libraries other than Microsoft's",
  needs: ['SCRAPECREATORS_KEY'],
  authenticate: (secret) => ({ headers: { 'x-api-key': secret('SCRAPECREATORS_KEY') } }),
  statuses: { 404: 'none' },
  envelope: (body, status) => (isObject(body) ? verdictOfBody(body, status) : undefined),
};

/** Text that a platform's API escapes for HTML, decoded once: `&amp;` is `&`. */
export const escapedText = text.transform((read) => text.parse(read && decodeHTMLStrict(read)));

/** Placeholder for a page that exists but shows nothing: `private`, `age-restricted`. */
export const gatedPage = z.object({ account_status: z.string().min(1) });

/** Account name without `@`. */
export const bareHandle = text.transform((handle) => handle?.replace(/^@/, '') ?? null);

/** Vendor path that reads one public page, and the schema of its reply. */
interface SocialPageCall<Reply> {
  path: string;
  query: Readonly<Record<string, string | null>>;
  maxBytes?: number;
  schema: z.ZodType<Reply>;
}

const pageStateOfMessage = (message: string): SocialPageState =>
  /\bprivate\b/i.test(message) ? 'private' : 'gated';

const refusedPage = z
  .object({ success: z.boolean().optional(), message: z.string() })
  .refine(({ success, message }) => success === false || IS_ABOUT_THE_PAGE.test(message))
  .transform(({ message }) => ({ hidden: pageStateOfMessage(message) }));
const statusPage = gatedPage
  .refine(({ account_status }) =>
    /^(?:private|age[-_ ]restricted|restricted)$/i.test(account_status),
  )
  .transform(({ account_status }) => ({ hidden: pageStateOfMessage(account_status) }));
const noPage = z
  .object({ data: z.object({ accountDoesNotExist: z.literal(true) }) })
  .transform(() => ({ hidden: null }));

/** Page, or how it is hidden; null if there is none. */
type SocialPageReply<Reply> = { page: Reply } | { hidden: SocialPageState } | null;

/** Reads one page. A refusal about the page ("age restricted") means that it exists. */
export async function readSocialPage<Reply>(
  call: VendorCall,
  { schema, ...request }: SocialPageCall<Reply>,
): Promise<SocialPageReply<Reply>> {
  const reply = await call({
    ...request,
    envelope: (body, status) =>
      isObject(body) && isHiddenPage(body, status) ? 'answer' : undefined,
    schema: z.union([refusedPage, schema.transform((page) => ({ page })), statusPage, noPage]),
  });
  if (reply === null || 'page' in reply) return reply;
  return reply.hidden === null ? null : { hidden: reply.hidden };
}
