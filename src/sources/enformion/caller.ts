import type { PersonRecord } from '../../core/people/person-record.ts';
import type { PhoneNumber } from '../../core/phone/number.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { ENFORMION } from './client.ts';
import { personReply, readPerson } from './person.ts';

const TIMEOUT_MS = 15_000;

/** Finds who holds a United States number. */
export const enformionCaller = fromUpstream<PhoneNumber, PersonRecord>(ENFORMION, {
  name: 'enformion',
  label: 'consumer_database_by_phone',
  metered: 'answers',
  timeoutMs: TIMEOUT_MS,
  async ask({ national, e164 }, call) {
    const found = await call({
      path: '/Phone/Enrich',
      headers: { 'galaxy-search-type': 'DevAPICallerID' },
      json: { Phone: national },
      schema: personReply,
    });
    const person = found?.person && readPerson(found.person);
    if (!person?.fullName) return null;
    const { firstName, lastName, fullName, address, phones, emails } = person;
    const { line1, city, state, zip } = address;
    return {
      ...{ firstName, lastName, fullName, secondaryName: null, companyName: null },
      email: emails[0]?.address ?? null,
      phoneType: phones.find((phone) => phone.e164 === e164)?.type ?? null,
      address: { line1, line2: null, city, state, zip, zip4: null },
      asOf: null,
    };
  },
});
