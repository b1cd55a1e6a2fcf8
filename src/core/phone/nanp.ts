/**
 * Area codes of calling code +1 that belong to neither the United States nor Canada, and their ISO
 * 3166-1 country (NANPA, "NPA database"). The five US territories (PR, VI, GU, MP, AS) have codes
 * of their own in ISO 3166-1 and are listed with the other countries.
 */
const OTHER_COUNTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '242': 'BS',
    '246': 'BB',
    '264': 'AI',
    '268': 'AG',
    '284': 'VG',
    '340': 'VI',
    '345': 'KY',
    '441': 'BM',
    '473': 'GD',
    '649': 'TC',
    '658': 'JM',
    '664': 'MS',
    '670': 'MP',
    '671': 'GU',
    '684': 'AS',
    '721': 'SX',
    '758': 'LC',
    '767': 'DM',
    '784': 'VC',
    '787': 'PR',
    '809': 'DO',
    '829': 'DO',
    '849': 'DO',
    '868': 'TT',
    '869': 'KN',
    '876': 'JM',
    '939': 'PR',
  }),
);

/**
 * The country a +1 number's area code belongs to when that is neither the United States nor Canada.
 * @param national digits after +1, complete or not
 */
export function otherNanpCountry(national: string): string | null {
  return OTHER_COUNTRIES.get(national.slice(0, 3)) ?? null;
}

/**
 * Whether a +1 number lies in the range kept for fiction: 555-0100 to 555-0199 of a geographic area
 * code, or 800-555-0199 (NANPA, "555 line numbers").
 */
export function isFictional(national: string): boolean {
  return (
    /^[2-9]\d\d55501\d\d$/.test(national) &&
    (!/^8(?:00|33|44|55|66|77|88)/.test(national) || national === '8005550199')
  );
}
