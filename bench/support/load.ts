import autocannon from 'autocannon';

export interface Measured {
  /** Answers per second. */
  rate: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx; a run with any of them is not a measurement. */
  refused: number;
}

const CONNECTIONS = 32;

const merge = (
  request: autocannon.Request,
  { headers, body }: { headers: Record<string, string>; body: string },
) => ({
  ...request,
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

/**
 * Loads one route for `seconds`; `next` makes each request, so that uncached calls differ.
 * @param isAnswer whether a 2xx has the expected body; it counts as refused otherwise
 */
export async function load(
  origin: string,
  path: string,
  seconds: number,
  next: () => { headers: Record<string, string>; body: string },
  isAnswer: (body: string) => boolean = () => true,
): Promise<Measured> {
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    verifyBody: (body) => isAnswer(String(body)),
    requests: [{ method: 'POST', path, setupRequest: (request) => merge(request, next()) }],
  });
  return {
    rate: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refused: result.non2xx + result.errors + result.timeouts + result.mismatches,
  };
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
