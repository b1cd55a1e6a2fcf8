import { type CountryCode, Metadata } from 'libphonenumber-js/max';
import type { PhoneNumber } from './number.ts';

/** How a plan writes numbers of one shape. */
interface NumberFormat {
  shape: RegExp;
  /** What the number begins with; null for any. */
  beginning: RegExp | null;
  national: string;
  international: string;
}

/** The part of the library's metadata that its types leave out. */
interface PlanFormats {
  formats(): {
    pattern(): string;
    leadingDigitsPatterns(): string[];
    format(): string;
    internationalFormat(): string;
    nationalPrefixFormattingRule(): string | undefined;
  }[];
}

/**
 * The first group that a format inserts, `$2` in Argentina's: the national prefix's rule calls it
 * `$1`.
 */
const FIRST_GROUP = /(\$\d)/;
/** International forms have blanks alone (ITU-T E.123, section 2.5). */
const PUNCTUATION = /[-‐-―./() ]+/g;

/** Compiled once a plan: the library compiles its patterns again for every number. */
const formatsByPlan = new Map<string, readonly NumberFormat[]>();

function readFormats(plan: string): readonly NumberFormat[] {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(plan as CountryCode);
  return (metadata as unknown as PlanFormats).formats().map((format) => {
    const rule = format.nationalPrefixFormattingRule();
    const beginning = format.leadingDigitsPatterns().at(-1);
    return {
      shape: new RegExp(`^(?:${format.pattern()})$`),
      beginning: beginning === undefined ? null : new RegExp(`^(?:${beginning})`),
      national: rule ? format.format().replace(FIRST_GROUP, rule) : format.format(),
      international: format.internationalFormat(),
    };
  });
}

function formatsOf(plan: string): readonly NumberFormat[] {
  const known = formatsByPlan.get(plan) ?? readFormats(plan);
  formatsByPlan.set(plan, known);
  return known;
}

/** The forms a number is written in. */
interface NumberForms {
  /** As dialled within its country, as its plan groups it. */
  national: string;
  international: string;
  /** RFC 3966. */
  uri: string;
}

/** A number as people and machines write it, by the formats of its plan. */
export function formsOf({ e164, callingCode, national, country }: PhoneNumber): NumberForms {
  const format = formatsOf(country ?? callingCode).find(
    ({ shape, beginning }) => (beginning?.test(national) ?? true) && shape.test(national),
  );
  const grouped = format ? national.replace(format.shape, format.international) : national;
  return {
    national: format ? national.replace(format.shape, format.national) : national,
    international: `+${callingCode} ${grouped.replace(PUNCTUATION, ' ').trim()}`,
    uri: `tel:${e164}`,
  };
}
