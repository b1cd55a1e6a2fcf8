import * as z from 'zod';
import { lineOf } from '../../core/people/contact-choice.ts';
import type { PersonRecord } from '../../core/people/person-record.ts';
import { isInUnitedStates } from '../../core/people/united-states.ts';
import type { PhoneNumber } from '../../core/phone/number.ts';
import { part, parts, text, texts } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { TRESTLE } from './client.ts';

const owner = z.object({
  name: text,
  firstname: text,
  lastname: text,
  type: text,
  emails: texts,
  current_addresses: parts({
    street_line_1: text,
    street_line_2: text,
    city: text,
    state_code: text,
    postal_code: text,
    zip4: text,
    country_code: text,
  }),
});

const reply = z.object({ line_type: text, owners: z.array(owner), error: part({ name: text }) });

type Owner = z.output<typeof owner>;

/** People said to live elsewhere are not told of; of many nothing is said. */
const mayBeTold = ({ name, current_addresses: [address] }: Owner): boolean =>
  name !== null &&
  isInUnitedStates({ country: address?.country_code ?? null, state: null }) !== false;

const isBusiness = ({ type }: Owner): boolean => type?.toLowerCase() === 'business';

/** Finds who holds a United States number. */
export const trestleOwner = fromUpstream<PhoneNumber, PersonRecord>(TRESTLE, {
  name: 'trestle',
  label: 'phone_owner_database',
  metered: 'calls',
  async ask({ e164 }, call) {
    const found = await call({ path: '/3.2/phone', query: { phone: e164 }, schema: reply });
    const [first, ...others] = found?.owners.filter(mayBeTold) ?? [];
    if (!found || !first) return null;
    const [address] = first.current_addresses;
    return {
      fullName: first.name,
      firstName: first.firstname,
      lastName: first.lastname,
      secondaryName: others.find((other) => !isBusiness(other))?.name ?? null,
      companyName: [first, ...others].find(isBusiness)?.name ?? null,
      email: first.emails[0] ?? null,
      phoneType: lineOf(found.line_type),
      address: {
        line1: address?.street_line_1 ?? null,
        line2: address?.street_line_2 ?? null,
        city: address?.city ?? null,
        state: address?.state_code ?? null,
        zip: address?.postal_code ?? null,
        zip4: address?.zip4 ?? null,
      },
      asOf: null,
    };
  },
});
