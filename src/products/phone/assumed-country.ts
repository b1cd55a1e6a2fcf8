import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import * as z from 'zod';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import type { AnyProduct } from '../../lookup/product.ts';
import type { PhoneInput } from './fact.ts';

/**
 * Countries whose plans a number is tried in, those with the most lines in use first (ITU, "Mobile
 * subscriptions") after the default and the largest of Europe: each costs a fifth of a millisecond.
 */
const TRIED: readonly CountryCode[] = [
  'US',
  ...(['GB', 'DE', 'FR', 'IT', 'ES', 'NL', 'PL', 'BE', 'CH', 'AT', 'SE', 'PT', 'IE'] as const),
  ...(['IN', 'CN', 'BR', 'ID', 'MX', 'JP', 'AU', 'ZA', 'TR', 'GR', 'RO', 'DK', 'NO'] as const),
];
/** As many as a sentence can name. */
const MOST_NAMED = 3;

/** What was read in a country that the request does not name, and in which. */
const assumedOf = ({ phone_number, country }: PhoneInput): PhoneNumber['readIn'] =>
  country === undefined ? phone_number.readIn : null;

/** Countries in whose plans a number that cannot exist where it was read is one. */
function possibleCountries(input: PhoneInput): string[] {
  const assumed = assumedOf(input);
  if (input.phone_number.valid || !assumed) return [];
  const { written } = assumed;
  const digits = written.replace(/\D/g, '');
  // Written in full, without its plus.
  const full = digits.length > 10 ? parsePhoneNumberFromString(`+${digits}`) : undefined;
  if (full?.isValid() && full.country) return [full.country];
  const found: string[] = [];
  for (const country of TRIED) {
    if (found.length === MOST_NAMED) break;
    const options = { defaultCountry: country, extract: false };
    const parsed = parsePhoneNumberFromString(written, options);
    if (parsed?.country === country && parsed.isValid()) found.push(country);
  }
  return found;
}

const fields = {
  country_assumed: z
    .string()
    .length(2)
    .nullable()
    .describe(
      'Country the number was read in, where neither it nor the request names one: the default country of the organization, else US. Else null.',
    ),
  possible_countries: z
    .array(z.string())
    .optional()
    .describe(
      'Only of a number that cannot exist in country_assumed: countries whose plan it fits. Send country, or the number with its +.',
    ),
};

const list = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * The product with the country it assumed said, and a hint where the number fits the plan of
 * another: what was misread is no number to block.
 */
export function withAssumedCountry<Product extends AnyProduct>(product: Product): Product {
  const { insights, recommend } = product;
  const schema = insights.schema as z.ZodObject;
  return {
    ...product,
    insights: {
      schema: schema.extend(fields),
      from(conclusion: unknown, input: PhoneInput, context: never) {
        const possible = possibleCountries(input);
        return {
          ...(insights.from(conclusion, input, context) as object),
          country_assumed: assumedOf(input)?.country ?? null,
          ...(possible.length > 0 && { possible_countries: possible }),
        };
      },
    },
    ...(recommend && {
      recommend(conclusion: unknown, risk: never, input: PhoneInput) {
        const advice = recommend(conclusion, risk, input);
        const assumed = assumedOf(input);
        const possible = possibleCountries(input);
        if (!assumed || possible.length === 0) return advice;
        return {
          ...advice,
          primary_action: 'REVIEW',
          secondary_actions: [...advice.secondary_actions, 'SEND_COUNTRY'],
          user_message: `As a number of ${assumed.country} it cannot exist, but it fits the plan of ${list.format(possible)}: send its country, or the number with +.`,
        };
      },
    }),
  };
}
