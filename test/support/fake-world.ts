import { readFile } from 'node:fs/promises';
import { answerFcc, answerFtc, FCC_HOST, FTC_HOST } from './world/complaints.ts';
import { answerDns } from './world/dns.ts';
import { answerReacher, REACHER_HOST } from './world/mailboxes.ts';
import { NAMES } from './world/names.ts';
import { answerPage } from './world/pages.ts';
import { answerMirror, MIRROR_HOST } from './world/publishers.ts';
import { answerRdap, BOOTSTRAP_HOST, bootstrap, RDAP_HOSTS } from './world/registries.ts';

import { SIGN_IN_PROVIDER_HANDLERS } from './world/sign-in-providers.ts';
import { answerStripe, STRIPE_HOSTS } from './world/stripe.ts';
import { VENDORS } from './world/vendors.ts';

type Handler = (request: Request, url: URL) => Response | Promise<Response>;

/** The services of the fake Internet by host, and then its web sites. */
const SERVICES: Readonly<Record<string, Handler>> = {
  'cloudflare-dns.com': answerDns,
  [BOOTSTRAP_HOST]: bootstrap,
  [REACHER_HOST]: answerReacher,
  [MIRROR_HOST]: (_, url) => answerMirror(url),
  [FTC_HOST]: (_, url) => answerFtc(url),
  [FCC_HOST]: (_, url) => answerFcc(url),
  ...Object.fromEntries(
    VENDORS.flatMap(({ hosts, answer }) => hosts.map((host): [string, Handler] => [host, answer])),
  ),
  ...Object.fromEntries(STRIPE_HOSTS.map((host): [string, Handler] => [host, answerStripe])),
  ...SIGN_IN_PROVIDER_HANDLERS,
  'compiled.test': async (_, url) =>
    new Response(new Uint8Array(await readFile(`compiled${url.pathname}`))),
  ...Object.fromEntries(
    RDAP_HOSTS.map((host): [string, Handler] => [host, (_, url) => answerRdap(url)]),
  ),
  ...Object.fromEntries(
    Object.entries(NAMES).flatMap(([host, { site }]): [string, Handler][] =>
      site ? [[host, (_, url) => answerPage(site, url)]] : [],
    ),
  ),
};

/** Every host that answers. */
export const WORLD_HOSTS: readonly string[] = Object.keys(SERVICES);

/**
 * The outside world of the tests, running in Node: everything the Worker fetches ends here. What
 * each name has is in `world/names.ts`; `http://compiled.test/<path>` is the compiled data
 * directory; anything else is unreachable.
 */
export async function fakeWorld(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const answer = SERVICES[url.host];
  return answer ? answer(request, url) : new Response('no network in tests', { status: 523 });
}
