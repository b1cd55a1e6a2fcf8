import { UnusableInput } from '../../lib/inputs.ts';

/** Five digits, optionally with ZIP+4 (USPS Publication 28, section 21). */
const ZIP = /^(\d{5})(?:[- ]?\d{4})?$/;

/**
 * First three digits of ZIP codes by state (USPS Labeling List L002, "3-Digit ZIP Code Prefix
 * Matrix"), ranges inclusive. A prefix that two states share is under the larger; the few codes of
 * the other are in {@link ZIP_EXCEPTIONS}.
 */
const ZIP_PREFIXES = `
AA 340|AE 090-098|AK 995-999|AL 350-369|AP 962-966|AR 716-729|AZ 850-865|CA 900-961|CO 800-816
CT 060-069|DC 200 202-205 569
DE 197-199|FL 320-339 341-349|GA 300-319 398-399|GU 969|HI 967-968|IA 500-528|ID 832-838|IL 600-629
IN 460-479|KS 660-679
KY 400-427|LA 700-714|MA 010-027 055|MD 206-219|ME 039-049|MI 480-499|MN 550-567|MO 630-658
MS 386-397|MT 590-599|NC 270-289
ND 580-588|NE 680-693|NH 030-038|NJ 070-089|NM 870-884|NV 889-898|NY 005 100-149|OH 430-459
OK 730-732 734-749|OR 970-979
PA 150-196|PR 006-007 009|RI 028-029|SC 290-299|SD 570-577|TN 370-385|TX 733 750-799 885|UT 840-847
VA 201 220-246|VI 008
VT 050-054 056-059|WA 980-994|WI 530-549|WV 247-268|WY 820-831`;

const STATE_BY_ZIP_PREFIX = new Map(
  ZIP_PREFIXES.trim()
    .split(/[|\n]/)
    .flatMap((line) => {
      const [state = '', ...ranges] = line.split(' ');
      return ranges.flatMap((range) => {
        const [from = '', to = from] = range.split('-');
        const length = Number(to) - Number(from) + 1;
        return Array.from({ length }, (_, step) => [Number(from) + step, state] as const);
      });
    }),
);

/**
 * ZIP codes that are not in the state of their prefix; null for independent states where USPS
 * delivers.
 */
const ZIP_EXCEPTIONS: ReadonlyMap<string, string | null> = new Map([
  ['06390', 'NY'],
  ['73960', 'TX'],
  ['96799', 'AS'],
  ...['96950', '96951', '96952'].map((zip) => [zip, 'MP'] as const),
  ...['96939', '96940', '96941', '96942', '96943', '96944', '96960', '96970'].map(
    (zip) => [zip, null] as const,
  ),
]);

/**
 * The first five digits of a ZIP code or ZIP+4. A leading zero dropped by a spreadsheet is not
 * restored.
 * @throws UnusableInput, also for an unassigned prefix
 */
export function zip5(text: string): string {
  const digits = ZIP.exec(text.trim())?.[1];
  if (digits === undefined) throw new UnusableInput('is not a ZIP code of five digits');
  if (!ZIP_EXCEPTIONS.has(digits) && !STATE_BY_ZIP_PREFIX.has(Number(digits.slice(0, 3))))
    throw new UnusableInput('is not a ZIP code: no state has its first three digits');
  return digits;
}

/**
 * State, territory or armed forces region of a ZIP code, two letters.
 * @param zip five digits
 * @returns null for an unassigned prefix, and for Palau, Micronesia and the Marshall Islands
 */
export function stateOfZip(zip: string): string | null {
  const apart = ZIP_EXCEPTIONS.get(zip);
  return apart === undefined ? (STATE_BY_ZIP_PREFIX.get(Number(zip.slice(0, 3))) ?? null) : apart;
}
