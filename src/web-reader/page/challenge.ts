import { ApiError } from '../../lib/errors.ts';
import type { PublicResponse } from '../../lookup/outbound.ts';
import { readFragment } from '../contacts/contents-reader.ts';

export const CHALLENGE_MESSAGE = 'The site requires human verification before it shows this page.';

/**
 * Markup of interstitials of bot management; all patterns of a row must match. They occur only in
 * the page served instead, not in the sensor scripts and widgets of normal pages.
 */
const CHALLENGES: readonly (readonly RegExp[])[] = [
  // Cloudflare
  [/_cf_chl_opt|\/cdn-cgi\/challenge-platform\/(?:h\/\w{1,10}\/)?orchestrate\//],
  // DataDome
  [/\bvar dd ?= ?\{/, /captcha-delivery\.com/],
  // HUMAN, formerly PerimeterX
  [/_pxAppId/, /px-captcha/],
  // Imperva
  [/\/_Incapsula_Resource\?[^"'<>]{0,400}incident_id=/],
  // Akamai
  [/id=["']?sec-(?:if-)?cpt-(?:container|if)|\/_sec\/cp_challenge\//],
  // AWS WAF
  [/window\.gokuProps/],
  // Anubis
  [/id=["']?anubis_challenge/],
  // Sucuri
  [/\bsucuri_cloudproxy_js/],
  // Amazon
  [/action=["']?\/errors\/validateCaptcha/],
  // Block pages of several vendors, by titles that only they use
  [
    new RegExp(
      String.raw`<title>\s{0,40}(?:Just a moment\.{3}|Attention Required! \| Cloudflare|` +
        'Pardon Our Interruption|Access to this page has been denied|' +
        'Vercel Security Checkpoint|DDoS-Guard)',
      'i',
    ),
  ],
  // A widget on a page whose title shows that it serves no other purpose
  [
    /<title>[^<]{0,40}(?:you(?: are|['’]re) (?:a )?human|not a robot|human verification)/i,
    /class=["']?(?:h-captcha|cf-turnstile|g-recaptcha)/,
  ],
];
/** Interstitials are a few kilobytes of script and a sentence or two. */
const MAX_HTML_CHARS = 131_072;
const MAX_TEXT_CHARS = 1_000;

export function isChallenge(html: string): boolean {
  if (html.length > MAX_HTML_CHARS) return false;
  const found = CHALLENGES.find((signs) => signs.every((sign) => sign.test(html)));
  if (!found) return false;
  const { text } = readFragment(html);
  // A page about such markup contains it as visible text.
  return text.length <= MAX_TEXT_CHARS && !found.some((sign) => sign.test(text));
}

/**
 * Rejects a response marked as a challenge: Cloudflare sets `cf-mitigated: challenge` on each one,
 * whatever its status. @throws ApiError VALIDATION_FAILED
 */
export async function requireUnchallenged({ headers, body }: PublicResponse): Promise<void> {
  if (headers.get('cf-mitigated') !== 'challenge') return;
  await body.cancel().catch(() => undefined);
  throw new ApiError('VALIDATION_FAILED', CHALLENGE_MESSAGE);
}
