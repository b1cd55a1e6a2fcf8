import { ApiError } from '../../lib/errors.ts';
import type { PublicResponse } from '../../lookup/outbound.ts';
import { readFragment } from '../contacts/contents-reader.ts';

export const CHALLENGE_MESSAGE = 'The site asks for a human before it shows this page.';

/**
 * Markup of the interstitials of bot management, all signs of a row together: what stands only in
 * the page served instead of the one asked for, not the sensor scripts and widgets of pages served.
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
  // Blocks of several, by a title that only they have
  [
    new RegExp(
      String.raw`<title>\s{0,40}(?:Just a moment\.{3}|Attention Required! \| Cloudflare|` +
        'Pardon Our Interruption|Access to this page has been denied|' +
        'Vercel Security Checkpoint|DDoS-Guard)',
      'i',
    ),
  ],
  // A widget on a page that by its title is there for nothing else
  [
    /<title>[^<]{0,40}(?:you(?: are|['’]re) (?:a )?human|not a robot|human verification)/i,
    /class=["']?(?:h-captcha|cf-turnstile|g-recaptcha)/,
  ],
];
/** Interstitials are some kilobytes of script, and a sentence or two. */
const MAX_HTML_CHARS = 131_072;
const MAX_TEXT_CHARS = 1_000;

export function isChallenge(html: string): boolean {
  if (html.length > MAX_HTML_CHARS) return false;
  const found = CHALLENGES.find((signs) => signs.every((sign) => sign.test(html)));
  if (!found) return false;
  const { text } = readFragment(html);
  // A page that writes of such markup shows it.
  return text.length <= MAX_TEXT_CHARS && !found.some((sign) => sign.test(text));
}

/**
 * @throws ApiError VALIDATION_FAILED for the head of a challenge: `cf-mitigated: challenge` is on
 * every one of Cloudflare, whatever its status
 */
export async function requireUnchallenged({ headers, body }: PublicResponse): Promise<void> {
  if (headers.get('cf-mitigated') !== 'challenge') return;
  await body.cancel().catch(() => undefined);
  throw new ApiError('VALIDATION_FAILED', CHALLENGE_MESSAGE);
}
