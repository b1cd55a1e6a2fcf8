/** Where a North American number lies in a set: its area code's bitmap, and its bit there. */
export interface NumberPlace {
  /** 200..999. */
  area: number;
  /** The seven digits after the area code, as a number: 0..9,999,999. */
  line: number;
}

export const FIRST_AREA = 200;
export const LAST_AREA = 999;
export const NUMBERS_PER_AREA = 10_000_000;

/**
 * Area code and exchange begin with 2 to 9 (NANPA, "numbering plan format"); no other number has a
 * place.
 */
const NANP_E164 = /^\+1([2-9]\d\d)([2-9]\d{6})$/;

/** @returns null for a number outside calling code 1, which no set can hold */
export function placeOf(e164: string): NumberPlace | null {
  const parts = NANP_E164.exec(e164);
  return parts ? { area: Number(parts[1]), line: Number(parts[2]) } : null;
}
