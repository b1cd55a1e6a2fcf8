import * as z from 'zod';
import { nameSimilarity, SAME_NAME } from '../../core/places/same-place.ts';
import { part, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { GLEIF } from './gleif.ts';

/** A company by name. */
export interface NameQuery {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** What a register says of a name; active: one legal entity of that name is. */
export interface RegisteredName {
  active: boolean;
  /** Null in a register that knows none. */
  lei: string | null;
}

const entities = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1),
      attributes: z.object({
        entity: z.object({
          legalName: z.object({ name: z.string().min(1) }),
          legalAddress: part({ country: text }),
          status: text,
        }),
      }),
    }),
  ),
});

const PAGE_SIZE = 10;

/** Legal entities that bear a name, by the global register of their identifiers (ISO 17442). */
export const registeredName = fromUpstream<NameQuery, RegisteredName>(GLEIF, {
  name: 'gleif_names',
  label: 'legal_entity_register',
  idempotent: true,
  async ask({ name, country }, call) {
    const reply = await call({
      path: '/api/v1/lei-records',
      query: {
        'filter[entity.legalName]': name,
        'filter[entity.legalAddress.country]': country,
        'page[size]': PAGE_SIZE,
      },
      headers: { Accept: 'application/vnd.api+json' },
      schema: entities,
      statuses: { 404: 'none' },
    });
    const alike = (reply?.data ?? []).flatMap(({ id, attributes: { entity } }) => {
      const elsewhere = country !== null && (entity.legalAddress?.country ?? country) !== country;
      const same = nameSimilarity(name, entity.legalName.name) >= SAME_NAME;
      return same && !elsewhere ? [{ lei: id, active: entity.status === 'ACTIVE' }] : [];
    });
    return alike.find(({ active }) => active) ?? alike[0] ?? null;
  },
});
