import areaCodes from './area-codes.json' with { type: 'json' };

/** Maps each code of the space-separated lists to the key of its list. */
function keyOfCode(codesByKey: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(codesByKey).flatMap(([key, codes]) =>
      codes.split(' ').map((code) => [code, key] as const),
    ),
  );
}

/**
 * Area codes of calling code +1 that belong to neither the United States nor Canada, and their ISO
 * 3166-1 country (NANPA, "NPA database"). The five US territories have codes of their own in ISO
 * 3166-1 and are listed with the other countries.
 */
const OTHER_COUNTRIES = keyOfCode(areaCodes.otherCountries);

export const US_TERRITORIES: readonly (string | null)[] = ['PR', 'VI', 'GU', 'MP', 'AS'];

/**
 * The country a +1 number's area code belongs to when that is neither the United States nor Canada.
 * @param national digits after +1, complete or not
 */
export function otherNanpCountry(national: string): string | null {
  return OTHER_COUNTRIES.get(national.slice(0, 3)) ?? null;
}

/**
 * Area codes of the United States and Canada by state or province (ISO 3166-2), from Google's
 * libphonenumber (geocoding of calling code 1). Codes that several provinces share (902, 782, 867)
 * are left out.
 */
const STATE_OF_AREA = keyOfCode(areaCodes.states);

export const isState = (code: string): boolean => Object.hasOwn(areaCodes.states, code);

/** @returns ISO 3166-2; null for an area code that does not belong to a single state or province */
export const stateOfArea = (areaCode: string): string | null => STATE_OF_AREA.get(areaCode) ?? null;

/** An area code and the seven digits after it; neither begins with 0 or 1 (NANPA). */
const NANP_E164 = /^\+1([2-9]\d\d)[2-9]\d{6}$/;

/** @returns null for a number that is not North American */
export const parseAreaCode = (e164: string): string | null => NANP_E164.exec(e164)?.[1] ?? null;

/** Whether the exchange is a service code without subscribers (47 CFR 52.15; NANPA "N11 codes"). */
export const hasServiceExchange = (national: string): boolean =>
  /^\d{3}[2-9]11\d{4}$/.test(national);
