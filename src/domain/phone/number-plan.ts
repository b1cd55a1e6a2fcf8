import {
  type CountryCode,
  getCountryCallingCode,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { memoized } from '../../lib/lazy.ts';
import { hasServiceExchange } from './nanp.ts';

/** Class of a number in its numbering plan, as libphonenumber reports it. */
export const PLAN_TYPES = [
  'FIXED_LINE',
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'TOLL_FREE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

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
const MAX_NAMED_COUNTRIES = 3;

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
    .slice(0, MAX_NAMED_COUNTRIES)
    .map(({ country }) => country);
}

/** Brazilian mobile numbers of before the ninth digit: an area, and eight digits from 6 on. */
const OLD_BRAZILIAN = /^\+55(\d\d)([6-9]\d{7})$/;

/**
 * What a number of before a change of its plan is since: Brazil's mobile numbers got a 9 before
 * their eight digits (Anatel, area by area from 2012 to 2016).
 * @returns E.164; null for numbers that exist, and for those that the change did not make valid
 */
export function renumberedAs(e164: string): string | null {
  const [, area, rest] = OLD_BRAZILIAN.exec(e164) ?? [];
  if (!rest || parsePhoneNumberFromString(e164)?.isValid()) return null;
  const since = parsePhoneNumberFromString(`+55${area}9${rest}`);
  return since?.getType() === 'MOBILE' ? since.number : null;
}

/** The library's plan of a country or calling code, by methods that its declarations leave out. */
interface LibraryPlan {
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | undefined;
  leadingDigits(): string | undefined;
  /** The pattern is empty where it equals that of fixed lines. */
  type(type: PlanType): { pattern(): string; possibleLengths(): number[] } | undefined;
  formats(): {
    pattern(): string;
    leadingDigitsPatterns(): string[];
    format(): string;
    nationalPrefixFormattingRule(): string | undefined;
    internationalFormat(): string;
  }[];
}
interface Library {
  getCountryCodesForCallingCode(callingCode: string): CountryCode[] | undefined;
  selectNumberingPlan(countryOrCallingCode: string): void;
  numberingPlan: LibraryPlan;
}

/** Order in which a number that is no fixed line is tried (libphonenumber, `getNumberType`). */
const OTHER_TYPES = [
  ...(['MOBILE', 'PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'VOIP'] as const),
  ...(['PERSONAL_NUMBER', 'PAGER', 'UAN', 'VOICEMAIL'] as const),
];

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const start = (pattern: string | undefined): RegExp | null =>
  !pattern ? null : new RegExp(`^(?:${pattern})`);

/** The class of a number of a plan, with the plan's patterns compiled once; null if not valid. */
function classifier(plan: LibraryPlan): (national: string) => PlanType | null {
  const general = whole(plan.nationalNumberPattern());
  const tests = new Map(
    (['FIXED_LINE', ...OTHER_TYPES] as const).flatMap((type) => {
      const own = plan.type(type);
      if (!own?.pattern()) return [];
      return [[type, { lengths: own.possibleLengths(), pattern: whole(own.pattern()) }] as const];
    }),
  );
  const hasMobileRange = tests.has('MOBILE');
  return (national) => {
    const fits = (type: (typeof OTHER_TYPES)[number] | 'FIXED_LINE') => {
      const test = tests.get(type);
      return test?.lengths.includes(national.length) && test.pattern.test(national);
    };
    if (!general.test(national)) return null;
    if (!fits('FIXED_LINE')) return OTHER_TYPES.find(fits) ?? null;
    return !hasMobileRange || fits('MOBILE') ? 'FIXED_LINE_OR_MOBILE' : 'FIXED_LINE';
  };
}

interface CallingCodePlans {
  trunkPrefix: RegExp | null;
  countries: {
    country: CountryCode;
    leadingDigits: RegExp | null;
    typeOf(national: string): PlanType | null;
  }[];
}

/** Compiled plans of a calling code; null for a code without countries. */
const plansOf = memoized((callingCode: string): CallingCodePlans | null => {
  const library = new Metadata() as unknown as Library;
  const select = (code: string): LibraryPlan => {
    library.selectNumberingPlan(code);
    return library.numberingPlan;
  };
  const countries = library.getCountryCodesForCallingCode(callingCode) ?? [];
  if (countries.length === 0) return null;
  return {
    trunkPrefix: start(select(callingCode).nationalPrefixForParsing()),
    countries: countries.map((country) => {
      const plan = select(country);
      // A country alone in its calling code is not told by leading digits.
      const leadingDigits = countries.length > 1 ? start(plan.leadingDigits()) : null;
      return { country, leadingDigits, typeOf: classifier(plan) };
    }),
  };
});

const GEOGRAPHIC: readonly (PlanType | null)[] = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE'];

/**
 * Mobile numbers of machines (M2M) that are longer than the library's plans: France (ARCEP,
 * 2012-0855), Spain (code 59), Sweden (PTS, 719), Norway (Nkom, 58), China (1064).
 */
const MACHINES = /^\+(?:33700[0-4]\d{9}|3459\d{11}|46719\d{10}|4758\d{10}|861064\d{9})$/;

/**
 * The class of a number; null when it is not valid: with the full metadata a number is valid
 * exactly when it has a type. Six results of the library are corrected: its North American
 * patterns include exchanges that cannot be assigned, Malaysia's 1300 is charged as a local call
 * (MCMC, numbering plan), {@link MACHINES} have no type, handsets of Thuraya's satellites (ITU-T
 * E.164, code 882 16) are VOIP, as are Canada's numbers without an area (600), which are of any
 * kind (Canadian Numbering Administrator), and plans without a mobile range are
 * FIXED_LINE_OR_MOBILE, of which only Tristan da Cunha has no mobile network (Google's metadata).
 * @param type as the library has it
 */
export function correctedType(
  type: PlanType | null,
  e164: string,
  country: string | undefined,
): PlanType | null {
  const isNanp = e164.startsWith('+1') && GEOGRAPHIC.includes(type);
  if (isNanp && hasServiceExchange(e164.slice(2))) return null;
  if (type === null) return MACHINES.test(e164) ? 'MOBILE' : null;
  if (type === 'VOIP' && e164.startsWith('+88216')) return 'MOBILE';
  if (type === 'VOIP' && e164.startsWith('+1600')) return 'FIXED_LINE_OR_MOBILE';
  if (type === 'TOLL_FREE' && e164.startsWith('+601300')) return 'SHARED_COST';
  return country === 'TA' && type === 'FIXED_LINE_OR_MOBILE' ? 'FIXED_LINE' : type;
}

/** The country of a number; San Marino's are also reached through Italy's area 0549. */
export const correctedCountry = <Country>(e164: string, country: Country): Country | 'SM' =>
  e164.startsWith('+390549') ? 'SM' : country;

/** A valid number's place in the plans. */
interface PlannedNumber {
  callingCode: string;
  national: string;
  country: CountryCode;
  type: PlanType;
}

/** Country and library's type of a national number; null when it is not valid. */
function classify({ countries }: CallingCodePlans, national: string) {
  for (const { country, leadingDigits, typeOf } of countries) {
    if (leadingDigits && !leadingDigits.test(national)) continue;
    const type = typeOf(national);
    if (type) return { country, type };
    if (leadingDigits) return null;
  }
  return null;
}

/**
 * Reads a number as libphonenumber does, in a fraction of its time, as the library compiles each
 * pattern anew for each number.
 * @param e164 `+` and digits
 * @returns null for whatever the library has to read: numbers that are not valid, begin with a
 *   trunk prefix, or belong to no country
 */
export function readPlanned(e164: string): PlannedNumber | null {
  const callingCode = [2, 3, 4].map((end) => e164.slice(1, end)).find(plansOf);
  if (callingCode === undefined) return null;
  const plans = plansOf(callingCode) as CallingCodePlans;
  const national = e164.slice(1 + callingCode.length);
  const placed = plans.trunkPrefix?.test(national) ? null : classify(plans, national);
  if (!placed) return null;
  const type = correctedType(placed.type, e164, placed.country);
  const country = correctedCountry(e164, placed.country);
  return type && { callingCode, national, country, type };
}

/** Templates of a calling code's numbers, with their patterns compiled once. */
const templatesOf = memoized((callingCode: string) => {
  const library = new Metadata() as unknown as Library;
  library.selectNumberingPlan(callingCode);
  return library.numberingPlan.formats().map((form) => {
    const rule = form.nationalPrefixFormattingRule();
    return {
      leadingDigits: start(form.leadingDigitsPatterns().at(-1)),
      pattern: whole(form.pattern()),
      national: rule ? form.format().replace(/(\$\d)/, rule) : form.format(),
      international: form.internationalFormat(),
    };
  });
});

/**
 * A number as it is written and dialed in its country, and in the groups of its plan (ITU-T E.123),
 * as libphonenumber writes them, in a fraction of its time.
 */
export function writePlanned({ callingCode, national }: Omit<PlannedNumber, 'country' | 'type'>) {
  const found = templatesOf(callingCode).find(
    ({ leadingDigits, pattern }) =>
      leadingDigits?.test(national) !== false && pattern.test(national),
  );
  const write = (template: string) =>
    found ? national.replace(found.pattern, template) : national;
  const groups = write(found?.international ?? '')
    .replace(/\D+/g, ' ')
    .trim();
  return { national: write(found?.national ?? ''), international: `+${callingCode} ${groups}` };
}

/** What decides whether a parsed number is reserved. */
interface Dialled {
  e164: string;
  callingCode: string;
  national: string;
  valid: boolean;
  possible: boolean;
  /** Null for a number with an international prefix. */
  readIn: object | null;
}

/** Emergency numbers of all mobile networks (3GPP TS 22.101, section 10.1.1). */
const EVERYWHERE = ['112', '911'];
/** National emergency numbers by calling code (ITU, "List of national emergency numbers"). */
const NATIONAL = new Map(
  (
    '27 10111 10177;33 15 17 18;39 113 115 118;41 117 118 144;43 122 133 144;44 999;47 110 113;' +
    '48 997 998 999;49 110;55 190 192 193;60 999;61 000;64 111;65 995 999;81 110 118 119;82 119;' +
    '86 110 119 120 122;353 999;852 999;886 110 119'
  )
    .split(';')
    .map((row) => row.split(' '))
    .map(([code = '', ...numbers]) => [code, numbers]),
);

const EMERGENCY = 'This is an emergency number, which is not assigned to subscribers.';
const SHORT =
  'This is a short number that can be dialled only within its country, or an incomplete number.';

export const isEmergencyNumber = ({ callingCode, national }: Dialled): boolean =>
  EVERYWHERE.includes(national) || (NATIONAL.get(callingCode)?.includes(national) ?? false);

/**
 * Whether a number is a service's: up to six digits, and either impossible in its plan or beginning
 * with 1. None is dialled from abroad.
 */
const isShort = ({ valid, possible, national, readIn }: Dialled): boolean =>
  !valid && readIn !== null && national.length <= 6 && (!possible || national.startsWith('1'));

/** Whether a North American number has only the seven digits of local dialling. */
export const lacksAreaCode = ({ e164 }: { e164: string }): boolean => /^\+1[2-9]\d{6}$/.test(e164);

/** A text on a number that is too short for a subscriber; null for any other number. */
export function shortNumberText(number: Dialled): string | null {
  if (isEmergencyNumber(number)) return EMERGENCY;
  if (lacksAreaCode(number)) return 'The number lacks its area code.';
  return isShort(number) ? SHORT : null;
}

/**
 * Numbers reserved for fiction and never assigned: national digits by calling code. 1: 555-0100 to
 * 555-0199 of a geographic area code, and 800-555-0199 (NANPA, "555 line numbers"). 33: ARCEP,
 * décision 2018-0881. 44: Ofcom, "Telephone numbers for use in TV and radio drama". 46: PTS, of
 * 2020. 49: Bundesnetzagentur, Mitteilung 148/2021. 61: ACMA, "Phone numbers for use in TV shows,
 * films and creative works".
 */
const FICTIONAL: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    1: /^(?:(?!8(?:00|33|44|55|66|77|88))[2-9]\d\d55501\d\d|8005550199)$/,
    33: /^(?:19900|26191|35301|46571|53649|63998)\d{4}$/,
    44: new RegExp(
      '^(?:1(?:1[3-8]|[2-6]1)4960\\d{3}|1914980\\d{3}|2079460\\d{3}|2896496\\d{3}|2920180\\d{3}|' +
        '1632960\\d{3}|3069990\\d{3}|7700900\\d{3}|8081570\\d{3}|9098790\\d{3})$',
    ),
    46: /^(?:701740(?:60[5-9]|6[1-9]\d)|(?:3139006|4062804|8465004|9803192)\d\d)$/,
    49: /^(?:(?:3023125|6990009|4066969|2214710|8999998)\d{3}|(?:17139200|176040690)\d\d)$/,
    61: new RegExp(
      '^(?:[2378](?:5550|7010)\\d{4}|49157(?:0(?:006|15[6-9]|110|313|737)|1(?:266|491|804)|' +
        '2(?:549|665|983)|3(?:770|087)|4(?:118|632)|5(?:254|789)|6(?:398|801)|7(?:426|644)|' +
        '8(?:957|148|888)|9(?:212|760|455)))$',
    ),
  }),
);

export const isFictional = ({
  callingCode,
  national,
}: Pick<Dialled, 'callingCode' | 'national'>): boolean =>
  FICTIONAL.get(callingCode)?.test(national) ?? false;

export const FICTIONAL_TEXT = 'This number is reserved for fictional use and is never assigned.';
