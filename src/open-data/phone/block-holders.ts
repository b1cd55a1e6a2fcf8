import type { PhoneLine } from '../../domain/person/person.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import type { BlockHolder, BlockHolders } from '../../domain/phone/number-plan.ts';
import type { MemorySource } from '../../lookup/source.ts';
import namesByBrand from './carrier-names.json' with { type: 'json' };
import { readStringTable } from './number-plan.ts';

export const BLOCK_HOLDERS_MAGIC = 0x31484c42;
/** magic, area codes, strings, as-of month as YYYYMM. */
const BLOCK_HOLDERS_HEADER_U32S = 4;
export const AREA_CODES = 1_000;
/** Exchanges are 200 to 999. */
export const FIRST_EXCHANGE = 200;
export const EXCHANGES = 800;
/** String number for "no holder"; its text is empty. */
export const NO_HOLDER = 0;

/**
 * Opens the compiled block holders in place.
 *
 * Layout, little-endian: four header words; u16 row of each of 1,000 area codes (0 = none, else row
 * + 1); then, for rows × 800 exchanges, the string numbers of company (u16), place (u16) and
 * company type (u8); then a string table. A place is `CITY\tST`.
 * @throws Error if the bytes are not such a table
 */
export function createBlockHolders(bytes: ArrayBuffer): BlockHolders {
  const [magic, rows = 0, stringCount = 0, month = 0] = new Uint32Array(
    bytes,
    0,
    BLOCK_HOLDERS_HEADER_U32S,
  );
  if (magic !== BLOCK_HOLDERS_MAGIC) throw new Error('not a table of block holders');
  const asOf = `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}`;
  const cells = rows * EXCHANGES;
  const rowsAt = BLOCK_HOLDERS_HEADER_U32S * 4;
  const cellsAt = rowsAt + AREA_CODES * 2;
  const rowOf = new Uint16Array(bytes, rowsAt, AREA_CODES);
  const companies = new Uint16Array(bytes, cellsAt, cells);
  const places = new Uint16Array(bytes, cellsAt + cells * 2, cells);
  const types = new Uint8Array(bytes, cellsAt + cells * 4, cells);
  const strings = readStringTable(bytes, cellsAt + cells * 5, stringCount);

  return {
    find(national) {
      if (!/^[2-9]\d\d[2-9]\d{6}$/.test(national)) return null;
      const row = rowOf[Number(national.slice(0, 3))] as number;
      if (row === 0) return null;
      const cell = (row - 1) * EXCHANGES + Number(national.slice(3, 6)) - FIRST_EXCHANGE;
      const company = companies[cell] as number;
      if (company === NO_HOLDER) return null;
      const [city = '', state = ''] = strings.at(places[cell] as number).split('\t');
      return {
        company: strings.at(company),
        companyType: strings.at(types[cell] as number),
        city,
        state,
        asOf,
      };
    },
  };
}

/** Holder of the number's block of 10,000 as of the table's date. Null for none, or several. */
export const blockHolders: MemorySource<PhoneNumber, BlockHolder> = {
  name: 'block_holders',
  label: 'number_block_assignments',
  kind: 'compiled',
  reads: 'memory',
  version: (world) => world.shippedTables,
  available: () => true,
  ask: (number, world) =>
    number.usOrCanada && number.valid ? world.blockHolders.find(number.national) : null,
};

type CarrierKind = 'major' | 'voip' | 'paging';

/** Brands, with names that match at a word start in the companies that hold their numbers. */
const NAMES_BY_BRAND: Readonly<Record<CarrierKind, Readonly<Record<string, readonly string[]>>>> =
  namesByBrand;

/**
 * One expression per kind; a name matches at the start of a word. Paging comes first, because some
 * mobile companies also page.
 */
const PATTERNS = (['paging', 'voip', 'major'] as const).map((kind) => {
  const names = Object.values(NAMES_BY_BRAND[kind]).flat();
  return { kind, pattern: new RegExp(`(?:^| )(?:${names.join('|')})`, 'i') };
});

/** Kind of a US or Canadian carrier, by its name; null for all others, which are regional. */
export function carrierKind(name: string): CarrierKind | null {
  return PATTERNS.find(({ pattern }) => pattern.test(name))?.kind ?? null;
}

/** Whether a company's name is that of a mobile network; older rows have no company type. */
function isMobileCarrierName(name: string): boolean {
  return /\b(?:WIRELESS|CELLULAR|(?:METRO)?PCS|MOBILITY|MOBILE|CELLCO|FIDO|OMNIPOINT)\b/i.test(
    name,
  );
}

/**
 * Line type that a company of this name serves. Null for competitive carriers (CLEC and the like),
 * which serve both landline and VoIP, and for pagers.
 */
export function lineTypeOfName(company: string): PhoneLine | null {
  const kind = carrierKind(company);
  if (kind === 'voip') return 'VOIP';
  return kind !== 'paging' && isMobileCarrierName(company) ? 'MOBILE' : null;
}

const WIRELESS_TYPES = ['WIRELESS PROV', 'PCS', 'WIRELESS', 'WIRELS RESELLER'];
const INCUMBENT_TYPES = ['RBOC', 'IND. TELCO', 'LEC'];

/** Line type that the first holder of a number block sold. */
export function lineTypeOfHolder({ company, companyType }: BlockHolder): PhoneLine | null {
  const kind = carrierKind(company);
  if (kind === null || kind === 'major') {
    if (INCUMBENT_TYPES.includes(companyType)) return 'LANDLINE';
    if (WIRELESS_TYPES.includes(companyType)) return 'MOBILE';
  }
  return lineTypeOfName(company);
}
