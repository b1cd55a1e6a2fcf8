import * as z from 'zod';
import type { LookupContext } from '../../../core/lookup/product.ts';
import { LITIGATOR_KINDS } from '../../../core/records/scrub.ts';
import type { LineType } from '../line-type.ts';
import type { ScrubProfile } from './profile.ts';

const PHONE_TYPES = ['MOBILE', 'LANDLINE', 'VOIP', 'LITIGATOR', 'UNKNOWN'] as const;

const scrubFields = {
  matched: z.boolean().describe('The number is on at least one list.'),
  phone: z.string(),
  formattedPhone: z.string().nullable().describe('As (NPA) NXX-XXXX; null outside calling code 1.'),
  phoneTypeCode: z
    .enum(['W', 'L', 'V'])
    .nullable()
    .describe('W mobile, L landline, V VoIP; null when the line type is not known.'),
  phoneTypeLabel: z
    .enum(PHONE_TYPES)
    .nullable()
    .describe('LITIGATOR whatever the line, when the number is one.'),
  doNotCall: z
    .boolean()
    .describe(
      'On an imported Do Not Call registry. False says nothing while do_not_call is in missing_lists.',
    ),
  litigator: z
    .boolean()
    .describe(
      'Known litigator, serial complainer or attorney: never contact. False says nothing while litigators is in missing_lists.',
    ),
  reassigned: z
    .boolean()
    .describe('Disconnected for good at some time: consent may have been given by somebody else.'),
  missing_lists: z
    .array(z.string())
    .describe('Lists that could not name the number: not imported, or not for where it lies.'),
};

export const scrubClassification = z.object({
  ...scrubFields,
  do_not_call: z.boolean().describe('The same as doNotCall.'),
  phone_type: z.enum(PHONE_TYPES).nullable().describe('The same as phoneTypeLabel.'),
});

export const scrubInsights = z.object({
  phone_scrub_result: z.object({
    ...scrubFields,
    litigator_kind: z.enum(LITIGATOR_KINDS).nullable(),
    disconnected_at: z
      .string()
      .nullable()
      .describe('Day of the last permanent disconnection, when the list says.'),
    lists_as_of: z
      .object({
        do_not_call: z.string().nullable(),
        litigators: z.string().nullable(),
        reassigned_numbers: z.string().nullable(),
      })
      .describe('Dates of the lists that name the number.'),
    processedTime: z.iso.datetime().nullable().describe('When the number was scrubbed.'),
  }),
});

const CODES = { MOBILE: 'W', LANDLINE: 'L', VOIP: 'V' } as const;
type CodedType = keyof typeof CODES;
const codedTypeOf = (lineType: LineType): CodedType | null =>
  lineType in CODES ? (lineType as CodedType) : null;

type Result = z.input<typeof scrubInsights>['phone_scrub_result'];

function fieldsOf(profile: ScrubProfile): Pick<Result, keyof typeof scrubFields> {
  const { number, litigator } = profile;
  const line = codedTypeOf(profile.lineType);
  const digits =
    number.callingCode === '1' ? /^(\d{3})(\d{3})(\d{4})$/.exec(number.national) : null;
  return {
    matched: profile.matched,
    phone: number.e164,
    formattedPhone: digits && `(${digits[1]}) ${digits[2]}-${digits[3]}`,
    phoneTypeCode: line && CODES[line],
    phoneTypeLabel: litigator ? 'LITIGATOR' : (line ?? 'UNKNOWN'),
    doNotCall: profile.doNotCall,
    litigator,
    reassigned: profile.reassigned,
    missing_lists: profile.missing,
  };
}

/** The classification section of a scrub. */
export function classifyScrub(profile: ScrubProfile): z.input<typeof scrubClassification> {
  const fields = fieldsOf(profile);
  return { ...fields, do_not_call: fields.doNotCall, phone_type: fields.phoneTypeLabel };
}

/** The insights section of a scrub. */
export function describeScrub(
  profile: ScrubProfile,
  { foundAt }: LookupContext,
): z.input<typeof scrubInsights> {
  const { doNotCall, litigator, reassigned } = profile.lists;
  return {
    phone_scrub_result: {
      ...fieldsOf(profile),
      litigator_kind: litigator.kind,
      disconnected_at: reassigned.disconnectedAt,
      lists_as_of: {
        do_not_call: doNotCall.asOf,
        litigators: litigator.asOf,
        reassigned_numbers: reassigned.asOf,
      },
      processedTime: foundAt,
    },
  };
}
