import { ApiError } from '../../lib/errors.ts';
import type { PublicResponse } from '../../lookup/outbound.ts';
import { readFragment } from '../contacts/contents-reader.ts';

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
  // A widget on a page that by its title is there for nothing else
  [
    /<title>[^<]{0,40}(?:you(?: are|['’]re) (?:a )?human|not a robot|human verification)/i,
    /class=["']?(?:h-captcha|cf-turnstile|g-recaptcha)/,
  ],
];
/** Interstitials are some kilobytes of script, and a sentence or two. */
const MAX_HTML_CHARS = 131_072;
const MAX_TEXT_CHARS = 1_000;

function isChallenge(html: string): boolean {
  if (html.length > MAX_HTML_CHARS) return false;
  const found = CHALLENGES.find((signs) => signs.every((sign) => sign.test(html)));
  if (!found) return false;
  const { text } = readFragment(html);
  // A page that writes of such markup shows it.
  return text.length <= MAX_TEXT_CHARS && !found.some((sign) => sign.test(text));
}

const refusal = () =>
  new ApiError('VALIDATION_FAILED', 'The site asks for a human before it shows this page.');

/** @throws ApiError VALIDATION_FAILED for HTML that is the challenge of a bot wall */
export function requireNoChallenge(html: string): void {
  if (isChallenge(html)) throw refusal();
}

/**
 * The same of a response by its head: `cf-mitigated: challenge` is on every challenge of
 * Cloudflare, whatever its status.
 */
export async function requireUnchallenged({ headers, body }: PublicResponse): Promise<void> {
  if (headers.get('cf-mitigated') !== 'challenge') return;
  await body.cancel().catch(() => undefined);
  throw refusal();
}

/** A page's text as it arrives; the challenge of a bot wall throws where it ends. */
export async function* withoutChallenge(chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  let html = '';
  for await (const chunk of chunks) {
    if (html.length <= MAX_HTML_CHARS) html += chunk;
    yield chunk;
  }
  requireNoChallenge(html);
}
