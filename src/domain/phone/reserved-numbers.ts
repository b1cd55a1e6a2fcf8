import type { PhoneNumber } from './number.ts';

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

export const isEmergencyNumber = ({ callingCode, national }: PhoneNumber): boolean =>
  EVERYWHERE.includes(national) || (NATIONAL.get(callingCode)?.includes(national) ?? false);

/**
 * Whether a number is a service's: up to six digits, and either impossible in its plan or beginning
 * with 1. None is dialled from abroad.
 */
const isShort = ({ valid, possible, national, readIn }: PhoneNumber): boolean =>
  !valid && readIn !== null && national.length <= 6 && (!possible || national.startsWith('1'));

/** Whether a North American number has only the seven digits of local dialling. */
export const lacksAreaCode = ({ e164 }: { e164: string }): boolean => /^\+1[2-9]\d{6}$/.test(e164);

/** A text on a number that is too short for a subscriber; null for any other number. */
export function shortNumberText(number: PhoneNumber): string | null {
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

/** Whether a number is reserved for fiction. */
export const isFictional = ({
  callingCode,
  national,
}: Pick<PhoneNumber, 'callingCode' | 'national'>): boolean =>
  FICTIONAL.get(callingCode)?.test(national) ?? false;

export const FICTIONAL_TEXT = 'This number is reserved for fictional use and is never assigned.';
