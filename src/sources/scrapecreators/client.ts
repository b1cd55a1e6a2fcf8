import * as z from 'zod';
import type { Upstream, Verdict } from '../upstream/upstream.ts';

const IS_ABOUT_MONEY = /\bcredits?\b|\bbalance\b|\bpayment\b/i;
const IS_ABOUT_THE_KEY = /\b(?:api[ _-]?key|unauthori[sz]ed|subscription|plan)\b/i;
/** A path the vendor does not serve is our mistake: it says nothing of who was asked for. */
const IS_ABOUT_THE_PATH = /\b(?:route|endpoint)\b|^cannot get\b/i;

/** What a refusal says in words. */
function wordsOf(body: object): string {
  const { message, error } = body as { message?: unknown; error?: unknown };
  return [message, error].filter((each) => typeof each === 'string').join(' ');
}

/** What a body says beside its status: 404 and 403 alike may be about the input or about us. */
function verdictOf(body: object, status: number): Verdict | undefined {
  const words = wordsOf(body);
  if (status === 404) return IS_ABOUT_THE_PATH.test(words) ? 'broken' : 'none';
  // A page nobody may see without signing in ("This video is age restricted") is no public page.
  if (status === 403) return words === '' || IS_ABOUT_THE_KEY.test(words) ? 'key' : 'none';
  const { success, errorStatus } = body as { success?: unknown; errorStatus?: unknown };
  if (status !== 200 || success !== false) return undefined;
  if (errorStatus === 404) return 'none';
  return IS_ABOUT_MONEY.test(words) ? 'quota' : 'broken';
}

/** Public pages of social platforms and of the professional network, read by the vendor: one credit a call. */
export const SCRAPECREATORS: Upstream = {
  name: 'SCRAPECREATORS',
  hosts: ['api.scrapecreators.com'],
  needs: ['SCRAPECREATORS_KEY'],
  authenticate: (secret) => ({ headers: { 'x-api-key': secret('SCRAPECREATORS_KEY') } }),
  statuses: { 404: 'none' },
  envelope(body, status) {
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject ? verdictOf(body, status) : undefined;
  },
};

/** How long the vendor may take to read a page. */
export const SCRAPE_TIMEOUT_MS = 30_000;

/** What stands in place of a page that exists and shows nothing: `private`, `age-restricted`. */
export const gatedPage = z.object({ account_status: z.string().min(1) });
