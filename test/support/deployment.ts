import { env, exports } from 'cloudflare:workers';

/**
 * The service that is tested: the Worker in this runtime, or the deployment that the environment
 * names by CONTRACT_URL.
 */
export const isDeployed = env.CONTRACT_URL !== '';

const ORIGIN = isDeployed ? env.CONTRACT_URL : 'https://api.test';

/** Calls that must be left in a window, so that what the tests send never trips a limit. */
const SPARE_CALLS = 3;

/** Waits for the next window where few calls are left in this one, by the deployment's clock. */
async function pace({ headers }: Response): Promise<void> {
  const left = headers.get('X-RateLimit-Remaining');
  if (left === null || Number(left) > SPARE_CALLS) return;
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const waitMs = Number(headers.get('X-RateLimit-Reset')) * 1_000 - now;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs) + 1_000));
}

/** Sends one request to the service. @param path with its query */
export async function send(path: string, init: RequestInit): Promise<Response> {
  if (!isDeployed) return exports.default.fetch(`${ORIGIN}${path}`, init);
  const response = await fetch(`${ORIGIN}${path}`, init);
  await pace(response);
  return response;
}
