import { PhoneNumber as WrittenNumber } from 'libphonenumber-js/max';
import * as z from 'zod';
import { lacksAreaCode, parseAreaCode, stateOfArea } from '../../domain/phone/nanp.ts';
import { mayBeMobile, type PhoneConclusion } from './conclusion.ts';

/** Why a number cannot exist, or is no subscriber's; null of one that may be. */
export function invalidReason({ number, status }: PhoneConclusion): string | null {
  const { valid, possible } = number;
  if (valid)
    return status === 'INVALID' ? 'The network says that the number is not assigned.' : null;
  if (lacksAreaCode(number)) return 'The number lacks its area code.';
  return possible
    ? 'No range of the numbering plan contains this number.'
    : 'The number has the wrong length.';
}

/** The number itself, as its plan alone tells it, for products that tell of a line. */
export const numberSection = z
  .object({
    e164: z.string().describe('ITU-T E.164: + and digits alone.'),
    national_format: z.string().describe('As it is written and dialled within its country.'),
    international_format: z.string().describe('In the groups of its plan, ITU-T E.123.'),
    rfc3966: z.string().describe('As a tel: link.'),
    calling_code: z.string().describe('Digits behind the +.'),
    national_number: z.string().describe('National significant number: without prefixes.'),
    area_code: z
      .string()
      .optional()
      .describe('Only of North American numbers (+1): their first three digits.'),
    region_code: z
      .string()
      .optional()
      .describe('ISO 3166-2: the one state or province that the area code belongs to.'),
    is_possible: z.boolean().describe('It has a length that its plan knows.'),
    is_valid: z
      .boolean()
      .describe(
        'A range of its plan contains it, and no network says that it is not assigned. Not that it is in service.',
      ),
    invalid_reason: z.string().optional().describe('Only of a number that is not valid.'),
    is_vanity_number: z.boolean().describe('The number was sent with letters.'),
    qualifies_for_hlr_lookup: z.boolean().describe('The number is, or may be, a mobile number.'),
  })
  .describe('Written forms of the number, and what its numbering plan says of it.');

export function describeNumber(profile: PhoneConclusion): z.input<typeof numberSection> {
  const { number } = profile;
  const written = new WrittenNumber(number.e164);
  const areaCode = number.callingCode === '1' ? parseAreaCode(number.e164) : null;
  const region = areaCode === null ? null : stateOfArea(areaCode);
  const reason = invalidReason(profile);
  return {
    e164: number.e164,
    national_format: written.formatNational(),
    international_format: written.formatInternational(),
    rfc3966: `tel:${number.e164}`,
    calling_code: number.callingCode,
    national_number: number.national,
    ...(areaCode && { area_code: areaCode }),
    ...(region && { region_code: region }),
    is_possible: number.possible,
    is_valid: profile.status !== 'INVALID',
    ...(reason && { invalid_reason: reason }),
    is_vanity_number: number.vanity,
    qualifies_for_hlr_lookup: mayBeMobile(profile),
  };
}
