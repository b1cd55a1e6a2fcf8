import type { Source } from '../core/lookup/source.ts';
import { isFictional } from '../core/phone/nanp.ts';
import type { PhoneNumber, PlanType } from '../core/phone/number.ts';
import type { RangeCarrier } from '../core/phone/number-plan.ts';

/** What the world's numbering plans say of a valid number. */
export interface NumberPlanFact {
  place: string | null;
  timezones: string[];
  /** Who the range was first assigned to; the number may have been ported since. */
  carrier: RangeCarrier | null;
  mobileCountryCode: string | null;
  /** Kept for films and books: never assigned to anyone. */
  fictional: boolean;
}

const FIXED: readonly (PlanType | null)[] = ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'];
const CARRIED: readonly (PlanType | null)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE', 'PAGER'];
const MOBILE: readonly (PlanType | null)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/**
 * Mexico, Argentina, Brazil, Indonesia, China: mobile numbers carry an area code (libphonenumber,
 * GEO_MOBILE_COUNTRIES).
 */
const MOBILE_WITH_AREA = new Set(['52', '54', '55', '62', '86']);

const isGeographic = ({ planType, callingCode }: PhoneNumber): boolean =>
  FIXED.includes(planType) || (planType === 'MOBILE' && MOBILE_WITH_AREA.has(callingCode));

/**
 * Argentina puts a 9 between calling code and area code of mobile numbers; place names are listed
 * without it.
 */
const areaFirst = ({ callingCode, planType, national }: PhoneNumber): string =>
  callingCode === '54' && planType === 'MOBILE' ? national.replace(/^9/, '') : national;

/**
 * Compiled numbering plans: place, time zones, first holder of the range. Null for an invalid
 * number.
 */
export const numberPlan: Source<PhoneNumber, NumberPlanFact> = {
  name: 'number_plan',
  label: 'numbering_plan',
  kind: 'compiled',
  version: (world) => world.shippedTables,
  available: () => true,
  ask(number, { numberPlan: plan }) {
    if (!number.valid) return null;
    const { callingCode, national, country, planType } = number;
    // Prefixes describe areas, so a number outside any area has only its calling code's zones.
    const geographic = isGeographic(number);
    return {
      place: geographic ? plan.place(callingCode, areaFirst(number)) : null,
      timezones: plan.timezones(callingCode, geographic ? national : '', country),
      carrier: CARRIED.includes(planType) ? plan.carrier(callingCode, national, country) : null,
      fictional: callingCode === '1' && isFictional(national),
      mobileCountryCode:
        country && MOBILE.includes(planType) ? plan.mobileCountryCode(country) : null,
    };
  },
};
