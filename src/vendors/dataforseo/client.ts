import * as z from 'zod';
import type { Upstream, UpstreamVerdict } from '../upstream/upstream.ts';
import type { VendorCall } from '../upstream/vendor-source.ts';

const utf8 = new TextEncoder();

/** User and password as UTF-8 in Base64 (RFC 7617). */
function basicCredential(user: string, password: string): string {
  const bytes = utf8.encode(`${user}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/** Codes that mean another thing than the range they are in. */
const CODES: ReadonlyMap<number, UpstreamVerdict | undefined> = new Map([
  [20_000, undefined],
  // The engine behind it failed; the vendor bills the task and says to send it again.
  [40_101, 'later'],
  [40_102, 'none'],
  [40_301, 'key'],
]);

/** What a range of codes means (docs.dataforseo.com, appendix "Errors"). */
const RANGES: readonly (readonly [from: number, to: number, verdict: UpstreamVerdict])[] = [
  [40_000, 40_099, 'input'],
  [40_100, 40_199, 'key'],
  [40_200, 40_299, 'quota'],
  [40_400, 40_599, 'input'],
  [50_000, 59_999, 'later'],
];

/** What a status code of the reply or of its task says; undefined for an answer. */
function verdictOfCode(code: unknown): UpstreamVerdict | undefined {
  if (typeof code !== 'number') return 'broken';
  if (CODES.has(code)) return CODES.get(code);
  return RANGES.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'broken';
}

/** Both codes count: that of the whole reply, and that of its one task. */
function verdictOf(body: unknown, status: number): UpstreamVerdict | undefined {
  const { status_code, tasks } = (body ?? {}) as { status_code?: unknown; tasks?: unknown };
  if (status_code === undefined && status !== 200) return undefined;
  const whole = verdictOfCode(status_code);
  if (whole !== undefined) return whole;
  const [task] = Array.isArray(tasks) ? (tasks as unknown[]) : [];
  return verdictOfCode((task as { status_code?: unknown } | null | undefined)?.status_code);
}

/**
 * Search engines, their ads, maps and backlinks. It answers with HTTP 200 nearly always: whether
 * that is an answer says the code inside. Every task is billed, one without a result too.
 */
export const DATAFORSEO: Upstream = {
  name: 'DATAFORSEO',
  hosts: ['api.dataforseo.com'],
  adds: 'profiles of businesses; search results and keywords',
  needs: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  authenticate: (secret) => ({
    headers: {
      Authorization: basicCredential(secret('DATAFORSEO_LOGIN'), secret('DATAFORSEO_PASSWORD')),
    },
  }),
  envelope: verdictOf,
};

/** How long a live task may take: the vendor asks the engine while the caller waits. */
export const LIVE_TIMEOUT_MS = 30_000;

const noResult = z.object({ result_count: z.literal(0), result: z.null() });

/** A reply of one task with one result; `result_count` 0 is the vendor's word for none. */
const oneResult = <Result extends z.ZodType>(result: Result) =>
  z.object({
    tasks: z.tuple([z.union([noResult, z.object({ result: z.tuple([result], z.unknown()) })])]),
  });

/** A live task: below `/v3`, what it is asked, and how its first result is read. */
interface LiveTask<Result> {
  /** For example `/backlinks/summary/live`. */
  path: string;
  task: Readonly<Record<string, unknown>>;
  /** Of `tasks[0].result[0]`. */
  result: z.ZodType<Result>;
}

/** Carries one live task out. @returns null for "no results" (code 40102, or a count of 0) */
export async function askLive<Result>(
  call: VendorCall,
  { path, task, result }: LiveTask<Result>,
): Promise<Result | null> {
  const reply = await call({ path: `/v3${path}`, json: [task], schema: oneResult(result) });
  const found = reply?.tasks[0].result;
  return found ? (found[0] as Result) : null;
}

/** ISO 3166-1 numeric codes, by alpha-2 code. */
const NUMERIC = `
AF004 AL008 AQ010 DZ012 AS016 AD020 AO024 AG028 AZ031 AR032 AU036 AT040 BS044 BH048 BD050 AM051
BB052 BE056 BM060
BT064 BO068 BA070 BW072 BV074 BR076 BZ084 IO086 SB090 VG092 BN096 BG100 MM104 BI108 BY112 KH116
CM120 CA124 CV132
KY136 CF140 LK144 TD148 CL152 CN156 TW158 CX162 CC166 CO170 KM174 YT175 CG178 CD180 CK184 CR188
HR191 CU192 CY196
CZ203 BJ204 DK208 DM212 DO214 EC218 SV222 GQ226 ET231 ER232 EE233 FO234 FK238 GS239 FJ242 FI246
AX248 FR250 GF254
PF258 TF260 DJ262 GA266 GE268 GM270 PS275 DE276 GH288 GI292 KI296 GR300 GL304 GD308 GP312 GU316
GT320 GN324 GY328
HT332 HM334 VA336 HN340 HK344 HU348 IS352 IN356 ID360 IR364 IQ368 IE372 IL376 IT380 CI384 JM388
JP392 KZ398 JO400
KE404 KP408 KR410 KW414 KG417 LA418 LB422 LS426 LV428 LR430 LY434 LI438 LT440 LU442 MO446 MG450
MW454 MY458 MV462
ML466 MT470 MQ474 MR478 MU480 MX484 MC492 MN496 MD498 ME499 MS500 MA504 MZ508 OM512 NA516 NR520
NP524 NL528 CW531
AW533 SX534 BQ535 NC540 VU548 NZ554 NI558 NE562 NG566 NU570 NF574 NO578 MP580 UM581 FM583 MH584
PW585 PK586 PA591
PG598 PY600 PE604 PH608 PN612 PL616 PT620 GW624 TL626 PR630 QA634 RE638 RO642 RU643 RW646 BL652
SH654 KN659 AI660
LC662 MF663 PM666 VC670 SM674 ST678 SA682 SN686 RS688 SC690 SL694 SG702 SK703 VN704 SI705 SO706
ZA710 ZW716 ES724
SS728 SD729 EH732 SR740 SJ744 SZ748 SE752 CH756 SY760 TJ762 TH764 TG768 TK772 TO776 TT780 AE784
TN788 TR792 TM795
TC796 TV798 UG800 UA804 MK807 EG818 GB826 GG831 JE832 IM833 TZ834 US840 VI850 BF854 UY858 UZ860
VE862 WF876 WS882
YE887 ZM894`;

const NUMERIC_OF = new Map(
  NUMERIC.trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Where the vendor's codes of countries begin: that of the United States is 2840. */
const FIRST_COUNTRY = 2_000;

/**
 * The vendor's code of a country; null for what is none. @param country ISO 3166-1 alpha-2,
 * capitals
 */
export function locationCodeOf(country: string): number | null {
  const numeric = NUMERIC_OF.get(country);
  return numeric === undefined ? null : FIRST_COUNTRY + numeric;
}
