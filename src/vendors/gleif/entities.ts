import * as z from 'zod';
import { type CompanyFact, companyFields } from '../../domain/company/company.ts';
import { countryName } from '../../domain/place/countries.ts';
import { nameSimilarity, SAME_NAME_THRESHOLD } from '../../domain/place/place-match.ts';
import { fieldsAt, listOf, text } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

/** Legal entities worldwide, CC0 (GLEIF API). GLEIF offers a daily file for bulk use. */
const GLEIF: Upstream = {
  name: 'GLEIF',
  hosts: ['api.gleif.org'],
  pace: { limit: 60, perMs: 60_000, notInBulk: true },
};

const ENTITY = 'attributes.entity';

/**
 * Postal code of a state or province (`US-CA`, ISO 3166-2) in countries whose addresses include it;
 * elsewhere the city is enough.
 */
const stateOfRegion = (region: string | null): string | null =>
  /^(?:US|CA|AU)-([A-Z]{2,3})$/.exec(region ?? '')?.[1] ?? null;

const addressAt = (place: string) =>
  fieldsAt({
    city: [`${ENTITY}.${place}.city`, text],
    state: [`${ENTITY}.${place}.region`, text.transform(stateOfRegion)],
    country: [`${ENTITY}.${place}.country`, text],
  });

const ACTIVITY: ReadonlyMap<string, boolean> = new Map([
  ['ACTIVE', true],
  ['INACTIVE', false],
]);

const entity = fieldsAt(
  {
    lei: ['id', z.string().min(1)],
    name: [`${ENTITY}.legalName.name`, z.string().min(1)],
    registered: [addressAt('legalAddress')],
    // Place of operation: many entities are registered in another state.
    seat: [addressAt('headquartersAddress')],
    // Also `NULL`, of identifiers that were annulled or issued twice.
    active: [`${ENTITY}.status`, text.transform((status) => ACTIVITY.get(status ?? '') ?? null)],
  },
  ENTITY,
);

/** Length and characters of ISO 17442. */
const LEI = /^[\dA-Z]{18}\d{2}$/;

/** Legal entity by its identifier. An invalid identifier has no record, and causes no call. */
export const gleifEntity = fromUpstream<string, CompanyFact>(GLEIF, {
  label: 'legal_entity_register',
  async ask(lei, call) {
    if (!LEI.test(lei)) return null;
    const reply = await call({
      path: `/api/v1/lei-records/${lei}`,
      headers: { Accept: 'application/vnd.api+json' },
      schema: z.object({ data: entity }),
      statuses: { 404: 'none' },
    });
    if (!reply) return null;
    const { lei: id, name, registered, seat } = reply.data;
    const { city, state, country } = seat.city === null ? registered : seat;
    return companyFields('gleif', {
      name,
      country: countryName(country),
      headquarters: [city, state].filter(Boolean).join(', '),
      lei: id,
    });
  },
});

export interface RegisteredNameQuery {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

export interface RegisteredName {
  /** Whether a legal entity of that name is active; null if one may be. */
  active: boolean | null;
  /** Null in a register without LEIs. */
  lei: string | null;
}

const PAGE_SIZE = 10;

/** Legal entities with a given name, from the global register of identifiers (ISO 17442). */
export const registeredName = fromUpstream<RegisteredNameQuery, RegisteredName>(GLEIF, {
  name: 'gleif_names',
  label: 'legal_entity_register',
  async ask({ name, country }, call) {
    const reply = await call({
      path: '/api/v1/lei-records',
      query: {
        'filter[entity.legalName]': name,
        'filter[entity.legalAddress.country]': country,
        'page[size]': PAGE_SIZE,
      },
      headers: { Accept: 'application/vnd.api+json' },
      schema: z.object({ data: listOf(entity) }),
      statuses: { 404: 'none' },
    });
    const alike = (reply?.data ?? [])
      .filter((one) => nameSimilarity(name, one.name) >= SAME_NAME_THRESHOLD)
      .filter((one) => country === null || (one.registered.country ?? country) === country)
      .map(({ lei, active }) => ({ lei, active }));
    const withActivity = (wanted: boolean | null) => alike.find(({ active }) => active === wanted);
    return withActivity(true) ?? withActivity(null) ?? alike[0] ?? null;
  },
});
