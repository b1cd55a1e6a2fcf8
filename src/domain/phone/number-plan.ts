import type { CountryCode } from 'libphonenumber-js/max';
import { digitsOf } from './phone-candidates.ts';

/** Mobile country and network code (ITU-T E.212); null where several networks differ in it. */
export interface CarrierCodes {
  mcc: string | null;
  mnc: string | null;
}

/** Carrier a range of mobile numbers was first assigned to; ported numbers keep it. */
export interface RangeCarrier extends CarrierCodes {
  name: string;
}

/** Compiled knowledge about the world's numbering plans. Prefixes are matched longest first. */
export interface NumberPlan {
  /** English name of the area the number belongs to, as fine as the plan tells. */
  place(callingCode: string, national: string): string | null;
  /**
   * Whether a folded text is a place of North America with its state: `oakland ca`, or its first
   * twelve letters, as caller names have it (15 characters, Telcordia GR-1188).
   */
  isPlaceWithState(text: string): boolean;
  /** IANA time zones the number may be in; the whole calling code's with `national` empty. */
  timezones(callingCode: string, national: string, country: string | null): string[];
  carrier(callingCode: string, national: string, country: string | null): RangeCarrier | null;
  /** The country's only mobile country code; null when it has several or none. */
  mobileCountryCode(country: string): string | null;
  /**
   * The codes of the operating mobile networks of that carrier name, of the United States and
   * Canada; null when none does.
   */
  carrierCodes(country: string, carrier: string): CarrierCodes | null;
}

/** Holder of a block of 10,000 US or Canadian numbers as of the table. */
export interface BlockHolder {
  company: string;
  /** As the table says it: RBOC, IND. TELCO, CLEC, WIRELESS PROV, PCS…; '' when it says nothing. */
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
  /** @param national ten digits; null: the block was not assigned, or shared among holders. */
  find(national: string): BlockHolder | null;
}

/** Overseas departments, dialled from all of France without their own codes (Arcep, 2018-0881). */
const OVERSEAS: ReadonlyMap<string, CountryCode> = new Map(
  Object.entries<string>({
    GP: '0590 0690 0691',
    GF: '0594 0694',
    MQ: '0596 0696 0697',
    RE: '0262 0263 0692 0693',
    YT: '0269 0639',
  }).flatMap(([code, areas]) => areas.split(' ').map((area) => [area, code as CountryCode])),
);

/** The country of a number as it is dialled in another. */
export const planOf = (plain: string, country: CountryCode | null): CountryCode | null =>
  (country === 'FR' && OVERSEAS.get(digitsOf(plain.slice(0, 10)).slice(0, 4))) || country;
