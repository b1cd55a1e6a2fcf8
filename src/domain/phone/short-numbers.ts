import type { PhoneNumber } from './number.ts';

/** Emergency numbers of mobile networks everywhere (3GPP TS 22.101, section 10.1.1). */
const EVERYWHERE = ['112', '911'];
/** National ones, by calling code (ITU, "List of national emergency numbers"). */
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

const EMERGENCY = 'This is an emergency number, which no subscriber has.';
const SHORT =
  'This is a short number, which is dialled within its country alone, or part of a number.';

export const isEmergencyNumber = ({ callingCode, national }: PhoneNumber): boolean =>
  EVERYWHERE.includes(national) || (NATIONAL.get(callingCode)?.includes(national) ?? false);

/**
 * Services are given numbers of up to six digits, which no plan has or which begin with 1; none is
 * dialled from abroad.
 */
const isShort = ({ valid, possible, national, readIn }: PhoneNumber): boolean =>
  !valid && readIn !== null && national.length <= 6 && (!possible || national.startsWith('1'));

/** What a number is that is too short for a subscriber's; null of any other. */
export function shortNumberText(number: PhoneNumber): string | null {
  if (isEmergencyNumber(number)) return EMERGENCY;
  return isShort(number) ? SHORT : null;
}
