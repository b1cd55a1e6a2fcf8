import {
  type CountryCode,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { digitsOf } from './phone-candidates.ts';

/** Mobile country and network code (ITU-T E.212); null where a carrier's networks differ in it. */
export interface CarrierCodes {
  mcc: string | null;
  mnc: string | null;
}

/** Carrier a range of mobile numbers was first assigned to; ported numbers keep it. */
export interface RangeCarrier extends CarrierCodes {
  name: string;
}

/** Compiled numbering plans of the world. The longest matching prefix wins. */
export interface NumberPlan {
  /** English name of the area the number belongs to, as precise as the plan allows. */
  place(callingCode: string, national: string): string | null;
  /**
   * Whether a folded text is a North American place with its state: `oakland ca`, or the first
   * twelve letters of the place, as caller names hold it (15 characters, Telcordia GR-1188).
   */
  isPlaceWithState(text: string): boolean;
  /** IANA time zones the number may be in; those of the calling code when `national` is empty. */
  timezones(callingCode: string, national: string, country: string | null): string[];
  carrier(callingCode: string, national: string, country: string | null): RangeCarrier | null;
  /** The country's only mobile country code; null when it has several or none. */
  mobileCountryCode(country: string): string | null;
  /** Codes of a mobile network in operation in the country, by its carrier name; null if none. */
  carrierCodes(country: string, carrier: string): CarrierCodes | null;
}

/** Holder of a block of 10,000 US or Canadian numbers, as of the table's month. */
export interface BlockHolder {
  company: string;
  /** In the table's terms: RBOC, IND. TELCO, CLEC, WIRELESS PROV, PCS…; '' when unknown. */
  companyType: string;
  /** Rate centre in capitals. */
  city: string;
  /** US state or Canadian province, two letters. */
  state: string;
  /** Month of the table, YYYY-MM. */
  asOf: string;
}

/** Compiled holders of number blocks, by area code and exchange. */
export interface BlockHolders {
  /** @param national ten digits; null: the block is unassigned, or shared among holders. */
  find(national: string): BlockHolder | null;
}

/** Overseas departments, dialled from all of France without calling codes (Arcep, 2018-0881). */
const OVERSEAS: ReadonlyMap<string, CountryCode> = new Map(
  Object.entries<string>({
    GP: '0590 0690 0691',
    GF: '0594 0694',
    MQ: '0596 0696 0697',
    RE: '0262 0263 0692 0693',
    YT: '0269 0639',
  }).flatMap(([code, areas]) => areas.split(' ').map((area) => [area, code as CountryCode])),
);

/** The country whose plan a number is in: an overseas department when dialled as within France. */
export const planOf = (plain: string, country: CountryCode | null): CountryCode | null =>
  (country === 'FR' && OVERSEAS.get(digitsOf(plain.slice(0, 10)).slice(0, 4))) || country;

/**
 * Countries whose plans a misread number is tried in: the default country, the largest of Europe,
 * then those with the most lines in use (ITU, "Mobile subscriptions").
 */
const TRIED: readonly CountryCode[] = [
  'US',
  ...(['GB', 'DE', 'FR', 'IT', 'ES', 'NL', 'PL', 'BE', 'CH', 'AT', 'SE', 'PT', 'IE'] as const),
  ...(['IN', 'CN', 'BR', 'ID', 'MX', 'JP', 'AU', 'ZA', 'TR', 'GR', 'RO', 'DK', 'NO'] as const),
  ...(['RU', 'NG', 'PK', 'PH', 'VN', 'EG', 'TH', 'KR', 'CO', 'AR', 'KE', 'MY', 'SA'] as const),
  ...(['UA', 'TW', 'CL', 'AE', 'HU', 'CZ', 'FI', 'IL', 'SG', 'HK', 'NZ'] as const),
];
/** Limit that keeps the sentence readable. */
const MOST_NAMED = 3;

/** Digits in the groups they are written in. */
const groupsOf = (text: string): string => text.match(/\d+/g)?.join(' ') ?? '';

/**
 * The countries whose plans best fit a number without +. Ranked: the same digit groups, then the
 * same digits with the trunk prefix, then mobile numbers. A calling code shared by several
 * countries is named by the first of them.
 */
export function fittingCountries(written: string): CountryCode[] {
  const digits = written.replace(/\D/g, '');
  // International format without the plus.
  const full = digits.length > 10 ? parsePhoneNumberFromString(`+${digits}`) : undefined;
  if (full?.isValid() && full.country) return [full.country];
  const fits = TRIED.flatMap((country) => {
    const options = { defaultCountry: country, extract: false };
    const parsed = parsePhoneNumberFromString(written, options);
    if (parsed?.countryCallingCode !== getCountryCallingCode(country) || !parsed.isValid())
      return [];
    const national = parsed.formatNational();
    const asWritten = Number(groupsOf(national) === groupsOf(written));
    const sameDigits = Number(national.replace(/\D/g, '') === digits);
    const isMobile = Number(parsed.getType() === 'MOBILE');
    return [{ country, fit: 4 * asWritten + 2 * sameDigits + isMobile }];
  });
  return fits
    .sort((one, other) => other.fit - one.fit)
    .slice(0, MOST_NAMED)
    .map(({ country }) => country);
}
