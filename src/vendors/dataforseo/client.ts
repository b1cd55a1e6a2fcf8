import * as z from 'zod';
import { basicCredential } from '../../lib/bytes.ts';
import { partAt } from '../../lib/loose-fields.ts';
import type { Upstream, UpstreamVerdict } from '../upstream/upstream.ts';
import type { VendorCall } from '../upstream/vendor-source.ts';
import countryCodes from './country-codes.json' with { type: 'json' };

/** Codes whose meaning differs from that of their range. */
const CODES: ReadonlyMap<number, UpstreamVerdict | undefined> = new Map([
  [20_000, undefined],
  // The search engine failed; the vendor bills the task and asks to send it again.
  [40_101, 'later'],
  [40_102, 'none'],
  [40_301, 'key'],
]);

/** Meaning of a range of codes (docs.dataforseo.com, appendix "Errors"); `later` for others. */
const RANGES: readonly (readonly [from: number, to: number, verdict: UpstreamVerdict])[] = [
  [40_000, 40_099, 'input'],
  [40_100, 40_199, 'key'],
  [40_200, 40_299, 'quota'],
  [40_400, 40_599, 'input'],
];

/** Verdict of a status code of the reply or of its task; undefined for an answer. */
function verdictOfCode(code: unknown): UpstreamVerdict | undefined {
  const number = Number(code);
  if (CODES.has(number)) return CODES.get(number);
  return RANGES.find(([from, to]) => number >= from && number <= to)?.[2] ?? 'later';
}

/** Checks both codes: that of the whole reply, and that of its one task. */
function verdictOf(body: unknown, status: number): UpstreamVerdict | undefined {
  const { status_code, tasks } = (body ?? {}) as { status_code?: unknown; tasks?: unknown };
  if (status_code === undefined && status !== 200) return undefined;
  const whole = verdictOfCode(status_code);
  if (whole !== undefined) return whole;
  const task = Array.isArray(tasks) ? (tasks as unknown[]).find((each) => each !== null) : null;
  return verdictOfCode((task as { status_code?: unknown } | null | undefined)?.status_code);
}

/**
 * Search engines, their ads, maps and backlinks. Nearly every reply has HTTP 200; the code inside
 * tells whether it is an answer. Every task is billed, including one without a result.
 */
export const DATAFORSEO: Upstream = {
  name: 'DATAFORSEO',
  hosts: ['api.dataforseo.com'],
  metered: 'calls',
  // The vendor queries the engine while the caller waits.
  timeoutMs: 30_000,
  adds: 'profiles of businesses; search results and keywords; authority, backlinks and search traffic of a domain where Semrush is not configured or has none',
  needs: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  authenticate: (secret) => ({
    headers: {
      Authorization: basicCredential(secret('DATAFORSEO_LOGIN'), secret('DATAFORSEO_PASSWORD')),
    },
  }),
  envelope: verdictOf,
};

const noResult = z.object({ result_count: z.literal(0), result: z.null() });

/** Reply of one task with one result; `result_count` 0 means no result. */
const oneResult = <Result>(result: z.ZodType<Result>) =>
  z.union([partAt('tasks.0', noResult).transform(() => null), partAt('tasks.0.result.0', result)]);

/** Live task: path below `/v3`, parameters, and schema of its first result. */
interface LiveTask<Result> {
  /** For example `/backlinks/summary/live`. */
  path: string;
  task: Readonly<Record<string, unknown>>;
  /** Schema of `tasks[0].result[0]`. */
  result: z.ZodType<Result>;
}

/** Runs one live task. @returns null for "no results" (code 40102, or a count of 0) */
export async function askLive<Result>(
  call: VendorCall,
  { path, task, result }: LiveTask<Result>,
): Promise<Result | null> {
  return call({ path: `/v3${path}`, json: [task], schema: oneResult(result) });
}

/** ISO 3166-1 numeric codes by alpha-2 code; the list has them joined, such as `US840`. */
const NUMERIC_OF = new Map(
  countryCodes
    .flatMap((line) => line.split(' '))
    .map((code) => [code.slice(0, 2), Number(code.slice(2))]),
);

/** Offset of the vendor's country codes: that of the United States is 2840. */
const FIRST_COUNTRY = 2_000;

/** Vendor's code of a country; null if none. @param country ISO 3166-1 alpha-2, capitals */
export function locationCodeOf(country: string): number | null {
  const numeric = NUMERIC_OF.get(country);
  return numeric === undefined ? null : FIRST_COUNTRY + numeric;
}
